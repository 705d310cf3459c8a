"""The features of images."""

import math
from collections.abc import Callable

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cutline.dom.features.images import CAPTION_SOURCES, IMAGE_COLUMNS, NONE, measure_images
from cutline.dom.images.pictures import Picture, read_places
from cutline.dom.reading import Reading

Columns = Callable[..., dict[str, list[float]]]
Read = Callable[..., tuple[Reading, list[Picture]]]
PIECES = [
    *"<p> </p> <div> </div> <figure> </figure> <a href=/x> </a> <aside> </aside> <noscript> </noscript> <h1>".split(),
    *"story one. <figcaption> </figcaption> <picture> </picture> <video> </video> <!-- --> <article>".split(),
    "<img src=a.jpg>",
    "<img src=the-old-ferry-640x480.jpg alt='The story' width=640 height=0>",
    "<img src='//[' srcset=', ,(' width=9999999999999>",
    "<img data-src='x.jpg?w=99999' srcset='a 1w, b 99999999999w, c 9e9x'>",
    "<img src='data:image/png;base64,xx' data-lazy-src='http://[/b.png'>",
    "<a href='http://['>",
    "<div class='related card1'>",
]


def measure(reading: Reading, pictures: list[Picture]) -> np.ndarray[tuple[int, ...], np.dtype[np.float32]]:
    images, captions = [picture.image for picture in pictures], [picture.caption for picture in pictures]
    return measure_images(reading.document, read_places(reading), images, captions)


@settings(max_examples=60)
@given(st.lists(st.sampled_from(PIECES), max_size=40), st.sampled_from([None, "http://[", "https://e.example/a"]))
def test_rows_of_any_page_are_finite_numbers_for_every_column(read: Read, pieces: list[str], url: str | None) -> None:
    reading, pictures = read(" ".join(["<p>x", *pieces]), url)
    rows = measure(reading, pictures)
    assert rows.shape == (len(pictures), len(IMAGE_COLUMNS))
    assert np.isfinite(rows).all()


def test_columns_have_names_of_their_own() -> None:
    assert len(set(IMAGE_COLUMNS)) == len(IMAGE_COLUMNS)


def test_a_page_without_images_has_no_rows(read: Read) -> None:
    assert measure(*read("<p>The story")).shape == (0, len(IMAGE_COLUMNS))


def test_the_same_page_has_the_same_rows(read: Read) -> None:
    html = "<article><p>The story" + "<figure><img src=a.jpg><figcaption>One</figcaption></figure>" * 9
    assert measure(*read(html)).tobytes() == measure(*read(html)).tobytes()


def test_captions_are_described(image_columns: Columns) -> None:
    figure = "<figure><img src=a.jpg><figcaption>The harbour at noon.</figcaption></figure>"
    columns = image_columns(f"<p>The story<p>The story{figure}<p><img src=b.jpg></p>")
    assert columns["caption_source"] == [CAPTION_SOURCES.index("figcaption"), NONE]
    assert columns["caption_ends_sentence"] == [1, 0]
    assert columns["caption_links"] == [0, NONE]


def test_images_that_stand_alike_are_compared(image_columns: Columns) -> None:
    card = "<li class=card><a href=https://e.example/{0}><img src={0}.jpg></a></li>"
    html = f"<p>The story<p><img src=own.jpg></p><ul>{card.format('one')}{card.format('two')}</ul>"
    columns = image_columns(html, "https://e.example/story")
    assert columns["alike"] == [1, 2, 2]
    assert columns["alike_link"] == [0, 1, 1]


def test_neighbours_are_described(image_columns: Columns) -> None:
    html = "<p>The story</p><p><img src=a.jpg width=100></p><p><img src=b.jpg width=200></p>"
    columns = image_columns(html)
    assert columns["largest-1"] == [NONE, 100]
    assert columns["largest+1"] == [200, NONE]


def test_two_thousand_images_are_measured(image_columns: Columns) -> None:
    columns = image_columns("<p>The story</p>" + "".join(f"<p><img src=p{n}.jpg></p>" for n in range(2000)))
    assert columns["alike"] == [2000] * 2000
    assert columns["images_before"] == list(range(2000))


def test_how_many_images_beside_the_text_have_captions(image_columns: Columns) -> None:
    first, second, third = (f"<p>{'The story of the ferry. ' * 30}{end}</p>" for end in ("One.", "Two.", "Three."))
    figure = "<figure><img src=/a.jpg><figcaption>The ferry at sea</figcaption></figure>"
    article = f"<article>{first}{figure}{second}<p><img src=/b.jpg></p>{third}</article>"
    columns = image_columns(f"{article}<img src=/c.jpg>")
    assert columns["page_in_root"] == [2, 2, 2]
    assert columns["page_captioned"] == [pytest.approx(1 / 3)] * 3


STORY = f"<p>{'The story of the ferry in the harbour of Visby. ' * 20}</p>"


@pytest.mark.parametrize(
    ("image", "column", "share"),
    [
        ("<img src=/1.jpg alt='A ferry in Oslo harbour'>", "alt_in_text", 2 / 3),
        ("<img src=/1.jpg alt='Download our guide'>", "alt_in_text", 0),
        ("<img src=/1.jpg>", "alt_in_text", NONE),
        ("<img src='/2026/visby-ferry_04.jpg?x=oslo'>", "file_in_text", 1),
        ("<img src=/harbour-course.png>", "file_in_text", 0.5),
        ("<img src='/f%C3%A4hre-visby.png'>", "file_in_text", 0.5),
        ("<img src=/0412.jpg>", "file_in_text", NONE),
    ],
)
def test_share_of_words_that_the_text_has(image_columns: Columns, image: str, column: str, share: float) -> None:
    assert image_columns(f"{STORY}{image}")[column] == [pytest.approx(share)]


def test_words_of_text_that_is_not_the_article_do_not_count(image_columns: Columns) -> None:
    html = f"{STORY}<p>{'Winter tyres on sale. ' * 20}</p><img src=/winter-tyres.jpg>"
    assert image_columns(html)["file_in_text"] == [0]


def test_words_of_the_title_are_told_apart(image_columns: Columns) -> None:
    html = f"<head><title>Ferry returns</title></head>{STORY}<img src=/ferry-returns.jpg alt=Visby>"
    columns = image_columns(html)
    assert (columns["file_in_title"], columns["alt_in_title"]) == ([1], [0])


def test_names_of_authors_are_recognised(image_columns: Columns) -> None:
    html = "<head><meta name=author content='Ann Lindqvist'></head>"
    columns = image_columns(f"{html}{STORY}<img src=/ann-lindqvist-150.jpg alt='Ann Lindqvist'><p><img src=/ferry.jpg>")
    assert columns["alt_in_authors"] == columns["file_in_authors"] == [2, 0]


def test_characters_without_spaces_are_words(image_columns: Columns) -> None:
    columns = image_columns(f"{STORY}<p>story {'渡船在港口。' * 30}</p><img src=/1.jpg alt=渡船>")
    assert columns["alt_words"] == [pytest.approx(math.log1p(2))]
    assert columns["alt_in_text"] == [1]
