"""The parts of its article that a page declares: ingredients of a recipe, steps of a guide, questions with answers."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import islice

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import JsonLdNode, as_list
from cutline.dom.metadata.plain_text import to_plain_lines
from cutline.dom.metadata.visible_text import read_visible_text

# The properties that hold a part, by type.
STEPS = {
    "Recipe": ("recipeIngredient", "ingredients", "recipeInstructions"),
    "HowToSection": ("name",),
    "HowToStep": ("name", "text"),
    "HowToDirection": ("text",),
    "HowToTip": ("text",),
}
ANSWERS = {"Question": ("name",), "Answer": ("text",)}  # of a list of questions; in a forum, people ask
QUESTIONS = "FAQPage"
MAX_PARTS = 1_000  # of a page; cookbooks and long lists of questions have some hundred


def find_article_parts(declared: Declarations) -> tuple[str, ...]:
    """Return the declared parts of the article, a line for each, in document order."""
    lines = (line for text in _list_texts(declared) for line in to_plain_lines(text))
    return tuple(islice(lines, MAX_PARTS))


def _list_texts(declared: Declarations) -> Iterator[str]:
    for node in declared.json_ld.nodes:
        known = ANSWERS | STEPS if _is_among_questions(node) else STEPS
        for name in sorted(node.types & known.keys()):
            values = (value for key in known[name] for value in as_list(node.properties.get(key)))
            yield from (value for value in values if isinstance(value, str))
    for key in STEPS["Recipe"]:
        yield from map(read_visible_text, declared.microdata.get(key, ()))


def _is_among_questions(node: JsonLdNode) -> bool:
    above = node.parent
    while above is not None and QUESTIONS not in above.types:
        above = above.parent
    return above is not None
