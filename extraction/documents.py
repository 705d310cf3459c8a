"""Brings pages, and turns them into documents: parsed, or rendered where that is asked for and possible."""

from __future__ import annotations

import threading
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import partial
from typing import Protocol

from cutline.config import Settings
from cutline.dom.document import Document, Page, parse, read_page
from cutline.dom.render.pool import BrowserPool
from cutline.dom.render.tab import Fetch, Screenshot, ScreenshotOptions
from cutline.dom.web_addresses import is_web_address
from cutline.errors import BrowserMissing, OptionError, RenderError
from cutline.page_given import PageGiven
from cutline.types import PageWarning, RenderMode

Draw = Callable[[Page, bool], tuple[Document, Screenshot | None]]  # renders a page, which may be live


class PageResources(Protocol):
    """What a live page asks for while it is rendered."""

    def fetch(self, url: str) -> tuple[int, Mapping[str, str], bytes]:
        """Return status, headers and body of what is at an address."""


class PageFetcher(Protocol):
    """What brings pages from the web; safe to share between threads."""

    def fetch(self, url: str) -> PageGiven:
        """Return the page at an address.

        Raises:
            FetchError: it could not be fetched.
        """

    def open_resources(self) -> PageResources:
        """Return what fetches all that one page asks for while it is rendered."""

    def close(self) -> None:
        """Close its files."""


OpenFetcher = Callable[[Settings], PageFetcher]


class DocumentSource:
    """Owns the browsers and the fetcher; safe to share between threads.

    Attributes:
        browsers: render pages, and print them.
    """

    def __init__(self, settings: Settings, open_fetcher: OpenFetcher | None = None) -> None:
        """Take the settings; a browser is started when the first page is rendered.

        Args:
            settings: the limits of pages, and how they are rendered.
            open_fetcher: called when the first page has to be fetched; without it, none can be.

        Raises:
            ConfigError: the file of the HTTP cache cannot be used.
        """
        self._settings = settings
        self._make_fetcher = open_fetcher
        self.browsers = BrowserPool(settings.render)
        self._opening = threading.Lock()
        self._fetcher: PageFetcher | None = None
        if open_fetcher is not None and settings.fetch.cache_file:
            self._open_fetcher()

    def bring_page(self, given: PageGiven) -> Page:
        """Return the page given as HTML, else the one at the address.

        A page given with an address that is none of the web is read without it, with the warning `odd_address`.

        Raises:
            OptionError: neither HTML nor a web address is given, or one of the three is no text; or nothing fetches.
            PageError: the page is empty, too large, or not HTML.
            FetchError: the page could not be fetched.
        """
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
            render: `always` or `never`; `auto` renders if the method uses layout, and where that fails parses instead,
                with the warning `no_browser` or `render_failed`.
            uses_layout: whether the method uses layout.
            is_live: whether the page was fetched just now; its scripts may run, and what it asks for is fetched too.

        Raises:
            PageTooLarge: the page has too many elements.
            RenderError: the page could not be rendered, and `render` is `always`.
        """
        document, _ = self._open(page, render, uses_layout, is_live, self._render)
        return document

    def open_shown(
        self, page: Page, render: RenderMode, *, uses_layout: bool, is_live: bool, options: ScreenshotOptions
    ) -> tuple[Document, Screenshot | None]:
        """Return the page's document with a picture of the page, None if it was not rendered.

        Args:
            page, render, uses_layout, is_live: as for `open`.
            options: what the picture is to be.

        Raises:
            PageTooLarge, RenderError: as for `open`.
        """
        return self._open(page, render, uses_layout, is_live, partial(self._show, options))

    def _open(
        self, page: Page, render: RenderMode, uses_layout: bool, is_live: bool, draw: Draw
    ) -> tuple[Document, Screenshot | None]:
        max_elements = self._settings.page.max_elements
        if render == "never" or (render == "auto" and not uses_layout):
            return parse(page, max_elements), None
        try:
            return draw(page, is_live)
        except RenderError as error:
            if render == "always":
                raise
            document = parse(page, max_elements)
            warning: PageWarning = "no_browser" if isinstance(error, BrowserMissing) else "render_failed"
            return replace(document, warnings=(*document.warnings, warning)), None

    def _render(self, page: Page, is_live: bool) -> tuple[Document, None]:
        return self.browsers.render(page, scripts=is_live, fetch=self._find_fetch(is_live)), None

    def _show(self, options: ScreenshotOptions, page: Page, is_live: bool) -> tuple[Document, Screenshot]:
        return self.browsers.show(page, options, scripts=is_live, fetch=self._find_fetch(is_live))

    def _find_fetch(self, is_live: bool) -> Fetch | None:
        return self._open_fetcher().open_resources().fetch if is_live else None

    def close(self) -> None:
        """End the browsers, and close the file of the HTTP cache."""
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


def _read_given(html: str | bytes, max_bytes: int, url: str | None, charset: str | None) -> Page:
    address = (url or "").strip()
    if not address or is_web_address(address):
        return read_page(html, max_bytes, address or None, charset)
    page = read_page(html, max_bytes, None, charset)
    return replace(page, warnings=(*page.warnings, "odd_address"))
