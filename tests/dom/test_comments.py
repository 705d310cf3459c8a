"""Threads of comments behind a story, as blogs and forums write them."""

import json

import pytest

from cutline.dom.comments import LEAST_ALIKE, LEAST_NAMED, LEAST_PROSE, declares_thread, find_comments
from cutline.dom.document import parse, read_page
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from tests.dom.conftest import open_page

STORY = "<article>" + f"<p>{'The ferry sails again. ' * 10}</p>" * 3 + "</article>"
OPINION = "I sailed with her as a child and would not have missed it for anything."
LINES = f"<article><p>{OPINION} {OPINION}</p></article>"


def find(html: str, url: str | None = None) -> list[str]:
    """Return the texts of the segments of comments."""
    page, segments = open_page(html, url)
    return [segments[number].text for number in find_comments(page, segments)]


def write_wordpress(count: int) -> str:
    comments = (
        f'<li class="comment"><cite>Ann {n}</cite> <a href="#{n}">May {n}, 2015 at 9:08 am</a><p>{OPINION}</p></li>'
        for n in range(1, count + 1)
    )
    return f'<h3>Responses</h3><ol class="commentlist">{"".join(comments)}</ol>'


def write_unnamed(count: int, answer: str = "reply") -> str:
    comment = (
        f'<div class="z9"><b>Ann</b> <i>2 days</i><div><p>{OPINION}</p></div><p><a href="#">{answer}</a></p></div>'
    )
    return f"<div>{comment * count}</div>"


def test_a_thread_named_after_comments_is_found_by_its_dates() -> None:
    found = find(f"{STORY}{write_wordpress(LEAST_NAMED)}<footer>Imprint</footer>")
    assert len(found) == 2 * LEAST_NAMED
    assert found[:2] == ["Ann 1 May 1, 2015 at 9:08 am", OPINION]


def test_a_long_line_in_the_foot_is_no_more_of_the_story() -> None:
    head, foot = (f"<div id={name}>{text}</div>" for name, text in (("top", "The Quay"), ("foot", f"© {OPINION}")))
    assert len(find(f"{head}{STORY}{write_wordpress(LEAST_NAMED)}{foot}")) == 2 * LEAST_NAMED


def test_a_few_lines_in_an_element_named_after_comments_are_no_thread() -> None:
    assert find(f"{STORY}{write_wordpress(LEAST_NAMED - 1)}") == []


@pytest.mark.parametrize("answer", ["reply", "Antworten", "返信", "Log in to reply", "Ответить"])
def test_a_run_of_elements_that_can_be_answered_is_a_thread(answer: str) -> None:
    assert find(f"{STORY}{write_unnamed(LEAST_ALIKE, answer)}<p>Imprint</p>").count(OPINION) == LEAST_ALIKE
    assert find(f"{STORY}{write_unnamed(LEAST_ALIKE - 1, answer)}") == []


def test_a_run_of_names_that_say_something_is_a_thread() -> None:
    said = "".join(f"<dt><a href=/p>Ann {n}</a> said...</dt><dd><p>{OPINION}</p></dd>" for n in range(LEAST_ALIKE))
    assert find(f"{STORY}<dl>{said}</dl>").count(OPINION) == LEAST_ALIKE


@pytest.mark.parametrize("line", ["Credit:", "Replying is easy", "How to reply to a letter"])
def test_words_within_other_words_and_links_of_a_story_answer_nothing(line: str) -> None:
    assert find(STORY + write_unnamed(LEAST_ALIKE, line)) == []


def test_entries_of_a_live_report_are_no_comments() -> None:
    entry = f"<div class=entry><time>9:08</time><p>{OPINION}</p></div>"
    assert find(f"{STORY}<div class=live>{entry * 9}</div>") == []


def test_a_thread_without_a_story_before_it_is_the_text() -> None:
    assert find(f"<p>{'x' * (LEAST_PROSE - 1)}</p>{write_wordpress(9)}") == []


def test_a_thread_may_follow_a_note_of_one_sentence() -> None:
    assert len(find(f"<h1>Back at sea</h1><p>{'x' * LEAST_PROSE}</p>{write_wordpress(9)}")) == 18


