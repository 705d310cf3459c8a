"""Formulas in the HTML of a block."""

from __future__ import annotations

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.formulas.formula import Formula, read_written


@pytest.mark.parametrize(
    ("html", "formula"),
    [
        ('<math alttext="x^2"><mi>x</mi></math>', Formula("x^2", False)),
        ('<math alttext="x^2" display="block"><mi>x</mi></math>', Formula("x^2", True)),
        ("<math><mi>x</mi></math>", None),
        (r'<span class="math inline">\(x^2\)</span>', Formula("x^2", False)),
        (r'<span class="math display">\[x^2\]</span>', Formula("x^2", True)),
        ('<span class="math"></span>', Formula("", False)),
        ('<span class="display">x</span>', None),
        ('<b class="math">x</b>', None),
    ],
)
def test_a_formula_is_read_as_it_is_written(html: str, formula: Formula | None) -> None:
    assert read_written(fragment_fromstring(html)) == formula
