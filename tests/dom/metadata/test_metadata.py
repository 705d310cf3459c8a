import time

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from lxml.html import document_fromstring

from cutline.dom.metadata import Metadata, read_metadata
from cutline.dom.metadata.declarations import read_declarations
from cutline.dom.metadata.language import normalise_tag
from tests.dom.metadata.conftest import read_page


def test_a_page_that_says_nothing_gives_nothing() -> None:
    assert read_page(url=None) == Metadata(None, (), None, None, None, None, None, None, None, ())


@pytest.mark.parametrize(
    ("declared", "tag"),
    [
        ("en", "en"), ("EN", "en"), ("en-gb", "en-GB"), ("pt_BR", "pt-BR"), ("de_DE.UTF-8", "de-DE"),
        ("ZH-hant-tw", "zh-Hant-TW"), ("es-419", "es-419"), ("iw", "he"), ("jp", "ja"), (" fr ", "fr"),
        ("und", None), ("english language", None), ("", None), ("x-default", None), ("{{lang}}", None),
        ("a" * 99, None),
    ],
)  # fmt: skip
def test_language_tags_are_written_one_way(declared: str, tag: str | None) -> None:
    assert normalise_tag(declared) == tag


def test_the_html_element_s_language_comes_first() -> None:
    head = '<meta property="og:locale" content="en_US">'
    assert read_page(head, lang='lang="de-at"').language == "de-AT"
    assert read_page(head, lang='lang="und"').language == "en-US"
    assert read_page(json_ld={"@type": "Article", "inLanguage": {"name": "sv"}}).language == "sv"


@pytest.mark.parametrize(
    ("head", "url"),
    [
        ('<link rel="canonical" href="/news/storm">', "https://www.daily-herald.example/news/storm"),
        ('<link rel="Canonical" href="https://other.example/a">', "https://other.example/a"),
        ('<meta property="og:url" content="https://other.example/b">', "https://other.example/b"),
        ('<base href="https://cdn.example/x/"><link rel="canonical" href="a">', "https://cdn.example/x/a"),
        ('<link rel="canonical" href="javascript:alert(1)">', None),
        ('<link rel="canonical" href="http://[broken">', None),
        ('<link rel="canonical" href="">', None),
        ('<link rel="canonical" href="https://www.daily-herald.example/">', None),
        ('<link rel="alternate" href="https://other.example/a">', None),
    ],
)
def test_the_canonical_address_is_absolute_and_http(head: str, url: str | None) -> None:
    assert read_page(head).canonical_url == url


def test_a_relative_address_without_a_base_is_none() -> None:
    assert read_page('<link rel="canonical" href="/a">', url=None).canonical_url is None


def test_the_site_name_is_the_site_s_before_the_publisher_s() -> None:
    page = [
        {"@type": "NewsArticle", "publisher": {"@type": "Organization", "name": "Herald Media Ltd"}},
        {"@type": "WebSite", "name": "Daily Herald"},
    ]
    assert read_page(json_ld=page).site_name == "Daily Herald"
    assert read_page(json_ld=page[:1]).site_name == "Herald Media Ltd"
    assert read_page('<meta property="og:site_name" content="https://herald.example">').site_name is None


