"""The largest icon that a page declares."""

import pytest

from tests.dom.metadata.conftest import read_page

SITE = "https://www.daily-herald.example"


@pytest.mark.parametrize(
    ("head", "favicon"),
    [
        ('<link rel="shortcut icon" href="/favicon.ico">', f"{SITE}/favicon.ico"),
        ('<link rel=icon href="/s.png" sizes="16x16 32x32"><link rel=icon href="/b.png" sizes=48X48>', f"{SITE}/b.png"),
        ('<link rel="icon" href="/s.png"><link rel="apple-touch-icon" href="/touch.png">', f"{SITE}/touch.png"),
        ('<link rel="icon" href="/512.png" sizes="512x512"><link rel="icon" href="/a.svg?v=1">', f"{SITE}/a.svg?v=1"),
        ('<base href="https://cdn.example/"><link rel="icon" href="i.ico">', "https://cdn.example/i.ico"),
        ('<link rel="mask-icon" href="/mask.svg"><link rel="stylesheet" href="/s.css">', None),
        ('<link rel="icon" href="data:image/png;base64,AAAA"><link rel="icon" href="">', None),
        ("", None),
    ],
)  # fmt: skip
def test_the_largest_icon_is_the_site_s(head: str, favicon: str | None) -> None:
    assert read_page(head).favicon == favicon
