"""Which text of the article, beside a picture, is its caption: notes, centred lines, text with a credit."""

from collections.abc import Callable

import pytest

from cutline.dom.captioning.block_captions import Caption
from cutline.dom.captioning.finder import AllCaptionFinder

Find = Callable[..., Caption | None]
Build = Callable[..., AllCaptionFinder]
STORY = "<p class=kept>The council met on Monday.</p>"
IMAGE = "<img src=/mayor-at-the-bridge.jpg>"
LIBRARY = "<img src=/library.jpg>"
CENTRED = "<p class=kept style='text-align: center'>"


@pytest.mark.parametrize(
    "note",
    [
        "<p class=kept><em>The mayor at the bridge</em></p>",
        "<p class=kept><small>The mayor at the bridge</small></p>",
        "<p class=kept><sub>The mayor at the bridge</sub></p>",
        "<p class=kept><font size=1>The mayor at the bridge</font></p>",
        "<p class=kept style='text-align: center'>The mayor at the bridge</p>",
        "<p class='kept has-text-align-center'>The mayor at the bridge</p>",
        "<p class='kept has-small-font-size'>The mayor at the bridge</p>",
        "<p class=kept align=center>The mayor at the bridge</p>",
        "<p class=kept align=CENTER>The mayor at the bridge</p>",
        "<div><div><p class=kept><i>The mayor at the bridge</i></p></div></div>",
        "<p>&nbsp;</p><p class=kept><em>The mayor at the bridge</em></p>",
    ],
)
def test_note_in_the_article_right_below_a_picture_is_its_caption(find: Find, note: str) -> None:
    caption = find(f"<main>{STORY}<p>{IMAGE}</p>{note}{STORY}</main>")
    assert caption is not None and (caption.text, caption.source) == ("The mayor at the bridge", "sibling")


def test_note_in_the_next_row_of_a_table_is_a_caption(find: Find) -> None:
    note = "<td class=kept><span><em>The mayor at the bridge</em></span></td>"
    caption = find(f"<main>{STORY}<table><tr><td>{IMAGE}</td></tr><tr>{note}</tr></table>{STORY}</main>")
    assert caption is not None and caption.text == "The mayor at the bridge"


@pytest.mark.parametrize(
    "text",
    [
        "<p class=kept><em>She says it is over.</em></p>",
        "<p class=kept><b>The second day</b></p>",
        "<p class=kept><font size=5>The second day</font></p>",
        "<p class='kept centered-layout'>The second day</p>",
        "<p class=kept>She says <em>it is over</em></p>",
        "<p class=kept><em>" + "it is over, she says, " * 20 + "</em></p>",
        f"{STORY}<p class=kept><em>The mayor at the bridge</em></p>",
    ],
)
def test_stressed_text_of_the_article_is_no_caption(find: Find, text: str) -> None:
    assert find(f"<main>{STORY}<p>{IMAGE}</p>{text}{STORY}</main>") is None


def test_note_below_two_pictures_stays_in_the_article(finder: Build) -> None:
    note = "<p class=kept><em>The mayor at the bridge</em></p>"
    built = finder(f"<main>{STORY}<p>{IMAGE}{LIBRARY}</p>{note}{STORY}</main>")
    assert list(map(built.find, built.images)) == [None, None]


def test_line_below_a_picture_in_a_centred_paragraph_is_its_caption(find: Find) -> None:
    caption = find(f"<main>{STORY}<p class='f_center kept'>{IMAGE}<br>The mayor. Photo: Jo Doe</p>{STORY}</main>")
    assert caption is not None and (caption.text, caption.credit) == ("The mayor.", "Jo Doe")


@pytest.mark.parametrize(
    "paragraph",
    [
        f"<p class=kept>{IMAGE}<br>The mayor speaks.</p>",
        f"<p class='center kept'>{IMAGE} The mayor speaks.</p>",
        f"<p class='center kept'>The mayor speaks.<br>{IMAGE}</p>",
        f"<p class='center kept'>{IMAGE}<br>{'The mayor speaks. ' * 30}</p>",
    ],
)
def test_other_text_in_one_paragraph_with_a_picture_stays_in_the_article(find: Find, paragraph: str) -> None:
    assert find(f"<main>{STORY}{paragraph}{STORY}</main>") is None


@pytest.mark.parametrize(
    "paragraph", [f"{CENTRED}{IMAGE}<br>The mayor speaks.</p>", f"<p>{IMAGE}</p>{CENTRED}<em>The mayor</em></p>"]
)
@pytest.mark.parametrize(("others", "text"), [("<p class=kept>", "The mayor"), (CENTRED, None)])
def test_centred_line_is_a_caption_unless_most_of_the_article_is_centred(
    find: Find, paragraph: str, others: str, text: str | None
) -> None:
    story = f"{others}The council met on Monday.</p>" * 3
    caption = find(f"<main>{story}{paragraph}{story}</main>")
    assert (caption and (caption.text or "").removesuffix(" speaks.")) == text


