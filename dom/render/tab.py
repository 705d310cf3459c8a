"""One tab of a browser, which loads pages and reads, draws or prints them."""

from __future__ import annotations

import asyncio
import base64
import json
import logging
from collections.abc import Callable, Coroutine, Mapping
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import TYPE_CHECKING, Any, Self, TypeAlias, TypeVar

from cutline.config.settings import RenderSettings
from cutline.dom.render.chromium import make_headers
from cutline.dom.render.layout import STYLE_PROPERTIES
from cutline.errors import BrowserDied, CutlineError, RenderError

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import BrowserContext, CDPSession, Page, Route, ViewportSize

logger = logging.getLogger("cutline.dom.render")
READ_PAGE = Path(__file__).with_name("read_page.js")
# Window size in CSS pixels: a common desktop, and the screen in the papers' rules. The shipped layout models were
# trained with it.
WINDOW: ViewportSize = {"width": 1280, "height": 1024}
MAX_DEPTH = 2047  # libxml2's limit too, so that a rendered tree is never deeper than a parsed one
# Not "failed": a failed navigation would replace the page by an error page.
ABORTED = "aborted"
IS_LOADING = '{"isLoading":true}'
POLL_SECONDS = 0.01

Result = TypeVar("Result")
Fetch = Callable[[str], tuple[int, Mapping[str, str], bytes]]


@dataclass(frozen=True, slots=True)
class RenderJob:
    """A page to render, and how.

    Attributes:
        html: the page.
        address: the http(s) address to render it under.
        scripts: whether its scripts may run.
        fetch: returns status, headers and body for an address that the page requests; None for no network.
    """

    html: str
    address: str
    scripts: bool
    fetch: Fetch | None

    @property
    def leaves_traces(self) -> bool:
        """Whether the page could store, open or request anything that affects a later page in the tab."""
        return self.scripts or self.fetch is not None


SCREENSHOT_WIDTH = 900  # pixels to which a wider page is scaled down: half of a desktop's is enough to tell boxes apart
MAX_SCREENSHOT_HEIGHT = 12_000  # CSS pixels; limits the bytes of a screenshot, and WebP allows 16,383
SCREENSHOT_QUALITY = 60  # of 100; enough to read the text


@dataclass(frozen=True, slots=True)
class Screenshot:
    """A screenshot of a page.

    Attributes:
        data: a WebP file.
        width, height: size of the shown part of the page in CSS pixels.
    """

    data: bytes
    width: float
    height: float


Work: TypeAlias = "Callable[[Tab, RenderJob], Coroutine[Any, Any, Result]]"  # such as `Tab.read`


