"""Which elements belong to a single image."""

from collections.abc import Callable

import pytest

from cutline.dom.captioning.marked import Territories
from cutline.dom.document import Document
from cutline.dom.images.candidates import find_images

Build = Callable[..., Document]


def find_territory(page: Document) -> list[str]:
    """Return the ids of what belongs to the page's first picture; elements of the class `kept` hold the article."""
    images = find_images(page)
    territories = Territories(images, page.body)
    for element in page.body.find_class("kept"):
        territories.add_article(element)
    key = images[0].key
    return [each.get("id") for each in page.body.iter() if each.get("id") and territories.belongs_to(key, each)]


@pytest.mark.parametrize(
    ("html", "ids"),
    [
        ("<div id=a><p id=b><img src=1.jpg></p></div>", ["a", "b"]),
        ("<div id=a><p id=b><img src=1.jpg></p><img src=2.jpg></div>", ["b"]),
        ("<div id=a>" + "<ul><li><p><img src=1.jpg></p></li></ul>" * 2 + "</div>", ["a"]),
        ("<div id=a><p id=b><img src=1.jpg></p><p class=kept>Text</p></div>", ["b"]),
        ("<div id=a><p id=b class=kept><img src=1.jpg>Text</p></div>", []),
        ("<div id=a><img src=1.jpg><img src=icon.png width=20></div>", ["a"]),
        ("<div id=a><img src=1.jpg><img src=/blank.gif></div>", ["a"]),
        ("<div id=a><p id=b><img src=1.jpg></p><div><img src=2.jpg><img src=3.jpg></div></div>", ["b"]),
        ("<figure id=a><img src=1.jpg><button><img src=/i/zoom.svg></button></figure>", ["a"]),
        ("<figure id=a><img src=1.jpg><img src=/i/icon-expand.png></figure>", ["a"]),
        ("<figure id=a><picture id=b><img src=1.jpg><photo-lightbox src=big.jpg></picture></figure>", ["a", "b"]),
        ("<figure id=a><img src=chart.svg></figure>", ["a"]),
        ("<div id=a><p id=b><img src=chart.svg></p><img src=1.jpg></div>", ["b"]),
        ("<div id=a><img src=1.jpg width=1024 height=0></div>", ["a"]),
    ],
)
def test_territory_ends_at_other_pictures_and_at_the_article(document: Build, html: str, ids: list[str]) -> None:
    assert find_territory(document(html)) == ids


def test_body_belongs_to_no_picture(document: Build) -> None:
    assert find_territory(document("<body id=a><img src=1.jpg>")) == []
