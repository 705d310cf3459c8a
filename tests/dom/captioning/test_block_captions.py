"""Captions by the rule of Joshi & Liu 2009, section 4.3, adapted and to the letter."""

from collections.abc import Callable
from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.config import Settings
from cutline.dom.captioning.block_captions import Caption, CaptionFinder, StrictCaptionFinder
from cutline.dom.captioning.credit_parting import split_credit
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder

Build = Callable[..., Document]
Find = Callable[[str], Caption | None]


@pytest.fixture(scope="session")
def find(document: Build, settings: Settings) -> Find:
    def build(html: str) -> Caption | None:
        page = document(f"<div>{html}</div>")
        finder = CaptionFinder(page, BlockFinder(settings.first_subtree.block_tags, page.body), None, settings.captions)
        return finder.find_text(page.body.find(".//img"))

    return build


def test_caption_is_all_text_of_the_first_block(find: Find) -> None:
    caption = find(
        "<p>before</p><div><span><img src=a></span> The <b>mayor</b> opens <p>the library.</p></div><p>after</p>"
    )
    assert caption is not None
    assert (caption.text, caption.source, caption.element.tag) == ("The mayor opens the library.", "first_block", "div")


def test_blocks_that_hold_nothing_but_the_image_are_passed(find: Find) -> None:
    caption = find("<div><div><p><a><img src=a></a></p></div>The mayor</div>")
    assert caption is not None and caption.text == "The mayor"


@pytest.mark.parametrize(("wrappers", "text"), [(4, "The mayor"), (5, None)])
def test_five_blocks_are_looked_at(find: Find, wrappers: int, text: str | None) -> None:
    caption = find(f"<div>{'<div>' * wrappers}<img src=a>{'</div>' * wrappers}The mayor</div>")
    assert (caption and caption.text) == text


def test_image_alone_has_no_caption(find: Find) -> None:
    assert find("<img src=a alt='The mayor'>") is None


def test_text_outside_all_blocks_is_no_caption(document: Build, settings: Settings) -> None:
    page = document("text <img src=a>")
    finder = CaptionFinder(page, BlockFinder(settings.first_subtree.block_tags, page.body), None, settings.captions)
    assert finder.find_text(page.body.find(".//img")) is None


def test_figcaption_is_the_caption(find: Find) -> None:
    caption = find("<figure><div><img src=a><p>Zoom</p></div><figcaption>The <i>mayor</i></figcaption></figure>")
    assert caption is not None and (caption.text, caption.source) == ("The mayor", "figcaption")


def test_figcaption_of_another_figure_is_not(find: Find) -> None:
    inner = "<figure><img src=b><figcaption>Inner</figcaption></figure>"
    caption = find(f"<figure><img src=a>{inner}<figcaption>Outer</figcaption></figure>")
    assert caption is not None and caption.text == "Outer"


def test_figure_without_a_figcaption_has_its_text_as_caption(find: Find) -> None:
    caption = find("text<figure><div><img src=a></div><span>The mayor</span></figure>text")
    assert caption is not None and (caption.text, caption.source) == ("The mayor", "first_block")


def test_empty_figcaption_is_passed(find: Find) -> None:
    caption = find("<figure><figcaption> </figcaption><img src=a><p>The mayor</p></figure>")
    assert caption is not None and caption.text == "The mayor"


def test_hidden_text_is_no_part_of_a_caption(find: Find) -> None:
    caption = find("<div><img src=a>The <span hidden>big </span><script>x</script><button>Zoom</button>mayor</div>")
    assert caption is not None and caption.text == "The mayor"


def test_words_in_two_blocks_do_not_run_together(find: Find) -> None:
    caption = find("<figure><img src=a><figcaption><p>The</p><p>mayor<br>opens</p></figcaption></figure>")
    assert caption is not None and caption.text == "The mayor opens"


@pytest.mark.parametrize(
    ("html", "share"),
    [
        ("<div><img src=a>The mayor</div>", 0),
        ("<div><a><img src=a><b>The mayor</b></a></div>", 1),
        ("<a><div><img src=a>The mayor</div></a>", 1),
        ("<div><img src=a>four<a>four</a></div>", 0.5),
        ("<div><img src=a>four   \n\n   <a>   four</a></div>", 0.5),
    ],
)
def test_link_share_counts_characters_in_links(find: Find, html: str, share: float) -> None:
    caption = find(html)
    assert caption is not None and caption.link_share == share


