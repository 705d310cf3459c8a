"""Images that are advertisements, by the built-in rules and by a filter list."""

from __future__ import annotations

import sys
import threading
from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.config import Settings
from cutline.config.settings import AdSettings
from cutline.dom.images.advertisements import AdRules, FilterList, load_filter_list
from cutline.dom.images.candidates import ImageCandidate
from cutline.errors import ConfigError

FindRule = Callable[..., str | None]
PAGE = "https://courier.example/story"
RULES = AdSettings(
    servers=("bids.example", "cdn.example/banners/"),
    counters=("counts.example", "network.example/tr"),
    names=("ads",),
    max_pixels=1,
    easylist="",
)


@pytest.fixture
def find(images: Callable[..., list[ImageCandidate]]) -> FindRule:
    """Return the rule for the one image of HTML given as text."""

    def build(html: str, page: str | None = PAGE, rules: AdRules | None = None) -> str | None:
        (image,) = images(html, page)
        return (rules or AdRules(RULES)).find_rule(image, page)

    return build


@pytest.mark.parametrize(
    ("address", "rule"),
    [
        ("https://bids.example/a.jpg", "host bids.example"),
        ("https://eu.west.bids.example/a.jpg", "host bids.example"),
        ("//BIDS.example:8080/a.jpg", "host bids.example"),
        ("https://bids.example./a.jpg", "host bids.example"),
        ("https://forbids.example/a.jpg", None),
        ("https://bids.example.org/a.jpg", None),
        ("https://courier.example/bids.example/a.jpg", None),
        ("https://cdn.example/banners/a.jpg", "host cdn.example/banners"),
        ("https://cdn.example/banners", "host cdn.example/banners"),
        ("https://cdn.example/banners-of-the-past/a.jpg", None),
        ("https://cdn.example/photographs/a.jpg", None),
        ("https://counts.example/hit.gif", "host counts.example"),
        ("https://www.network.example/tr?id=7", "host network.example/tr"),
        ("https://www.network.example/trees.jpg", None),
        ("https://ads.courier.example/a.jpg", "host ads.*"),
        ("https://roads.courier.example/a.jpg", None),
        ("https://ads/a.jpg", None),
        ("/a.jpg", None),
    ],
)
def test_a_host_stands_for_what_lies_below_it(find: FindRule, address: str, rule: str | None) -> None:
    assert find(f"<img src={address}>") == rule


@pytest.mark.parametrize(
    "html",
    [
        "<img src=a.jpg data-src=https://bids.example/b.jpg>",
        "<img src=a.jpg srcset='a.jpg 300w, https://bids.example/b.jpg 600w'>",
        "<a href=https://bids.example/click?to=shop><img src=a.jpg></a>",
    ],
)
def test_every_address_and_the_link_are_looked_at(find: FindRule, html: str) -> None:
    assert find(html) == "host bids.example"


def test_a_link_to_a_counter_says_nothing_of_its_picture(find: FindRule) -> None:
    assert find("<a href=https://counts.example/shop><img src=shoes.jpg></a>") is None


@pytest.mark.parametrize("page", ["https://bids.example/about", "https://www.bids.example/", "https://a.bids.example/"])
def test_pages_of_a_listed_host_may_show_its_pictures(find: FindRule, page: str) -> None:
    assert find("<img src=https://img.bids.example/office.jpg>", page) is None


def test_a_page_of_a_host_named_for_advertisements_may_show_its_own_pictures(find: FindRule) -> None:
    assert find("<img src=/office.jpg>", "https://ads.example/about") is None
    assert find("<img src=https://ads.other.example/a.jpg>", "https://ads.example/about") == "host ads.*"


@pytest.mark.parametrize(
    ("html", "rule"),
    [
        ("<img src=/hit?story=7 width=1 height=1>", "size 1x1"),
        ("<img src=/hit.gif width=0 height=1px>", "size 0x1"),
        ("<img src=/hit?story=7 width=1 height=2>", None),
        ("<img src=/hit?story=7 width=1>", None),
        ("<img src=/hit?story=7>", None),
        ("<img src=/the-mayor.jpg?w=600 width=1 height=1>", None),
        ("<img src=/resize/the-mayor.jpg&w=600 width=1 height=1>", None),
        ("<img src=/hit data-src=/photos/7.jpg width=1 height=1>", None),
    ],
)
def test_a_dot_counts_readers_unless_its_address_is_that_of_a_picture(
    find: FindRule, html: str, rule: str | None
) -> None:
    assert find(html) == rule


@pytest.mark.parametrize("page", [None, "http://[", "//", "#"])
def test_a_page_without_an_address_is_no_host_s_own(find: FindRule, page: str | None) -> None:
    assert find("<img src=https://bids.example/a.jpg>", page) == "host bids.example"
    assert find("<img src=a.jpg>", page) is None


@pytest.mark.parametrize(
    "address", ["'//['", "'http://a:b:c/'", "'https://.../a.jpg'", f"https://{'a.' * 1000}x/b.jpg"]
)
def test_odd_addresses_fall_under_no_rule(find: FindRule, address: str) -> None:
    assert find(f"<img data-src={address} src=a.jpg>") is None


def test_filters_hold_after_the_rules_and_are_told(find: FindRule, tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("||bids.example^\n||banners.example^\n/advert/*$image\n")
    rules = AdRules(RULES, load_filter_list(tmp_path / "list.txt"))
    assert find("<img src=https://bids.example/a.jpg>", PAGE, rules) == "host bids.example"
    assert find("<img src=https://banners.example/a.jpg>", PAGE, rules) == "filter ||banners.example^"
    assert find("<img src=a.jpg data-src=/advert/b.jpg>", PAGE, rules) == "filter /advert/*$image"
    assert find("<a href=https://x.banners.example/go><img src=a.jpg></a>", PAGE, rules) == "filter ||banners.example^"
    assert find("<a href=/advert/go><img src=a.jpg></a>", PAGE, rules) is None


@pytest.mark.parametrize(
    ("html", "rule"),
    [
        ("<img src=https://securepubads.g.doubleclick.net/gampad/ad?sz=728x90>", "host doubleclick.net"),
        ("<a href=https://trends.revcontent.com/click><img src=a.jpg></a>", "host revcontent.com"),
        ("<img src=https://www.facebook.com/tr?id=7&amp;ev=PageView>", "host facebook.com/tr"),
        ("<img src=https://sb.scorecardresearch.com/p?c1=2>", "host scorecardresearch.com"),
        ("<img src=https://adserver.courier.example/www/delivery/avw.php>", "host adserver.*"),
        ("<img src=https://i0.wp.com/courier.example/mayor.jpg>", None),
        ("<a href=https://www.facebook.com/courier><img src=https://scontent.xx.fbcdn.net/mayor.jpg></a>", None),
        ("<a href=https://www.awin1.com/cread.php?id=1><img src=shoes.jpg></a>", None),
    ],
)
def test_the_shipped_rules_know_common_hosts(find: FindRule, settings: Settings, html: str, rule: str | None) -> None:
    assert find(html, PAGE, AdRules(settings.ads)) == rule


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
    with pytest.raises(ConfigError, match=r"needs the package adblock \(pip install '.\[ads\]'"):
        load_filter_list(write(LIST))