@pytest.mark.parametrize(
    ("title", "link", "name"),
    [
        ("Lamps – Brass &amp; Glass", "Brass &amp; Glass", "Brass & Glass"),
        ("Lamps – Brass &amp; Glass", "<img alt='Brass and glass'> Brass &amp; Glass", "Brass & Glass"),
        ("Lamps – Brass &amp; Glass – Of old lights", "Brass &amp; Glass", "Brass & Glass"),
        ("Brass &amp; Glass: Lamps", "Brass &amp; Glass", "Brass & Glass"),
        ("Lamps-Brass &amp; Glass", "Brass &amp; Glass", "Brass & Glass"),
        ("Lamps – Part 2", "Brass &amp; Glass", "Brass & Glass"),
        ("Lamps", "Brass &amp; Glass", "Brass & Glass"),
        ("Lamps", "<img alt='Brass &amp; Glass logo'>", "Brass & Glass"),
        ("Lamps", "<h2>Brass &amp; Glass</h2><p>Of old lights</p>", "Brass & Glass"),
        ("Lamps", "<div>B</div><div>Brass &amp; Glass</div>", "Brass & Glass"),
        ("Lamps – Brass &amp; Glass", "Start", "Brass & Glass"),
        ("Lamps – Shades – Brass &amp; Glass", "Start", None),
        ("Brass &amp; Glass: Lamps", "Start", None),
        ("Lamps – Main Page", "Main Page", None),
        ("Lamps", "Lamps", None),  # the title of the first page
        ("Lamps – Infographic", "Start", None),  # a section
        ("Lamps: how they changed the night", "Start", None),
        ("Lamps", "Europe", None),
        ("Lamps", "Hi, I'm Brass", None),
        ("Lamps", "<img alt='A lamp of brass'>", None),
        ("Lamps", "Return to the home page", None),
    ],
)
@pytest.mark.parametrize("address", ["/", "../index.html", "https://brass.example"])
def test_a_site_is_called_what_its_title_ends_with_and_a_link_to_its_front_page(
    title: str, link: str, name: str | None, address: str
) -> None:
    page = f'<a href="{address}">{link}</a><h1>Lamps</h1>'
    assert read_page(f"<title>{title}</title>", page, url="https://brass.example/works/lamps.html").site_name == name


@pytest.mark.parametrize(
    ("head", "link", "foot", "name"),
    [
        ("", "Old Lamps", "<p>© 2019–2024 by <a href=/>Old Lamps</a>. All rights reserved</p>", "Old Lamps"),
        ("", "Old Lamps", "<p>Copyright (c) 2024, Old Lamps Ltd</p>", "Old Lamps"),
        ("", "Europe", "<p>© 2024 Europe Media Holdings</p>", None),
        ("", "Europe", "<p>She wrote on the copyright of Europe</p>", None),
        ("", "Old Lamps", "<script>'© 2024 Old Lamps'</script>", None),
        ("<link type=application/atom+xml title='Old Lamps RSS'>", "Old Lamps", "", "Old Lamps"),
        ("<link type=text/css title='Old Lamps'>", "Old Lamps", "", None),
        ("", "<img alt='Old Lamps logo'>", "", "Old Lamps"),
        ("", "<img alt='Old Lamps'>", "", None),
        ("", "Old Lamps", "<a href=/about>About Old Lamps</a>", "Old Lamps"),
        ("", "老灯", "<a href=/about>关于老灯</a>", None),  # shorter than any name
        ("", "老灯网", "<a href=/about>关于老灯网</a>", "老灯网"),
        ("", "Old Lamps", "<a href=/about>About the trade in old lamps</a>", None),
        ("", "Glass", "", None),  # below its host, a section
        ("", "myGlass", "", "myGlass"),
    ],
)
def test_what_a_link_says_is_the_name_of_a_site_if_another_place_says_so_too(
    head: str, link: str, foot: str, name: str | None
) -> None:
    page = f"<a href='/'>{link}</a><h1>Shades</h1>{foot}"
    url = "https://myglass.brass.co.uk/a" if link == "myGlass" else "https://glass.brass.co.uk/a"
    assert read_page(f"{head}<title>Shades</title>", page, url=url).site_name == name


def test_a_link_to_a_front_page_below_the_headline_names_no_site() -> None:
    page = '<h1>Lamps</h1><p>By <a href="/">Ann Lee</a></p>'
    assert read_page("<title>Lamps</title>", page, url="https://brass.example/lamps").site_name is None


def test_the_summary_is_what_networks_show() -> None:
    engines = '<meta name="description" content="For engines">'
    networks = '<meta property="og:description" content="For &amp;amp; readers">'
    assert read_page(engines + networks).summary == "For & readers"
    assert read_page('<meta name="Description" content="For engines">').summary == "For engines"
    assert read_page(json_ld={"@type": "Article", "description": "In data"}).summary == "In data"


