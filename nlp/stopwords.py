"""The stopwords of languages, as spaCy lists them."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec, module_from_spec, spec_from_file_location
from pathlib import Path

from cutline.nlp.words import fold_word

# Languages whose lists are read for one that spaCy calls otherwise, or has none of its own for.
LISTS = {"no": ("nb",), "nn": ("nb",), "fil": ("tl",), "sh": ("hr", "sr"), "bs": ("hr", "sr"), "hr": ("hr", "sr")}
LISTS["sr"] = LISTS["sh"]  # which is written in both scripts


@cache
def load_stopwords(language: str) -> frozenset[str]:
    """Return the folded stopwords of a language, empty where spaCy lists none.

    The list is read without its package: importing `spacy.lang.fr` takes seconds, its list a millisecond.

    Args:
        language: its primary subtag, such as `en`.
    """
    return frozenset(fold_word(word) for code in LISTS.get(language, (language,)) for word in _read_list(code))


def _read_list(code: str) -> frozenset[str]:
    package = find_spec("spacy")
    if package is None or package.origin is None:
        return frozenset()
    file = Path(package.origin).parent / "lang" / code / "stop_words.py"
    spec = spec_from_file_location(f"stop_words_{code}", file)
    if not file.is_file() or spec is None or spec.loader is None:
        return frozenset()
    module = module_from_spec(spec)
    spec.loader.exec_module(module)
    return frozenset(module.STOP_WORDS)
