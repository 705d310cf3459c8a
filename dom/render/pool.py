"""A pool of browsers that render and print pages for any number of threads."""

from __future__ import annotations

import asyncio
import atexit
import logging
import threading
from concurrent.futures import CancelledError
from contextlib import suppress
from typing import Any, Self, TypeVar

from cutline.config.settings import FormulaSettings, RenderSettings
from cutline.dom.document import Document, Page
from cutline.dom.render.browser import Browser, DriverLoop
from cutline.dom.render.chromium import choose_address
from cutline.dom.render.tab import Fetch, RenderJob, Screenshot, Tab, Work
from cutline.dom.render.tree import build_document
from cutline.errors import BrowserDied, RenderError, RenderTooLarge

logger = logging.getLogger("cutline.dom.render")
CLOSE_SECONDS = 30.0

Result = TypeVar("Result")


class BrowserPool:
    """Renders and prints pages; thread-safe.

    Browsers start on demand and keep running. If a page's browser dies, the page is tried once more in a new one. If
    that dies too, or the browser hangs, the page gets an error and the next page a new browser. No process or file
    remains when the pool is closed or the interpreter ends, even if it is killed.

    >>> with BrowserPool(load_settings().render) as pool:
    ...     document = pool.render(read_page(html, max_bytes, url="https://courier.example/ferry"))
    ...     document.layout.box(document.body)
    """

    def __init__(self, settings: RenderSettings, formulas: FormulaSettings | None = None) -> None:
        """Take the settings; no browser is started yet."""
        self._settings, self._formulas = settings, formulas
        self._starting = threading.Lock()
        self._loop: _Loop | None = None

    def render(self, page: Page, *, scripts: bool = False, fetch: Fetch | None = None) -> Document:
        """Return the page's tree as the browser has it, with its layout.

        The page is rendered from its HTML, under its own address. The browser has no network access: a saved page shows
        what is in its HTML. For a live page, `fetch` gets style sheets, scripts and data (the setting
        `render.resources`), each by a GET without cookies. `fetch` alone must decide which addresses are allowed, and
        enforce that through redirects and changing DNS answers.

        Args:
            page: the page.
            scripts: whether the page's own scripts may run.
            fetch: called with an address, concurrently in other threads; returns the status, headers and decompressed
                body of the response, or raises a `CutlineError` to refuse.

        Raises:
            BrowserMissing: Playwright or Chromium is not installed.
            BrowserDied: the browser did not start, crashed or was killed.
            RenderTimeout: the page took longer than the settings allow.
            RenderTooLarge: the page or its rendered tree is too large.
            RenderError: the page could not be rendered, or the pool was closed in the meantime.
        """
        job = self._make_job(page, scripts, fetch)
        return build_document(page, self._get_loop().run(job, Tab.read), self._formulas)

    def show(self, page: Page, *, scripts: bool = False, fetch: Fetch | None = None) -> tuple[Document, Screenshot]:
        """Return the same as `render`, and a screenshot; no additional images are fetched for it.

        Raises:
            RenderError: as for `render`.
        """
        job = self._make_job(page, scripts, fetch)
        answer, picture = self._get_loop().run(job, Tab.show)
        return build_document(page, answer, self._formulas), picture

    def print(self, page: Page) -> bytes:
        """Return the page as a PDF, with the paper size and margins of its `@page` rules.

        It shows what is in the HTML: scripts do not run, and the browser has no network access.

        Args:
            page: the page.

        Raises:
            RenderError: as for `render`.
        """
        return self._get_loop().run(self._make_job(page, scripts=False, fetch=None), Tab.print)

    def close(self) -> None:
        """End all browsers; pages in progress get a `RenderError`. The next page starts new browsers."""
        with self._starting:
            loop, self._loop = self._loop, None
        if loop is not None:
            loop.close()

    def __enter__(self) -> Self:
        """Return the pool."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close the pool."""
        self.close()

    def _make_job(self, page: Page, scripts: bool, fetch: Fetch | None) -> RenderJob:
        limit = self._settings.max_bytes
        if len(page.html) > limit or len(page.html.encode("utf-8", "replace")) > limit:
            raise RenderTooLarge(
                f"The page has more than {limit:,} bytes (setting render.max_bytes); raise it, or do without the "
                "browser."
            )
        return RenderJob(page.html, choose_address(page.url), scripts, fetch)

    def _get_loop(self) -> _Loop:
        with self._starting:
            if self._loop is None or not self._loop.is_alive:  # a forked process has the object without its thread
                self._loop = _Loop(self._settings)
            return self._loop