@pytest.mark.parametrize(
    "mark",
    [
        "class=credit",
        "class='photo-credit small'",
        "class=imageCredit",
        "class=copyright",
        "id=source",
        "itemprop=copyrightHolder",
        "class=fotograf",
        "class='caption author'",
        "data-testid=photo-credit",
        "data-theme-key=photo-credit-creditor",
        "class=figure-article-caption-owner",
    ],
)
def test_element_marked_as_credit_is_the_credit(find: Find, mark: str) -> None:
    caption = find(f"<figure><img src=a><figcaption>The mayor <span {mark}>Jo <b>Doe</b></span></figcaption></figure>")
    assert caption is not None and (caption.text, caption.credit) == ("The mayor", "Jo Doe")


@pytest.mark.parametrize(
    "mark",
    ["class=resource", "class=authority", "id=sourcemap", "class=text", "data-theme-key=photo-credit-figcaption"],
)
def test_element_with_another_mark_is_not(find: Find, mark: str) -> None:
    caption = find(f"<div><img src=a><span {mark}>The mayor</span></div>")
    assert caption is not None and (caption.text, caption.credit) == ("The mayor", None)


def test_credit_alone_is_a_caption_without_text(find: Find) -> None:
    caption = find("<div><img src=a><span class=credit>Jo Doe</span></div>")
    assert caption is not None and (caption.text, caption.credit) == (None, "Jo Doe")


@pytest.mark.parametrize(
    ("caption", "text", "credit"),
    [
        ("The mayor (Photo: Jo Doe/AFP)", "The mayor", "Photo: Jo Doe/AFP"),
        ("The mayor. (Foto: Jo Doe)", "The mayor.", "Foto: Jo Doe"),
        ("The mayor [Image: Reuters]", "The mayor", "Image: Reuters"),
        ("The mayor (AP/Jo Doe)", "The mayor", "AP/Jo Doe"),
        ("The mayor (© dpa)", "The mayor", "© dpa"),
        ("The mayor (Photo by Jo Doe / Getty Images)", "The mayor", "Photo by Jo Doe / Getty Images"),
        ("The mayor. Foto: Jo Doe", "The mayor.", "Foto: Jo Doe"),
        ("The mayor | Bild: Jo Doe/dpa", "The mayor", "Bild: Jo Doe/dpa"),
        ("The mayor © Jo Doe", "The mayor", "© Jo Doe"),
        ("The mayor. Photo by Jo Doe / Getty Images", "The mayor.", "Photo by Jo Doe / Getty Images"),
        ("Le maire – Crédit photo : Jo Doe", "Le maire", "Crédit photo : Jo Doe"),
        ("Мэр города. Фото: Иван Иванов", "Мэр города.", "Фото: Иван Иванов"),
        ("© Jo Doe", "", "© Jo Doe"),
        ("(Photo: Jo Doe)", "", "Photo: Jo Doe"),
    ],
)
def test_credit_at_the_end_is_parted_from_the_caption(caption: str, text: str, credit: str) -> None:
    assert split_credit(caption) == (text, credit)


@pytest.mark.parametrize(
    "caption",
    [
        "",
        "The mayor opens the library on Monday.",
        "A photo of the mayor from the city's archive.",
        "The photo by the window shows the mayor.",
        "The source of the river, seen from the bridge.",
        "The club won the league (2019/20)",
        "The new team (men/women)",
        "He said (after the photo was taken) that he was tired.",
        "The mayor (centre) with his wife (left)",
        "Telephoto: a lens for the press",
    ],
)
def test_ordinary_sentence_has_no_credit(caption: str) -> None:
    assert split_credit(caption) == (caption, "")


def test_article_around_an_image_is_not_read_to_its_end(find: Find, settings: Settings) -> None:
    caption = find("<div><img src=a>" + "<p>Some words of an article.</p>" * 1000 + "</div>")
    assert caption is not None
    assert settings.captions.max_characters < len(caption.text or "") < 2000


@given(st.text("Photo: ©()[]|/–- .AbcFoto\n"))
def test_credit_and_caption_are_parts_of_the_text(text: str) -> None:
    caption, credit = split_credit(text)
    assert text.startswith(caption)
    assert credit in text


