"""What a segment is to a reader."""

from collections.abc import Callable

import pytest

from cutline.config import Settings
from cutline.dom.captioning.block_captions import CaptionFinder
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.reading import KindReader
from cutline.dom.tags import breaks_line
from cutline.dom.tree import BlockFinder

Build = Callable[..., Document]
ReadKinds = Callable[[str], list[str]]


@pytest.fixture
def reader(document: Build, settings: Settings) -> Callable[[Document], KindReader]:
    def build(page: Document) -> KindReader:
        blocks = BlockFinder(settings.first_subtree.block_tags, page.body)
        captions = CaptionFinder(page, blocks, None, settings.captions).find_elements()
        inside = {element for caption in captions for element in caption.iter()}
        return KindReader(page, lambda segment: segment.runs[0].parent in inside)

    return build


@pytest.fixture
def kinds(document: Build, reader: Callable[[Document], KindReader]) -> ReadKinds:
    def build(html: str) -> list[str]:
        page = document(html)
        return [reader(page).kind(segment) for segment in split_segments(page, breaks_line)]

    return build


@pytest.mark.parametrize(
    ("html", "kind"),
    [
        ("<p>x</p>", "paragraph"),
        ("<div><section>x</section></div>", "paragraph"),
        ("<h2>x</h2>", "heading"),
        ("<ul><li>x</li></ul>", "list_item"),
        ("<dl><dt>x</dt></dl>", "list_item"),
        ("<blockquote><p>x</p></blockquote>", "quote"),
        ("<table><tr><th>x</th></tr></table>", "table"),
        ("<table><tr><td>x</td></tr></table>", "table"),
        ("<pre>x</pre>", "code"),
        ("<figure><figcaption>x</figcaption></figure>", "caption"),
        ("<blockquote><ul><li>x</ul></blockquote>", "list_item"),
    ],
)
def test_innermost_element_gives_the_kind(kinds: ReadKinds, html: str, kind: str) -> None:
    assert kinds(html) == [kind]


def test_heading_has_its_level(document: Build, reader: Callable[[Document], KindReader]) -> None:
    page = document("<h3><b>x</b></h3><p>y</p>")
    levels = [reader(page).level(segment) for segment in split_segments(page, breaks_line)]
    assert levels == [3, None]


def test_short_text_alone_with_a_picture_is_its_caption(kinds: ReadKinds) -> None:
    assert kinds("<div><img src=a>The mayor<br>Photo: Jo Doe</div><p>text</p>") == ["caption", "caption", "paragraph"]


@pytest.mark.parametrize(("characters", "kind"), [(300, "caption"), (301, "paragraph")])
def test_caption_without_a_tag_has_up_to_300_characters(kinds: ReadKinds, characters: int, kind: str) -> None:
    assert kinds(f"<div><img src=a>{'x' * characters}</div>") == [kind]


def test_short_paragraphs_of_an_article_are_no_captions_of_the_picture_in_it(kinds: ReadKinds) -> None:
    assert kinds(f"<div><img src=a>{'x' * 200}<br>{'y' * 200}</div>") == ["paragraph", "paragraph"]


@pytest.mark.parametrize(
    ("width", "kind"), [("16", "paragraph"), ("59", "paragraph"), ("60", "caption"), ("100%", "caption")]
)
def test_icon_in_a_line_of_text_makes_no_caption(kinds: ReadKinds, width: str, kind: str) -> None:
    assert kinds(f"<p><img src=a width='{width}'> text</p>") == [kind]


def test_heading_beside_a_picture_stays_a_heading(kinds: ReadKinds) -> None:
    assert kinds("<h2><img src=a>text</h2>") == ["heading"]


def test_caption_behind_a_wrapper_of_its_picture_is_a_caption(kinds: ReadKinds) -> None:
    assert kinds("<div><div><img src=a></div><p>The mayor</p></div><p>text</p>") == ["caption", "paragraph"]
