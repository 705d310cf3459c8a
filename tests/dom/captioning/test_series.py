"""Captions by their format under each picture of a series, and by the label of a figure."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.captioning import AllCaptionFinder
from cutline.dom.captioning.block_captions import Caption

Find = Callable[..., Caption | None]
Build = Callable[..., AllCaptionFinder]
STORY = "<p class=kept>The council met on Monday, and on Tuesday.</p>" * 8
NAMES = ("The ferry at dawn.", "The mayor, at the pier.", "The old bridge.")


def show(opening: str, texts: tuple[str, ...] = NAMES, between: str = "") -> str:
    rows = (f"<p><img src=/picture-{n}.jpg></p>{opening}{text}</p>{between}" for n, text in enumerate(texts))
    return f"<main>{STORY}{''.join(rows)}{STORY}</main>"


def read(finder: AllCaptionFinder) -> list[str | None]:
    return [caption and caption.text for caption in map(finder.find, finder.images)]


@pytest.mark.parametrize("opening", ["<p class='kept wide-note'>", "<p class=kept style='color:#666'>"])
def test_text_in_a_format_of_its_own_below_every_picture_is_its_caption(finder: Build, opening: str) -> None:
    assert read(finder(show(opening))) == list(NAMES)


def test_text_behind_an_image_and_a_break_is_the_caption_of_each_in_a_series(finder: Build) -> None:
    rows = "".join(f"<p class=kept><img src=/picture-{n}.jpg><br>{text}</p>" for n, text in enumerate(NAMES))
    assert read(finder(f"<main>{STORY}{rows}{STORY}</main>")) == list(NAMES)


def test_text_below_two_pictures_is_no_series(finder: Build) -> None:
    assert read(finder(show("<p class='kept wide-note'>", NAMES[:2]))) == [None, None]


def test_format_of_other_texts_too_is_none_of_captions(finder: Build) -> None:
    others = "<p class='kept wide-note'>What the council said.</p>"
    assert read(finder(show("<p class='kept wide-note'>", between=others))) == [None, None, None]


def test_texts_set_like_the_article_are_no_captions(finder: Build) -> None:
    assert read(finder(show("<p class=kept>"))) == [None, None, None]


def test_texts_that_are_half_of_the_article_are_no_captions(finder: Build) -> None:
    html = show("<p class='kept wide-note'>").replace(STORY, "<p class=kept>The council met.</p>")
    assert read(finder(html)) == [None, None, None]


@pytest.mark.parametrize("label", ["Figure 2.", "FIG. 3:", "Abb. 4 –", "Рис. 5.", "图 6", "Figura 7:"])
def test_text_with_the_label_of_a_figure_is_a_caption(find: Find, label: str) -> None:
    caption = find(f"<main>{STORY}<p><img src=/torque.png></p><p class=kept>{label} Torque by speed.</p>{STORY}</main>")
    assert caption is not None and (caption.text, caption.source) == (f"{label} Torque by speed.", "sibling")


@pytest.mark.parametrize("text", ["Figure 2 shows the torque.", "Figures are rounded.", "Figurine 3: sold out"])
def test_sentence_about_a_figure_is_no_caption(find: Find, text: str) -> None:
    assert find(f"<main>{STORY}<p><img src=/torque.png></p><p class=kept>{text}</p>{STORY}</main>") is None
