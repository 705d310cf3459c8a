"""Brings pages, and turns them into documents: parsed, or rendered where that is asked for and possible."""

from __future__ import annotations

import threading
from collections.abc import Callable
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING

from cutline.config import Settings
from cutline.dom.document import Document, Page, parse, read_page
from cutline.dom.render.pool import BrowserPool
from cutline.dom.render.tab import Fetch, Frame, Picture
from cutline.dom.web_addresses import is_web_address
from cutline.errors import BrowserMissing, OptionError, RenderError
from cutline.types import RenderMode

if TYPE_CHECKING:  # imported with the first page that has to be fetched: the libraries for it take long to import
    from cutline.service.fetch import PageFetcher

Draw = Callable[[Page, bool], tuple[Document, Picture | None]]  # renders a page, which may be live


class DocumentSource:
    """Owns the browsers; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings; a browser is started when the first page is rendered.

        Raises:
            ConfigError: the file of the HTTP cache cannot be used.
        """
        self._settings = settings
        self._browsers = BrowserPool(settings.render)
        self._opening = threading.Lock()
        self._fetcher: PageFetcher | None = None
        if settings.fetch.cache_file:
            self._open_fetcher()

    def bring_page(self, html: str | bytes | None, url: str | None, charset: str | None) -> Page:
        """Return the page given as HTML, else the one at the address.

        A page given with an address that is none of the web is read without it, with the warning `odd_address`.

        Raises:
            OptionError: neither HTML nor a web address is given, or one of the three is no text.
            PageError: the page is empty, too large, or not HTML.
            FetchError: the page could not be fetched.
        """
        if not isinstance(charset, str | None):
            raise OptionError(f"The option 'charset' must be str, not {type(charset).__name__}.")
        if html is not None:
            if not isinstance(html, str | bytes):
                raise OptionError(f"The page must be str or bytes, not {type(html).__name__}.")
            return _read_given(html, self._settings.page.max_bytes, url, charset)
        if url is None or not url.strip():
            raise OptionError("Give a page: either its HTML or its address.")
        if not is_web_address(url.strip()):
            raise OptionError(
                f"The option 'url' cannot be {url!r}: give a whole address, such as https://example.org/story."
            )
        fetched = self._open_fetcher().fetch_page(url)
        return read_page(fetched.body, self._settings.page.max_bytes, fetched.url, fetched.charset)

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
        self, page: Page, render: RenderMode, *, uses_layout: bool, is_live: bool, frame: Frame
    ) -> tuple[Document, Picture | None]:
        """Return the page's document with a picture of the page, None if it was not rendered.

        Args:
            page, render, uses_layout, is_live: as for `open`.
            frame: what the picture is to be.

        Raises:
            PageTooLarge, RenderError: as for `open`.
        """
        return self._open(page, render, uses_layout, is_live, partial(self._show, frame))

    def _open(
        self, page: Page, render: RenderMode, uses_layout: bool, is_live: bool, draw: Draw
    ) -> tuple[Document, Picture | None]:
        max_elements = self._settings.page.max_elements
        if render == "never" or (render == "auto" and not uses_layout):
            return parse(page, max_elements), None
        try:
            return draw(page, is_live)
        except RenderError as error:
            if render == "always":
                raise
            document = parse(page, max_elements)
            warning = "no_browser" if isinstance(error, BrowserMissing) else "render_failed"
            return replace(document, warnings=(*document.warnings, warning)), None

    def _render(self, page: Page, is_live: bool) -> tuple[Document, None]:
        return self._browsers.render(page, scripts=is_live, fetch=self._find_fetch(is_live)), None

    def _show(self, frame: Frame, page: Page, is_live: bool) -> tuple[Document, Picture]:
        return self._browsers.show(page, frame, scripts=is_live, fetch=self._find_fetch(is_live))

    def _find_fetch(self, is_live: bool) -> Fetch | None:
        return self._open_fetcher().open_resources().fetch if is_live else None

    def close(self) -> None:
        """End the browsers, and close the file of the HTTP cache."""
        self._browsers.close()
        if self._fetcher is not None:
            self._fetcher.close()

    def _open_fetcher(self) -> PageFetcher:
        from cutline.service.fetch import PageFetcher

        with self._opening:
            if self._fetcher is None:
                self._fetcher = PageFetcher(self._settings)
            return self._fetcher


def _read_given(html: str | bytes, max_bytes: int, url: str | None, charset: str | None) -> Page:
    address = (url or "").strip()
    if not address or is_web_address(address):
        return read_page(html, max_bytes, address or None, charset)
    page = read_page(html, max_bytes, None, charset)
    return replace(page, warnings=(*page.warnings, "odd_address"))
