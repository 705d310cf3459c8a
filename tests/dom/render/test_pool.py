"""A fault costs its page an error, and nobody else anything."""

import os
import signal
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Callable, Iterator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import AbstractContextManager, suppress
from pathlib import Path
from subprocess import PIPE

import pytest

from cutline.config.settings import RenderSettings
from cutline.dom.document import Document, Page
from cutline.dom.render import browser
from cutline.dom.render.chromium import choose_sandboxes, find_chromium
from cutline.dom.render.pool import BrowserPool
from cutline.errors import BrowserDied, BrowserMissing, RenderError, RenderTimeout, RenderTooLarge
from cutline.processes import is_running

ListBrowsers = Callable[[], list[int]]
ListProcesses = Callable[[int], list[int]]
InLittleTime = Callable[..., AbstractContextManager[None]]
ENDLESS = "<p>x<script>while (true);</script>"
LIVE = "<p>good<script src=a.js></script>"
GOOD = Page("<p>good", "https://courier.example/")
OWN = f"cutline-browser-{os.getpid()}-"


def is_good(document: Document) -> bool:
    return document.body[0].text == "good" and document.layout is not None


@pytest.fixture(scope="module")
def small_pool(browser_limits: RenderSettings) -> Iterator[BrowserPool]:
    """One browser, with little room."""
    with BrowserPool(browser_limits.model_copy(update={"max_nodes": 2_000, "max_characters": 100_000})) as pool:
        pool.render(GOOD)
        yield pool


@pytest.fixture
def place() -> Iterator[Path]:
    """A folder for temporary files with a short name, as it becomes part of the name of a socket."""
    with tempfile.TemporaryDirectory(prefix="t", dir="/tmp") as folder:
        yield Path(folder)