LD = '<script type="application/ld+json">'
HOSTILE = {
    "many meta tags": '<meta name="author" content="By Ann Lee">' * 20_000,
    "a huge value": f'<meta property="og:title" content="{"a - " * 500_000}">',
    "a huge class": f'<div class="{"author " * 300_000}">x</div>',
    "headings in headings": "<h1>" * 20_000 + "x",
    "trails in trails": '<nav class="breadcrumb">' * 20_000 + "<h1>x</h1>" * 1_000,
    "headings in trails": '<nav class="breadcrumb"><h1>x</h1></nav>' * 20_000,
    "a trail of a huge name": f'<nav class="{"a " * 2_000_000}breadcrumb"><h1>x</h1></nav><h2>y</h2>',
    "a heading of many parts": "<h1>" + "<span>a</span>" * 20_000 + "</h1>",
    "a heading of comments": "<h1>" + "<!-- -->" * 20_000 + "</h1>",
    "many bylines": "<h1>T</h1>" + '<a href="/author/x">Ann Lee</a>' * 20_000,
    "a byline of many links": '<div class="byline">' + '<a href="/author/x">Ann Lee</a>' * 20_000 + "</div>",
    "much microdata": '<span itemprop="author headline">x</span>' * 20_000,
    "four megabytes of JSON-LD": LD + "[" + "1," * 2_000_000 + "1]</script>",
    "many JSON-LD scripts": (LD + '{"@type":"Article"}</script>') * 12_000,
    "deep JSON-LD": LD + '{"@graph":[' * 20_000 + "</script>",
    "a picture that refers to itself": LD + '{"@type":"Article","@id":"a","image":{"@id":"a"}}</script>',
    "many pictures": LD + '{"@type":"Article","image":[' + '"/a.jpg",' * 80_000 + '"/b.jpg"]}</script>',
    "a text of broken tags": LD + '{"@type":"Article","articleBody":"' + "<p <br" * 300_000 + '"}</script>',
    "a text of line ends": LD + '{"@type":"Article","articleBody":"' + "\\n" * 900_000 + '"}</script>',
    "references in a circle": LD + '[{"@id":"a","@type":"Article","author":{"@id":"a"}}]</script>',
    "broken addresses": '<link rel="canonical" href="http://[x">' * 20_000,
    "a title of dividers": f"<title>{'a | ' * 500_000}</title>",
    "deep nesting": "<div>" * 20_000 + '<p class="author">By',
    "white space": "<h1>" + " \n" * 500_000 + "</h1>",
}


@pytest.mark.parametrize("page", HOSTILE.values(), ids=HOSTILE.keys())
@pytest.mark.load
def test_a_hostile_page_takes_little_time(page: str) -> None:
    root = document_fromstring(f"<html><head></head><body>{page}</body></html>")
    start = time.process_time()
    read_metadata(root, read_declarations(root, "https://www.daily-herald.example/a/b"))
    assert time.process_time() - start < 1.5


NAMES = st.sampled_from(
    ["og:title", "author", "date", "og:url", "description", "og:site_name", "article:published_time"]
)
VALUES = st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters='"<>&'), max_size=40)


@settings(max_examples=50)
@given(st.lists(st.tuples(NAMES, VALUES), max_size=6), VALUES, st.one_of(st.none(), VALUES))
def test_no_page_raises(tags: list[tuple[str, str]], heading: str, url: str | None) -> None:
    head = "".join(f'<meta property="{name}" content="{value}">' for name, value in tags)
    root = document_fromstring(f"<html><head>{head}</head><body><h1>{heading}</h1>x</body></html>")
    read_metadata(root, read_declarations(root, url))


def test_the_label_of_a_date_may_stand_in_the_box_before_its_own() -> None:
    days = {"Last-Modified": "2019-11-20", "Created": "2019-11-14"}
    facts = "".join(f"<dt>{label}</dt><dd><time>{day}</time></dd>" for label, day in days.items())
    page = read_page("", f"<h1>Storm</h1><dl>{facts}</dl>")
    assert (page.published, page.modified) == ("2019-11-14", "2019-11-20")
