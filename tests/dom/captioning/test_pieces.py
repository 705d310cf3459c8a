"""How the text of an element falls into pieces, and what of it is not read."""

import weakref
from collections.abc import Callable

import pytest

from cutline.dom.captioning.pieces import MAX_STEPS, ElementText, PieceReader
from cutline.dom.document import Document

Read = Callable[..., ElementText]


@pytest.fixture(scope="session")
def read(document: Callable[..., Document]) -> Read:
    """Return the reading of the element with the id `e`."""

    def build(html: str, max_characters: int = 1000) -> ElementText:
        page = document(html)
        return PieceReader(page, max_characters).read(page.body.get_element_by_id("e"))

    return build


def texts(reading: ElementText) -> list[str]:
    return [piece.text for piece in reading.pieces]


@pytest.mark.parametrize(
    ("html", "pieces"),
    [
        ("The <b>mayor</b> and <a>others</a>", ["The mayor and others"]),
        ("The mayor said <q>we sail</q>.", ["The mayor said “we sail”."]),
        ("The hull, <math><mi>a</mi></math>3 m", ["The hull, $a$3 m"]),
        ("The mayor<span>Jo Doe</span>", ["The mayor", "Jo Doe"]),
        ("<p>The mayor</p><p>Jo Doe</p>", ["The mayor", "Jo Doe"]),
        ("The mayor<br>Jo Doe", ["The mayor", "Jo Doe"]),
        ("The mayor <small>Jo Doe</small>", ["The mayor", "Jo Doe"]),
        ("The mayor<div>hide caption</div><div>toggle caption</div>", ["The mayor"]),
    ],
)
def test_elements_that_style_no_words_part_the_text(read: Read, html: str, pieces: list[str]) -> None:
    assert texts(read(f"<div id=e>{html}</div>")) == pieces


@pytest.mark.parametrize(
    "html",
    [
        "<span hidden>x y</span>",
        "<button>Zoom in on it</button>",
        "<span role=button>Zoom in on it</span>",
        "<span class='icon-zoom'>x y</span>",
        "<span class=sr-only>x y</span>",
        "<span class='screen-reader-text'>x y</span>",
        "<span>Bild vergrößern</span>",
        "<span>View 6 Images</span>",
        "<span>1 / 12</span>",
        "<span>26.10.2025 | 2:43 min</span>",
        "<span>拡大する</span>",
        "<a href=/zip>Download image</a><br>",
        "<p><a href=/demo>Book a demo</a></p>",
        "<a class='post-cta' href=/more>All about paint</a>",
        "<a href=/shop>Purchase Licensing Rights<span>, opens new tab</span></a>",
    ],
)
def test_buttons_counters_and_text_for_screen_readers_are_left_out(read: Read, html: str) -> None:
    assert texts(read(f"<div id=e>{html}The mayor</div>")) == ["The mayor"]


def test_link_that_begins_like_an_offer_is_read(read: Read) -> None:
    assert texts(read("<div id=e><a href=/x>Order in the harbour</a>, says the mayor</div>")) == [
        "Order in the harbour, says the mayor"
    ]


def test_sentence_with_the_words_of_buttons_is_read(read: Read) -> None:
    assert texts(read("<div id=e>View of the gallery from the bridge</div>")) == ["View of the gallery from the bridge"]


def test_element_in_a_button_is_read(read: Read) -> None:
    assert texts(read("<button><span id=e>The mayor</span></button>")) == ["The mayor"]


@pytest.mark.parametrize("name", ["credit", "imageSource", "photoAuthor"])
def test_marked_credit_is_a_piece_of_its_own(read: Read, name: str) -> None:
    reading = read(f"<div id=e>The mayor <i class={name}>Jo <b>Doe</b></i></div>")
    assert [(piece.text, piece.is_credit) for piece in reading.pieces] == [("The mayor", False), ("Jo Doe", True)]
    assert (reading.size, reading.text) == (9, "The mayor Jo Doe")


def test_links_and_headings_are_seen(read: Read) -> None:
    reading = read("<div id=e><h3>The</h3><a>mayor</a></div>")
    assert (reading.has_heading, reading.link_share) == (True, 5 / 8)


def test_empty_heading_is_none(read: Read) -> None:
    assert not read("<div id=e><h3> </h3>The mayor</div>").has_heading


def test_long_text_is_not_read_to_its_end(read: Read) -> None:
    assert 100 < read("<div id=e>" + "<p>Some words here.</p>" * 50, 100).size < 120


def test_element_of_many_elements_is_not_read_to_its_end(read: Read) -> None:
    assert len(read("<div id=e>" + "<p>x1</p>" * 1000).pieces) <= MAX_STEPS // 2


def test_white_space_is_not_read_without_end(read: Read) -> None:
    blank = " " * 5000
    assert texts(read(f"<div id=e>{f'<p>{blank}</p>' * 20}<p>The mayor</p></div>")) == []


def test_reader_keeps_its_page_no_longer_than_it_is_needed(document: Callable[..., Document]) -> None:
    page = document("<div id=e>The <b class=name>mayor</b></div>")
    reader = PieceReader(page, 1000)
    reader.read(page.body.get_element_by_id("e"))
    is_kept = weakref.ref(reader)
    del reader
    assert is_kept() is None  # without a garbage collection
