"""One Chromium: started on demand, replaced after a fault, and cleaned up by a small separate process."""

from __future__ import annotations

import asyncio
import shutil
import subprocess
from contextlib import AbstractAsyncContextManager, suppress
from contextvars import ContextVar
from typing import TYPE_CHECKING, Any, TypeVar

from cutline.config.settings import RenderSettings
from cutline.dom.render.chromium import NO_NETWORK, choose_sandboxes, find_chromium, warn_of_no_sandbox
from cutline.dom.render.tab import RenderJob, Tab, Work
from cutline.errors import BrowserDied, BrowserMissing, RenderError, RenderTimeout, name_extra
from cutline.processes import list_child_variables, make_temporary_folder

if TYPE_CHECKING:
    from playwright.async_api import Browser as Chromium
    from playwright.async_api import Playwright

Result = TypeVar("Result")

QUIET = ("--disable-breakpad", "--disable-crash-reporter", "--mute-audio")
# Every site still gets a process of its own, also in the headless shell, where that is off by default. At the limit,
# Chromium starts none in reserve, which a page without scripts would pay for and not use.
PROCESSES = ("--site-per-process", "--renderer-process-limit=1")
END_SECONDS = 5.0
MAX_PAGES = 500  # pages of one Chromium, a precaution: 300 in a row showed no growth in memory
# Playwright's messages for a browser or tab that has ended. The last two mean that it ended before it had the page,
# since nothing else aborts a page that we serve.
GONE = ("closed", "crashed", "frame was detached", "net::ERR_ABORTED")
# Waits until its input is closed (also when this process ends), then cleans up: twice, because the first time misses
# what is just starting. Linux shows the variables that a process was started with, so TMPDIR tells whose it is.
SCRIPT = """
while read -r _; do :; done
clean() {
    for variables in $(grep -lsF -e "TMPDIR=$1" /proc/[0-9]*/environ); do
        process=${variables#/proc/}
        kill -KILL "${process%/environ}"
    done
    rm -rf -- "$1"
}
clean "$1"
{ sleep 1; clean "$1"; } &
"""
KEEPER_SECONDS = 10.0  # time for a keeper to clean up

temporary_folder: ContextVar[str] = ContextVar("temporary_folder")


class DriverLoop(asyncio.SelectorEventLoop):
    """An event loop for browsers: Playwright's driver uses the `temporary_folder` of the task that starts it.

    The driver puts Chromium's profile there. Playwright has no setting for it, and `os.environ` is everybody's.
    """

    async def subprocess_exec(self, *arguments: Any, **options: Any) -> Any:
        """Start the driver."""
        options["env"] = options["env"] | {"TMPDIR": temporary_folder.get()}
        return await super().subprocess_exec(*arguments, **options)


class Keeper:
    """Kills one browser's processes and removes its files on request, or when this process ends in any way.

    Its processes are those whose variable `TMPDIR` is its folder.

    Attributes:
        directory: the browser's directory for temporary files.
    """

    def __init__(self) -> None:
        """Start the keeper's process; there is nothing to kill yet."""
        self.directory = str(make_temporary_folder("browser"))
        self._process = subprocess.Popen(
            ["/bin/sh", "-c", SCRIPT, "cutline-keeper", self.directory],
            stdin=subprocess.PIPE,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            cwd="/",
            start_new_session=True,  # so that Ctrl-C in a terminal does not reach it
        )

    def begin_end(self) -> None:
        """Begin to kill the browser and remove its files; may be called repeatedly."""
        assert self._process.stdin is not None
        self._process.stdin.close()

    def end(self) -> None:
        """Kill the browser and remove its files; may be called repeatedly."""
        self.begin_end()
        try:
            self._process.wait(KEEPER_SECONDS)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
            shutil.rmtree(self.directory, ignore_errors=True)


