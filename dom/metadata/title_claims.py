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
# On 1,600 labelled pages, half or one and a half times any of these weights changes the share of right titles by .01 at
# most, but for JSON-LD: more of it gains .02 on news, whose labels come from such data, and loses .045 elsewhere.
JSON_LD, OPEN_GRAPH, OTHER_TAG, ITEMPROP, TWITTER, TITLE, PAGE = 0.8, 0.5, 0.2, 0.2, 0.1, 0.1, 0.1
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
    """

    weight: float
    text: str
    key: str
    runs: frozenset[str] = frozenset()
    is_headline: bool = True


def read_claims(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> list[Claim]:
    """Return the titles that the page declares, those that count most first."""
    claims = []
    for weight, is_headline, whole in _read_titles(root, declared):
        if whole and len(whole) <= MAX_CHARACTERS and (key := fold(text := strip_site(whole, site_keys))):
            claims.append(Claim(weight, text, key, fold_runs(whole), is_headline))
    return claims


def read_title_element(root: HtmlElement) -> str | None:
    """Return the text of the page's `<title>`; drawings have titles of their own."""
    for element in root.iter("title"):
        text = to_plain_text(element.text or "")
        if 0 < len(text) <= MAX_CHARACTERS and next(element.iterancestors("svg"), None) is None:
            return text
    return None


def _read_titles(root: HtmlElement, declared: Declarations) -> Iterator[tuple[float, bool, str | None]]:
    article, page, tags = declared.article, declared.page, declared.tags
    marked = declared.microdata.get("headline", ())
    yield JSON_LD, True, read_text(article.get("headline")) or read_text(article.get("name"))
    yield OTHER_TAG, True, tags.first(*OTHER_TAGS)
    yield OPEN_GRAPH, False, tags.first("og:title")
    yield ITEMPROP, False, read_visible_text(marked[0]) if marked else None
    yield TWITTER, False, tags.first("twitter:title")
    yield TITLE, False, read_title_element(root)
    yield PAGE, False, read_text(page.get("headline")) or read_text(page.get("name"))
