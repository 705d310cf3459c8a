"""Templates, and pages aligned with them."""

import math
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.templates import patterns
from cutline.dom.templates.page_trees import PageNode
from cutline.dom.templates.patterns import (
    OPTIONAL,
    REPEATED,
    Aligner,
    Alignment,
    ChildSlot,
    PatternNode,
    Quantifier,
    align_children,
    find_components,
    infer_expression,
)
from tests.dom.templates.conftest import pattern, tree


def number(words: list[str]) -> list[list[int]]:
    """Number the letters in the order in which they are first met."""
    letters = "".join(dict.fromkeys("".join(words)))
    return [[letters.index(letter) for letter in word] for word in words]


def write(words: list[str]) -> str:
    """The expression of words as it is usually written."""
    letters = "".join(dict.fromkeys("".join(words)))
    expression = ""
    for quantifier, symbols in infer_expression(number(words)):
        names = "|".join(letters[symbol] for symbol in symbols)
        expression += (f"({names})" if len(symbols) > 1 else names) + quantifier.removeprefix("1")
    return expression


@pytest.mark.parametrize(
    ("words", "expression"),
    [
        (["abc", "abc"], "abc"),
        (["abc", "ac"], "ab?c"),
        (["abbc", "abc"], "ab+c"),
        (["abbc", "ac"], "ab*c"),
        (["hpipqpf", "hppf"], "h(p|i|q)+f"),  # a story with pictures between its paragraphs
        (["ab", "ba"], "(a|b)+"),
        (["ab", "cd"], "a?b?c?d?"),
        (["", ""], ""),
        (["a", ""], "a?"),
    ],
)
def test_expression_of_words(words: list[str], expression: str) -> None:
    assert write(words) == expression


@given(st.lists(st.text("abcd", max_size=8), min_size=1, max_size=5))
def test_every_word_it_was_inferred_from_is_described(words: list[str]) -> None:
    slots = infer_expression(number(words))
    for word in number(words):
        rest = list(word)
        for quantifier, symbols in slots:
            taken = 0
            while rest and rest[0] in symbols:
                rest.pop(0)
                taken += 1
            assert taken <= 1 or quantifier in REPEATED
            assert taken >= 1 or quantifier in OPTIONAL
        assert not rest


def test_components_stand_in_the_order_of_the_edges() -> None:
    assert find_components(5, {0: [1], 1: [2], 2: [1, 3]}) == [[0], [1, 2], [3], [4]]


def test_a_chain_of_thousands_is_no_recursion() -> None:
    assert len(infer_expression([range(5000)])) == 5000


def align(pattern: PatternNode, html: str) -> Alignment:
    """Align the page given as HTML with a pattern of its body."""
    return Aligner().align(pattern, tree(html))


@pytest.fixture
def story() -> PatternNode:
    """A menu, then paragraphs between two lines of the site's own."""
    paragraph = pattern.element("p", ("+", pattern.text("content")), label="content", count=9)
    offer = pattern.element("p", ("1", pattern.text("other", "Subscribe now")), label="other", count=2)
    body = pattern.element("div", tokens=".story", label="content")
    body = replace(body, slots=(ChildSlot("+", (paragraph, offer)),))
    menu = pattern.element("div", ("+", pattern.text("other")), tokens=".menu", label="other")
    return pattern.element("body", ("1", menu), ("1", body))


def labels(mapping: Alignment) -> list[tuple[str, str | None]]:
    return [(text.node.text, text.label) for text in mapping.texts]


def test_texts_get_the_labels_of_what_they_are_mapped_to(story: PatternNode) -> None:
    mapping = align(story, "<div class=menu>Home</div><div class=story><p>One</p><p>Two</p></div>")
    assert labels(mapping) == [("Home", "other"), ("One", "content"), ("Two", "content")]
    assert (mapping.share, mapping.is_complete) == (1.0, True)


