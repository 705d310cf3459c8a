"""Word frequency tables, one per language: how they are read and written; and the words of the calendar."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path

from cutline.dom.scripts import DENSE
from cutline.dom.words import list_words
from cutline.errors import ModelError
from cutline.nlp.background import Background
from cutline.nlp.library_files import read_names
from cutline.nlp.name_forms import SERBIAN, drop_accents
from cutline.nlp.words import fold_word, load_stopwords

SHIPPED_WORDS = Path(__file__).with_name("words")
SUFFIX = ".txt.gz"
# Languages that use the table of another one.
SAME = {
    **dict.fromkeys(("no", "nn"), "nb"),
    **dict.fromkeys(("hr", "sr", "bs", "cnr"), "sh"),
    **dict.fromkeys(("yue", "wuu", "cmn"), "zh"),
    **{"tl": "fil", "in": "id", "iw": "he"},
}
DENSE_LANGUAGES = frozenset(("zh", "ja"))  # written without spaces; their tables allow segmentation
SIMPLIFIED = "zh-simplified"  # table of traditional characters, each followed by its simplified form
LATIN = str.maketrans(SERBIAN)  # in which the tables write Serbian
SPANS = "year month week day hour minute second am pm".split()
DAYS = "monday tuesday wednesday thursday friday saturday sunday".split()
TRANSLATIONS = "data", "date_translation_data"  # where dateparser has the words of each language
MONTHS = "january february march april may june july august september october november december".split()
# Letters of a form that is read as one, if a longer one is known: "Jan" and "Sun" are names.
SHORTEST_DAY, SHORTEST_SPAN = 4, 3
MOST_FREQUENT = 100  # words that count as stopwords in a language without a list


def load_background(language: str | None, folder: Path = SHIPPED_WORDS) -> Background:
    """Return the word frequencies of a language.

    Without a table only the stopwords are known, and without a stopword list nothing is.

    Args:
        language: its BCP 47 tag.
        folder: of the tables.

    Raises:
        ModelError: the table is damaged.
    """
    primary = (language or "").partition("-")[0].lower()
    code = SAME.get(primary, primary)
    zipfs = read_table(folder / f"{code}{SUFFIX}") if (folder / f"{code}{SUFFIX}").is_file() else {}
    stopwords = load_stopwords(code) or frozenset(list(zipfs)[:MOST_FREQUENT])
    return Background(
        zipfs,
        stopwords,
        _find_spelling(code, folder),
        cuts_dense=code in DENSE_LANGUAGES and bool(zipfs),
        language=primary,
        calendar=load_calendar(primary or "en"),
    )


def read_table(file: Path) -> dict[str, float]:
    """Return the Zipf frequencies in a table, the most frequent words first.

    Raises:
        ModelError: it is damaged.
    """
    table: dict[str, float] = {}
    try:
        for line in gzip.decompress(file.read_bytes()).decode("utf-8").splitlines():
            zipf, _, words = line.partition("\t")
            table.update(dict.fromkeys(words.split(" "), float(zipf)))
        if not table:
            raise ValueError("it is empty")
    except (OSError, EOFError, ValueError, zlib.error) as error:
        raise ModelError(f"The table of words {file} is damaged: {error}; install cutline again.") from error
    return table


def write_table(file: Path, levels: Mapping[float, Iterable[str]]) -> None:
    """Write one line per Zipf frequency with its words; equal words give equal bytes."""
    lines = [f"{zipf:.1f}\t{' '.join(sorted(words))}\n" for zipf, words in sorted(levels.items(), reverse=True)]
    file.write_bytes(gzip.compress("".join(lines).encode("utf-8"), mtime=0))


def write_pairs(file: Path, pairs: Mapping[str, str]) -> None:
    """Write a character mapping."""
    text = "".join(given + meant for given, meant in sorted(pairs.items()))
    file.write_bytes(gzip.compress(text.encode("utf-8"), mtime=0))


def _find_spelling(code: str, folder: Path) -> dict[int, str]:
    file = folder / f"{SIMPLIFIED}{SUFFIX}"
    if code == "zh" and file.is_file():
        text = gzip.decompress(file.read_bytes()).decode("utf-8")
        return {ord(given): meant for given, meant in zip(text[::2], text[1::2], strict=True)}
    return LATIN if code == "sh" else {}


@cache
def load_calendar(language: str) -> frozenset[str]:
    """Return the folded words for days, months, spans of time, units and currencies of a language.

    Args:
        language: its primary subtag; of one that is not known, only units and currencies are.
    """
    module = read_names("dateparser", *TRANSLATIONS, f"{language}.py")
    table: Mapping[str, Sequence[str]] = module.get("info", {})
    spans, days = (
        [_read_forms(table.get(key, ()), least) for key in keys]
        for keys, least in ((SPANS, SHORTEST_SPAN), (DAYS + MONTHS, SHORTEST_DAY))
    )
    return frozenset(list_words("names", "units")).union(*spans, *days)


def _read_forms(written: Sequence[str], least: int) -> set[str]:
    """Return the folded forms of a word, with accents and without, none shorter than that unless all are."""
    forms = set(map(fold_word, written))
    least = min(least, max(map(len, forms), default=0))
    long = {form for form in forms if len(form) >= least or DENSE.match(form)}
    return long | set(map(drop_accents, long))
