"""Which text beside a picture is the credit of its caption, and which is a caption after all."""

from collections.abc import Callable

import pytest

from cutline.dom.captioning.block_captions import Caption

Find = Callable[..., Caption | None]
STORY = "<p class=kept>The council met on Monday.</p>"
IMAGE = "<img src=/mayor-at-the-bridge.jpg>"


def test_caption_stands_beside_one_that_only_names_the_maker(find: Find) -> None:
    credit = "<figcaption><span>Jo Doe</span><b></b><div>//</div><span>Getty Images</span></figcaption>"
    caption = find(f"<div>{IMAGE}<div><div>The mayor <em>smiles</em>.</div>{credit}</div></div>{STORY}")
    assert caption is not None and (caption.text, caption.credit) == ("The mayor smiles.", "Jo Doe / Getty Images")


def test_text_outside_the_figure_is_no_caption_where_the_figcaption_names_the_maker(find: Find) -> None:
    figure = f"<figure>{IMAGE}<figcaption>Foto: Jo Doe</figcaption></figure>"
    caption = find(f"<div>{figure}<p>Watch this space</p></div>{STORY}")
    assert caption is not None and (caption.text, caption.credit) == (None, "Jo Doe")


@pytest.mark.parametrize(
    ("html", "parts"),
    [
        # lone name under a picture described in other words is its credit
        ("<figure><img src=/a.jpg alt='The mayor opens a bridge'><figcaption>Jo Doe</figcaption></figure>",
         (None, "Jo Doe")),
        # caption that only names the maker has no text
        (f"<div><figure>{IMAGE}<figcaption>Foto: Jo Doe</figcaption></figure><p>The mayor</p></div>", (None, "Jo Doe")),
        # credit outside the caption is found
        (f"<figure>{IMAGE}<span class=credit>Jo Doe</span><figcaption>The mayor</figcaption></figure>",
         ("The mayor", "Jo Doe")),
        # a caption that is named a credit too is no part of the credit
        (f"<div>{IMAGE}<div><div class='image__caption attribution'>The mayor.</div>"
         "<figcaption class=image__credit>Ann Roe/AP</figcaption></div></div>", ("The mayor.", "Ann Roe/AP")),
        # name in other letters is not caption and credit
        (f"<figure>{IMAGE}<b class=credit>THE MAYOR!</b><figcaption>The mayor</figcaption></figure>",
         ("The mayor", None)),
    ],
)  # fmt: skip
def test_a_maker_is_the_credit_and_no_caption(find: Find, html: str, parts: tuple[str | None, str | None]) -> None:
    caption = find(html)
    assert caption is not None and (caption.text, caption.credit) == parts


@pytest.mark.parametrize("alt", ["Jo Doe", "Jo Doe opens a bridge", "", "Portrait"])
def test_lone_name_is_a_caption_where_nothing_else_describes_the_picture(find: Find, alt: str) -> None:
    caption = find(f"<figure><img src=/a.jpg alt='{alt}'><figcaption>Jo Doe</figcaption></figure>")
    assert caption is not None and caption.text == "Jo Doe"


@pytest.mark.parametrize(
    ("text", "is_credit"), [("Ann Lee/Courier", True), ("Bo Ek/Courier", False), ("Ann Lee on board", False)]
)
def test_the_author_and_an_owner_are_a_credit(find: Find, text: str, is_credit: bool) -> None:
    head = "<head><meta name=author content='Ann Lee'></head>"
    figure = f"<figure><img src=1.jpg><figcaption><span>{text}</span></figcaption></figure>"
    caption = find(f"<html>{head}<body><main>{STORY}{figure}{STORY}</main></body></html>")
    assert caption is not None
    assert (caption.text, caption.credit) == ((None, text) if is_credit else (text, None))


@pytest.mark.parametrize(
    ("name", "credit"),
    [
        ("Jo Doe/BBC", "Jo Doe/BBC"),
        ("© Reuters", "Reuters"),
        ("AP Photo", "AP Photo"),
        ("Jo Doe", None),
        ("<b class=visually-hidden>Image source, </b>Jo Doe", "Jo Doe"),
        ("Image source, Jo Doe", "Jo Doe"),
        ("Fig. 1", None),
        ("Photo 1/5", None),
        ("Politics/Europe", None),
        ("Pittsburgh, PA", None),
        ("At the bridge", None),
    ],
)
def test_owner_between_a_picture_and_its_figcaption_is_its_credit(find: Find, name: str, credit: str | None) -> None:
    caption = find(
        f"<figure><div>{IMAGE}<span>{name}</span></div><div><figcaption>The mayor</figcaption></div></figure>"
    )
    assert caption is not None and (caption.text, caption.credit) == ("The mayor", credit)


@pytest.mark.parametrize(
    "figure",
    [
        "<figure>{}<p>Image source, Jo Doe</p></figure>",
        "<figure>{}<p><span class=visually-hidden>Image source, </span>Jo Doe</p></figure>",
        "<p>{}</p><p>Image source, Jo Doe</p>",
        "<p>{}<br>Image source, Jo Doe</p>",
    ],
)
def test_what_is_behind_the_label_of_a_source_is_the_credit_and_no_caption(find: Find, figure: str) -> None:
    caption = find(f"{STORY}{figure.format(IMAGE)}{STORY}")
    assert caption is not None and (caption.text, caption.credit) == (None, "Jo Doe")
