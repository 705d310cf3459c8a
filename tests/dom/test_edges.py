"""Words of menus around an article are told from its own short lines."""

from cutline.dom.document import parse, read_page
from cutline.dom.edges import find_stray_segments
from cutline.dom.line_breaks import line_breaker
from cutline.dom.segments import split_segments

PARAGRAPH = "<p>The ferry left the harbour of Port Ellery at six in the morning."
MENU = "<ul><li>Hamburg<li>Sport<li>Travel<li>Weather</ul>"


def find(body: str) -> list[str]:
    """Return the stray texts of a page, all of it being kept."""
    page = parse(read_page(f"<body>{body}</body>", 10**6), 10**5)
    segments = split_segments(page, line_breaker(page, ()))
    return [segments[number].text for number in find_stray_segments(segments, range(len(segments)))]


def test_menu_words_before_the_first_paragraph_are_stray() -> None:
    assert find(MENU + PARAGRAPH) == ["Hamburg", "Sport"]


def test_menu_words_behind_the_last_paragraph_are_stray() -> None:
    assert find(PARAGRAPH + MENU) == ["Travel", "Weather"]


def test_short_lines_between_paragraphs_are_not() -> None:
    assert not find(PARAGRAPH + MENU + PARAGRAPH)


def test_headings_are_not() -> None:
    assert find("<h2>Night ferry</h2><p>Menu<p>Sport<p>Travel" + PARAGRAPH) == ["Menu"]


def test_nothing_is_stray_where_there_is_no_paragraph() -> None:
    assert not find(MENU)