class _Loop:
    """The thread that runs all browsers, and the queue of free ones."""

    def __init__(self, settings: RenderSettings) -> None:
        self._events = DriverLoop()
        self._browsers = [Browser(settings) for _ in range(settings.browsers)]
        # Last in, first out: more browsers start only if pages come at the same time.
        self._free: asyncio.LifoQueue[Browser] = asyncio.LifoQueue()
        for browser in reversed(self._browsers):
            self._free.put_nowait(browser)
        self._running: set[asyncio.Task[Any]] = set()
        self._closing = threading.Lock()
        self._is_closed = False
        self._thread = threading.Thread(target=self._run, name="cutline-render", daemon=True)
        self._thread.start()
        atexit.register(self.close)

    @property
    def is_alive(self) -> bool:
        return self._thread.is_alive()

    def run(self, job: RenderJob, work: Work[Result]) -> Result:
        with self._closing:  # a stopped loop would accept the page and never answer
            if self._is_closed:
                raise _make_closed_error(job)
            future = asyncio.run_coroutine_threadsafe(self._run_job(job, work), self._events)
        try:
            return future.result()
        except CancelledError as error:
            raise _make_closed_error(job) from error
        except BaseException:
            future.cancel()
            raise

    def close(self) -> None:
        atexit.unregister(self.close)
        with self._closing:
            if self._is_closed or not self.is_alive:
                return
            self._is_closed = True
        with suppress(TimeoutError):
            asyncio.run_coroutine_threadsafe(self._end(), self._events).result(CLOSE_SECONDS)
        self._events.call_soon_threadsafe(self._events.stop)
        self._thread.join(CLOSE_SECONDS)

    def _run(self) -> None:
        asyncio.set_event_loop(self._events)
        # Playwright's pending requests when its browser died; the page itself gets its own error.
        self._events.set_exception_handler(lambda _, context: logger.debug("%s", context["message"]))
        self._events.run_forever()
        self._events.close()

    async def _run_job(self, job: RenderJob, work: Work[Result]) -> Result:
        task = asyncio.ensure_future(self._run_when_free(job, work))
        self._running.add(task)
        task.add_done_callback(self._running.discard)
        return await task

    async def _run_when_free(self, job: RenderJob, work: Work[Result]) -> Result:
        browser = await self._free.get()
        try:
            return await _run_with_retry(browser, job, work)
        finally:
            try:
                await browser.tidy()
            finally:
                self._free.put_nowait(browser)

    async def _end(self) -> None:
        for task in self._running:
            task.cancel()
        await asyncio.gather(*self._running, return_exceptions=True)
        for browser in self._browsers:
            await browser.end()


async def _run_with_retry(browser: Browser, job: RenderJob, work: Work[Result]) -> Result:
    """Return the result, from a second Chromium if the first one dies: usually the page is not the cause."""
    try:
        return await browser.run(job, work)
    except BrowserDied as error:
        logger.warning("Chromium ended; its page is given to another one")
        await browser.end()
        try:
            return await browser.run(job, work)
        except RenderError as second:
            raise second from error


def _make_closed_error(job: RenderJob) -> RenderError:
    return RenderError(f"{job.address} was not rendered: the pool of browsers was closed.")
