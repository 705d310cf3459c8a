"""What each source of a page says the title is."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import read_text
from cutline.dom.metadata.plain_text import fold, to_plain_text
from cutline.dom.metadata.title_parts import fold_runs, strip_site
from cutline.dom.metadata.visible_text import read_visible_text

MAX_CHARACTERS = 500  # of a title

# How much a source counts against a heading's 1. JSON-LD repeats what the editor wrote; Open Graph, Twitter and <title>
# are often written for networks and search engines, so that only JSON-LD with one of them outweighs the heading.
# Half of most weights, or half more, changes little on labelled pages. More for JSON-LD gains on news whose labels were
# read from it, and loses everywhere else.
JSON_LD, OPEN_GRAPH, OTHER_TAG, ITEMPROP, TWITTER, TITLE, PAGE, ALTERNATIVE = 0.8, 0.5, 0.2, 0.2, 0.1, 0.1, 0.1, 0.1
OTHER_TAGS = (
    "headline", "parsely-title", "sailthru:title", "dc:title", "dcterms:title", "cxenseparse:title", "citation_title",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Claim:
    """What one source says the title is.

    Attributes:
        weight: how much it counts.
        text: the title without the site's name.
        key: the same, folded.
        runs: the folded parts of the whole title, site's name included.
        is_headline: whether the source holds the headline alone, and never the site's name.
        is_seen: whether the source is a part of the page that readers see.
    """

    weight: float
    text: str
    key: str
    runs: frozenset[str] = frozenset()
    is_headline: bool = True
    is_seen: bool = False


def read_claims(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> list[Claim]:
    """Return the titles that the page declares, those that count most first."""
    claims = []
    for title in _read_titles(root, declared):
        whole = title.text
        if whole and len(whole) <= MAX_CHARACTERS and (key := fold(text := strip_site(whole, site_keys))):
            claims.append(Claim(title.weight, text, key, fold_runs(whole), title.is_headline, title.is_seen))
    return claims


def read_title_element(root: HtmlElement) -> str | None:
    """Return the text of the page's `<title>`; drawings have titles of their own."""
    for element in root.iter("title"):
        text = to_plain_text(element.text or "")
        if 0 < len(text) <= MAX_CHARACTERS and next(element.iterancestors("svg"), None) is None:
            return text
    return None


@dataclass(frozen=True, slots=True)
class _Title:
    """A title as its source writes it; the rest as in `Claim`."""

    weight: float
    text: str | None
    is_headline: bool = False
    is_seen: bool = False


def _read_titles(root: HtmlElement, declared: Declarations) -> Iterator[_Title]:
    article, page, tags = declared.article, declared.page, declared.tags
    marked = declared.microdata.get("headline", ())
    yield _Title(JSON_LD, read_text(article.get("headline")) or read_text(article.get("name")), is_headline=True)
    yield _Title(OTHER_TAG, tags.first(*OTHER_TAGS), is_headline=True)
    yield _Title(OPEN_GRAPH, tags.first("og:title"))
    yield _Title(ITEMPROP, read_visible_text(marked[0]) if marked else None, is_seen=True)
    yield _Title(TWITTER, tags.first("twitter:title"))
    yield _Title(TITLE, read_title_element(root))
    yield _Title(ALTERNATIVE, read_text(article.get("alternativeHeadline")), is_headline=True)
    yield _Title(PAGE, read_text(page.get("headline")) or read_text(page.get("name")))