class Browser:
    """Renders or prints one page after another; starts a new Chromium after a fault or `MAX_PAGES` pages.

    Bound to the event loop that it is used in. Renders one page at a time.
    """

    def __init__(self, settings: RenderSettings) -> None:
        """Take the settings; Chromium is started for the first page."""
        self._settings = settings
        self._driver: AbstractAsyncContextManager[Playwright] | None = None
        self._chromium: Chromium | None = None
        self._keeper: Keeper | None = None
        self._tab: Tab | None = None
        self._is_reusable = False
        self._pages = 0
        self._is_healthy = True

    async def run(self, job: RenderJob, work: Work[Result]) -> Result:
        """Return the result of `work` for a page; call `tidy` before the next page.

        Args:
            job: the page.
            work: what to do in a tab: `Tab.read`, `Tab.show` or `Tab.print`.

        Raises:
            BrowserMissing: Playwright or Chromium is not installed.
            BrowserDied: Chromium did not start, or ended while it rendered the page.
            RenderTimeout: the page took longer than `page_seconds`.
            RenderError: the page could not be rendered.
        """
        self._is_healthy = False  # until the work has succeeded
        chromium = await self._start()
        self._pages += 1
        try:
            async with asyncio.timeout(self._settings.page_seconds):
                tab = await self._get_tab(chromium, job)
                result = await tab.run(job, work)
        except TimeoutError as error:
            raise RenderTimeout(
                f"{job.address} was not rendered in {self._settings.page_seconds:g} seconds (setting "
                f"render.page_seconds){'; a script of it may never end' if job.scripts else ''}."
            ) from error
        except RenderError:
            raise
        except Exception as error:
            raise _make_error(error, job.address, chromium.is_connected()) from error
        self._is_healthy = True
        return result

    async def tidy(self) -> None:
        """Close the tab if the page may have left traces; end Chromium after a fault or `MAX_PAGES` pages."""
        if not self._is_healthy or self._pages >= MAX_PAGES:
            await self.end()
        elif not self._is_reusable:
            await self._close_tab()

    async def end(self) -> None:
        """End Chromium and Playwright's driver, and remove their files."""
        driver, keeper = self._driver, self._keeper
        self._driver = self._keeper = self._chromium = self._tab = None
        self._pages = 0
        if keeper is not None:
            keeper.end()
        if driver is not None:
            with suppress(Exception):  # it was killed, so there is no proper end
                async with asyncio.timeout(END_SECONDS):
                    await driver.__aexit__(None, None, None)

    async def _get_tab(self, chromium: Chromium, job: RenderJob) -> Tab:
        """Return a new tab, or the previous page's if neither page can leave traces in it."""
        if self._tab is None or job.leaves_traces:
            await self._close_tab()
            self._tab = await Tab.open(chromium, self._settings, job.scripts)
        self._is_reusable = not job.leaves_traces
        return self._tab

    async def _close_tab(self) -> None:
        tab, self._tab = self._tab, None
        if tab is None:
            return
        try:
            async with asyncio.timeout(END_SECONDS):
                await tab.close()
        except Exception:
            await self.end()

    async def _start(self) -> Chromium:
        if self._chromium is not None and self._chromium.is_connected():
            return self._chromium
        await self.end()
        try:
            async with asyncio.timeout(self._settings.start_seconds):
                self._chromium = await self._launch()
        except RenderError:
            raise
        except TimeoutError as error:
            raise BrowserDied(
                f"Chromium did not start in {self._settings.start_seconds:g} seconds (setting render.start_seconds)."
            ) from error
        except Exception as error:
            raise BrowserDied(f"Chromium did not start: {_first_line(error)}.") from error
        return self._chromium

    async def _launch(self) -> Chromium:
        try:
            from playwright.async_api import async_playwright
        except ImportError as error:
            raise BrowserMissing(f"Rendering needs Playwright: {name_extra('browser')}.") from error
        self._keeper = keeper = Keeper()
        temporary_folder.set(keeper.directory)
        self._driver = async_playwright()
        playwright = await self._driver.__aenter__()
        path = find_chromium(self._settings, playwright.chromium.executable_path)
        chromium = await self._launch_in_sandbox(playwright, path, keeper.directory)
        chromium.once("disconnected", lambda _: keeper.begin_end())  # there may be no next page that notices
        return chromium

    async def _launch_in_sandbox(self, playwright: Playwright, path: str, directory: str) -> Chromium:
        *first, last = choose_sandboxes(self._settings)
        for sandbox in first:
            with suppress(Exception):  # Chromium's messages for "not permitted" differ by version
                return await _launch(playwright, path, directory, sandbox)
        if not last:
            warn_of_no_sandbox()
        return await _launch(playwright, path, directory, last)


async def _launch(playwright: Playwright, path: str, directory: str, sandbox: bool) -> Chromium:
    return await playwright.chromium.launch(
        executable_path=path,
        chromium_sandbox=sandbox,
        args=[*NO_NETWORK, *QUIET, *PROCESSES],
        env={**list_child_variables(), "TMPDIR": directory},
        artifacts_dir=directory,
        handle_sigint=False,
        handle_sigterm=False,
        handle_sighup=False,
    )


def _make_error(error: Exception, address: str, is_connected: bool) -> RenderError:
    reason = _first_line(error)
    if is_connected and not any(word in reason for word in GONE):
        return RenderError(f"{address} could not be rendered: {reason}.")
    return BrowserDied(f"The browser ended while it rendered {address}; try again.")


def _first_line(error: Exception) -> str:
    return (str(error).splitlines() or [type(error).__name__])[0].rstrip(".")
