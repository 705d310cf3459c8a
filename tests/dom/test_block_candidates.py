"""Which segments may be blocks of the article."""

from collections.abc import Callable

from cutline.config import Settings
from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods import Body
from cutline.dom.methods.body import Decision
from cutline.dom.reading import KindReader, list_blocks
from cutline.dom.tags import breaks_line

Build = Callable[..., Document]


def judge(page: Document, settings: Settings, title: str | None, kept: bool = True) -> list[tuple[str, bool, str]]:
    segments = split_segments(page, breaks_line)
    body = Body(page.body, tuple(Decision(kept, "in_subtree") for _ in segments))
    kinds = KindReader(page, lambda segment: False)
    return [(block.kind, block.kept, block.reason) for block in list_blocks(segments, body, kinds, title)]


def test_decision_of_the_method_holds(document: Build, settings: Settings) -> None:
    assert judge(document("<p>x"), settings, None) == [("paragraph", True, "in_subtree")]
    assert judge(document("<p>x"), settings, None, kept=False) == [("paragraph", False, "in_subtree")]


def test_caption_is_no_part_of_the_text(document: Build, settings: Settings) -> None:
    page = document("<figure><img src=a><figcaption>The mayor</figcaption></figure>")
    assert judge(page, settings, None) == [("caption", False, "caption")]


def test_title_is_no_part_of_the_text(document: Build, settings: Settings) -> None:
    page = document("<h1>“Mayor opens library” </h1><p>The mayor")
    assert judge(page, settings, "Mayor Opens Library") == [
        ("heading", False, "title"),
        ("paragraph", True, "in_subtree"),
    ]


def test_text_of_signs_alone_is_not_taken_for_a_missing_title(document: Build, settings: Settings) -> None:
    assert judge(document("<p>* * *"), settings, None) == [("paragraph", True, "in_subtree")]


def test_segment_that_the_method_dropped_keeps_its_reason(document: Build, settings: Settings) -> None:
    assert judge(document("<h1>Title"), settings, "Title", kept=False) == [("heading", False, "in_subtree")]
