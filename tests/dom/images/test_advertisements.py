"""Which pictures are advertisements or count readers, by their addresses, their links and their sizes."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.config import Settings
from cutline.config.settings import AdSettings
from cutline.dom.images.advertisements import AdRules, load_filter_list
from cutline.dom.images.candidates import ImageCandidate

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
