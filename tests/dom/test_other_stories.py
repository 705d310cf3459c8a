"""Stories that follow the first one in the same page are told from it."""

from cutline.dom.document import parse, read_page
from cutline.dom.line_breaks import line_breaker
from cutline.dom.other_stories import find_other_stories
from cutline.dom.segments import split_segments

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
