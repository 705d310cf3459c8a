"""Which pictures stand in one gallery."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.images.galleries import find_galleries

ITEM = '<li class="box"><a href="/{0}.jpg"><img src="/{0}.jpg"></a><div class="gallerytext"><p>{1}</p></div></li>'
TEASER = '<li><a href="/{0}"><img src="/{0}.jpg"></a><p><a href="/{0}">{1}</a></p></li>'


def find(page: Document) -> list[list[int]]:
    return find_galleries(list(page.body.iter("img")))


@pytest.mark.parametrize(
    ("html", "galleries"),
    [
        (f"<ul>{ITEM.format('pier', 'The pier')}{ITEM.format('ferry', 'The <a>ferry</a> in May')}</ul>", [[0, 1]]),
        ("<div><figure><img src=a.jpg></figure><figure><img src=b.jpg></figure></div><figure><img src=c.jpg></figure>",
         [[0, 1]]),
        # pictures of an article
        (f"<p>{'It sails again. ' * 40}</p><img src=a.jpg><img src=b.jpg>", []),
        # teasers have headlines or links
        (f"<ul>{TEASER.format('pier', 'The pier is closed')}{TEASER.format('ferry', 'The ferry sails')}</ul>", []),
        ("<div><figure><img src=a.jpg><h3>Pier</h3></figure><figure><img src=b.jpg><h3>Ferry</h3></figure></div>", []),
        # elements that differ
        ("<div class=x><img src=a.jpg></div><div class=y><img src=b.jpg></div>", []),
    ],
)  # fmt: skip
def test_pictures_side_by_side_are_a_gallery(
    document: Callable[..., Document], html: str, galleries: list[list[int]]
) -> None:
    assert find(document(f"<main>{html}</main>")) == galleries


def test_many_pictures_take_little_time(document: Callable[..., Document]) -> None:
    page = document("<div>" * 100 + "<img src=a.jpg>" * 10_000)
    assert find(page) == [list(range(10_000))]
