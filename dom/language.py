"""The language a text is written in."""

from __future__ import annotations

from functools import cache
from threading import Lock
from typing import cast

from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]

from cutline.dom.metadata.language_tags import normalise_tag

# On 1,090 labelled articles the first 200 characters never gave a wrong language with this certainty; three that
# declare English and are Swahili, Xhosa and Zulu gave the right one.
MIN_CONTRADICTION = 200  # characters from which a text may contradict what the page declares
CERTAIN = 0.99  # probability from which it does
LIKELY = 0.5  # probability from which a language is believed where none is declared
MAX_CHARACTERS = 1_000  # read of a text; more makes it slower, and no more certain
# Written forms that the identifier tells apart, and pages do not.
SAME = {"nb": "no", "nn": "no", "wuu": "zh", "yue": "zh", "cmn": "zh"}

_loading = Lock()


def find_language(declared: str | None, text: str) -> str | None:
    """Return the language of a text as a BCP 47 tag: the declared one, unless the text clearly is in another.

    Args:
        declared: what the page or the caller says, if anything; `en_gb` and `EN-GB` are understood.
        text: the article.
    """
    tag = normalise_tag(declared or "")
    sample = text[:MAX_CHARACTERS]
    if not sample.strip() or (tag and len(sample) < MIN_CONTRADICTION):
        return tag
    found, probability = _identify(sample)
    if tag is None:
        return found if probability >= LIKELY else None
    primary = tag.partition("-")[0]
    return tag if probability < CERTAIN or SAME.get(primary, primary) == found else found


def _identify(text: str) -> tuple[str | None, float]:
    """Return the most likely language and its probability, forms that count as the same taken together."""
    with _loading:
        identifier = _load_identifier()
    scores: dict[str, float] = {}
    for code, probability in cast(list[tuple[str, float]], identifier.rank(text)):
        code = SAME.get(code, code)
        scores[code] = scores.get(code, 0.0) + probability
    best = max(scores, key=lambda code: scores[code])
    return normalise_tag(best), scores[best]


@cache
def _load_identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
