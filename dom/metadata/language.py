"""The language of a page: the one it declares, and the one its text is written in."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from threading import Lock
from typing import cast

from lxml.html import HtmlElement
from py3langid.langid import MODEL_FILE, LanguageIdentifier  # type: ignore[import-untyped]

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import read_text
from cutline.dom.words import read_table

# On 1,090 labelled articles the first 200 characters never gave a wrong language with this certainty; three that
# declare English and are Swahili, Xhosa and Zulu gave the right one.
MIN_CONTRADICTION = 200  # characters from which a text may contradict what the page declares
CERTAIN = 0.99  # probability from which it does
LIKELY = 0.5  # probability from which a language is believed where none is declared
MAX_CHARACTERS = 1_000  # read of a text; more makes it slower, and no more certain
# The commonest words of two languages. A text that declares one of them and has many of these words needs no
# identifier, which takes half a second to load and keeps 80 MB. benchmarks/NOTES.md has their shares in labelled texts.
COMMON_WORDS = {tag: frozenset(words.split()) for tag, words in read_table("lists", "common").items()}
CONFIRMED = 0.15  # share of a text's words, above which they confirm the declared language
# Written forms that the identifier tells apart, and pages do not.
SAME = {"nb": "no", "nn": "no", "wuu": "zh", "yue": "zh", "cmn": "zh"}

_loading = Lock()
XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}\Z")
UNKNOWN = frozenset({"und", "mul", "zxx", "mis"})
# Codes that are withdrawn, or those of countries, in common use.
CORRECTIONS = {
    "iw": "he", "in": "id", "ji": "yi", "jp": "ja", "cn": "zh", "kr": "ko", "ua": "uk", "cz": "cs", "dk": "da",
    "gr": "el",
}  # fmt: skip


def find_language(declared: str | None, text: str) -> str | None:
    """Return the language of a text as a BCP 47 tag: the declared one, unless the text clearly is in another.

    Args:
        declared: what the page or the caller says, if anything; `en_gb` and `EN-GB` are understood.
        text: the article.
    """
    tag = normalise_tag(declared or "")
    sample = text[:MAX_CHARACTERS]
    if not sample.strip() or (tag and (len(sample) < MIN_CONTRADICTION or _is_confirmed(tag, sample))):
        return tag
    found, probability = _identify(sample)
    if tag is None:
        return found if probability >= LIKELY else None
    primary = tag.partition("-")[0]
    return tag if probability < CERTAIN or SAME.get(primary, primary) == found else found


def _is_confirmed(tag: str, text: str) -> bool:
    words = text.lower().split()
    common = COMMON_WORDS.get(tag.partition("-")[0], frozenset())
    return sum(map(common.__contains__, words)) > CONFIRMED * len(words)


def _identify(text: str) -> tuple[str | None, float]:
    """Return the most likely language and its probability, forms that count as the same taken together."""
    identifier = load_identifier()
    scores: dict[str, float] = {}
    for code, probability in cast(list[tuple[str, float]], identifier.rank(text)):
        code = SAME.get(code, code)
        scores[code] = scores.get(code, 0.0) + probability
    best = max(scores, key=lambda code: scores[code])
    return normalise_tag(best), scores[best]


def load_identifier() -> LanguageIdentifier:
    """Return what identifies languages, loaded once."""
    with _loading:
        return _read_identifier()


@cache
def _read_identifier() -> LanguageIdentifier:
    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)


def find_declared_language(root: HtmlElement, declared: Declarations) -> str | None:
    """Return the first well-formed language tag that the page declares: `en`, `en-GB`, `zh-Hant-TW`."""
    return next((tag for text in _list_languages(root, declared) if text and (tag := normalise_tag(text))), None)


def normalise_tag(text: str) -> str | None:
    """Return a BCP 47 tag in its usual case, or None if it is none or says that the language is unknown."""
    tag = text.strip().replace("_", "-").partition(".")[0]
    if len(text) > 40 or not TAG.match(tag):
        return None
    primary, *others = tag.split("-")
    primary = CORRECTIONS.get(primary.lower(), primary.lower())
    return None if primary in UNKNOWN else "-".join([primary, *map(_set_case, others)])


def _set_case(subtag: str) -> str:
    """Return a region in capitals, a script with one, and anything else small."""
    if subtag.isalpha() and len(subtag) in (2, 4):
        return subtag.upper() if len(subtag) == 2 else subtag.title()
    return subtag.lower()


def _list_languages(root: HtmlElement, declared: Declarations) -> Iterator[str | None]:
    for element in (root, root.find("body")):
        if element is not None:
            yield element.get("lang") or element.get(XML_LANG) or element.get("xml:lang")
    yield read_text(declared.article.get("inLanguage"))
    yield from declared.tags.all("og:locale", "content-language", "dc:language", "dcterms:language", "language")
    yield read_text(declared.page.get("inLanguage"))
