"""What KaTeX draws is read where its MathML is gone; what it draws without letters is not."""

from __future__ import annotations

from time import process_time

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.formulas.sources import read_katex


def span(names: str, inside: str) -> str:
    return f'<span class="{names}">{inside}</span>'


def letter(sign: str, names: str = "mord mathnormal") -> str:
    return span(names, sign)


def stack(*layers: tuple[float, str], is_lowered: bool = True) -> str:
    """Return a stack as KaTeX writes it, given how high each layer stands and what is in it."""
    inside = "".join(
        f'<span style="top:{-3 - height}em;"><span class="pstrut" style="height:3em;"></span>{part}</span>'
        for height, part in layers
    )
    row = span("vlist-r", span("vlist", inside))
    depth = span("vlist-r", span("vlist", "<span></span>"))
    return span("vlist-t vlist-t2", row + depth) if is_lowered else span("vlist-t", row)


def scripts(base: str, *layers: tuple[float, str], is_lowered: bool = True) -> str:
    sized = ((height, span("sizing reset-size6 size3 mtight", part)) for height, part in layers)
    return span("mord", base + span("msupsub", stack(*sized, is_lowered=is_lowered)))


X, Y, ONE = letter("x"), letter("y"), letter("1", "mord")
EMPTY = span("mopen nulldelimiter", "")
BAR, DRAWING = span("frac-line", ""), "<span><svg></svg></span>"
TABLE = "".join(span("col-align-c", stack((1, part), (-1, ONE))) for part in (X, Y))
OPEN, CLOSE = (span(f"m{name}", span("delimsizing size3", sign)) for name, sign in (("open", "("), ("close", ")")))
HAT = span("accent-body", letter("^", "mord"))
CASES = {
    "x^2": scripts(X, (0, letter("2", "mord mtight")), is_lowered=False),
    "x_1^y": scripts(X, (-0.6, ONE), (0.1, Y)),
    "x_1": scripts(X, (-0.6, ONE)),
    "x^{y_1}": scripts(X, (0, scripts(Y, (-0.6, ONE))), is_lowered=False),
    r"\frac{x}{y}": EMPTY + span("mfrac", stack((-0.3, Y), (0.2, BAR), (0.4, X))),
    r"\binom{x}{y}": span("mopen", "(") + span("mfrac", stack((-0.3, Y), (0.4, X))) + span("mclose", ")"),
    r"\sqrt{x}": span("mord sqrt", stack((0, X), (-0.1, span("hide-tail", "<svg></svg>")))),
    r"\sum_x^1 y": span("mop op-limits", stack((-1, X), (0, span("mop op-symbol large-op", "∑")), (1, ONE))) + Y,
    r"\begin{pmatrix} x & y \\ 1 & 1 \end{pmatrix}": span("minner", OPEN + span("mtable", TABLE) + CLOSE),
    r"1, \ldots, x": ONE + span("mpunct", ",") + span("minner", "…") + span("mpunct", ",") + X,
    r"\hat{x}": span("mord accent", stack((0, X), (0, HAT), is_lowered=False)),
    r"\vec{x}": span("mord accent", stack((0, X), (0, span("accent-body", span("overlay", "<svg></svg>"))))),
    r"\bar{x}": span("mord overline", stack((0, X), (0.5, span("overline-line", "")))),
    r"\log x": span("mop", 'lo<span style="margin-right:0.01em;">g</span>') + X,
    r"x \neq y": X + span("mrel", span("rlap", span("mrel", "&#xe020;"))) + span("mrel", "=") + Y,
    r"\mathbb{R}\text{if }1": span("mord mathbb", "R") + span("mord text", span("mord", "if ")) + ONE,
    "xy + 1": letter("xy") + span("mbin", "+") + ONE,
}


def draw(inside: str) -> str:
    return span("katex", span("katex-html", span("base", span("strut", "") + inside)))


@pytest.mark.parametrize("tex", CASES)
def test_what_is_drawn_is_tex(tex: str) -> None:
    formula = read_katex(fragment_fromstring(draw(CASES[tex])))
    assert formula is not None and formula.tex == tex


@pytest.mark.parametrize(
    "inside",
    [
        span("mord munder", stack((-1, X), (0, DRAWING))),
        X + span("mrel x-arrow", stack((0, Y), (0, DRAWING))),
        span("delimsizing mult", span("vlist-t", "<svg></svg>")),
        "",
    ],
)
def test_what_has_no_letters_is_not_read(inside: str) -> None:
    assert read_katex(fragment_fromstring(draw(inside))) is None


def test_a_displayed_formula_has_its_number() -> None:
    number = span("tag", span("strut", "") + span("mord text", "(3)"))
    drawn = draw(X).replace("</span></span></span>", f"</span></span>{number}</span>", 1)
    formula = read_katex(fragment_fromstring(span("katex-display", drawn)))
    assert formula is not None and (formula.tex, formula.is_displayed) == (r"x \tag{3}", True)


def test_scripts_of_scripts_take_linear_time() -> None:
    inside = X
    for _ in range(60):
        inside = scripts(X, (0, inside), is_lowered=False)
    started = process_time()
    read_katex(fragment_fromstring(draw(inside * 200)))
    assert process_time() - started < 5
