"""A displayed formula is decided with its text."""

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.displayed_formulas import find_leaders
from cutline.dom.tags import breaks_line
from tests.conftest import make_document

FORMULA = "<math display=block><mi>x</mi></math>"


@pytest.mark.parametrize(
    ("html", "kept", "leaders"),
    [
        (f"<p>One long text {FORMULA} Short</p>", {0}, {1: 0, 2: 0}),
        (f"<p>Short {FORMULA} one long text {FORMULA} end</p>", {2}, {0: 2, 1: 2, 3: 2, 4: 2}),
        (f"<p>One</p>{FORMULA}{FORMULA}<p>Two</p>", {0, 3}, {1: 0, 2: 0}),
        (f"<p>Menu</p>{FORMULA}<p>Two</p>", {2}, {1: 2}),
        (f"<p>One</p>{FORMULA}<p>where it is</p>", {0}, {1: 0, 2: 0}),
        (f"<p>One</p><figure>{FORMULA}<figcaption>The tide</figcaption></figure>", {0}, {1: 0, 2: 0}),
        (FORMULA, {0}, {}),
        ("<p>One</p><p>$$ is money</p>", {0}, {}),
    ],
)
def test_a_displayed_formula_is_decided_with_its_text(html: str, kept: set[int], leaders: dict[int, int]) -> None:
    page = make_document(html)
    assert find_leaders(page, split_segments(page, breaks_line), kept) == leaders
