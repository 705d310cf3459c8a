"""Where pictures stand among and in the kept blocks."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.images.places import KeptPlaces, Place
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]
FindPlace = Callable[[str], Place]


@pytest.fixture(scope="session")
def find_place(document: Build) -> FindPlace:
    """Return the place of the only image of a page of which every block is kept."""

    def find(html: str) -> Place:
        page = document(html)
        return KeptPlaces(page, split_segments(page, breaks_line)).find_place(page.body.find(".//img"))

    return find


@pytest.mark.parametrize(
    ("html", "place"),
    [
        ("<img><p>One</p>", Place(None, None)),
        ("<p>One</p><img><p>Two</p>", Place(0, None)),
        ("<p>One</p><p> \n <img> Two</p>", Place(0, None)),
        ("<p>One <img> \n</p><p>Two</p>", Place(0, None)),
        ("<p>One  two <img> three</p>", Place(0, 7)),
        ("<p>One <b>tw<img>o</b> three</p>", Place(0, 6)),
        ("<p>One <a href=/x><picture><source><img></picture></a> two</p>", Place(0, 3)),
        ("<ul><li>One<li><img> Two</ul>", Place(0, None)),
        ("<ul><li>One <img> two<li>Three</ul>", Place(0, 3)),
        ("<table><tr><td>One <img> two<td>Three</table>", Place(0, 3)),
        ("<pre>One\n<img>two</pre>", Place(0, None)),
    ],
)
def test_an_image_stands_behind_a_block_or_in_the_middle_of_one(find_place: FindPlace, html: str, place: Place) -> None:
    assert find_place(html) == place
