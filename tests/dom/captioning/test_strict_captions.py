"""The caption of an image by the words of Joshi & Liu 2009, section 4.3."""

from collections.abc import Callable
from time import process_time

import pytest

from cutline.config import Settings
from cutline.dom.captioning.block_captions import Caption, StrictCaptionFinder
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder

Find = Callable[..., list[Caption | None]]
LIMIT = 1_000_000


@pytest.fixture
def find(document: Callable[..., Document], settings: Settings) -> Find:
    def build(html: str, max_characters: int = LIMIT) -> list[Caption | None]:
        page = document(html)
        blocks = BlockFinder(settings.first_subtree.block_tags, page.body)
        finder = StrictCaptionFinder(page, split_segments(page, breaks_line), blocks, None, max_characters)
        return [finder.find_text(image) for image in page.body.iter("img")]

    return build


def texts(found: list[Caption | None]) -> list[str | None]:
    return [caption and caption.text for caption in found]


def test_it_is_all_text_of_the_first_block_and_of_the_blocks_in_it(find: Find) -> None:
    html = "<div>before<div><a><img src=a></a> The <b>mayor</b> opens<p>the library.</p><p>Soon.</p></div>after</div>"
    assert texts(find(html)) == ["The mayor opens the library. Soon."]


def test_a_block_that_holds_nothing_but_the_image_is_not_passed_over(find: Find) -> None:
    assert texts(find("<div>The mayor<p><img src=a></p></div>")) == [None]


def test_a_figcaption_is_text_like_any_other(find: Find) -> None:
    html = "<div>Zoom<figure><img src=a><figcaption>The mayor</figcaption></figure></div>"
    assert texts(find(html)) == ["Zoom The mayor"]


def test_a_credit_is_part_of_it(find: Find) -> None:
    (caption,) = find("<div><img src=a>The mayor <span class=credit>(Photo: Jo Doe/AFP)</span></div>")
    assert caption is not None
    assert (caption.text, caption.credit) == ("The mayor (Photo: Jo Doe/AFP)", None)


def test_it_is_never_cut(find: Find) -> None:
    (caption,) = find(f"<div><img src=a>{'<p>Some words of an article.</p>' * 1000}</div>")
    assert caption is not None and len(caption.text or "") == 1000 * len("Some words of an article. ") - 1


def test_text_outside_all_blocks_is_none(find: Find) -> None:
    assert texts(find("text <img src=a>")) == [None]


def test_hidden_text_is_no_part_of_it(find: Find) -> None:
    assert texts(find("<div><img src=a>The <span hidden>big </span><script>x</script>mayor</div>")) == ["The mayor"]


def test_link_share_counts_characters_in_links(find: Find) -> None:
    (caption,) = find("<div><img src=a>four<a>four</a></div>")
    assert caption is not None and caption.link_share == 0.5


def test_images_behind_the_characters_of_a_page_have_none(find: Find) -> None:
    html = "<div><img src=a><img src=b><img src=c>The mayor</div>"
    assert texts(find(html, 2 * len("The mayor"))) == ["The mayor", "The mayor", None]


@pytest.mark.parametrize(
    "html",
    [
        "".join(f"<div><img src=a{number}>" for number in range(200)) + "<b>x</b>" * 20_000,
        "<div>" + "<img src=a>" * 20_000 + "word " * 20_000,
    ],
    ids=["nested blocks", "many images in a long block"],
)
def test_cost_is_bounded(find: Find, html: str) -> None:
    start = process_time()
    find(html)
    assert process_time() - start < 10
