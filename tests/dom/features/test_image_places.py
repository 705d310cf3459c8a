"""Where images stand."""

import math
from collections.abc import Callable

import pytest

from cutline.dom.features import elements, image_places
from cutline.dom.features.image_places import BEYOND, FAR, NONE, PLACE_COLUMNS, ImagePlaces
from cutline.dom.features.marks import read_marks
from cutline.dom.images.pictures import Picture, read_places
from cutline.dom.reading import Reading

Columns = Callable[..., dict[str, list[float]]]
Read = Callable[..., tuple[Reading, list[Picture]]]
STORY = "The story goes on."
PAGE = f"""
<h1>Title</h1><img src=lead.jpg>
<article class=body><p>{STORY}</p><figure class=photo><img src=in.jpg></figure><p>{STORY}</p></article>
<aside class=related><ul><li><img src=after.jpg>Other</ul></aside>
"""


def test_images_are_placed_before_in_and_behind_the_text(image_columns: Columns) -> None:
    columns = image_columns(PAGE)
    share = len(STORY) / (2 * len(STORY) + 1)
    assert columns["article_before_share"] == pytest.approx([0, share, 2 * share])
    assert columns["article_behind"] == pytest.approx([math.log1p(2 * len(STORY)), math.log1p(len(STORY)), 0])
    assert columns["in_root"] == [0, 1, 0]
    assert columns["segments_to_previous"] == [FAR, 1, 1]
    assert columns["segments_to_next"] == [0, 0, FAR]
    assert columns["h1_before"] == [1, 1, 1]
    assert (columns["images_before"], columns["images_behind"]) == ([0, 1, 2], [3, 2, 1])


def test_names_of_elements_around_an_image(image_columns: Columns) -> None:
    columns = image_columns(PAGE)
    assert columns["around_related"] == columns["in_aside"] == [0, 0, 1]
    assert columns["in_figure"] == [0, 1, 0]
    assert columns["around_body"] == [0, 1, 0]
    assert columns["below_root_body"] == [0, 0, 0]  # the article itself is not below it
    assert columns["below_root_related"] == [0, 0, 1]


def test_distances_up_the_tree(image_columns: Columns) -> None:
    columns = image_columns(PAGE)
    assert columns["up_to_figure"] == [BEYOND, 1, BEYOND]
    assert columns["up_to_aside"] == [BEYOND, BEYOND, 3]
    assert columns["up_to_article_text"] == [1, 2, 4]
    assert columns["up_to_text"] == [1, 2, 1]


def test_subtrees_around_an_image(image_columns: Columns) -> None:
    columns = image_columns("<div><p><img src=a.jpg></p><h2>The story</h2><img src=b.jpg></div>")
    assert columns["level2_images"][0] == columns["level1_images"][1] == 2
    assert columns["level2_headings"][0] == 1
    assert columns["level2_of_article"][0] == pytest.approx(9 / 10)
    assert columns["level5_images"] == [NONE, NONE]  # beyond the root


def test_scores_of_the_text_nearby(image_columns: Columns) -> None:
    columns = image_columns(f"<p>{'x' * 99}<p><img src=a.jpg><p>{'story' + 'x' * 94}")
    assert columns["score_before"] == pytest.approx([0.1 * 99 / 100])
    assert columns["score_behind"] == pytest.approx([0.9 * 99 / 100])


def test_a_page_without_text_has_images_with_rows(image_columns: Columns) -> None:
    columns = image_columns("<div><img src=a.jpg></div><img src=b.jpg>")
    assert columns["in_root"] == [0, 0]
    assert columns["up_to_article_text"] == columns["up_to_text"] == [BEYOND, BEYOND]
    assert columns["article_there"] == [NONE, NONE]
    assert columns["segments_to_next"] == [FAR, FAR]


def place(reading: Reading, pictures: list[Picture]) -> ImagePlaces:
    images = [picture.image for picture in pictures]
    return ImagePlaces(reading.document, read_places(reading), images)


def test_images_that_stand_alike_have_one_shape(read: Read) -> None:
    html = "<div><p class='a b'><img src=1.jpg></p><p class=a><img src=2.jpg></p><p class=c><img src=3.jpg></p></div>"
    places = place(*read(html))
    first, second, third = (places.shape(number) for number in range(3))
    assert first == second != third
    assert first == (("img", ""), ("p", "a"), ("div", ""), ("body", ""), ("html", ""))


def test_each_element_is_read_and_named_once(read: Read, monkeypatch: pytest.MonkeyPatch) -> None:
    """A class of a megabyte around thousands of images is neither read nor kept once for each of them."""
    divisions = "".join(f"<div id=div{n}>" for n in range(50))
    page = read(divisions + "".join(f"<img id=img{n} src={n}.jpg>" for n in range(200)) + "<p id=story>The story")
    counts = {"marks": 0, "names": 0}
    name_element = image_places._name_element

    def read_counted(attributes: object) -> int:
        counts["marks"] += 1
        return read_marks(attributes)  # type: ignore[arg-type]

    def name_counted(element: object) -> tuple[str, str]:
        counts["names"] += 1
        return name_element(element)  # type: ignore[arg-type]

    monkeypatch.setattr(elements, "read_marks", read_counted)
    monkeypatch.setattr(image_places, "_name_element", name_counted)
    places = place(*page)
    assert len({id(places.shape(number)[1]) for number in range(200)}) == 1
    assert places.measure().shape == (200, len(PLACE_COLUMNS))
    assert counts == {
        "marks": 200,
        "names": 204,
    }  # those around the story are known; of an image and four elements around it


def test_scores_are_those_that_the_text_was_chosen_by(read: Read) -> None:
    places = read_places(read("<p>The story<p>Menu")[0])
    assert (places.scores.tolist(), places.kept.tolist()) == ([0.9, 0.1], [True, False])
