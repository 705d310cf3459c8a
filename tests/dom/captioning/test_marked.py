"""Captions by their marks, and by their format."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.finder import AllCaptionFinder
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


Find = Callable[..., Caption | None]
MakeFinder = Callable[..., AllCaptionFinder]
STORY = "<p class=kept>The council met on Monday, and on Tuesday.</p>" * 8
NAMES = ("The ferry at dawn.", "The mayor, at the pier.", "The old bridge.")


def show(opening: str, texts: tuple[str, ...] = NAMES, between: str = "") -> str:
    rows = (f"<p><img src=/picture-{n}.jpg></p>{opening}{text}</p>{between}" for n, text in enumerate(texts))
    return f"<main>{STORY}{''.join(rows)}{STORY}</main>"


def read(finder: AllCaptionFinder) -> list[str | None]:
    return [caption and caption.text for caption in map(finder.find, finder.images)]


@pytest.mark.parametrize("opening", ["<p class='kept wide-note'>", "<p class=kept style='color:#666'>"])
def test_text_in_a_format_of_its_own_below_every_picture_is_its_caption(finder: MakeFinder, opening: str) -> None:
    assert read(finder(show(opening))) == list(NAMES)


def test_text_behind_an_image_and_a_break_is_the_caption_of_each_in_a_series(finder: MakeFinder) -> None:
    rows = "".join(f"<p class=kept><img src=/picture-{n}.jpg><br>{text}</p>" for n, text in enumerate(NAMES))
    assert read(finder(f"<main>{STORY}{rows}{STORY}</main>")) == list(NAMES)


def test_text_below_two_pictures_is_no_series(finder: MakeFinder) -> None:
    assert read(finder(show("<p class='kept wide-note'>", NAMES[:2]))) == [None, None]


def test_format_of_other_texts_too_is_none_of_captions(finder: MakeFinder) -> None:
    others = "<p class='kept wide-note'>What the council said.</p>"
    assert read(finder(show("<p class='kept wide-note'>", between=others))) == [None, None, None]


def test_texts_set_like_the_article_are_no_captions(finder: MakeFinder) -> None:
    assert read(finder(show("<p class=kept>"))) == [None, None, None]


def test_texts_that_are_half_of_the_article_are_no_captions(finder: MakeFinder) -> None:
    html = show("<p class='kept wide-note'>").replace(STORY, "<p class=kept>The council met.</p>")
    assert read(finder(html)) == [None, None, None]


@pytest.mark.parametrize("label", ["Figure 2.", "FIG. 3:", "Abb. 4 –", "Рис. 5.", "图 6", "Figura 7:"])
def test_text_with_the_label_of_a_figure_is_a_caption(find: Find, label: str) -> None:
    caption = find(f"<main>{STORY}<p><img src=/torque.png></p><p class=kept>{label} Torque by speed.</p>{STORY}</main>")
    assert caption is not None and (caption.text, caption.source) == (f"{label} Torque by speed.", "sibling")


@pytest.mark.parametrize("text", ["Figure 2 shows the torque.", "Figures are rounded.", "Figurine 3: sold out"])
def test_sentence_about_a_figure_is_no_caption(find: Find, text: str) -> None:
    assert find(f"<main>{STORY}<p><img src=/torque.png></p><p class=kept>{text}</p>{STORY}</main>") is None


def test_the_caption_above_a_list_of_pictures_is_of_none_of_them(finder: MakeFinder) -> None:
    rows = "".join(f"<li><img src=/picture-{n}.jpg><p>{text}</p></li>" for n, text in enumerate(NAMES))
    assert read(finder(f"<main>{STORY}<ul><li class=gallerycaption>The isle</li>{rows}</ul></main>")) == list(NAMES)


def test_a_class_for_small_letters_behind_the_article_is_no_caption_of_a_picture_in_it(find: Find) -> None:
    # Dawn, the theme of Shopify, has `caption` on the line below the form for comments.
    form = "<div id=comments><h2>Leave a comment</h2><p class=caption>Comments are read before they appear.</p></div>"
    content = f"<div class=rte>{STORY}<div><img src=1.jpg></div>{STORY}</div>"
    assert find(f"<article>{content}<div><a href=/blog>Back</a></div>{form}</article>") is None
    for above in ("", "<p class=kept>The ferry left the harbour at six.</p>"):
        cover = f"<header>{above}<div><img src=1.jpg></div><div>{above}</div></header>"
        found = find(f"<article>{cover}<div><p class=caption>The ferry at dawn</p></div>{STORY}</article>")
        assert found is not None and found.text == "The ferry at dawn"


def test_the_legend_of_a_form_is_no_caption(find: Find) -> None:
    # As Drupal writes the form for comments behind an article and its picture.
    legend = "<legend><span class=fieldset-legend>Text format options</span></legend>"
    form = f"<div><form><fieldset class=form-wrapper>{legend}<textarea></textarea></fieldset></form></div>"
    cover = "<div><figure><img src=1.jpg></figure><p class=kept>The ferry left the harbour at six.</p></div>"
    assert find(f"<main>{cover}{form}</main>") is None


def test_what_is_named_a_caption_behind_a_row_of_pictures_is_that_of_all(finder: MakeFinder) -> None:
    # As al-folio's readers write it.
    row = "<div class=row><div class=col><figure><img src=1.jpg></figure></div><div><img src=2.jpg></div></div>"
    caption = "<div class=caption>High water on the left, low water on the right.</div>"
    built = finder(f"<main>{STORY}{row}{caption}{STORY}</main>")
    texts = [found.text for found in map(built.find, built.images) if found is not None]
    assert texts == ["High water on the left, low water on the right."] * 2
    for other in (f"<div>{row}{STORY}</div>{caption}", row + caption.replace("class=caption", "class=caption-size")):
        built = finder(f"<main>{other}</main>")
        assert [built.find(image) for image in built.images] == [None, None]
