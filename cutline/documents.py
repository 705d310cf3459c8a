"""Brings pages, and turns them into documents: parsed, or rendered where that is asked for and possible."""

from __future__ import annotations

from dataclasses import replace

from cutline.config import Settings
from cutline.dom.document import Document, Page, parse, read_page
from cutline.dom.render.pool import BrowserPool
from cutline.dom.web_addresses import is_web_address
from cutline.errors import BrowserMissing, OptionError, RenderError
from cutline.service.fetch import PageFetcher
from cutline.types import RenderMode


class DocumentSource:
    """Owns the browsers; safe to share between threads."""

    def __init__(self, settings: Settings) -> None:
        """Take the settings; a browser is started when the first page is rendered."""
        self._settings = settings
        self._browsers = BrowserPool(settings.render)
        self._fetcher = PageFetcher(settings)

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
        fetched = self._fetcher.fetch_page(url)
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
        max_elements = self._settings.page.max_elements
        if render == "never" or (render == "auto" and not uses_layout):
            return parse(page, max_elements)
        fetch = self._fetcher.open_resources().fetch if is_live else None
        try:
            return self._browsers.render(page, scripts=is_live, fetch=fetch)
        except RenderError as error:
            if render == "always":
                raise
            document = parse(page, max_elements)
            warning = "no_browser" if isinstance(error, BrowserMissing) else "render_failed"
            return replace(document, warnings=(*document.warnings, warning))

    def close(self) -> None:
        """End the browsers, and close the file of the HTTP cache."""
        self._browsers.close()
        self._fetcher.close()


def _read_given(html: str | bytes, max_bytes: int, url: str | None, charset: str | None) -> Page:
    address = (url or "").strip()
    if not address or is_web_address(address):
        return read_page(html, max_bytes, address or None, charset)
    page = read_page(html, max_bytes, None, charset)
    return replace(page, warnings=(*page.warnings, "odd_address"))
