"""A rendered page as a picture."""

from typing import Any

import pytest

from cutline.dom.document import Page
from cutline.dom.render import tab
from cutline.dom.render.pool import BrowserPool
from cutline.errors import RenderTooLarge

ADDRESS = "https://courier.example/ferry"
TALL = (
    "<!DOCTYPE html><body style='margin:0'><p id=a style='margin:0;height:700px'>x</p><div style='height:{}px'></div>"
)


@pytest.fixture(autouse=True)
def small_screenshots(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tab, "SCREENSHOT_WIDTH", 640)
    monkeypatch.setattr(tab, "MAX_SCREENSHOT_HEIGHT", 2000)


def read_size(webp: bytes) -> tuple[int, int]:
    """Return width and height of a WebP file with a profile of colours (RFC 9649, section 2.7)."""
    assert webp[:4] == b"RIFF" and webp[8:16] == b"WEBPVP8X"
    return int.from_bytes(webp[24:27], "little") + 1, int.from_bytes(webp[27:30], "little") + 1


def test_the_whole_page_is_shown_in_no_more_than_the_width_of_a_screenshot(pool: BrowserPool) -> None:
    document, picture = pool.show(Page(TALL.format(500), ADDRESS))
    assert (picture.width, picture.height) == (1280, 1200)
    assert read_size(picture.data) == (640, 600)
    assert document.layout is not None
    box = document.layout.box(document.root.get_element_by_id("a"))
    assert box is not None and (box.width, box.height) == (1280, 700)


def test_a_long_page_is_cut(pool: BrowserPool) -> None:
    _, picture = pool.show(Page(TALL.format(50_000), ADDRESS))
    assert (picture.height, read_size(picture.data)) == (2000, (640, 1000))


def test_a_page_wider_than_the_window_is_shown_as_a_whole(pool: BrowserPool) -> None:
    _, picture = pool.show(Page("<!DOCTYPE html><div style='width:3000px;height:50px'></div>", ADDRESS))
    assert picture.width >= 3000
    assert read_size(picture.data)[0] == 640


def test_the_page_is_read_as_without_a_picture(pool: BrowserPool) -> None:
    page = Page(TALL.format(500), ADDRESS)
    shown, _ = pool.show(page)
    rendered = pool.render(page)
    assert shown.layout is not None and rendered.layout is not None
    assert [*shown.layout.boxes.values()] == [*rendered.layout.boxes.values()]
    assert shown.layout.viewport == rendered.layout.viewport


def test_nothing_is_asked_of_any_network(pool: BrowserPool, decoy: Any) -> None:
    html = f'<img src="{decoy.url}/a.png" width=9 height=9><div style="background:url({decoy.url}/b.png)">x</div>'
    pool.show(Page(html, ADDRESS))
    assert decoy.knocks == 0


def test_a_page_over_a_limit_is_an_error_as_in_rendering(browser_limits: Any) -> None:
    with BrowserPool(browser_limits.model_copy(update={"max_nodes": 10})) as small, pytest.raises(RenderTooLarge):
        small.show(Page("<p>x" * 20, ADDRESS))
