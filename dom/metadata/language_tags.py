"""The language that a page declares."""

from __future__ import annotations

import re
from collections.abc import Iterator

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import read_text

XML_LANG = "{http://www.w3.org/XML/1998/namespace}lang"
TAG = re.compile(r"[A-Za-z]{2,3}(?:-[A-Za-z0-9]{1,8}){0,4}\Z")
UNKNOWN = frozenset({"und", "mul", "zxx", "mis"})
# Codes that are withdrawn, or those of countries, in common use.
CORRECTIONS = {
    "iw": "he", "in": "id", "ji": "yi", "jp": "ja", "cn": "zh", "kr": "ko", "ua": "uk", "cz": "cs", "dk": "da",
    "gr": "el",
}  # fmt: skip


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