@pytest.mark.parametrize(
    "names", ["ql-align-center", "text--center", "md:text-center", "has-text-align-center", "f_center"]
)
def test_centred_line_is_known_by_the_classes_of_many_editors(find: Find, names: str) -> None:
    caption = find(f"<main>{STORY}<p>{IMAGE}</p><p class='kept {names}'>The mayor</p>{STORY * 2}</main>")
    assert caption is not None and caption.text == "The mayor"


def test_a_quoted_title_in_italics_below_a_picture_is_its_caption(find: Find) -> None:
    title = "<p class=kept><em>«Carmen» im Opernhaus</em></p>"
    assert find(f"<main>{STORY}<p>{IMAGE}</p>{title}{STORY}</main>") is not None


def test_items_that_a_style_sheet_aligns_are_not_centred(find: Find) -> None:
    steps = "".join(f"<li class='kept flex items-center'>Step {n} of the repair</li>" for n in range(3))
    assert find(f"<ul><li>{IMAGE}</li>{steps}</ul>{STORY * 4}") is None


@pytest.mark.parametrize(
    "paragraph", ["परिषद ने सोमवार को बैठक की।", "کونسل نے پیر کو اجلاس کیا۔", "„Wir haben es versprochen.“"]
)
def test_sentence_in_italics_below_a_picture_stays_in_the_article_in_any_script(find: Find, paragraph: str) -> None:
    assert find(f"<main>{STORY}<p>{IMAGE}</p><p class=kept><em>{paragraph}</em></p>{STORY}</main>") is None


def test_what_somebody_says_below_a_picture_is_no_caption(find: Find) -> None:
    said = "<p class=kept style='text-align: center'><em>“We never thought that,” the mayor said.</em></p>"
    assert find(f"<main>{STORY}<p>{IMAGE}</p>{said}{STORY}</main>") is None


def test_paragraph_in_a_box_whose_name_says_where_captions_are_stays_in_the_article(find: Find) -> None:
    box = f"<div class='media no-caption'><figure>{IMAGE}</figure><div><p class=kept>The mayor speaks.</p></div></div>"
    assert find(f"<main>{STORY}{box}{STORY}</main>") is None


@pytest.mark.parametrize(("name", "text"), [("mcnCaptionBottomContent", "The mayor"), ("columns", None)])
def test_text_in_a_table_named_a_caption_is_that_of_its_picture(find: Find, name: str, text: str | None) -> None:
    rows = f"<tr><td>{IMAGE}</td></tr><tr><td class=kept>The mayor</td></tr>"
    caption = find(f"<main>{STORY}<table class={name}>{rows}</table>{STORY}</main>")
    assert (caption and caption.text) == text


def test_article_inside_a_box_named_a_caption_stays_in_the_article(find: Find) -> None:
    assert find(f"<main class=caption-style>{STORY}<div>{IMAGE}</div>{STORY * 20}</main>") is None


@pytest.mark.parametrize(
    "text",
    [
        "<p class=kept>The mayor speaks. Photo: Jo Doe</p>",
        "<p class=kept style='text-align: center'><em>The mayor speaks.</em></p>",
        "<p class=kept style='text-align:center;font-size:14px'>The mayor speaks.</p>",
    ],
)
def test_sentence_right_below_a_picture_is_its_caption_by_its_credit_or_its_letters(find: Find, text: str) -> None:
    caption = find(f"<main>{STORY}<p>{IMAGE}</p>{text}{STORY}</main>")
    assert caption is not None and caption.text == "The mayor speaks."


@pytest.mark.parametrize("end", ["", " (dpa)", " Jo Doe", ": Jo Doe"])
def test_sentence_right_below_a_picture_without_a_labelled_credit_stays_in_the_article(find: Find, end: str) -> None:
    assert find(f"<main>{STORY}<p>{IMAGE}</p><p class=kept>The mayor speaks.{end}</p>{STORY}</main>") is None


def test_text_with_a_credit_in_one_paragraph_with_a_picture_is_its_caption(find: Find) -> None:
    caption = find(f"<main>{STORY}<p class=kept>{IMAGE}<span>市長が話す。（李明撮影）</span></p>{STORY}</main>")
    assert caption is not None and (caption.text, caption.credit) == ("市長が話す。", "李明")


DECLARED = '{"@type": "ImageObject", "url": "https://example.org/a.jpg", "caption": "The ferry. Photo: Jo Doe"}'
STATED = f"<script type=application/ld+json>{DECLARED}</script>"


