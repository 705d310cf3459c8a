"""Lists that the text before them announces."""

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.announced import (
    BACK_THRESHOLD,
    LIST_THRESHOLD,
    SOURCES_THRESHOLD,
    find_announced_lists,
    find_last_headings,
    is_announced,
    list_bare_headings,
    list_sources,
)
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document
from tests.dom.conftest import open_page, split_html

LONG = "The ferry left the harbour of Port Ellery at six in the morning, and it reached the island before noon."
LINKS = "<li><a href=//a.example>Lake almanac</a></li><li><a href=//b.example>Harbour register</a></li>"


def find(behind: str, score: float = LIST_THRESHOLD) -> list[str]:
    """Return the texts kept behind a long paragraph and the line before a list, each item with one score."""
    page, segments = open_page(f"<main><p>{LONG}</p>{behind}</main>", url="https://courier.example/ferry")
    scores = [
        score if any(each.tag == "li" for each in (segment.block, segment.block.getparent())) else 0.9
        for segment in segments
    ]
    kept = frozenset(number for number, each in enumerate(scores) if each == 0.9)
    gaps = find_announced_lists(ScoredPage(page, segments, scores, SETTINGS.auto), kept)
    return [segments[gap.number].text for gap in gaps]


@pytest.mark.parametrize("line", ["<p>Sources:</p>", "<p>出典：</p>", "<p>For the crossing you need:</p>"])
def test_a_doubtful_list_behind_a_line_with_a_colon_is_kept(line: str) -> None:
    assert find(f"{line}<ul>{LINKS}</ul><p>{LONG}</p>") == ["Lake almanac", "Harbour register"]


def test_items_whose_text_is_a_paragraph_are_items() -> None:
    items = LINKS.replace("<li>", "<li><p>")
    assert find(f"<p>Sources:</p><ul>{items}</ul><p>{LONG}</p>") == ["Lake almanac", "Harbour register"]


@pytest.mark.parametrize(
    "behind",
    [
        f"<p>You might also like:</p><ul>{LINKS}</ul>",
        f"<p>Les også:</p><ul>{LINKS}</ul>",
        f"<p>Das könnte Sie auch interessieren:</p><ul>{LINKS}</ul>",
        f"<p>The crew went home.</p><ul>{LINKS}</ul>",
        "<h2>Harbours</h2><ul><li><a href=/a>Varn</a></li><li><a href=/b>Ellery</a></li></ul>",
        "<p>Sources:</p><ul><li><a href=//a.example>Lake almanac</a></li></ul>",
        f"<p>Sources:</p><p>None.</p><ul>{LINKS}</ul>",
        "<h2>References</h2>",
    ],
)
def test_other_stories_menus_and_single_items_are_not_announced(behind: str) -> None:
    assert find(behind) == []


def test_a_kept_heading_and_its_links_to_other_sites_are_one_decision() -> None:
    behind = f"<h3>Boats of the lake</h3><ul>{LINKS}</ul>"
    assert find(behind, BACK_THRESHOLD) == ["Lake almanac", "Harbour register"]
    assert find(behind, BACK_THRESHOLD - 0.01) == []
    assert find(behind.replace("//a.example", "/almanac"), BACK_THRESHOLD) == []


def test_sources_on_other_sites_ask_for_less() -> None:
    assert find(f"<p>Sources:</p><ul>{LINKS}</ul>", SOURCES_THRESHOLD) == ["Lake almanac", "Harbour register"]
    own = LINKS.replace("//a.example", "/almanac")
    assert find(f"<p>Sources:</p><ul>{own}</ul>", SOURCES_THRESHOLD) == []


@pytest.mark.parametrize(
    "sections",
    [
        "<h2>Boats</h2><p>{0}</p><h2>Links</h2><ul>{1}</ul>",
        "<section><h2>Boats</h2><p>{0}</p></section><section><h2>Links</h2><ul>{1}</ul></section>",
        "<div><h2>Boats</h2></div><p>{0}</p><div><h2>Links</h2></div><ul>{1}</ul>",
    ],
)
def test_so_do_those_of_a_section_beside_another(sections: str) -> None:
    html = sections.format(LONG, LINKS)
    assert find(html, SOURCES_THRESHOLD) == ["Lake almanac", "Harbour register"]
    assert find(html.replace("<h2>Boats</h2>", "<h3>Boats</h3>"), SOURCES_THRESHOLD) == []
    assert find(html.replace("//a.example", "/a"), SOURCES_THRESHOLD) == []