@pytest.mark.parametrize("unit", ["-", " ", "(", "[(", ")", "- – ", "Photo: ", "© ", "(A/", "Photo by "])
def test_cost_of_a_credit_is_linear(unit: str) -> None:
    start = process_time()
    split_credit(unit * (100_000 // len(unit)))
    assert process_time() - start < 1


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<div><img src=a{number}>" for number in range(200)) + "<b>x</b>" * 20_000,
        "".join(f"<div><img src=a{number}>" for number in range(200)) + "<b></b>" * 20_000,
        "<figure>" + "<img src=a>" * 20_000,
        "<div><img src=a><b class='" + " fotografx" * 200_000 + "!'>x</b></div>",
    ],
    ids=["nested blocks", "nested blocks without text", "figure without a figcaption", "long class"],
)
@pytest.mark.load
def test_cost_of_captions_is_linear(document: Build, settings: Settings, html: str) -> None:
    page = document(html)
    start = process_time()
    finder = CaptionFinder(page, BlockFinder(settings.first_subtree.block_tags, page.body), None, settings.captions)
    for image in page.body.iter("img"):
        finder.find_text(image)
    assert process_time() - start < 10


FindStrict = Callable[..., list[Caption | None]]


def test_elements_of_captions_are_those_of_pictures_that_have_one(document: Build, settings: Settings) -> None:
    longest = settings.captions.max_untagged_characters
    texts = {
        "width=100%": "The mayor.",
        "width=59": "An icon.",
        "": "",
        "width=60": "x" * longest,
        "b": "x" * (longest + 1),
    }
    page = document("".join(f"<p><img src=a {given}>{text}</p>" for given, text in texts.items()) + "<p>The end.</p>")
    finder = CaptionFinder(page, BlockFinder(settings.first_subtree.block_tags, page.body), None, settings.captions)
    assert {element.text_content() for element in finder.find_elements()} == {"The mayor.", "x" * longest}


LIMIT = 1_000_000


@pytest.fixture
def find_strict(document: Callable[..., Document], settings: Settings) -> FindStrict:
    def build(html: str, max_characters: int = LIMIT) -> list[Caption | None]:
        page = document(html)
        blocks = BlockFinder(settings.first_subtree.block_tags, page.body)
        finder = StrictCaptionFinder(page, split_segments(page, breaks_line), blocks, None, max_characters)
        return [finder.find_text(image) for image in page.body.iter("img")]

    return build


def texts(found: list[Caption | None]) -> list[str | None]:
    return [caption and caption.text for caption in found]


@pytest.mark.parametrize(
    ("html", "text"),
    [
        # it is all text of the first block and of the blocks in it
        ("<div>before<div><a><img src=a></a> The <b>mayor</b> opens<p>the library.</p><p>Soon.</p></div>after</div>",
         "The mayor opens the library. Soon."),
        # a block that holds nothing but the image is not passed over
        ("<div>The mayor<p><img src=a></p></div>", None),
        # a figcaption is text like any other
        ("<div>Zoom<figure><img src=a><figcaption>The mayor</figcaption></figure></div>", "Zoom The mayor"),
        # text outside all blocks is none
        ("text <img src=a>", None),
        # hidden text is no part of it
        ("<div><img src=a>The <span hidden>big </span><script>x</script>mayor</div>", "The mayor"),
    ],
)  # fmt: skip
def test_the_strict_caption_is_the_text_of_the_first_block(
    find_strict: FindStrict, html: str, text: str | None
) -> None:
    assert texts(find_strict(html)) == [text]


def test_a_credit_is_part_of_it(find_strict: FindStrict) -> None:
    (caption,) = find_strict("<div><img src=a>The mayor <span class=credit>(Photo: Jo Doe/AFP)</span></div>")
    assert caption is not None
    assert (caption.text, caption.credit) == ("The mayor (Photo: Jo Doe/AFP)", None)


def test_it_is_never_cut(find_strict: FindStrict) -> None:
    (caption,) = find_strict(f"<div><img src=a>{'<p>Some words of an article.</p>' * 1000}</div>")
    assert caption is not None and len(caption.text or "") == 1000 * len("Some words of an article. ") - 1


def test_strict_link_share_counts_characters_in_links(find_strict: FindStrict) -> None:
    (caption,) = find_strict("<div><img src=a>four<a>four</a></div>")
    assert caption is not None and caption.link_share == 0.5


def test_images_behind_the_characters_of_a_page_have_none(find_strict: FindStrict) -> None:
    html = "<div><img src=a><img src=b><img src=c>The mayor</div>"
    assert texts(find_strict(html, 2 * len("The mayor"))) == ["The mayor", "The mayor", None]


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<div><img src=a{number}>" for number in range(200)) + "<b>x</b>" * 20_000,
        "<div>" + "<img src=a>" * 20_000 + "word " * 20_000,
    ],
    ids=["nested blocks", "many images in a long block"],
)
def test_cost_is_bounded(find_strict: FindStrict, html: str) -> None:
    start = process_time()
    find_strict(html)
    assert process_time() - start < 10