@pytest.fixture
def own_place(place: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The same, in use by this process."""
    monkeypatch.setenv("TMPDIR", str(place))
    monkeypatch.setattr(tempfile, "tempdir", None)
    return place


def wait_for(condition: Callable[[], bool], seconds: float = 10.0) -> bool:
    end = time.monotonic() + seconds
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.05)
    return True


@pytest.mark.parametrize(
    "html", [ENDLESS, "<script>const f = () => Promise.resolve().then(f); f()</script>"], ids=["script", "promises"]
)
def test_an_endless_script_costs_its_page_a_timeout(html: str, pool: BrowserPool, in_little_time: InLittleTime) -> None:
    with in_little_time(), pytest.raises(RenderTimeout, match=r"render\.page_seconds"):
        pool.render(Page(html, "https://courier.example/"), scripts=True)
    assert is_good(pool.render(GOOD))


@pytest.mark.parametrize(
    "script",
    [
        "alert(1); confirm(2); prompt(3)",
        "onbeforeunload = () => 'stay'; alert(1)",
        "print()",
        "for (let i = 0; i < 30; i++) open('https://b.example/' + i)",
        "const a = document.createElement('a'); a.href = 'data:application/zip,x'; a.download = 'x'; a.click()",
        "location = 'https://b.example/'",
        "history.pushState(1, '', '/other')",
    ],
    ids=["dialogs", "beforeunload", "print", "pop-ups", "download", "location", "history"],
)
def test_a_page_that_wants_attention_is_rendered_all_the_same(script: str, small_pool: BrowserPool) -> None:
    html = f"<p>good<script>try {{ {script} }} catch {{}}</script>"
    assert is_good(small_pool.render(Page(html, "https://courier.example/"), scripts=True))
    assert is_good(small_pool.render(GOOD))


def test_a_live_page_can_open_and_download_nothing(small_pool: BrowserPool) -> None:
    html = (
        "<p>good<a id=a href='data:application/zip,x' download=x>x</a>"
        "<script>open('/b'); open('about:blank'); a.click(); alert(1)</script>"
    )
    page = Page(html, "https://courier.example/")
    assert is_good(small_pool.render(page, scripts=True, fetch=lambda url: (200, {}, b"")))


def test_a_page_that_empties_itself_is_an_error(small_pool: BrowserPool) -> None:
    with pytest.raises(RenderError, match="left the page"):
        small_pool.render(
            Page("<p>x<script>location = 'about:blank'</script>", "https://courier.example/"), scripts=True
        )
    assert is_good(small_pool.render(GOOD))


def test_too_many_nodes_are_an_error(small_pool: BrowserPool) -> None:
    with pytest.raises(RenderTooLarge, match=r"render\.max_nodes"):
        small_pool.render(Page("<br>" * 3_000, "https://courier.example/"))
    assert is_good(small_pool.render(GOOD))


def test_two_hundred_thousand_nodes_cost_at_most_an_error(pool: BrowserPool) -> None:
    with suppress(RenderError):
        pool.render(Page("<p>x" * 100_000, "https://courier.example/"))
    assert is_good(pool.render(GOOD))


def test_a_script_cannot_make_a_small_page_large(small_pool: BrowserPool) -> None:
    html = "<p id=p>x<script>p.textContent = 'word '.repeat(1e5)</script>"
    with pytest.raises(RenderTooLarge, match=r"render\.max_characters"):
        small_pool.render(Page(html, "https://courier.example/"), scripts=True)
    assert is_good(small_pool.render(GOOD))


def test_too_many_bytes_are_an_error(small_pool: BrowserPool) -> None:
    with pytest.raises(RenderTooLarge, match=r"render\.max_bytes"):
        small_pool.render(Page("é" * 25_000_000, "https://courier.example/"))


def test_a_browser_killed_between_pages_costs_nothing(small_pool: BrowserPool, list_browsers: ListBrowsers) -> None:
    small_pool.render(GOOD)
    for pid in list_browsers():
        os.kill(pid, signal.SIGKILL)
    assert wait_for(lambda: not list_browsers())
    time.sleep(0.3)
    assert is_good(small_pool.render(GOOD))


@pytest.fixture(
    params=[b"\0--user-data-dir", b"--type=renderer", b"\0run-driver"], ids=["browser", "renderer", "driver"]
)
def kill(request: pytest.FixtureRequest, list_processes: ListProcesses) -> Callable[[], None]:
    """Kill all processes of one kind."""

    def run() -> None:
        for pid in list_processes(os.getpid()):
            with suppress(OSError):  # it may have ended meanwhile
                arguments = Path(f"/proc/{pid}/cmdline").read_bytes()
                if request.param in arguments and (b"--type=" in request.param or b"--type=" not in arguments):
                    os.kill(pid, signal.SIGKILL)

    return run


def test_a_page_whose_browser_is_killed_is_rendered_by_another(
    small_pool: BrowserPool, kill: Callable[[], None], caplog: pytest.LogCaptureFixture
) -> None:
    asked: list[str] = []

    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        asked.append(url)
        if len(asked) == 1:
            kill()
        return 200, {}, b""

    small_pool.render(GOOD)
    assert is_good(small_pool.render(Page(LIVE, "https://courier.example/"), scripts=True, fetch=fetch))
    assert caplog.messages.count("Chromium ended; its page is given to another one") == 1


def test_a_page_whose_second_browser_is_killed_too_gets_an_error(
    small_pool: BrowserPool, kill: Callable[[], None]
) -> None:
    small_pool.render(GOOD)
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(small_pool.render, Page(ENDLESS, "https://courier.example/"), scripts=True)
        while not future.done():
            time.sleep(0.3)
            kill()
    assert isinstance(future.exception(), BrowserDied | RenderTimeout)  # a busy machine may not start it in time
    assert is_good(small_pool.render(GOOD))


def test_a_fault_costs_pages_in_other_browsers_nothing(
    browser_limits: RenderSettings, in_little_time: InLittleTime
) -> None:
    limits, has_begun = browser_limits.model_copy(update={"browsers": 2}), threading.Event()

    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        has_begun.set()
        return 200, {}, b"while (true);"

    with BrowserPool(limits) as pool, ThreadPoolExecutor(4) as threads:
        with in_little_time(limits):
            endless = threads.submit(pool.render, Page(LIVE, "https://courier.example/"), scripts=True, fetch=fetch)
            assert wait_for(lambda: has_begun.is_set() or endless.done(), 60)
        assert all(map(is_good, threads.map(pool.render, [GOOD] * 8)))
        assert isinstance(endless.exception(), RenderTimeout)


def test_each_thread_gets_its_own_page(pool: BrowserPool) -> None:
    pages = [Page(f"<p>{number}", f"https://courier.example/{number}") for number in range(16)]
    with ThreadPoolExecutor(8) as threads:
        documents = list(threads.map(pool.render, pages))
    assert [document.body[0].text for document in documents] == [str(number) for number in range(16)]
    assert [document.url for document in documents] == [page.url for page in pages]


def test_a_browser_is_reused_and_then_replaced(
    browser_limits: RenderSettings, list_browsers: ListBrowsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = set(list_browsers())
    seen = []
    monkeypatch.setattr(browser, "MAX_PAGES", 2)
    with BrowserPool(browser_limits) as pool:
        for _ in range(3):
            pool.render(GOOD)
            seen.append(frozenset(set(list_browsers()) - before))
    assert len(seen[0]) == 1
    assert not seen[1]
    assert len(seen[2]) == 1
    assert seen[0] != seen[2]


def test_many_pages_leave_no_processes_behind(pool: BrowserPool, list_processes: ListProcesses) -> None:
    def render(first: int, last: int) -> int:
        for number in range(first, last):
            pool.render(Page("<p>good<br>", f"https://site-{number}.example/"), scripts=number % 10 == 0)
        return len(list_processes(os.getpid()))

    before = render(1, 6)
    assert render(6, 16) <= before + 2


def test_a_closed_pool_leaves_nothing_behind_and_can_be_used_again(
    browser_limits: RenderSettings, list_browsers: ListBrowsers, own_place: Path
) -> None:
    browsers = set(list_browsers())
    pool = BrowserPool(browser_limits)
    pool.render(GOOD)
    assert len(set(list_browsers()) - browsers) == 1
    assert [path.name[: len(OWN)] for path in own_place.iterdir()] == [OWN]
    pool.close()
    pool.close()
    assert wait_for(lambda: set(list_browsers()) <= browsers)
    assert wait_for(lambda: not list(own_place.iterdir()))
    with pool:
        assert is_good(pool.render(GOOD))


def test_a_browser_killed_between_pages_leaves_nothing_behind(
    browser_limits: RenderSettings, list_browsers: ListBrowsers, own_place: Path
) -> None:
    browsers = set(list_browsers())
    with BrowserPool(browser_limits) as pool:
        pool.render(GOOD)
        for pid in set(list_browsers()) - browsers:
            os.kill(pid, signal.SIGKILL)
        assert wait_for(lambda: not list(own_place.iterdir()))


def test_closing_ends_the_pages_under_way_with_an_error(browser_limits: RenderSettings) -> None:
    pool, has_begun = BrowserPool(browser_limits), threading.Event()

    def fetch(url: str) -> tuple[int, Mapping[str, str], bytes]:
        has_begun.set()
        return 200, {}, b"while (true);"

    page = Page(LIVE, "https://a.example/")
    with ThreadPoolExecutor(2) as threads:
        under_way = [threads.submit(pool.render, page, scripts=True, fetch=fetch) for _ in range(2)]
        assert has_begun.wait(20)
        pool.close()
        for future in under_way:
            with pytest.raises(RenderError, match="closed"):
                future.result(10)


PROGRAM = """
import signal, sys, threading
from cutline.config import load_settings
from cutline.dom.document import Page
from cutline.dom.render.pool import BrowserPool

signal.signal(signal.SIGINT, signal.default_int_handler)  # a shell's background jobs ignore it
pool = BrowserPool(load_settings().render)
pool.render(Page("<p>x", None))
page = Page("<script src=a.js></script>", "https://courier.example/")
if sys.argv[1] == "busy":
    has_begun = threading.Event()
    fetch = lambda url: has_begun.set() or (200, {}, b"while (true);")
    options = {"scripts": True, "fetch": fetch}
    threading.Thread(target=pool.render, args=(page,), kwargs=options, daemon=True).start()
    has_begun.wait(20)
print("ready", flush=True)
threading.Event().wait()
"""


@pytest.mark.browser
@pytest.mark.parametrize("state", ["idle", "busy"])
@pytest.mark.parametrize("end", ["exit", "kill"])
def test_nothing_is_left_when_the_interpreter_ends(
    state: str, end: str, list_processes: ListProcesses, place: Path
) -> None:
    program, environment = [sys.executable, "-c", PROGRAM, state], {**os.environ, "TMPDIR": str(place)}
    with subprocess.Popen(program, stdout=PIPE, stderr=PIPE, stdin=PIPE, env=environment) as process:
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        children = list_processes(process.pid)
        assert len(children) > 3
        assert list(place.iterdir())
        process.send_signal(signal.SIGKILL if end == "kill" else signal.SIGINT)
        process.wait(20)
    assert wait_for(lambda: not any(map(is_running, children)), 20)
    assert wait_for(lambda: not list(place.iterdir()), 20)


def test_a_browser_that_is_named_but_missing_is_named_in_the_error(browser_limits: RenderSettings) -> None:
    with (
        BrowserPool(browser_limits.model_copy(update={"chromium": "/nowhere/chromium"})) as pool,
        pytest.raises(BrowserMissing, match=r"'/nowhere/chromium'.*playwright install chromium"),
    ):
        pool.render(GOOD)


def test_a_browser_named_by_a_variable_is_used(browser_limits: RenderSettings, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("CUTLINE_CHROMIUM", "/nowhere/chromium")
    with BrowserPool(browser_limits) as pool, pytest.raises(BrowserMissing, match="/nowhere/chromium"):
        pool.render(GOOD)


def test_without_any_browser_the_error_says_what_to_install(
    browser_limits: RenderSettings, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.delenv("CUTLINE_CHROMIUM", raising=False)
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(BrowserMissing, match="install the system's package chromium"):
        find_chromium(browser_limits, str(tmp_path / "missing"))


def test_without_playwright_the_error_says_what_to_install(
    browser_limits: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "playwright.async_api", None)
    with BrowserPool(browser_limits) as pool, pytest.raises(BrowserMissing, match=r"pip install '.\[browser\]'"):
        pool.render(GOOD)


def test_a_program_that_is_no_browser_is_an_error(browser_limits: RenderSettings) -> None:
    with BrowserPool(browser_limits.model_copy(update={"chromium": "/bin/true"})) as pool, pytest.raises(BrowserDied):
        pool.render(GOOD)


@pytest.mark.parametrize(
    ("choice", "user", "sandboxes"),
    [("auto", 1000, (True, False)), ("auto", 0, (False,)), ("always", 0, (True,)), ("never", 1000, (False,))],
)
def test_the_sandbox_is_on_wherever_it_may_be(
    choice: str, user: int, sandboxes: tuple[bool, ...], browser_limits: RenderSettings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(os, "geteuid", lambda: user)
    assert choose_sandboxes(browser_limits.model_copy(update={"sandbox": choice})) == sandboxes


@pytest.mark.skipif("os.geteuid() != 0")
def test_root_cannot_render_in_a_sandbox(browser_limits: RenderSettings) -> None:
    with (
        BrowserPool(browser_limits.model_copy(update={"sandbox": "always"})) as pool,
        pytest.raises(BrowserDied, match="start"),
    ):
        pool.render(GOOD)
