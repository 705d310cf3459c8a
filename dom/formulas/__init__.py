"""The formulas of a page as TeX, whatever draws them.

`read_formulas` puts them into the tree once, as elements whose text is `$TeX$`; everything behind it reads text. The
formats write such an element in their own way.
"""

from cutline.dom.formulas.delimited import find_between_dollars
from cutline.dom.formulas.finding import PlacedFormulas, may_have_formulas, read_formulas
from cutline.dom.formulas.formula import DISPLAYED, FORMULA_TAGS, find_source, is_formula

__all__ = [
    "DISPLAYED",
    "FORMULA_TAGS",
    "PlacedFormulas",
    "find_between_dollars",
    "find_source",
    "is_formula",
    "may_have_formulas",
    "read_formulas",
]
