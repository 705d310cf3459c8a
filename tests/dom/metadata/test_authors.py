from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.metadata import Metadata
from cutline.dom.metadata.person_names import read_names

ReadPage = Callable[..., Metadata]


@pytest.mark.parametrize(
    ("byline", "names"),
    [
        ("Ann Lee", ["Ann Lee"]),
        ("By Ann Lee", ["Ann Lee"]),
        ("Von Änne Lehmann und Ulf von Berg", ["Änne Lehmann", "Ulf von Berg"]),
        ("Par Zoé Petit et Luc Roux", ["Zoé Petit", "Luc Roux"]),
        ("Por José Ortega y Gasset", ["José Ortega y Gasset"]),
        ("Ann Lee, Bo Ek & Cy Oh", ["Ann Lee", "Bo Ek", "Cy Oh"]),
        ("Ann Lee and Bo Ek with Cy Oh", ["Ann Lee", "Bo Ek", "Cy Oh"]),
        ("Автор: Анна Ли", ["Анна Ли"]),
        ("Ann Lee <ann@herald.example>, political editor", ["Ann Lee"]),
        ("Ann Lee, Senior Reporter", ["Ann Lee"]),
        ("Ann Lee, Chief Technology Officer", ["Ann Lee"]),
        ("Ann Lee (Reuters)", ["Ann Lee"]),
        ("Ann Lee, Berlin", ["Ann Lee"]),
        ("Ann Lee - 3 May 2024", ["Ann Lee"]),
        ("Text: Ann Lee, Fotos: Bo Ek", ["Ann Lee"]),
        ("Ann Lee @annlee", ["Ann Lee"]),
        ("신현주 기자", ["신현주"]),
        ("Ann Lee | ANN LEE", ["Ann Lee"]),
        ("Ann Lee/dpa", ["Ann Lee", "dpa"]),
        ("https://www.facebook.com/herald", []),
        ("admin", []),
        ("Staff", []),
        ("ann@herald.example", []),
        ("@herald", []),
        ("", []),
    ],
)
def test_a_byline_is_read_for_names(byline: str, names: list[str]) -> None:
    assert read_names(byline) == names


def test_the_name_of_the_site_is_no_author() -> None:
    assert read_names("Ann Lee, Daily Herald", frozenset({"dailyherald"})) == ["Ann Lee"]
    assert read_names("The Herald & Post", frozenset({"theheraldpost"})) == []


@pytest.mark.parametrize(
    ("author", "names"),
    [
        ("Ann Lee, Financial Times", ("Ann Lee",)),
        (["Ann Lee", "The Associated Press", "Bo Ek"], ("Ann Lee", "Bo Ek")),
        ("Ann Lee and Head of Harbours", ("Ann Lee",)),
        ("The Associated Press", ("The Associated Press",)),
    ],
)
def test_papers_agencies_and_offices_beside_a_person_are_no_authors(
    read_page: ReadPage, author: object, names: tuple[str, ...]
) -> None:
    assert read_page(json_ld={"@type": "NewsArticle", "author": author}).authors == names


def test_a_paper_in_the_byline_that_readers_see_is_no_author(read_page: ReadPage) -> None:
    body = '<h1>Storm</h1><p class="byline">By Ann Lee, Financial Times</p>'
    assert read_page(body=body).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "author",
    [
        "Ann Lee, Bo Ek",
        ["Ann Lee", "Bo Ek"],
        [{"@type": "Person", "name": "Ann Lee"}, {"@type": "Person", "name": "Bo Ek"}],
        [[{"name": "Ann Lee"}], [{"name": "Bo Ek"}]],
        {"name": ["Ann Lee", "Bo Ek"]},
        [{"@id": "#ann"}, {"@id": "#bo"}],
    ],
)
def test_json_ld_authors_are_read_in_every_form(read_page: ReadPage, author: object) -> None:
    graph = [
        {"@type": "NewsArticle", "author": author},
        {"@type": "Person", "@id": "#ann", "name": "Ann Lee"},
        {"@type": "Person", "@id": "#bo", "name": "Bo Ek"},
    ]
    assert read_page(json_ld={"@graph": graph}).authors == ("Ann Lee", "Bo Ek")


def test_a_source_that_names_only_the_site_is_passed_over(read_page: ReadPage) -> None:
    head = '<meta property="og:site_name" content="Daily Herald"><meta name="author" content="Ann Lee">'
    assert read_page(head, json_ld={"@type": "Article", "author": {"name": "Daily Herald"}}).authors == ("Ann Lee",)


def test_addresses_in_author_tags_are_no_names(read_page: ReadPage) -> None:
    head = '<meta property="article:author" content="https://social.example/ann">'
    assert read_page(head).authors == ()


@pytest.mark.parametrize(
    "byline",
    [
        '<p>By <a href="/author/ann-lee/">Ann Lee</a> • 3 May</p>',
        '<a rel="author" href="/u/7">Ann Lee</a>',
        '<div class="article-byline"><span>By</span> <span>Ann Lee</span> <span>News editor</span></div>',
        '<span itemprop="author"><b itemprop="name">Ann Lee</b></span>',
    ],
)
def test_a_byline_below_the_headline_is_found(read_page: ReadPage, byline: str) -> None:
    teaser = '<div class="teaser"><a href="/author/cy-oh">Cy Oh</a></div>'
    assert read_page(body=f"{teaser}<h1>Storm</h1>{byline}").authors == ("Ann Lee",)


def test_authors_beside_each_other_are_all_found(read_page: ReadPage) -> None:
    body = '<h1>Storm</h1><div><span class="author">Ann Lee</span><span class="author">Bo Ek</span></div>'
    assert read_page(body=body).authors == ("Ann Lee", "Bo Ek")


@pytest.mark.parametrize(
    "body",
    [
        '<figure><span class="author">Ann Lee</span></figure>',
        '<p class="photo-byline">Ann Lee</p>',
        '<a href="/author/bo-ek">More Posts</a>',
        '<p class="author-bio">Ann Lee ' + "has written about the sea for years. " * 10 + "</p>",
    ],
)
def test_credits_biographies_and_other_links_are_no_bylines(read_page: ReadPage, body: str) -> None:
    assert read_page(body=f"<h1>Storm</h1>{body}").authors == ()