@pytest.mark.parametrize(
    "picture",
    [
        f"{STATED}<img src=/a.jpg>",
        "<img src=/a.jpg data-caption='The ferry. Photo: Jo Doe'>",
        "<img src=/a.jpg alt='The ferry. Photo: Jo Doe'>",
    ],
)
def test_paragraph_below_a_picture_that_says_what_the_page_states_of_it_is_its_caption(
    finder: Build, picture: str
) -> None:
    built = finder(f"<main>{STORY}<div>{picture}</div><p class=kept>The ferry.</p>{STORY}{LIBRARY}</main>")
    caption = built.find(built.images[0])
    assert caption is not None and (caption.text, caption.credit) == ("The ferry.", "Jo Doe")
    assert caption.source in ("first_block", "sibling") and caption.element.tag == "p"


def test_paragraph_apart_from_its_picture_stays_in_the_article_though_the_page_states_it(finder: Build) -> None:
    built = finder(f"<main>{STATED}<div><img src=/a.jpg></div>{STORY}<p class=kept>The ferry.</p></main>")
    assert not built.find_elements()


@pytest.mark.parametrize(
    ("box", "text"),
    [
        # ikiwiki and LaTeX2HTML; DocBook
        (f"<table><caption class=kept>The mayor.</caption><tr><td>{IMAGE}</td></tr></table>", "The mayor."),
        (f"<div class=figure><p class='title kept'>The mayor.</p><div>{IMAGE}</div></div>", "The mayor."),
        (f"<div class=figures><p class='title kept'>The mayor.</p><div>{IMAGE}</div></div>", None),
        (f"<div class=figure><p class=kept>{'It goes on. ' * 60}</p><div>{IMAGE}</div></div>", None),
        (f"<table><caption class=kept>Votes</caption><tr><td>{IMAGE}<td>{LIBRARY}</table>", None),
    ],
)
def test_text_in_a_box_for_a_picture_and_its_caption_is_the_caption(find: Find, box: str, text: str | None) -> None:
    caption = find(f"<main>{STORY}{box}{STORY}</main>")
    assert (caption and caption.text) == text


LONG = "The mayor opens the bridge that the council has planned for ten years. " * 5  # no short untagged text


@pytest.mark.parametrize(("alt", "text"), [(LONG, LONG.strip()), ("The mayor", None)])
def test_long_paragraph_beside_a_picture_is_its_caption_if_it_says_what_the_alternative_text_does(
    find: Find, alt: str, text: str | None
) -> None:
    box = f"<div class=post-attachment><a href=/a.jpg><img src=/a.jpg alt='{alt}'></a><p class=kept>{LONG}</p></div>"
    caption = find(f"<main>{STORY}{box}{STORY}</main>")
    assert (caption and caption.text) == text


@pytest.mark.parametrize(("below", "text"), [("figcaption", "The mayor opens the bridge."), ("div", None)])
def test_text_of_the_article_above_the_figcaption_with_the_credit_is_the_caption(
    find: Find, below: str, text: str | None
) -> None:
    credit = f"<style></style><{below}><span>Bettmann</span><span>//</span><span>Getty Images</span></{below}>"
    box = f"<div><a href=/b>{IMAGE}</a><div><div class=kept>The mayor opens the bridge.</div>{credit}</div></div>"
    caption = find(f"<main>{STORY}{box}{STORY}</main>")
    assert (caption and caption.text) == text


def test_article_above_a_figcaption_stays_in_the_article(find: Find) -> None:
    text = f"<p class=kept>{'The council met on Monday. ' * 20}</p>"
    caption = find(f"<main>{IMAGE}{text}<figcaption>The mayor at the bridge</figcaption></main>")
    assert caption is None or caption.text == "The mayor at the bridge"


@pytest.mark.parametrize(
    ("beside", "parts"),
    [
        ("<p>Sandy Liang</p>", ("Sandy Liang", "Jo Doe")),
        ("<p>Shop now</p>", ("Jo Doe", None)),
        ("", ("Jo Doe", None)),
    ],
)
def test_name_in_the_place_of_the_caption_is_the_maker_where_other_text_says_what_the_picture_shows(
    find: Find, beside: str, parts: tuple[str, str | None]
) -> None:
    texts = f"<div><span class=ItemTextCaption>Jo Doe</span><span>{beside}</span></div>"
    caption = find(f"<main>{STORY}<div><span><img src=/a.jpg alt='Sandy Liang'></span>{texts}</div>{STORY}</main>")
    assert caption is not None and (caption.text, caption.credit) == parts


@pytest.mark.parametrize(
    "text", [f"<img src=/a.jpg alt='{LONG}'><p class=kept>{LONG}</p>", f"<p class=kept><img alt='{LONG}'>{LONG}</p>"]
)
def test_a_long_paragraph_among_others_is_the_story_whose_excerpt_the_alternative_text_is(
    find: Find, text: str
) -> None:
    text = text.replace("<img alt", "<img src=/a.jpg alt")
    caption = find(f"<main>{text}{STORY}{STORY}</main>")
    assert caption is None or caption.source == "alt"
