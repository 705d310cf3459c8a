"""Lists and paragraphs that the page declares as parts of its article."""

import json

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.declared_parts import BODY_THRESHOLD, find_declared_parts, find_declared_text
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document
from tests.dom.conftest import open_page

LONG = "The ferry left the harbour of Port Ellery at six in the morning, and it reached the island before noon."
RECIPE = {
    "@type": "Recipe",
    "recipeIngredient": ["1 cup flour (120 g)", "240 ml milk", "2 eggs, beaten"],
    "recipeInstructions": [
        {
            "@type": "HowToSection",
            "name": "Dough",
            "itemListElement": [
                {"@type": "HowToStep", "text": "Stir the flour into the milk. Add the eggs last, one by one."}
            ],
        },
        {"@type": "HowToStep", "text": "<p>Bake the cake in the oven for an hour.</p>"},
    ],
}
QUESTIONS = {
    "@type": "FAQPage",
    "mainEntity": [
        {
            "@type": "Question",
            "name": "Do ferries sail?",
            "acceptedAnswer": {"@type": "Answer", "text": "Yes, they do so <b>every</b> day at noon."},
        }
    ],
}
CARD = (
    "<div><h3>Ingredients</h3><ul><li>▢ 1 cup (120 g) flour</li><li>▢ 240 ml milk</li><li>▢ 2 beaten eggs</li></ul>"
    "<h3>Instructions</h3><h4>Dough</h4><p>Stir the flour into the milk.</p><p>Add the eggs last, one by one.</p></div>"
)


def find(behind: str, json_ld: object = None) -> list[str]:
    """Return the texts kept of what stands behind a long paragraph, on a page with JSON-LD."""
    script = f"<script type='application/ld+json'>{json.dumps(json_ld)}</script>" if json_ld else ""
    page, segments = open_page(f"{script}<main><p>{LONG}</p>{behind}</main>")
    scored = ScoredPage(page, segments, [0.9, *[0.01] * (len(segments) - 1)], SETTINGS.auto)
    return [segments[gap.number].text for gap in find_declared_parts(scored, frozenset([0]))]


def test_ingredients_and_steps_that_are_declared_are_kept_with_their_headings() -> None:
    ingredients = ["Ingredients", "▢ 1 cup (120 g) flour", "▢ 240 ml milk", "▢ 2 beaten eggs"]
    steps = ["Instructions", "Dough", "Stir the flour into the milk.", "Add the eggs last, one by one."]
    assert find(CARD, RECIPE) == ingredients + steps
    assert find(CARD) == []
    most = "<ul><li>1 cup flour, 120 g, 240 ml milk, 2 eggs, beaten<li>1 cup flour, 240 ml milk for all cats</ul>"
    assert len(find(most, RECIPE)) == 2  # 17 of 20 words


def test_questions_and_answers_that_are_declared_are_kept() -> None:
    asked = "<h2>FAQ</h2><h3>Do ferries sail?</h3><div>Yes, they do so <b>every</b> day at noon.</div>"
    assert find(asked, QUESTIONS) == ["FAQ", "Do ferries sail?", "Yes, they do so every day at noon."]


def test_ingredients_that_microdata_marks_are_kept() -> None:
    items = "<ul><li itemprop=recipeIngredient>1 cup flour</li><li itemprop=recipeIngredient>240 ml milk</li></ul>"
    assert find(items) == ["1 cup flour", "240 ml milk"]


@pytest.mark.parametrize(
    "behind",
    [
        "<ul><li>Flour</li><li>Milk</li></ul>",
        "<ul><li><a href=/a>1 cup flour</a></li><li><a href=/b>240 ml milk, beaten</a></li></ul>",
        "<ul><li>1 cup flour for the birds</li><li>milk for all the cats in town</li></ul>",
        "<p>Stir the milk. Add flour.</p>",
        "<p>Bake the bread in the oven until noon, stir the milk.</p>",
        "<h3>Ingredients</h3><p>Subscribe to our newsletter.</p>",
        "<aside><h3>Recipe of the day</h3><p>Bake the cake in the oven for an hour.</p></aside>",
        "<p><a href=/a>2 eggs, beaten</a></p>",
    ],
)
def test_short_lists_links_and_texts_that_say_something_else_are_not_declared(behind: str) -> None:
    assert find(behind, RECIPE) == []


def test_a_declared_divider_says_nothing_of_other_signs() -> None:
    assert find("<p>|</p>", {"@type": "Recipe", "recipeIngredient": ["***", "1 cup flour"]}) == []


def test_questions_of_a_forum_are_not_declared_as_parts_of_an_article() -> None:
    forum = {**QUESTIONS, "@type": "QAPage"}
    assert find("<h3>Do ferries sail?</h3><p>Yes, they do so every day at noon.</p>", forum) == []


SAILS = "The second ferry sails at noon, when the tide is high enough."
BODY = {"@type": "NewsArticle", "articleBody": f"{LONG} {SAILS} Photo: Ann Lee, Port Ellery Herald"}


@pytest.mark.parametrize(
    ("text", "score", "is_kept"),
    [
        (f"<p>{SAILS}</p>", BODY_THRESHOLD, True),
        (f"<p>{SAILS}</p>", BODY_THRESHOLD - 0.01, False),
        ("<p>The second ferry sails at dusk, when the tide is low.</p>", 0.4, False),
        ("<p>Photo: Ann Lee, Port Ellery Herald</p>", 0.4, False),
        (f"<p><a href=/b>{SAILS}</a></p>", 0.4, False),
        ("<p>The second ferry sails at noon.</p>", 0.4, True),  # six words
        ("<p>The second ferry sails now.</p>", 0.4, False),
        (f"<p>{LONG} The dusk.</p>", 0.4, True),  # 19 of 20 triples
    ],
)
def test_a_sentence_of_the_declared_body_asks_for_less(text: str, score: float, is_kept: bool) -> None:
    script = f"<script type='application/ld+json'>{json.dumps(BODY)}</script>"
    page = make_document(f"{script}<main><p>{LONG}</p>{text}</main>")
    scored = ScoredPage(page, split_segments(page, breaks_line), [0.9, score], SETTINGS.auto)
    assert [gap.number for gap in find_declared_text(scored, frozenset([0]))] == ([1] if is_kept else [])


@pytest.mark.parametrize(("kept", "found"), [({0, 1}, [2, 3, 4]), ({0}, [])])
def test_a_text_that_only_scripts_had_is_one_decision(kept: set[int], found: list[int]) -> None:
    paragraphs = [f"{LONG} It was ferry number {number} of the week, and it was full." for number in range(5)]
    state = {"props": {"story": {"paragraphs": paragraphs}}}
    script = f"<script id=__NEXT_DATA__ type=application/json>{json.dumps(state)}</script>"
    page = make_document(f"<title>The ferry left the harbour of Port Ellery</title>{script}")
    assert page.warnings == ("script_text",)
    scores = [0.9 if number in kept else 0.3 for number in range(5)]
    scored = ScoredPage(page, split_segments(page, breaks_line), scores, SETTINGS.auto)
    assert [gap.number for gap in find_declared_text(scored, frozenset(kept))] == found
