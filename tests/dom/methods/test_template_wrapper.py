"""Extraction with a template wrapper, written by hand."""

from collections.abc import Callable

import pytest

from cutline.dom.methods import LAYOUT_METHODS, METHODS, Body, template_wrapper
from cutline.dom.methods.template_wrapper import find_template_wrapper
from cutline.dom.templates import patterns
from cutline.dom.templates.page_trees import TEXT_TAG
from cutline.dom.templates.patterns import ChildSlot, Label, PatternNode, TemplateWrapper
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

STORY = "<h1>Ferry runs</h1><div class=story><p>It <a>runs</a> again.</p><p>Every day.</p></div>"
MENU = "<div class=menu><a>Home</a></div>"


def text(label: Label) -> PatternNode:
    return PatternNode(TEXT_TAG, frozenset(), frozenset(), None, label, 2)


def element(tag: str, *children: PatternNode, tokens: str = "") -> PatternNode:
    own = frozenset(tokens.split())
    return PatternNode(tag, own, own, None, None, 2, (ChildSlot("+", children),))


@pytest.fixture(scope="module")
def wrapper() -> TemplateWrapper:
    menu = element("div", element("a", text("other")), tokens=".menu")
    story = element("div", element("p", text("content"), element("a", text("content"))), tokens=".story")
    root = PatternNode(
        "body",
        frozenset(),
        frozenset(),
        None,
        None,
        2,
        tuple(ChildSlot("1", (node,)) for node in (menu, element("h1", text("title")), story)),
    )
    return TemplateWrapper("courier.example", 2, frozenset((".menu", ".story")), root)


@pytest.fixture
def find(wrapper: TemplateWrapper) -> Callable[..., tuple[Body, list[str]]]:
    """The body of a page given as HTML, and the texts it keeps."""

    def run(html: str, model: object = wrapper) -> tuple[Body, list[str]]:
        page, segments = open_page(html)
        body = find_template_wrapper(page, segments, SETTINGS, model)
        decisions = zip(segments, body.decisions, strict=True)
        return body, [segment.text for segment, decision in decisions if decision.kept]

    return run


Find = Callable[..., tuple[Body, list[str]]]


def test_is_found_by_its_name_and_reads_pages_without_layout() -> None:
    assert METHODS["template-wrapper"] is find_template_wrapper
    assert "template-wrapper" not in LAYOUT_METHODS


def test_segments_where_the_template_has_its_content_are_kept(find: Find) -> None:
    body, kept = find(f"{MENU}{STORY}")
    assert kept == ["It runs again.", "Every day."]
    assert [decision.reason for decision in body.decisions] == [
        "other_node",
        "title_node",
        "content_node",
        "content_node",
    ]
    assert (body.title, body.warnings) == ("Ferry runs", ())
    assert body.root is not None and body.root.get("class") == "story"


def test_what_the_template_has_not_is_not_kept(find: Find) -> None:
    body, kept = find(f"{MENU}{STORY}<footer><p>Contact us</p></footer>")
    assert "Contact us" not in kept
    assert body.decisions[-1].reason == "unknown_node"


@pytest.mark.parametrize(
    "html",
    [
        "<main><p>A page of another site.</p></main>",
        f"{MENU}<h1>No story</h1>",  # of the template, but without any content
        f"{MENU}{STORY}{'<footer><p>More</p></footer>' * 40}",  # too little of it is the template's
        "",
    ],
)
def test_a_page_of_another_template_has_no_body_and_says_so(find: Find, html: str) -> None:
    body, kept = find(html)
    assert (body.root, kept, body.warnings) == (None, [], ("wrapper_mismatch",))


def test_the_limit_is_said(find: Find, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MAX_CELLS", 20)
    body, _ = find(f"{MENU}{STORY}")
    assert "wrapper_limit" in body.warnings


def test_a_segment_is_kept_by_the_share_of_its_characters(find: Find, monkeypatch: pytest.MonkeyPatch) -> None:
    html = f"{MENU}<h1>Ferry</h1><div class=story><p>Ferries <i>which the template does not know</i></p></div>"
    assert find(html)[1] == []
    monkeypatch.setattr(template_wrapper, "CONTENT_SHARE", 0.1)
    assert len(find(html)[1]) == 1


def test_without_a_wrapper_the_body_is_that_of_first_subtree(find: Find) -> None:
    body, _ = find(f"<div>{'<p>Some words of a story.</p>' * 40}</div>", None)
    assert body.warnings == ("no_model",)
    assert body.root is not None


@pytest.mark.load
def test_a_page_of_many_thousand_siblings_is_read_or_refused(find: Find, monkeypatch: pytest.MonkeyPatch) -> None:
    assert len(find(f"{MENU}<h1>Long</h1><div class=story>{'<p>One.</p>' * 5000}</div>")[1]) == 5000
    monkeypatch.setattr(patterns, "MAX_CELLS", 5000)
    body, _ = find(f"{MENU}<h1>Long</h1><div class=story>{'<p>One.</p>' * 5000}</div>")
    assert body.warnings == ("wrapper_mismatch", "wrapper_limit")


def test_elements_nested_by_the_thousand_are_no_recursion(find: Find) -> None:
    body, _ = find(f"{MENU}{STORY}{'<div>' * 3000}deep")
    assert body.title == "Ferry runs"