def test_a_story_within_an_element_named_after_comments_is_none() -> None:
    assert find(f'<div class="has-comments">{STORY}<p>By Ann, May 1, 2015</p><p>9:08</p><p>9:10</p></div>') == []


@pytest.mark.parametrize(
    "url",
    [
        "https://e.org/forum/ferry",
        "https://e.org/threads/ferry.1",
        "https://community.e.org/t/1",
        "https://e.org/viewtopic.php?t=1",
        "https://e.org/r/ferries/comments/1k2/ferry/",
        "https://e.org/quay/tide/issues/14",
        "https://e.org/quay/tide/pull/15",
        "https://e.org/quay/tide/-/merge_requests/16",
        "https://e.org/item?id=41000",
    ],
)
def test_a_forum_has_none(url: str) -> None:
    assert find(f"{STORY}{write_unnamed(9)}", url) == []


@pytest.mark.parametrize(
    "path",
    ["issues/42/ferry", "issues/12", "news/comments/", "community-ferry-sails", "news/questions-about-the-ferry"],
)
def test_a_story_with_a_word_of_forums_in_its_address_is_none(path: str) -> None:
    assert len(find(f"{STORY}{write_unnamed(9)}", f"https://e.org/{path}")) == 27


@pytest.mark.parametrize(
    ("kinds", "story", "count"),
    [
        (("website",), LINES, 2 * 15),
        (("object",), LINES, 0),
        ((), LINES, 2 * 15),
        (("object", "Article"), LINES, 2 * 15),
        (("object",), STORY, 2 * 15),
    ],
)
def test_a_thread_is_the_text_of_a_page_that_says_little_else_and_is_no_article(
    kinds: tuple[str, ...], story: str, count: int
) -> None:
    declared = "".join(f'<meta property="og:type" content="{kind}">' for kind in kinds[:1])
    types = json.dumps([{"@type": kind} for kind in kinds[1:]])
    declared += f'<script type="application/ld+json">{types}</script>'
    assert len(find(f"<html><head>{declared}</head><body>{story}{write_wordpress(15)}")) == count


def test_a_page_that_declares_a_discussion_has_none() -> None:
    declared = '<script type="application/ld+json">{"@type": "DiscussionForumPosting"}</script>'
    assert find(f"{declared}{STORY}{write_unnamed(9)}") == []
    said = [(f"{declared}{STORY}", None), (STORY, "https://e.org/r/ferries/comments/1k2/ferry/"), (STORY, None)]
    assert [declares_thread(open_page(html, url)[0]) for html, url in said] == [True, True, False]


def test_deeply_nested_answers_are_one_thread() -> None:
    depth = 40
    nested = f'<div class="comment"><p>Ann, 9:08</p><p>{OPINION}</p>' * depth + "</div>" * depth
    page = parse(read_page(f"{STORY}<div>{nested}</div>", 10**6), 10**5)
    segments = split_segments(page, breaks_line)
    assert len(find_comments(page, segments)) == 2 * depth


YEARS = "".join(f"<h2>Spring {year}</h2><p>{OPINION}</p>" for year in range(1921, 1927))


@pytest.mark.parametrize("names", ["comments-open", "has-comments", "commentary", "opinion comment-piece"])
def test_a_name_around_the_story_signs_nothing(names: str) -> None:
    dates = "".join(f"<li>{day} May 1924, {day}:30</li>" for day in range(10, 16))
    assert find(f'<body class="{names}">{STORY}{YEARS}<ul>{dates}</ul><p>{OPINION}</p></body>') == []


@pytest.mark.parametrize(
    "voice",
    [
        f"<div><p>Carol Smith says:</p><p>{OPINION}</p></div>",
        f"<div><p>Dave wrote:</p><blockquote><p>{OPINION}</p></blockquote></div>",
        f"<div class=expert-comment><p><b>Dave</b>, professor, 2024</p><p>{OPINION}</p></div>",
        f"<div><h3>Name</h3><p>{OPINION}</p><p>Reply</p></div>",
    ],
)
def test_voices_in_a_story_are_no_comments(voice: str) -> None:
    assert find(f"{STORY}<div>{voice * 6}</div>") == []


def test_a_run_before_more_of_the_story_is_no_thread() -> None:
    html = STORY.replace("</article>", f"{write_unnamed(6)}<p>{OPINION}</p></article>")
    assert find(html) == []
