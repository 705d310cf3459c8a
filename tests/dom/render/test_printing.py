"""A page on paper: what is in its HTML, and nothing else."""

import os
import signal
import time
from base64 import b64encode
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader

from cutline.config.settings import RenderSettings
from cutline.dom.document import Page
from cutline.dom.render.pool import BrowserPool
from cutline.errors import BrowserDied, BrowserMissing, RenderTimeout, RenderTooLarge

ListProcesses = Callable[[int], list[int]]
Print = Callable[[str], PdfReader]
ADDRESS = "https://courier.example/ferry"
SQUARE = '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><rect width="9" height="9" fill="red"/></svg>'
LONG = "<p>x" * 300_000  # takes tens of seconds to print


@pytest.fixture
def print_html(pool: BrowserPool) -> Print:
    return lambda html: PdfReader(BytesIO(pool.print(Page(html, ADDRESS))))


def test_the_page_is_on_the_paper_that_its_style_asks_for(print_html: Print) -> None:
    paper = "<style>@page { size: 200pt 100pt; margin: 10pt } p { break-after: page }</style>"
    printed = print_html(f"<!DOCTYPE html><title>Ferry</title>{paper}<p>One</p><p>Two</p>")
    assert [page.extract_text() for page in printed.pages] == ["One", "Two"]
    assert [round(float(length)) for length in printed.pages[0].mediabox[2:]] == [200, 100]
    assert printed.metadata is not None and printed.metadata.title == "Ferry"


def test_headings_are_the_outline(print_html: Print) -> None:
    outline: list[Any] = print_html("<html lang=en><h1>Ferry</h1><p>x<h2>Ports</h2><p>x").outline
    assert [outline[0].title, outline[1][0].title] == ["Ferry", "Ports"]


def test_an_image_that_stands_in_the_page_is_printed(print_html: Print) -> None:
    image = f'<img src="data:image/svg+xml;base64,{b64encode(SQUARE.encode()).decode()}">'
    with_image, without = (print_html(f"<!DOCTYPE html><p>x{html}").pages[0] for html in (image, ""))
    assert b"1 0 0 rg" in _content(with_image)
    assert b"1 0 0 rg" not in _content(without)


def test_nothing_is_asked_of_any_network(print_html: Print, decoy: Any) -> None:
    frame = f'<iframe xmlns="http://www.w3.org/1999/xhtml" src="{decoy.url}/f.html"/>'
    parts = f'<image href="{decoy.url}/i.png"/><foreignObject>{frame}</foreignObject>'
    picture = f'<svg xmlns="http://www.w3.org/2000/svg">{parts}</svg>'
    inner = b64encode(picture.encode()).decode()
    printed = print_html(
        f'<link rel=stylesheet href="{decoy.url}/a.css"><style>@import "{decoy.url}/b.css"; p {{ background: url('
        f'{decoy.url}/c.png) }}</style><p>x<img src="{decoy.url}/d.png"><iframe src="{decoy.url}/e.html"></iframe>'
        f'<object data="{decoy.url}/g.svg"></object>{picture}<img src="data:image/svg+xml;base64,{inner}">'
    )
    assert printed.pages[0].extract_text().startswith("x")
    assert decoy.knocks == 0


def test_no_script_runs(print_html: Print) -> None:
    evil = "document.body.textContent = 'EVIL'"
    picture = b64encode(f'<svg xmlns="http://www.w3.org/2000/svg" onload="{evil}"/>'.encode()).decode()
    printed = print_html(
        f'<body onload="{evil}"><script>{evil}</script><p>good<img src=x onerror="{evil}"><svg onload="{evil}"></svg>'
        f'<img src="data:image/svg+xml;base64,{picture}"><iframe srcdoc="<script>{evil}</script>"></iframe>'
    )
    assert "good" in printed.pages[0].extract_text()
    assert "EVIL" not in printed.pages[0].extract_text()


def test_a_page_is_rendered_as_ever_after_one_was_printed(pool: BrowserPool) -> None:
    page = Page("<p id=a>x", ADDRESS)
    before = pool.render(page)
    pool.print(page)
    after = pool.render(page)
    assert after.layout is not None and before.layout is not None
    assert after.layout.viewport == before.layout.viewport
    assert after.layout.box(after.body[0]) == before.layout.box(before.body[0])


def test_printing_without_end_costs_a_timeout_and_nothing_else(pool: BrowserPool, in_little_time: Any) -> None:
    with in_little_time(), pytest.raises(RenderTimeout, match=r"render\.page_seconds\)\.$"):
        pool.print(Page(LONG, ADDRESS))
    assert pool.print(Page("<p>good", ADDRESS)).startswith(b"%PDF-")


def test_a_crash_while_printing_costs_an_error_and_nothing_else(
    pool: BrowserPool, list_processes: ListProcesses
) -> None:
    def kill() -> None:
        for pid in list_processes(os.getpid()):
            with suppress(OSError):  # it may have ended meanwhile
                if b"--type=renderer" in Path(f"/proc/{pid}/cmdline").read_bytes():
                    os.kill(pid, signal.SIGKILL)

    pool.print(Page("<p>good", ADDRESS))
    with ThreadPoolExecutor(1) as thread:
        future = thread.submit(pool.print, Page(LONG, ADDRESS))
        while not future.done():  # also the one that it is given to after the first
            time.sleep(0.5)
            kill()
    assert isinstance(future.exception(), BrowserDied)
    assert pool.print(Page("<p>good", ADDRESS)).startswith(b"%PDF-")


def test_too_many_bytes_are_an_error(browser_limits: RenderSettings) -> None:
    small = BrowserPool(browser_limits.model_copy(update={"max_bytes": 100}))
    with pytest.raises(RenderTooLarge, match=r"more than 100 bytes \(setting render\.max_bytes\)"):
        small.print(Page("x" * 101, ADDRESS))


def test_without_a_browser_the_error_says_what_to_install(browser_limits: RenderSettings) -> None:
    with (
        BrowserPool(browser_limits.model_copy(update={"chromium": "/nowhere/chromium"})) as pool,
        pytest.raises(BrowserMissing, match="install the system's package chromium"),
    ):
        pool.print(Page("<p>x", ADDRESS))


def _content(page: Any) -> bytes:
    """Return the drawing operations of a page and of what it draws."""
    forms = page.get("/Resources", {}).get("/XObject", {}).values()
    return b"".join([page.get_contents().get_data(), *(form.get_object().get_data() for form in forms)])
