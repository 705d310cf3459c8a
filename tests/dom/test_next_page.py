"""The next page of an article is told from the next story, the next comments and the next list."""

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.next_page import find_next_page, is_same_page
from cutline.dom.tags import breaks_line
from tests.conftest import make_document

URL = "https://courier.example/2026/ferry"


def find(html: str, url: str | None = URL, head: str = "") -> str | None:
    page = make_document(f"<html><head>{head}</head><body><p>The ferry is back.</p>{html}</body></html>", url)
    return find_next_page(page, split_segments(page, breaks_line))


@pytest.mark.parametrize(
    ("url", "address"),
    [
        (URL, f"{URL}?page=2"),
        (URL, f"{URL}/2/"),
        (f"{URL}/", f"{URL}/2"),
        (URL, f"{URL}/page/2/"),
        (URL, f"{URL}/seite-2"),
        (URL, f"{URL}/page2"),
        (f"{URL}.html", f"{URL}_2.html"),
        (f"{URL}.html", f"{URL},2.html"),
        (f"{URL}.html", f"{URL}-page-2.html"),
        (f"{URL}.html", f"{URL}.html/2"),
        (f"{URL}?id=7", f"{URL}?id=7&pg=2"),
        ("http://www.courier.example/2026/ferry", f"{URL}?page=2"),
        (f"{URL}?page=1", f"{URL}?page=2"),
        (f"{URL}?page=2", f"{URL}?page=3"),
        (f"{URL}/page/9/", f"{URL}/page/10/"),
        (f"{URL}_2.html", f"{URL}_2.html?page=2"),
    ],
)
def test_it_has_the_page_s_own_address_with_the_next_number(url: str, address: str) -> None:
    assert find("", url, f'<link rel="next" href="{address}">') == address
    assert is_same_page(url, url.replace("//courier", "//www.courier")) and not is_same_page(url, address)
    assert find(f'<a href="{address}" rel="next">Weiter</a>', url) == address
    assert find(f'<div class="pagination"><a href="{address}">»</a></div>', url) == address


@pytest.mark.parametrize(
    "pager",
    [
        '<div class="page-links">Pages: <span>1</span> <a href="/2026/ferry/2/" class="post-page-numbers">2</a>'
        '<a href="/2026/ferry/3/">3</a></div>',
        '<p><b>1</b> <a href="/2026/ferry/3/">3</a> <a href="/2026/ferry/2/#more"><span>2</span></a></p>',
        '<ul class="pager"><li><a href="/2026/ferry/2/"><img alt="next"></a></li></ul>',
        '<a class="next-page" href="/2026/ferry/2/">On the shore</a>',
    ],
)
def test_a_pager_leads_to_it(pager: str) -> None:
    assert find(pager) == f"{URL}/2/"


@pytest.mark.parametrize(
    "address",
    [
        "https://courier.example/2026/bridge",
        "https://courier.example/2026/bridge/2/",
        "https://other.example/2026/ferry/2/",
        f"{URL}-2",  # what WordPress calls a second story of the same title
        f"{URL}/3/",
        f"{URL}?page=3",
        f"{URL}/comment-page-2/#comments",
        f"{URL}?replytocom=2",
        f"{URL}?p=1234",
        "https://courier.example/2026/ferr%E4?page=2",
        "javascript:show(2)",
        "https://[?page=2",
    ],
)
def test_no_other_address_is_it(address: str) -> None:
    assert find(f'<a rel="next" href="{address}">2</a>', head=f'<link rel="next" href="{address}">') is None


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://strips.example/15", "https://strips.example/16"),
        ("https://courier.example/story/15", "https://courier.example/story/16"),
        ("https://courier.example/?p=15", "https://courier.example/?p=16"),
        ("https://courier.example/2026/05", "https://courier.example/2026/06"),
    ],
)
def test_a_story_that_has_a_number_has_no_next_page(url: str, address: str) -> None:
    assert find(f'<a rel="next" href="{address}">Next</a>', url) is None


def test_a_page_with_a_bare_number_has_one_if_it_leads_to_the_first() -> None:
    following = f'<a rel="next" href="{URL}/3/">3</a>'
    assert find(following, f"{URL}/2/") is None
    assert find(f'<a href="/2026/bridge">1</a> 2 {following}', f"{URL}/2/") is None
    assert find(f'<a href="{URL}/">1</a> 2 {following}', f"{URL}/2/") == f"{URL}/3/"


def test_the_last_page_has_none() -> None:
    assert find(f'<div class="pages"><a href="{URL}">1</a> <a href="{URL}?page=2">2</a></div>', f"{URL}?page=2") is None


