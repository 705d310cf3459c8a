"""Filters in EasyList's format, read by the package adblock."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.dom.images.advertisements import FilterList, load_filter_list
from cutline.errors import ConfigError

LIST = """[Adblock Plus 2.0]
! Title: A list
||banners.example^
||widgets.example^$third-party
||local.example^$domain=courier.example
||scripts.example^$script
/banner/*$image
@@||good.example^$image
courier.example##.advert
"""
PAGE = "https://courier.example/story"
Write = Callable[[str | bytes], Path]


@pytest.fixture
def write(tmp_path: Path) -> Write:
    def build(content: str | bytes) -> Path:
        file = tmp_path / "list.txt"
        file.write_bytes(content if isinstance(content, bytes) else content.encode())
        return file

    return build


@pytest.fixture
def filters(write: Write) -> FilterList:
    return load_filter_list(write(LIST))


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://banners.example/a.jpg", "||banners.example^"),
        ("https://x.BANNERS.example/a.jpg", "||banners.example^"),
        ("//banners.example/a.jpg", "||banners.example^"),
        ("https://other.example/banner/a.jpg", "/banner/*$image"),
        ("https://good.example/banner/a.jpg", None),
        ("https://local.example/a.jpg", "||local.example^$domain=courier.example"),
        ("https://scripts.example/a.jpg", None),
        ("https://courier.example/mayor.jpg", None),
        ("a.jpg", None),
        ("data:image/gif", None),
        ("http://[", None),
        ("", None),
    ],
)
def test_an_image_is_held_against_the_filters_and_their_exceptions(
    filters: FilterList, url: str, found: str | None
) -> None:
    assert filters.find_image_filter(url, PAGE) == found


@pytest.mark.parametrize(
    ("page", "found"),
    [
        ("https://courier.example/", "||widgets.example^$third-party"),
        ("https://www.widgets.example/", None),
        (None, "||widgets.example^$third-party"),
        ("http://[", "||widgets.example^$third-party"),
    ],
)
def test_third_parties_are_those_of_another_site_than_the_page(
    filters: FilterList, page: str | None, found: str | None
) -> None:
    assert filters.find_image_filter("https://widgets.example/a.jpg", page) == found


@pytest.mark.parametrize(
    ("url", "found"),
    [
        ("https://banners.example/click", "||banners.example^"),
        ("https://shop.example/banner/click", None),
        ("https://scripts.example/", None),
        ("/story-2", None),
    ],
)
def test_a_link_is_held_against_filters_of_whole_hosts(filters: FilterList, url: str, found: str | None) -> None:
    assert filters.find_host_filter(url, PAGE) == found


def test_a_byte_order_mark_does_not_hide_the_first_filter(write: Write) -> None:
    filters = load_filter_list(write("\ufeff||banners.example^\n"))
    assert filters.find_image_filter("https://banners.example/a.jpg", PAGE) == "||banners.example^"


def test_threads_may_ask_at_the_same_time(filters: FilterList) -> None:
    found: list[str | None] = []

    def ask() -> None:
        found.extend(filters.find_image_filter(f"https://banners.example/{n}.jpg", PAGE) for n in range(200))

    threads = [threading.Thread(target=ask) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == ["||banners.example^"] * 1600


@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"\x1f\x8b\x08\x00", "is not text in UTF-8; a packed one has to be unpacked"),
        ("", "holds no filters"),
        ("\n<!DOCTYPE html><title>404</title>", "holds no filters"),
    ],
)
def test_a_file_that_is_no_list_is_refused(write: Write, content: str | bytes, message: str) -> None:
    with pytest.raises(ConfigError, match=message):
        load_filter_list(write(content))


def test_a_missing_file_is_refused(tmp_path: Path) -> None:
    with pytest.raises(ConfigError, match=r"none\.txt cannot be read: No such file"):
        load_filter_list(tmp_path / "none.txt")


def test_without_the_package_the_error_says_what_to_install(write: Write, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "adblock", None)
    with pytest.raises(ConfigError, match=r"needs the package adblock: pip install 'cutline\[ads\]'"):
        load_filter_list(write(LIST))
