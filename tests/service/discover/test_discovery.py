"""Which pages of a site are found, and what sitemaps and feeds list."""

import gzip
import time
from collections.abc import Callable, Mapping
from datetime import date
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import cutline
from cutline.config import Settings
from cutline.errors import BlockedAddress, CutlineError, OptionError, SourceError, UpstreamError
from cutline.service.discover import MAX_LEVELS, Discovery, FoundPage, Sitemap, is_listing, read_listing
from cutline.service.fetch import Fetched

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


Find = Callable[..., list[str]]
SITE = "https://courier.example"


def sitemap(*places: str, day: str = "") -> str:
    changed = f"<lastmod>{day}</lastmod>" if day else ""
    return f"<urlset>{''.join(f'<url><loc>{place}</loc>{changed}</url>' for place in places)}</urlset>"


def index(*entries: str) -> str:
    return f"<sitemapindex>{''.join(f'<sitemap>{entry}</sitemap>' for entry in entries)}</sitemapindex>"


def feed(*places: str) -> str:
    return f"<rss>{''.join(f'<item><link>{place}</link></item>' for place in places)}</rss>"


class Site:
    """A site of a few documents by their paths."""

    def __init__(self, documents: Mapping[str, str | bytes], limits: Settings) -> None:
        self.asked: list[str] = []
        self.failures: list[str] = []
        self._documents = {"/": "<html><title>Courier</title></html>", **documents}
        self._limits = limits.fetch

    def find(self, site: str = SITE, since: str | None = None) -> list[FoundPage]:
        discovery = Discovery(self._fetch, self._limits, since, lambda url, error: self.failures.append(url))
        return list(discovery.find(site))

    def _fetch(self, url: str) -> Fetched:
        path = url.removeprefix(SITE) or "/"
        self.asked.append(path)
        body = self._documents.get(path)
        if body is None:
            raise UpstreamError("There is no such page.", 404)
        return Fetched(url, body if isinstance(body, bytes) else body.encode(), None, None, 200)


@pytest.fixture
def make(settings: Settings) -> Callable[[Mapping[str, str | bytes]], Site]:
    return lambda documents: Site(documents, settings)


Make = Callable[[Mapping[str, str | bytes]], Site]


def paths(pages: list[FoundPage]) -> list[str]:
    return [page.url.removeprefix(SITE) for page in pages]


def test_feeds_come_first_then_news_sitemaps_then_the_others_each_page_once(make: Make) -> None:
    site = make(
        {
            "/": '<link rel="alternate" type="application/rss+xml" href="/feed.rss"><link rel="alternate" href="/en">',
            "/feed.rss": feed("/a", "/b"),
            "/robots.txt": f"Sitemap: {SITE}/all.xml\nSitemap: {SITE}/news.xml\nUser-agent: *\nAllow: /",
            "/all.xml": sitemap("/a", "/d"),
            "/news.xml": sitemap("/b", "/c"),
        }
    )
    found = site.find()
    assert paths(found) == ["/a", "/b", "/c", "/d"]
    assert [page.source.removeprefix(SITE) for page in found] == ["/feed.rss", "/feed.rss", "/news.xml", "/all.xml"]
    assert site.asked == ["/", "/feed.rss", "/robots.txt", "/news.xml", "/all.xml"]


def test_without_a_word_of_them_the_usual_places_are_asked(make: Make) -> None:
    site = make({"/rss.xml": feed("/a"), "/sitemap.xml": sitemap("/b")})
    assert paths(site.find()) == ["/a", "/b"]
    assert "/sitemap_index.xml" not in site.asked
    assert site.failures == []


def test_an_index_is_followed_to_the_newest_first_and_gzip_is_read(make: Make) -> None:
    old, new = "<loc>/old.xml</loc><lastmod>2020-01-01</lastmod>", "<loc>/new.xml.gz</loc><lastmod>2026-05-04</lastmod>"
    site = make(
        {
            "/robots.txt": f"Sitemap: {SITE}/index.xml",
            "/index.xml": index(old, new, "<loc>/news.xml</loc>"),
            "/old.xml": sitemap("/c"),
            "/new.xml.gz": gzip.compress(sitemap("/b").encode()),
            "/news.xml": sitemap("/a"),
        }
    )
    assert paths(site.find()) == ["/a", "/b", "/c"]


