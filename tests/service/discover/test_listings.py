"""What sitemaps and feeds list."""

from __future__ import annotations

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.service.discover.listings import FoundPage, Sitemap, is_listing, read_listing

SOURCE = "https://courier.example/list"
FERRY = FoundPage("https://courier.example/ferry", "The ferry & the lake", "2026-05-04", None, SOURCE)
SITEMAP = b"""<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"
 xmlns:news="http://www.google.com/schemas/sitemap-news/0.9"
 xmlns:image="http://www.google.com/schemas/sitemap-image/1.1">
<url><image:image><image:loc>https://courier.example/i.jpg</image:loc><image:title>Boat</image:title>
</image:image><loc> https://courier.example/ferry </loc><news:news>
<news:publication><news:name>Courier</news:name></news:publication>
<news:publication_date>2026-05-04</news:publication_date><news:title>The ferry &amp; the lake</news:title></news:news>
</url></urlset>"""
RSS = b"""<rss version="2.0"><channel><title>Courier</title><link>https://courier.example/</link>
<image><url>https://courier.example/logo.png</url></image><item><title>The ferry &amp; the lake</title>
<link>https://courier.example/ferry</link><guid isPermaLink="false">77</guid><pubDate>Mon, 04 May 2026</pubDate></item>
</channel></rss>"""
RDF = b"""<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#" xmlns="http://purl.org/rss/1.0/"
 xmlns:dc="http://purl.org/dc/elements/1.1/"><item><title>The ferry &amp; the lake</title><link>/ferry</link>
<dc:date>2026-05-04</dc:date></item></rdf:RDF>"""
ATOM = b"""<feed xmlns="http://www.w3.org/2005/Atom"><link href="/"/><entry>
<title type="html">The ferry &amp;amp; the lake</title><link rel="enclosure" href="/a.mp3"/>
<link rel="alternate" href="/ferry"/>
<published>2026-05-04</published>
</entry></feed>"""
JSON = b"""{"version": "https://jsonfeed.org/version/1.1", "items": [{"id": "1", "url": "https://courier.example/ferry",
 "title": "The ferry & the lake", "date_published": "2026-05-04"}, 5, {"url": 7}]}"""


@pytest.mark.parametrize("body", [SITEMAP, RSS, RDF, ATOM, JSON], ids=["sitemap", "rss", "rdf", "atom", "json"])
def test_each_kind_lists_the_same(body: bytes) -> None:
    assert is_listing(body)
    assert list(read_listing(body, SOURCE)) == [FERRY]


def test_an_index_lists_sitemaps_with_the_day_of_their_last_change() -> None:
    body = b"""<sitemapindex xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><sitemap><loc>/news.xml.gz</loc>
    <lastmod>2026-05-04T06:30:00Z</lastmod></sitemap><sitemap><loc>/old.xml</loc></sitemap></sitemapindex>"""
    assert list(read_listing(body, SOURCE)) == [
        Sitemap("https://courier.example/news.xml.gz", "2026-05-04T06:30:00+00:00"),
        Sitemap("https://courier.example/old.xml", None),
    ]


def test_what_stands_before_a_mistake_is_listed() -> None:
    damaged = RSS.replace(b"</channel>", b"<item><link>/b</title>&nosuch;<")
    assert next(read_listing(damaged, SOURCE)) == FERRY


@pytest.mark.parametrize(
    "address", ["javascript:alert(1)", "file:///etc/passwd", "", "http://", "https://a b/c", "mailto:x"]
)
def test_what_is_no_web_address_is_left_out(address: str) -> None:
    assert list(read_listing(f"<rss><item><link>{address}</link></item></rss>".encode(), SOURCE)) == []


@pytest.mark.parametrize(
    "page", [b"<!DOCTYPE html><title>x</title>", b"<?xml version='1.0'?><html></html>", b"", b"{}", b"x"]
)
def test_a_page_is_no_listing(page: bytes) -> None:
    assert not is_listing(page)


def test_entities_are_neither_loaded_nor_multiplied() -> None:
    bomb = "".join(f'<!ENTITY e{n} "{f"&e{n - 1};" * 10}">' for n in range(1, 12))
    head = f'<!DOCTYPE x [<!ENTITY e0 "ha"><!ENTITY file SYSTEM "file:///etc/hostname">{bomb}]>'
    items = "<item><link>/a</link><title>&e11;</title></item><item><link>/b</link><title>x &file;</title></item>"
    start = time.process_time()
    found = list(read_listing(f"{head}<rss>{items}</rss>".encode(), SOURCE))
    assert time.process_time() - start < 2
    assert [page.title for page in found if isinstance(page, FoundPage)] in ([None, "x"], [])


def test_deep_nesting_ends_the_reading_without_an_error() -> None:
    deep = b"<a>" * 100_000
    assert list(read_listing(RSS.replace(b"</channel>", deep), SOURCE)) == [FERRY]
    assert list(read_listing(b'{"items": ' + b"[" * 100_000, SOURCE)) == []


@given(st.binary(max_size=200), st.sampled_from([SITEMAP, RSS, ATOM, JSON]), st.integers(0, 400))
def test_no_damage_is_an_error(damage: bytes, body: bytes, place: int) -> None:
    list(read_listing(body[:place] + damage + body[place:], SOURCE))