def test_the_very_text_of_the_template_is_preferred_to_a_variable_one(story: PatternNode) -> None:
    mapping = align(story, "<div class=menu>Home</div><div class=story><p>One</p><p>Subscribe now</p></div>")
    assert labels(mapping)[1:] == [("One", "content"), ("Subscribe now", "other")]


def test_unknown_text_has_the_label_of_all_text_around_it(story: PatternNode) -> None:
    mapping = align(
        story, "<div class=menu>Home</div><div class=story><p>One</p><ol><li>Two</ol></div><footer>Far</footer>"
    )
    assert labels(mapping) == [("Home", "other"), ("One", "content"), ("Two", "content"), ("Far", None)]
    assert mapping.share == 0.5


def test_renamed_classes_leave_the_structure(story: PatternNode) -> None:
    mapping = align(story, "<div class=a1>Home</div><div class=b2><p>One</p></div>")
    assert labels(mapping) == [("Home", "other"), ("One", "content")]


def test_a_page_of_another_structure_is_not_mapped(story: PatternNode) -> None:
    mapping = align(story, "<main><article><p>One</p></article></main>")
    assert labels(mapping) == [("One", None)]
    assert mapping.share == 0.0


def test_beyond_the_cells_nothing_more_is_mapped(story: PatternNode, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(patterns, "MAX_CELLS", 10)
    mapping = align(story, "<div class=menu>Home</div><div class=story><p>One</p></div>")
    assert labels(mapping) == [("Home", "other"), ("One", None)]
    assert not mapping.is_complete


MISSING_COST = 0.1


def match_tags(pattern: PatternNode, node: PageNode) -> float:
    return 0.0 if pattern.tag == node.tag else math.inf


def align_words(tags: str, expression: str) -> tuple[float, str]:
    """Align tags with slots: `align_words("p p ul", "h1? p+ ul")` returns the cost, and what is mapped."""
    children = tree("".join(f"<{tag}>x</{tag}>" for tag in tags.split())).children
    slots = []
    for slot in expression.split():
        names, quantifier = (slot[:-1], slot[-1]) if slot[-1] in "?+*" else (slot, "1")
        nodes = tuple(pattern.element(name) for name in names.split("|"))
        slots.append(ChildSlot(_to_quantifier(quantifier), nodes))
    cost, choices = align_children(children, slots, match_tags, MISSING_COST)
    return cost, " ".join("-" if choice is None else choice.tag for choice in choices)


def _to_quantifier(mark: str) -> Quantifier:
    return {"1": "1", "?": "?", "+": "+", "*": "*"}[mark]  # type: ignore[return-value]


@pytest.mark.parametrize(
    ("tags", "expression", "cost", "mapped"),
    [
        ("h2 p ul", "h2 p ul", 0, "h2 p ul"),
        ("p p p", "p+", 0, "p p p"),
        ("p p p", "p", 4, "p - -"),  # each paragraph left out is two nodes
        ("p p", "h2? p* ul*", 0, "p p"),
        ("p", "h2 p", MISSING_COST, "p"),
        ("p aside p", "p+", 2, "p - p"),
        ("p h2 ul p h2", "p|h2|ul+", 0, "p h2 ul p h2"),
        ("ul p", "p ul", 2 + MISSING_COST, "ul -"),  # out of order: one of the two is left out
        ("", "p+", MISSING_COST, ""),
        ("p p", "", 4, "- -"),
    ],
)
def test_siblings_are_aligned_in_order(tags: str, expression: str, cost: float, mapped: str) -> None:
    found, choices = align_words(tags, expression)
    assert found == pytest.approx(cost)
    assert choices == mapped


def test_of_alternatives_that_cost_the_same_the_one_seen_most_often_is_taken() -> None:
    rare, common = pattern.element("p", count=2), pattern.element("p", count=9)
    _, choices = align_children(tree("<p>x").children, [ChildSlot("1", (rare, common))], match_tags, MISSING_COST)
    assert choices == [common]
