"""The pages that follow one of an article: read one after the other, until what comes is none of the article's."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from cutline.config import Settings
from cutline.dom.next_page import is_same_page
from cutline.errors import EmptyPage, FetchError, PageError, RenderError
from cutline.extraction.joined_pages import join_pages, repeats_all
from cutline.page_given import PageGiven
from cutline.types import Article, ComparedText, Extra, PageWarning

WORD = re.compile(r"\w+")
WALLS: frozenset[PageWarning] = frozenset(("bot_wall", "consent_wall"))


class NotThisArticle(Exception):
    """What was fetched is no page of the article, or was read before."""


@dataclass(frozen=True, slots=True)
class FollowingPages:
    """Reads the pages that follow one.

    Attributes:
        fetch: returns the page at an address.
        extract: returns the article of a page, as far as that page has it.
        compare: returns what a text tells of the story of an article; None: texts are not compared.
        settings: all settings.
    """

    fetch: Callable[[str], PageGiven]
    extract: Callable[[PageGiven], Article]
    compare: Callable[[Article, str], ComparedText] | None
    settings: Settings

    def join_to(self, first: Article, include: frozenset[Extra]) -> Article:
        """Return an article with the pages that follow its first one; a warning says why they may not be all."""
        pages = [first]
        warning = self._read_rest(pages)
        joined = join_pages(pages, self.settings.page.max_segments, include)
        return joined if warning is None else joined.model_copy(update={"warnings": (*joined.warnings, warning)})

    def _read_rest(self, pages: list[Article]) -> PageWarning | None:
        """Add the pages that follow the first; return why one is missing."""
        while (address := pages[-1].next_page) is not None:
            if len(pages) >= self.settings.fetch.max_pages:
                return "many_pages"
            try:
                pages.append(self._read_page(address, pages))
            except NotThisArticle:
                return "other_page"
            except (FetchError, PageError, RenderError):
                return "missing_page"
        return None

    def _read_page(self, address: str, pages: Sequence[Article]) -> Article:
        given = self.fetch(address)
        if given.url is None or not is_same_page(given.url, address):
            raise NotThisArticle
        page = self.extract(given)
        if not page.text or not WALLS.isdisjoint(page.warnings):
            raise EmptyPage(f"{address} has no text of the article.")
        if repeats_all(pages, page) or self._is_other(pages[0], page):
            raise NotThisArticle
        return page

    def _is_other(self, first: Article, page: Article) -> bool:
        """Return whether a page has another title or none, and a text that tells of something else."""
        if self.compare is None or _are_alike(first.title, page.title):
            return False
        score = self.compare(first, page.text).relevance_score
        return score is not None and score < self.settings.relevance.unrelated_threshold


def _are_alike(title: str | None, other: str | None) -> bool:
    """Return whether one title has all words of the other, as "The ferry" and "The ferry (page 2)" do.

    A missing title is like none: the text has to tell.
    """
    words, others = (set(WORD.findall((each or "").casefold())) for each in (title, other))
    return bool(words and others) and (words <= others or others <= words)
