"""Gets pages, turns them into documents, parsed or rendered, and splits these into text segments."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from itertools import count
from typing import Any, Protocol

from cutline.config import Settings
from cutline.dom.document import Document, Page, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.render.pool import BrowserPool
from cutline.dom.render.tab import Screenshot
from cutline.dom.segments import TextSegment
from cutline.dom.web_addresses import is_web_address
from cutline.errors import BrowserMissing, OptionError, PageTooLarge, RenderError
from cutline.page_given import PageGiven
from cutline.processes import return_freed_memory
from cutline.types import PageWarning, RenderMode

PAGES_HELD = 100  # pages after which what they freed is returned; it takes as long as a page, and saves 50 to 80 MB
Draw = Callable[..., tuple[Document, Screenshot | None]]  # takes `scripts` and `fetch`, as `BrowserPool.render`


class PageResources(Protocol):
    """Fetches what a live page requests while it is rendered."""

    def fetch(self, url: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return the status, headers and body at an address."""


class PageFetcher(Protocol):
    """Fetches pages from the web; safe to share between threads."""

    def fetch(self, url: str) -> PageGiven:
        """Return the page at an address.

        Raises:
            FetchError: the page could not be fetched.
        """

    def open_resources(self) -> PageResources:
        """Return a fetcher for the requests of one page while it is rendered."""

    def open_following(self) -> Callable[[str], PageGiven]:
        """Return what fetches the pages that follow one, within limits for all of them together."""

    def close(self) -> None:
        """Close its files."""


OpenFetcher = Callable[[Settings], PageFetcher]


class DocumentSource:
    """Owns the browsers and the fetcher; safe to share between threads.

    Attributes:
        browsers: render pages, and print them.
    """

    def __init__(self, settings: Settings, open_fetcher: OpenFetcher | None = None) -> None:
        """Take the settings; the first rendered page starts a browser.

        Args:
            settings: page limits and rendering.
            open_fetcher: called for the first page to fetch; without it, nothing can be fetched.

        Raises:
            ConfigError: the HTTP cache file cannot be used.
        """
        self._settings = settings
        self._make_fetcher = open_fetcher
        self.browsers = BrowserPool(settings.render, settings.formulas)
        self._opening = threading.Lock()
        self._brought = count(1)
        self._fetcher: PageFetcher | None = None
        if open_fetcher is not None and settings.fetch.cache_file:
            self._open_fetcher()

    def bring_page(self, given: PageGiven) -> Page:
        """Return the page given as HTML, or else the page at the address.

        If HTML comes with an address that is not http or https, the address is ignored with the warning `odd_address`.

        Raises:
            OptionError: neither HTML nor a web address is given, one of them has a wrong type, or there is no fetcher.
            PageError: the page is empty, too large, or not HTML.
            FetchError: the page could not be fetched.
        """
        if next(self._brought) % PAGES_HELD == 0:
            return_freed_memory()
        html, url = given.html, given.url
        if not isinstance(given.charset, str | None):
            raise OptionError(f"The option 'charset' must be str, not {type(given.charset).__name__}.")
        if html is not None:
            if not isinstance(html, str | bytes):
                raise OptionError(f"The page must be str, bytes or a Path, not {type(html).__name__}.")
            return _read_given(html, self._settings.page.max_bytes, url, given.charset)
        if url is None or not url.strip():
            raise OptionError("Give a page: either its HTML or its address.")
        if not is_web_address(url.strip()):
            raise OptionError(
                f"The option 'url' cannot be {url!r}: give a whole address, such as https://example.org/story."
            )
        fetched = self._open_fetcher().fetch(url)
        return read_page(fetched.html or b"", self._settings.page.max_bytes, fetched.url, fetched.charset)

    def open(self, page: Page, render: RenderMode, *, uses_layout: bool, is_live: bool) -> Document:
        """Return the page's document.

        Args:
            page: the page.
            render: `always`, `never`, or `auto`: render if the method uses layout, and if that fails, parse with the
                warning `no_browser` or `render_failed`.
            uses_layout: whether the method uses layout.
            is_live: whether the page was just fetched; if so, its scripts may run and its requests are fetched.

        Raises:
            PageTooLarge: the page has too many elements.
            RenderError: the page could not be rendered, and `render` is `always`.
        """

        def draw(**how: Any) -> tuple[Document, None]:
            return self.browsers.render(page, **how), None

        return self._open(page, render, uses_layout, is_live, draw)[0]

    def open_shown(
        self, page: Page, render: RenderMode, *, uses_layout: bool, is_live: bool
    ) -> tuple[Document, Screenshot | None]:
        """Return the same as `open`, and a screenshot; that is None if the page was not rendered.

        Raises:
            PageTooLarge, RenderError: as for `open`.
        """
        return self._open(page, render, uses_layout, is_live, lambda **how: self.browsers.show(page, **how))

    def _open(
        self, page: Page, render: RenderMode, uses_layout: bool, is_live: bool, draw: Draw
    ) -> tuple[Document, Screenshot | None]:
        max_elements = self._settings.page.max_elements
        if render == "never" or (render == "auto" and not uses_layout):
            return parse(page, max_elements, self._settings.formulas), None
        try:
            return draw(scripts=is_live, fetch=self._open_fetcher().open_resources().fetch if is_live else None)
        except RenderError as error:
            if render == "always":
                raise
            document = parse(page, max_elements, self._settings.formulas)
            warning: PageWarning = "no_browser" if isinstance(error, BrowserMissing) else "render_failed"
            return replace(document, warnings=(*document.warnings, warning)), None

    def open_following(self) -> Callable[[str], PageGiven]:
        """Return what fetches the pages that follow one.

        Raises:
            OptionError: there is no fetcher.
        """
        return self._open_fetcher().open_following()

    def close(self) -> None:
        """Stop the browsers and close the HTTP cache."""
        self.browsers.close()
        if self._fetcher is not None:
            self._fetcher.close()

    def _open_fetcher(self) -> PageFetcher:
        if self._make_fetcher is None:
            raise OptionError("Nothing can be fetched without a fetcher: give the HTML, or use cutline.Extractor.")
        with self._opening:
            if self._fetcher is None:
                self._fetcher = self._make_fetcher(self._settings)
            return self._fetcher


def read_segments(document: Document, settings: Settings) -> list[TextSegment]:
    """Return the text segments of a page, split as the settings say.

    Raises:
        PageTooLarge: there are more than `page.max_segments`.
    """
    segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
    limit = settings.page.max_segments
    if len(segments) > limit:
        raise PageTooLarge(
            f"The page has {len(segments):,} pieces of text; the limit is {limit:,}. "
            "Raise page.max_segments to read it."
        )
    return segments


def _read_given(html: str | bytes, max_bytes: int, url: str | None, charset: str | None) -> Page:
    address = (url or "").strip()
    if not address or is_web_address(address):
        return read_page(html, max_bytes, address or None, charset)
    page = read_page(html, max_bytes, None, charset)
    return replace(page, warnings=(*page.warnings, "odd_address"))