class Tab:
    """A browser tab in its own context, which shares no cookies, files or cache with others."""

    def __init__(self, page: Page, session: CDPSession, settings: RenderSettings) -> None:
        """Take an empty Playwright page and its session; use `open` instead."""
        self._page = page
        self._session = session
        self._settings = settings
        self._job: RenderJob | None = None
        self._is_served = False
        self._requests = 0
        self._crashed = asyncio.Event()

    @classmethod
    async def open(cls, chromium: Chromium, settings: RenderSettings, scripts: bool) -> Self:
        """Return a new tab, with scripts enabled or not."""
        context = await chromium.new_context(
            java_script_enabled=scripts,
            viewport=WINDOW,
            accept_downloads=False,
            service_workers="block",
            reduced_motion="reduce",
        )
        page = await context.new_page()
        tab = cls(page, await context.new_cdp_session(page), settings)
        await tab._guard(context)
        return tab

    async def _guard(self, context: BrowserContext) -> None:
        self._page.on("crash", lambda _: self._crashed.set())
        context.on("page", _close)  # a pop-up
        await context.route("**/*", _refuse)
        await self._page.route("**/*", self._answer)

    async def close(self) -> None:
        """Close the page and everything it opened."""
        await self._page.context.close()

    async def run(self, job: RenderJob, work: Work[Result]) -> Result:
        """Return the result of `read`, `show` or `print` for a page.

        Raises:
            BrowserDied: the page's process crashed.
            RenderError: the page could not be read, or a script left it.
        """
        self._job, self._is_served, self._requests = job, False, 0
        working = asyncio.ensure_future(work(self, job))
        crashing = asyncio.ensure_future(self._crashed.wait())
        try:
            await asyncio.wait((working, crashing), return_when=asyncio.FIRST_COMPLETED)
            if self._crashed.is_set():
                raise BrowserDied(f"The browser crashed while it rendered {job.address}.")
            return await working
        finally:
            for task in (working, crashing):
                task.cancel()
            await asyncio.gather(working, crashing, return_exceptions=True)

    async def read(self, job: RenderJob) -> str:
        """Return the page's tree and layout as JSON, as described in `read_page.js`."""
        world = await self._load(job)
        expression = _make_expression(self._settings)
        while (answer := await self._evaluate(world, expression)) == IS_LOADING:
            await asyncio.sleep(POLL_SECONDS)
        if not self._page.url.startswith(("http:", "https:")):
            raise RenderError(f"A script of {job.address} left the page; render it without scripts.")
        return answer

    async def show(self, job: RenderJob) -> tuple[str, Screenshot]:
        """Return the same as `read`, and a screenshot taken at that time."""
        return await self.read(job), await self._draw()

    async def print(self, job: RenderJob) -> bytes:
        """Return the page as a PDF, with the paper size and margins of its `@page` rules."""
        world = await self._load(job)
        while await self._evaluate(world, "document.readyState") != "complete":
            await asyncio.sleep(POLL_SECONDS)
        return await self._page.pdf(prefer_css_page_size=True, print_background=True, tagged=True, outline=True)

    async def _draw(self) -> Screenshot:
        metrics = await self._session.send("Page.getLayoutMetrics")
        width = metrics["cssContentSize"]["width"]
        height = min(metrics["cssContentSize"]["height"], MAX_SCREENSHOT_HEIGHT)
        clip = {"x": 0, "y": 0, "width": width, "height": height, "scale": min(1.0, SCREENSHOT_WIDTH / width)}
        wanted = {"format": "webp", "quality": SCREENSHOT_QUALITY, "clip": clip, "captureBeyondViewport": True}
        answer = await self._session.send("Page.captureScreenshot", wanted)
        return Screenshot(base64.b64decode(answer["data"]), width, height)

    async def _load(self, job: RenderJob) -> int:
        """Load the page; return the ID of an isolated JavaScript world that its scripts cannot reach."""
        # "commit", because Playwright never gets the load event of a page that tries to navigate while it loads.
        await self._page.goto(job.address, wait_until="commit", timeout=0)
        if job.leaves_traces:
            await self._settle()
        return await self._open_world()

    async def _settle(self) -> None:
        from playwright.async_api import TimeoutError as TooSlow

        with suppress(TooSlow):
            await self._page.wait_for_load_state("networkidle", timeout=1000 * self._settings.settle_seconds)

    async def _open_world(self) -> int:
        frames = await self._session.send("Page.getFrameTree")
        frame = frames["frameTree"]["frame"]["id"]
        world = await self._session.send("Page.createIsolatedWorld", {"frameId": frame})
        return int(world["executionContextId"])

    async def _evaluate(self, world: int, expression: str) -> str:
        request = {"expression": expression, "contextId": world, "returnByValue": True}
        answer = await self._session.send("Runtime.evaluate", request)
        if "exceptionDetails" in answer:
            failure = answer["exceptionDetails"]
            reason = failure.get("exception", {}).get("description", failure["text"])
            raise RenderError(f"The page could not be read: {reason}")
        return str(answer["result"]["value"])

    async def _answer(self, route: Route) -> None:
        """Serve the page once, then the resources that it may request."""
        job, request = self._job, route.request
        assert job is not None
        if not self._is_served and request.is_navigation_request():
            self._is_served = True
            headers = make_headers(job.scripts, job.fetch is not None)
            await route.fulfill(body=job.html.encode("utf-8", "replace"), headers=headers)
            return
        self._requests += 1
        is_wanted = (
            request.method == "GET"
            and not request.is_navigation_request()
            and request.resource_type in self._settings.resources
            and self._requests <= self._settings.max_requests
        )
        if job.fetch is None or not is_wanted:
            await route.abort(ABORTED)
        else:
            await _answer_with(job.fetch, route)


async def _answer_with(fetch: Fetch, route: Route) -> None:
    try:
        status, headers, body = await asyncio.to_thread(fetch, route.request.url)
    except Exception as error:  # without an answer the page would wait forever
        if not isinstance(error, CutlineError):
            logger.exception("Fetching what a page asks for failed")  # no address: the page chose it
        await route.abort(ABORTED)
    else:
        await route.fulfill(status=status, headers=dict(headers), body=body)


async def _refuse(route: Route) -> None:
    await route.abort(ABORTED)


async def _close(page: Page) -> None:
    await page.close()


@cache
def _make_expression(settings: RenderSettings) -> str:
    arguments = (STYLE_PROPERTIES, settings.max_nodes, settings.max_characters, MAX_DEPTH)
    return f"({READ_PAGE.read_text(encoding='utf-8').strip()})({', '.join(json.dumps(value) for value in arguments)})"
