"""The Python API: the extractor that fetches, and functions that share one extractor."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import TypeAlias, Unpack

from cutline.config import Settings
from cutline.errors import OptionError
from cutline.extraction import extractor
from cutline.options import OptionsGiven, read_options
from cutline.page_given import PageGiven, read_given
from cutline.service.pages.extraction import open_fetcher
from cutline.types import Article, ComparedText

Given: TypeAlias = "str | bytes | Path | None"
PageOrPair: TypeAlias = "Given | tuple[Given, str | None]"

TAKES_MANY = (
    "extract_many takes a list or another iterable of pages (str, bytes or pathlib.Path), or of pairs (page, address); "
    "{} is neither."
)


class Extractor(extractor.Extractor):
    """Extracts pages, and fetches those given by address; threads can share it.

    >>> with Extractor() as extractor:
    ...     article = extractor.extract(url="https://example.org/story")
    >>> [(image.url, image.caption, image.verdict.score) for image in article.images]
    """

    def __init__(self, config: Settings | Path | str | None = None, wrapper: Path | str | None = None) -> None:
        """Take the settings, or the path of a settings file. Models are loaded when they are first needed.

        Args:
            config: the settings.
            wrapper: the wrapper file for the method `template-wrapper`, instead of the one in the settings.

        Raises:
            ConfigError: the settings cannot be used.
        """
        super().__init__(config, wrapper, open_fetcher)

    def extract_many(self, pages: Iterable[PageOrPair], /, **options: Unpack[OptionsGiven]) -> Iterator[Article]:
        """Return the articles of pages, one after the other and in their order, each when it is asked for.

        The first page that cannot be read ends it with its error; `cutline.enrich` goes on, and uses several processes.

        >>> for article in extractor.extract_many([(html, "https://example.org/story"), (None, "https://example.org/b")]):
        ...     print(article.title)

        Args:
            pages: each a page as for `extract`, or a pair of a page and its address; it is fetched if the page is None.
            options: as for `extract`; they are checked now.

        Raises:
            OptionError: `pages` is one page instead of many, or one of them is neither a page nor such a pair.
            CutlineError: as for `extract`.
        """
        chosen = read_options(**options)
        if isinstance(pages, str | bytes | Path) or not isinstance(pages, Iterable) or hasattr(pages, "columns"):
            raise OptionError(TAKES_MANY.format(type(pages).__name__))
        return (self.extract_page(_read_pair(page), chosen) for page in pages)


def _read_pair(page: object) -> PageGiven:
    match page:
        case (str() | bytes() | Path() | None as html, str() | None as url) if isinstance(page, tuple):
            return PageGiven(read_given(html), url)
        case str() | bytes() | Path():
            return PageGiven(read_given(page))
    given = f"a tuple of {len(page)}" if isinstance(page, tuple) else type(page).__name__
    raise OptionError(TAKES_MANY.format(given))


@cache
def shared_extractor() -> Extractor:
    """Return the extractor with default settings that this process shares."""
    return Extractor()


def extract(
    html: str | bytes | Path | None = None, *, url: str | None = None, **options: Unpack[OptionsGiven]
) -> Article:
    """Return the article of one page and the images that belong to it.

    Args:
        html: the page, as text, as bytes in any encoding, or the path of its file. Without it, the page is fetched
            from `url`.
        url: the page's address.
        options: `method`, `render`, `favor`, `pages`, `images`, `nlp`, `include`, `language`; see `cutline.Options`.

    Raises:
        CutlineError: see `cutline.errors`; the message says what to do.
    """
    return shared_extractor().extract(html, url=url, **options)


def similarity(text: str | Article, *others: str | Article, language: str | None = None) -> list[ComparedText]:
    """Return what `auto` would say of each of the other texts as a caption of the first, and the names they share.

    Args:
        text: a text or an article.
        others: texts or articles.
        language: of the texts, as a BCP 47 tag; that of the article, or detected in the first text, if None.

    Raises:
        CutlineError: see `Extractor.similarity`.
    """
    return shared_extractor().similarity(text, *others, language=language)