def test_since_leaves_out_older_pages_and_sitemaps_and_those_without_a_date(make: Make) -> None:
    old = "<loc>/old.xml</loc><lastmod>2020-01-01</lastmod>"
    site = make(
        {
            "/robots.txt": f"Sitemap: {SITE}/index.xml",
            "/index.xml": index(old, "<loc>/mixed.xml</loc>"),
            "/mixed.xml": sitemap("/a", day="2026-05-04").replace("</urlset>", "<url><loc>/b</loc></url></urlset>"),
            "/old.xml": sitemap("/c", day="2026-05-05"),
        }
    )
    assert paths(site.find(since="2026-05-04")) == ["/a"]
    assert "/old.xml" not in site.asked


def test_an_index_that_lists_itself_ends(make: Make) -> None:
    site = make({"/sitemap.xml": index("<loc>/sitemap.xml</loc>", "<loc>/1.xml</loc>"), "/1.xml": sitemap("/a")})
    assert paths(site.find()) == ["/a"]
    assert site.asked.count("/sitemap.xml") == 1


def test_indexes_below_indexes_end_somewhere(make: Make) -> None:
    site = make({f"/{n}.xml": index(f"<loc>/{n + 1}.xml</loc>") for n in range(50)})
    assert site.find(f"{SITE}/0.xml") == []
    assert len(site.asked) == MAX_LEVELS


def test_a_sitemap_that_fails_is_reported_and_the_others_are_read(make: Make) -> None:
    site = make(
        {
            "/robots.txt": f"Sitemap: {SITE}/gone.xml\nSitemap: {SITE}/page.xml\nSitemap: {SITE}/b.xml",
            "/page.xml": "<html>Not found</html>",
            "/b.xml": sitemap("/b"),
        }
    )
    assert paths(site.find()) == ["/b"]
    assert site.failures == [f"{SITE}/gone.xml", f"{SITE}/page.xml"]


def test_a_bomb_of_gzip_is_reported(make: Make, settings: Settings) -> None:
    settings = settings.model_copy(update={"fetch": settings.fetch.model_copy(update={"max_bytes": 10_000})})
    site = Site(
        {"/robots.txt": f"Sitemap: {SITE}/a.xml", "/a.xml": gzip.compress(b"<urlset>" + b" " * 10**6)}, settings
    )
    with pytest.raises(SourceError):
        site.find()
    assert site.failures == [f"{SITE}/a.xml"]


def test_an_address_of_a_feed_lists_that_feed_alone(make: Make) -> None:
    site = make({"/sport.rss": feed("/a"), "/sitemap.xml": sitemap("/b")})
    assert paths(site.find(f"{SITE}/sport.rss")) == ["/a"]


def test_a_front_page_that_is_refused_does_not_hide_the_sitemaps(make: Make) -> None:
    site = make({"/robots.txt": f"Sitemap: {SITE}/a.xml", "/a.xml": sitemap("/a")})
    assert paths(site.find(f"{SITE}/refused")) == ["/a"]
    assert site.failures == [f"{SITE}/refused"]


def test_a_host_name_is_a_site(make: Make) -> None:
    assert paths(make({"/feed": feed("/a")}).find("courier.example")) == ["/a"]


def test_a_site_without_any_says_so(make: Make) -> None:
    with pytest.raises(SourceError, match="no feed and no sitemap"):
        make({}).find()


class TestDiscover:
    def test_a_stored_sitemap_is_read(self, tmp_path: Path) -> None:
        file = tmp_path / "sitemap.xml.gz"
        file.write_bytes(gzip.compress(sitemap(f"{SITE}/a", f"{SITE}/b", day="2026-05-04").encode()))
        found = list(cutline.discover(file, since=date(2026, 5, 1), limit=1))
        assert found == [FoundPage(f"{SITE}/a", None, None, "2026-05-04", file.as_uri())]

    @pytest.mark.parametrize("options", [{"since": "yesterday"}, {"limit": 0}])
    def test_a_wrong_option_is_told_at_once(self, options: dict[str, object]) -> None:
        with pytest.raises(OptionError):
            cutline.discover(SITE, **options)  # type: ignore[arg-type]

    @pytest.mark.parametrize("site", ["http://127.0.0.1/", "http://[::1]/feed", "ftp://courier.example/"])
    def test_only_the_public_web_is_asked(self, site: str) -> None:
        with pytest.raises((BlockedAddress, SourceError)):
            list(cutline.discover(site))

    def test_a_file_that_is_no_listing_says_so(self, tmp_path: Path) -> None:
        (tmp_path / "page.xml").write_text("<p>x")
        with pytest.raises(CutlineError, match="no sitemap and no feed"):
            list(cutline.discover(tmp_path / "page.xml"))
        with pytest.raises(SourceError, match="cannot be read"):
            list(cutline.discover(tmp_path / "none.xml"))
