"""The licence of the article, and whose licences are not its own."""

import pytest

from tests.dom.metadata.conftest import read_page

BY = "https://creativecommons.org/licenses/by/4.0/"
OTHER = "https://creativecommons.org/licenses/by-nc/2.0/"


@pytest.mark.parametrize(
    ("head", "body"),
    [
        (f'<link rel="license" href="{BY}">', ""),
        (f'<meta name="dcterms.license" content="{BY}">', ""),
        ("", f'<p>Text.</p><a rel="license noopener" href="{BY}"><img src="cc.png"></a>'),
        ("", f'<footer>Some rights reserved: <a href="{BY}">CC BY</a></footer>'),
        ("", f'<div class="post-license"><a href="{BY}">CC BY</a></div>'),
        ("", f'<p>This work is licensed under a <a href="{BY}">Creative Commons licence</a>.</p>'),
        ("", f'<p>Dieser Artikel steht unter <a href="{BY}">CC BY</a>.</p>'),
    ],
)
def test_the_licence_is_found_where_it_is_stated(head: str, body: str) -> None:
    assert read_page(head, body).license == BY


@pytest.mark.parametrize("said", [BY, {"@type": "CreativeWork", "url": BY}, {"@id": BY}, ["All rights reserved", BY]])
def test_json_ld_states_it_as_an_address_or_a_work(said: object) -> None:
    assert read_page(json_ld={"@type": "NewsArticle", "license": said}).license == BY


@pytest.mark.parametrize(
    "body",
    [
        f'<figure><img src="a.jpg"><figcaption>Ann Lee, <a rel="license" href="{OTHER}">NC</a></figcaption></figure>',
        f'<p>Photo: Ann Lee, <a href="{OTHER}">CC BY-NC 2.0</a></p>',
        f'<div class="comments"><p>This work is under <a rel="license" href="{OTHER}">CC</a>.</p></div>',
        '<footer><a href="https://creativecommons.org/about">Creative Commons</a></footer>',
        '<p>The editors explain the licence <a href="https://creativecommons.org/">here</a>.</p>',
    ],
)
def test_licences_of_pictures_and_comments_are_none_of_the_article(body: str) -> None:
    assert read_page(body=body).license is None


def test_a_sentence_in_json_ld_is_no_address() -> None:
    assert read_page(json_ld={"@type": "NewsArticle", "license": "Only for readers"}).license is None
