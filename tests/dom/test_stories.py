"""Joints between segments, and stories after the first on a page."""

from __future__ import annotations

from collections.abc import Callable

from cutline.dom.body import Body, Decision
from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.segments import TextSegment
from cutline.dom.stories import Joints, end_story, find_joints, find_other_stories

LEAST = 100  # characters of a story
PARAGRAPH = "<p>" + "The ferry left the harbour of Port Ellery at six. " * 4 + "</p>"


def find(body: str) -> set[str]:
    """Return the texts of other stories, all text being kept."""
    page = parse(read_page(f"<body>{body}</body>", 10**6), 10**5)
    segments = split_segments(page, line_breaker(page, ()))
    return {segments[number].text[:9] for number in find_other_stories(page, segments, range(len(segments)), LEAST)}


def test_a_second_article_with_a_title_is_another_story() -> None:
    assert find(
        f"<article><h1>Ferry</h1>{PARAGRAPH}</article><article><h1>Bridge</h1><p>{'Bridges. ' * 20}</p></article>"
    ) == {
        "Bridge",
        "Bridges. ",
    }


def test_articles_without_a_title_are_parts_of_one_story() -> None:
    assert not find(
        f"<h1>Live</h1><article><h2>Nine</h2>{PARAGRAPH}</article><article><h2>Ten</h2>{PARAGRAPH}</article>"
    )


def test_an_article_in_the_first_is_part_of_it() -> None:
    assert not find(f"<article><h1>Ferry</h1>{PARAGRAPH}<article><h1>Box</h1>{PARAGRAPH}</article></article>")


def test_stories_in_one_article_around_them_are_told_apart() -> None:
    inner = f"<article><h1>Ferry</h1>{PARAGRAPH}</article><article><h1>Bridge</h1><p>{'Bridges. ' * 20}</p></article>"
    assert find(f"<article>{inner}</article>") == {"Bridge", "Bridges. "}


def test_a_short_notice_with_a_title_is_no_story() -> None:
    assert not find(
        f"<article><h1>Ferry</h1>{PARAGRAPH}</article><article><h1>Imprint</h1><p>Port Ellery</p></article>"
    )


def test_a_page_without_articles_has_one_story() -> None:
    assert not find(f"<h1>Ferry</h1>{PARAGRAPH}<h1>Bridge</h1>{PARAGRAPH}")


def end(body: str, last: str, following: str) -> tuple[list[str], Body, Document]:
    """Return the beginnings of the texts kept where a story ends behind one text, before another; all were kept."""
    page = parse(read_page(f"<body>{body}</body>", 10**6), 10**5)
    segments = split_segments(page, line_breaker(page, ()))
    kept = tuple(Decision(segment.text != "Menu", None, 0.9, 0.5) for segment in segments)
    both = Body(page.body, kept)
    numbers = {segment.text: number for number, segment in enumerate(segments)}
    ended = end_story(page, segments, both, numbers[last], numbers[following])
    decided = zip(segments, ended.decisions, strict=True)
    return [segment.text for segment, decision in decided if decision.kept], ended, page


class TestEndStory:
    def test_all_behind_the_end_is_of_another_story(self) -> None:
        kept, ended, _ = end("<div><p>a</p><p>b</p></div><div><h2>c</h2><p>d</p></div>", "b", "c")
        assert kept == ["a", "b"]
        assert [decision.reason for decision in ended.decisions] == [None, None, "other_story", "other_story"]

    def test_the_next_story_begins_with_the_greatest_element_that_holds_nothing_of_the_first(self) -> None:
        _, ended, page = end("<main><div><p>a</p></div><section><div><img><p>b</p></div></section></main>", "a", "b")
        assert ended.next_story is next(page.root.iter("section"))
        assert ended.root is next(page.root.iter("p"))

    def test_in_one_container_it_begins_with_its_first_block(self) -> None:
        _, ended, page = end("<div><p>a</p><p>b</p><p>c</p></div>", "b", "c")
        assert ended.next_story is list(page.root.iter("p"))[2]
        assert ended.root is next(page.root.iter("div"))

    def test_lines_of_one_block_are_parted_between_them(self) -> None:
        kept, ended, page = end("<p>a<br>b<br>c<br>d</p>", "b", "c")
        assert kept == ["a", "b"]
        assert ended.next_story is list(page.root.iter("br"))[1]  # what stands before it is the first story's

    def test_text_behind_a_block_in_the_same_element_takes_nothing_before_it(self) -> None:
        kept, _, _ = end("<div>a<p>b</p>c</div>", "b", "c")
        assert kept == ["a", "b"]

    def test_what_was_dropped_before_keeps_its_reason(self) -> None:
        _, ended, _ = end("<p>a</p><p>b</p><p>Menu</p>", "a", "b")
        assert [(decision.kept, decision.reason) for decision in ended.decisions] == [
            (True, None),
            (False, "other_story"),
            (False, None),
        ]

    def test_scores_stay_as_they_were(self) -> None:
        _, ended, _ = end("<p>a</p><p>b</p>", "a", "b")
        assert [(decision.score, decision.threshold) for decision in ended.decisions] == [(0.9, 0.5)] * 2


Split = Callable[[str], list[TextSegment]]


def join(segments: Split, body: str) -> Joints:
    return find_joints(segments(f"<html><body>{body}</body></html>"))


def test_paragraphs_of_one_element_are_joined_in_it(segments: Split) -> None:
    joints = join(segments, "<div><p>a</p><p>b</p><p>c</p></div>")
    assert joints.depths.tolist() == [3, 3]  # html, body and div hold both
    assert joints.is_alike.tolist() == [True, True]
    assert joints.is_heading.tolist() == [False, False]


def test_two_containers_are_joined_nearer_to_the_root(segments: Split) -> None:
    joints = join(segments, "<div class=story><p>a</p><p>b</p></div><div class=story><p>c</p></div>")
    assert joints.depths.tolist() == [3, 2]
    assert joints.is_alike.tolist() == [True, True]


def test_containers_of_another_tag_or_class_are_not_alike(segments: Split) -> None:
    joints = join(segments, "<div class=a><p>a</p></div><div class=b><p>b</p></div><section class=b><p>c</p></section>")
    assert joints.is_alike.tolist() == [False, False]


def test_a_heading_behind_a_joint_is_told(segments: Split) -> None:
    joints = join(segments, "<p>a</p><h2>b</h2><p>c</p><h4>d</h4>")
    assert joints.is_heading.tolist() == [True, False, True]
    assert joints.is_alike.tolist() == [False, False, False]


def test_lines_of_one_block_are_joined_in_it(segments: Split) -> None:
    joints = join(segments, "<p>a<br>b</p>")
    assert joints.depths.tolist() == [3]
    assert joints.is_alike.tolist() == [False]


def test_one_block_has_no_joints(segments: Split) -> None:
    for joints in (join(segments, "<p>a</p>"), find_joints([])):
        assert len(joints.depths) == len(joints.is_alike) == len(joints.is_heading) == 0
