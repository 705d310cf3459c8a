"""Numbers above the line are not glued to what is before them."""

import pytest

from cutline.dom.exponents import read_text
from tests.dom.conftest import split_html


@pytest.mark.parametrize(
    ("html", "text"),
    [
        ("5 x<sup>2</sup> m", "5 x² m"),
        ("10<sup>-4</sup> or 10<sup>&minus;12</sup>", "10⁻⁴ or 10⁻¹²"),
        ("Ca<sup>2+</sup> and Cl<sup>-</sup>", "Ca²⁺ and Cl⁻"),
        ("x<sup><i>n</i></sup> + x<sup>n+1</sup>", "xⁿ + xⁿ⁺¹"),
        ("2<sup>64k</sup>, e<sup>1/2</sup>", "2^(64k), e^(1/2)"),
        ("Ann Lee<sup>1,2</sup>", "Ann Lee¹,²"),
        ("the 1<sup>st</sup> of May, M<sup>lle</sup> Lee", "the 1st of May, Mlle Lee"),
        ("true<sup>[1]</sup>, false<sup>[citation needed]</sup>", "true[1], false[citation needed]"),
        ("<sup>All fares of 2026 are in euros.</sup>", "All fares of 2026 are in euros."),
        ("found<sup>: p. 7</sup>, lost<sup>p. 7</sup>", "found: p. 7, lostp. 7"),
        ("CO<sub>2</sub>", "CO2"),
        ("The <del>old</del><ins>new</ins> pier", "The old new pier"),
        ("The <ins>new</ins><s>old</s>, <s>un</s>done", "The new old, undone"),
    ],
)
def test_text_above_the_line_is_readable(html: str, text: str) -> None:
    (segment,) = split_html(f"<p>{html}</p>")
    assert read_text(segment) == text
