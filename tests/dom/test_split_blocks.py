"""Blocks in pieces around the images in the middle of them."""

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.split_blocks import MAX_CUTS, cut_block, read_reference, split_block
from cutline.types import Block, BlockKind, Image, Verdict

TEXT = "One two three four"
KEPT = Verdict(kept=True, reason="article_text")


def make_block(text: str, kind: BlockKind = "paragraph", html: str | None = None) -> Block:
    return Block(index=0, kind=kind, text=text, html=html, xpath="/html/body/p", verdict=KEPT)


def make_image(url: str, offset: int) -> Image:
    return Image(url=url, sources=(), position=0, offset=offset, xpath="/html/body/img", verdict=KEPT)


def split(block: Block, images: list[Image]) -> list[tuple[str, str | None] | str]:
    parts = split_block(block, images)
    return [(part.text, part.html) if isinstance(part, Block) else part.url for part in parts]


@pytest.mark.parametrize(
    ("inside", "before", "behind"),
    [
        ("One two three four", "One two", "three four"),
        ("One <b>two three</b> four", "One <b>two</b>", "<b>three</b> four"),
        ("<b>One</b> two <i>three</i> four", "<b>One</b> two <i></i>", "<i>three</i> four"),
        (
            'One <a href="https://courier.example/">two <i>three</i></a> four',
            'One <a href="https://courier.example/">two <i></i></a>',
            '<a href="https://courier.example/"><i>three</i></a> four',
        ),
        (
            'One<sup><a href="#fn1" id="fnref1">1</a></sup> two\n three &lt; four',
            'One<sup><a href="#fn1" id="fnref1">1</a></sup> two',
            "three &lt; four",
        ),
    ],
)
def test_markup_is_closed_before_an_image_and_opened_behind_it(inside: str, before: str, behind: str) -> None:
    block = make_block(TEXT, html=inside)
    image = make_image("a.jpg", 7)
    assert split(block, [image]) == [("One two", before), "a.jpg", ("three four", behind)]


def test_several_images_stand_in_their_places() -> None:
    images = [make_image(f"{offset}.jpg", offset) for offset in (3, 3, 13)]
    assert split(make_block(TEXT), images) == [
        ("One", None),
        "3.jpg",
        "3.jpg",
        ("two three", None),
        "13.jpg",
        ("four", None),
    ]


@pytest.mark.parametrize("kind", ["heading", "code"])
def test_a_heading_and_a_listing_stay_whole(kind: BlockKind) -> None:
    image = make_image("a.jpg", 7)
    assert split(make_block(TEXT, kind), [image]) == [(TEXT, None), "a.jpg"]


def test_an_image_beyond_the_text_stands_behind_it() -> None:
    assert split(make_block(TEXT), [make_image("a.jpg", 99)]) == [(TEXT, None), "a.jpg"]


def test_no_piece_is_a_sign_alone() -> None:
    images = [make_image(f"{offset}.jpg", offset) for offset in (1, 9)]
    assert split(make_block("· One two."), images) == ["1.jpg", ("· One two.", None), "9.jpg"]


def test_a_block_has_a_limited_number_of_pieces() -> None:
    words = MAX_CUTS + 10
    images = [make_image("a.jpg", 2 * number + 1) for number in range(words)]
    parts = split(make_block("a " * words + "a"), images)
    assert len(parts) == len(images) + MAX_CUTS + 1


@pytest.mark.parametrize(("html", "offset"), [(None, 18), ("<b>One</b> two", 7)])
def test_nothing_is_cut_without_words_behind_or_where_the_markup_has_another_text(
    html: str | None, offset: int
) -> None:
    assert cut_block(make_block(TEXT, html=html), offset) is None


@pytest.mark.parametrize(
    ("html", "name"),
    [
        ('<sup><a href="#fn7" id="fnref7">7</a></sup>', "7"),
        ('<sup><a id="fnref7">7</a></sup>', ""),
        ('<sup><a href="#fn7" id="x7">7</a></sup>', None),
        ('<b><a href="#fn7" id="fnref7">7</a></b>', None),
        ('<sup><a href="#fn7" id="fnref7">7</a><b>x</b></sup>', None),
        ("<sup>7</sup>", None),
    ],
)
def test_a_reference_is_a_raised_link_with_an_id_of_its_own(html: str, name: str | None) -> None:
    assert read_reference(fragment_fromstring(html)) == name
