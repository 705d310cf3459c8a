import json

import pytest
from lxml.html import document_fromstring

from cutline.dom.metadata.declarations import read_declarations
from cutline.dom.metadata.declared_images import find_declared_logos, find_declared_portraits
from tests.dom.metadata.conftest import read_page

HOST = "https://www.daily-herald.example"


def meta(name: str, address: str) -> str:
    return f'<meta property="{name}" content="{address}">'


def test_pictures_come_from_open_graph_then_twitter_then_json_ld() -> None:
    head = meta("twitter:image", "/twitter.jpg") + meta("og:image", "/one.jpg") + meta("og:image", "/two.jpg")
    found = read_page(head, json_ld={"@type": "NewsArticle", "image": "/data.jpg"}).images
    assert found == tuple(f"{HOST}/{name}.jpg" for name in ("one", "two", "twitter", "data"))


def test_a_picture_declared_twice_is_named_once() -> None:
    head = (
        meta("og:image", f"{HOST}/a.jpg") + meta("og:image:secure_url", "/a.jpg") + meta("twitter:image:src", "/a.jpg")
    )
    assert read_page(head, json_ld={"@type": "NewsArticle", "image": ["/a.jpg"]}).images == (f"{HOST}/a.jpg",)


def test_a_picture_in_json_ld_is_an_address_or_an_object_with_one() -> None:
    pictures = ["/a.jpg", {"@type": "ImageObject", "url": "/b.jpg"}, {"contentUrl": "/c.jpg"}, {"url": ["/d.jpg"]}]
    found = read_page(json_ld={"@type": "NewsArticle", "image": pictures}).images
    assert found == tuple(f"{HOST}/{name}.jpg" for name in "abcd")


def test_an_image_object_with_two_addresses_gives_both() -> None:
    article = {"@type": "NewsArticle", "image": {"url": "/page", "contentUrl": "/a.jpg"}}
    assert read_page(json_ld=article).images == (f"{HOST}/page", f"{HOST}/a.jpg")


def test_a_reference_to_a_picture_is_followed() -> None:
    graph = [
        {"@type": "Article", "image": {"@id": "#primaryimage"}},
        {"@type": "ImageObject", "@id": "#primaryimage", "url": "/a.jpg"},
    ]
    assert read_page(json_ld={"@graph": graph}).images == (f"{HOST}/a.jpg",)


def test_pictures_of_teasers_authors_and_publishers_are_not_the_article_s() -> None:
    page = [
        {"@type": "ItemList", "itemListElement": [{"@type": "NewsArticle", "image": "/teaser.jpg"}]},
        {"@type": "NewsArticle", "author": {"image": "/ann.jpg"}, "publisher": {"logo": {"url": "/logo.png"}}},
    ]
    assert read_page(json_ld=page).images == ()


def test_pictures_of_sites_and_people_are_told_from_those_of_stories() -> None:
    nodes = [
        {"@type": "NewsArticle", "image": "/a.jpg", "publisher": {"@type": "NewsMediaOrganization", "image": "/b.jpg"}},
        {"@type": "Person", "image": ["/c.jpg", 7], "name": "Ann Lee"},
        {"@type": "WebSite", "image": "/d.jpg", "logo": "/e.jpg"},
    ]
    head = f'<script type="application/ld+json">{json.dumps(nodes)}</script>'
    declared = read_declarations(document_fromstring(f"<html><head>{head}</head><body></body></html>"), HOST)
    assert {*find_declared_logos(declared)} == {f"{HOST}/{name}.jpg" for name in "bde"}
    assert [*find_declared_portraits(declared)] == [f"{HOST}/c.jpg"]


def test_escaped_addresses_are_resolved() -> None:
    article = {"@type": "NewsArticle", "image": f"{HOST}/a.jpg?w=1&amp;h=2"}
    assert read_page(json_ld=article).images == (f"{HOST}/a.jpg?w=1&h=2",)


@pytest.mark.parametrize("address", ["data:image/png;base64,AAAA", "", " ", "http://[broken", "x" * 5_000, "\ud83d"])
def test_what_is_no_address_of_the_web_is_no_picture(address: str) -> None:
    assert read_page(json_ld={"@type": "NewsArticle", "image": [address, 7, None, {"url": {}}]}).images == ()


def test_relative_addresses_are_left_out_if_the_page_s_address_is_unknown() -> None:
    assert read_page(meta("og:image", "/a.jpg"), url=None).images == ()
    assert read_page(meta("og:image", "//cdn.example/a.jpg")).images == ("https://cdn.example/a.jpg",)