@pytest.mark.parametrize(
    "heading", ["Further reading", "3.2 Further reading", "References", "Sources:", "Acknowledgements", "Literatur"]
)
def test_a_list_is_one_decision_with_its_heading(heading: str) -> None:
    page, segments = open_page(f"<main><p>{LONG}</p><h2>{heading}</h2><ul>{LINKS}</ul><p>© Courier</p></main>")
    for score, kept in ((BACK_THRESHOLD, [1, 2, 3]), (0.24, [])):
        scores = [0.9, 0.1, score, score, 0.1]
        gaps = find_announced_lists(ScoredPage(page, segments, scores, SETTINGS.auto), frozenset([0]))
        assert [gap.number for gap in gaps] == kept
    torn = ScoredPage(page, segments, [0.9, 0.9, 0.9, 0.3, 0.1], SETTINGS.auto)
    assert [gap.number for gap in find_announced_lists(torn, frozenset([0, 1, 2]))] == [3]


@pytest.mark.parametrize(
    ("heading", "items", "kept", "sources"),
    [
        ("References", LINKS, {0, 1, 2, 3}, {2, 3}),
        ("Further reading", "<li>Almanac of 1978</li><li>Register of harbours</li>", {0, 1, 2, 3}, {2, 3}),
        ("References", LINKS, {0, 2, 3}, set()),
        ("References", LINKS, {0, 1, 3}, {3}),
        ("Further reading", LINKS.replace("//b.example", "/register"), {0, 1, 2, 3}, set()),
        ("Harbours", LINKS, {0, 1, 2, 3}, set()),
    ],
    ids=["other sites", "no links", "heading dropped", "item dropped", "own story", "other heading"],
)
def test_sources_are_the_kept_items_below_a_kept_heading_that_lead_to_no_own_story(
    heading: str, items: str, kept: set[int], sources: set[int]
) -> None:
    page, segments = open_page(
        f"<main><p>{LONG}</p><h2>{heading}</h2><ul>{items}</ul></main>", url="https://courier.example/ferry"
    )
    assert list_sources(ScoredPage(page, segments, [0.9] * 4, SETTINGS.auto), frozenset(kept)) == sources


@pytest.mark.parametrize(
    ("heading", "kept", "bare"),
    [
        ("References", {0, 1}, [1]),
        ("External links", {0, 1}, [1]),
        ("References", {0, 1, 3}, []),
        ("References", {0}, []),
        ("Harbours", {0, 1}, []),
    ],
)
def test_the_heading_of_sources_goes_with_them(heading: str, kept: set[int], bare: list[int]) -> None:
    page = make_document(f"<main><p>{LONG}</p><h2>{heading}</h2><ul>{LINKS}</ul></main>")
    scored = ScoredPage(page, split_segments(page, breaks_line), [0.9, 0.9, 0.1, 0.1], SETTINGS.auto)
    assert list_bare_headings(scored, kept) == bare


def test_a_very_unlikely_list_is_left_out() -> None:
    assert find(f"<p>Sources:</p><ul>{LINKS}</ul>", 0.02) == []


def test_another_list_behind_it_is_not_announced() -> None:
    assert find(f"<p>Sources:</p><ul>{LINKS}</ul><ul><li>Home<li>News</ul>") == ["Lake almanac", "Harbour register"]


def test_nothing_announces_the_first_text() -> None:
    assert not is_announced(split_html("<p>a</p>"), 0)


@pytest.mark.parametrize(
    ("behind", "is_left"),
    [
        ("<h3>About this text</h3><ul><li>dropped licence</ul>", True),
        ("<h3>About this text</h3><p>unlikely", False),  # the classifier did not take it for text
        ("<h3>The ferry at sea</h3><img src=a.jpg><p>dropped", False),
        ("<h3>The ferry at sea</h3><div><iframe src=a></iframe></div><p>dropped", False),
        ("</div><div><h3>The ferry at sea</h3></div><p>dropped", False),
        ("<p>The ferry at sea</p><p>dropped", False),
    ],
)
def test_a_heading_that_ends_a_text_has_nothing_left_below_it(behind: str, is_left: bool) -> None:
    page, segments = open_page(f"<div><h2>The story</h2><p>It was told.</p>{behind}</div>")
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    left_out = [number for number, segment in enumerate(segments) if "dropped" in segment.text]
    kept = [n for n, segment in enumerate(segments) if n not in left_out and segment.text != "unlikely"]
    assert find_last_headings(scored, kept, left_out) == (kept[-1:] if is_left else [])
