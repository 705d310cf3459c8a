"""The headline of a page, as a reader sees it."""

from __future__ import annotations

from urllib.parse import urlsplit

from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.headings import find_headings
from cutline.dom.metadata.headlines import read_headline
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.title_claims import Claim, read_claims, read_title_element
from cutline.dom.metadata.title_parts import trim_ends


def find_title(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> str | None:
    """Return the page's headline: the text that heading, JSON-LD, meta tags and `<title>` agree on most.

    The title of a site's front page is its `<title>`, the site's name included.

    Args:
        root: the page.
        declared: what it declares.
        site_keys: folded names of the site.
    """
    if declared.url and _is_front_page(declared.url) and (title := read_title_element(root)):
        return title
    claims = read_claims(root, declared, site_keys)
    headings = [
        heading
        for heading in find_headings(root, declared.url)
        if not heading.is_home_link and (key := fold(heading.text)) and key not in site_keys
    ]
    title = _elect(read_headline(headings, claims) + claims)
    return title and trim_ends(title)


def _is_front_page(url: str) -> bool:
    try:
        parts = urlsplit(url)
    except ValueError:
        return False
    return parts.path in ("", "/") and not parts.query


def _elect(claims: list[Claim]) -> str | None:
    """Return the text of most weight; a declared title also counts for the headline that stands in it."""
    votes: dict[str, float] = {}
    texts: dict[str, str] = {}
    for claim in claims:
        votes[claim.key] = votes.get(claim.key, 0.0) + claim.weight
        texts.setdefault(claim.key, claim.text)
    for key in dict.fromkeys(claim.key for claim in claims if claim.is_headline):
        votes[key] += sum(claim.weight for claim in claims if key in claim.runs and key != claim.key)
    return texts[max(votes, key=lambda key: votes[key])] if votes else None