def test_links_among_comments_do_not_count() -> None:
    link = f'<a href="{URL}?page=2">2</a>'
    assert find(f'<section id="comments"><ul class="pager"><li>{link}</li></ul></section>') is None
    assert find(f'<div class="comment-pagination">{link}</div>') is None


def test_a_link_that_is_no_pager_does_not_count() -> None:
    assert find(f'<p>More: <a href="{URL}?page=2">All news of the day</a></p>') is None


def test_a_list_of_stories_has_none() -> None:
    pager = '<a rel="next" href="/2026/ferry?page=2">2</a>'
    stories = '<h2><a href="/2026/bridge">The bridge</a></h2><p>It opens.</p><h2><a href="/2026/road">The road</a></h2>'
    assert find(f"{stories}{pager}") is None
    sections = '<h2><a href="#shore">The shore</a></h2><h2><a href="https://shop.example/a">The boat</a></h2>'
    assert find(f"{sections}{sections}{pager}") == f"{URL}?page=2"


def test_what_was_added_to_count_readers_does_not_count() -> None:
    head = f'<link rel="canonical" href="{URL}"><link rel="next" href="{URL}?page=2">'
    assert find("", f"{URL}?utm_source=mail", head) == f"{URL}?page=2"


def test_the_canonical_address_of_the_first_page_leads_nowhere() -> None:
    head = f'<link rel="canonical" href="{URL}">'
    pager = f'<div class="pager"><a href="{URL}?page=1">1</a><a href="{URL}?page=2">2</a></div>'
    assert find(pager, f"{URL}?page=3", head) is None


def test_without_the_page_s_address_the_canonical_one_is_taken() -> None:
    head = f'<link rel="canonical" href="{URL}"><link rel="next" href="{URL}/2/">'
    assert find("", None, head) == f"{URL}/2/"
    assert find("", None, '<link rel="next" href="/2026/ferry/2/">') is None
    assert find(f'<div class="pager"><a href="{URL}/2/">2</a></div>', None) is None


@pytest.mark.parametrize(
    ("url", "address"),
    [
        ("https://courier.example/posts/1", "https://courier.example/posts/2"),
        ("https://courier.example/news/1.html", "https://courier.example/news/2.html"),
        ("https://courier.example/tale-1.html", "https://courier.example/tale-2.html"),
        ("https://courier.example/?p=1", "https://courier.example/?p=2"),
        ("https://courier.example/2024/05/01", "https://courier.example/2024/05/02"),
    ],
)
def test_the_second_of_numbered_stories_is_no_page_of_the_first(url: str, address: str) -> None:
    assert find("", url, f'<link rel="next" href="{address}">') is None


@pytest.mark.parametrize("names", ['id="comments"', 'class="kommentare"', 'class="comentarios"', 'class="commenti"'])
def test_pages_of_comments_are_none_though_they_are_next(names: str) -> None:
    assert find(f'<div {names}><a rel="next" href="{URL}?page=2">2</a></div>') is None


def test_what_counts_readers_is_no_part_of_the_address() -> None:
    head = f'<link rel="next" href="{URL}?id=7&page=2">'
    assert find("", f"{URL}?utm_source=mail&id=7&fbclid=x1", head) == f"{URL}?id=7&page=2"
    counted = f'<div class="pager"><a href="{URL}?page=3&utm_source=mail">3</a></div>'
    assert find(counted, f"{URL}?page=2&gclid=9") == f"{URL}?page=3&utm_source=mail"


class TestPagesCountedFromZero:
    """Drupal calls the second page `?page=1`."""

    def test_the_first_leads_to_one(self) -> None:
        links = f'<li>1</li><li><a href="{URL}?page=1">2</a></li><li><a href="{URL}?page=2">3</a></li>'
        assert find(f'<ul class="pager">{links}</ul>') == f"{URL}?page=1"
        assert find(f'<ul class="pager"><li><a href="{URL}?page=1" rel="next">Next</a></li></ul>') == f"{URL}?page=1"

    def test_the_second_leads_to_two(self) -> None:
        pager = f'<a href="{URL}">1</a> 2 <a href="{URL}?page=2">3</a> <a href="{URL}?page=2" rel="next">Next</a>'
        assert find(f'<div class="pager">{pager}</div>', f"{URL}?page=1") == f"{URL}?page=2"

    def test_a_link_called_one_is_that_to_this_page(self) -> None:
        assert find(f'<div class="pager"><a href="{URL}?page=1">1</a></div>') is None
        both = f'<div class="pager"><a href="{URL}?page=1">1</a> <a href="{URL}?page=2">2</a></div>'
        assert find(both) == f"{URL}?page=2"

    def test_a_number_that_may_be_a_story_s_is_none(self) -> None:
        assert find(f'<a rel="next" href="{URL}?p=1">2</a>') is None
