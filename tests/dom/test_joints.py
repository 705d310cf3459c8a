"""What parts the blocks of an article in the page."""

from __future__ import annotations

from collections.abc import Callable

from cutline.dom.segments import TextSegment
from cutline.dom.stories import Joints, find_joints

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
