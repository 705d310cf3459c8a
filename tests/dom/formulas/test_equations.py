"""Numbers of equations, and equations as tables."""

from __future__ import annotations

import pytest

from tests.dom.formulas.conftest import texts

X = '<math display="block"><mi>x</mi></math>'
LATEXML = (
    '<table class="ltx_equation ltx_eqn_table"><tbody><tr class="ltx_equation ltx_eqn_row ltx_align_baseline">'
    '<td class="ltx_eqn_cell ltx_eqn_center_padleft"></td><td class="ltx_eqn_cell ltx_align_center"><math '
    'alttext="\\displaystyle x+1" class="ltx_Math" display="block"><mi>x</mi></math>.</td><td class="ltx_eqn_cell '
    'ltx_eqn_center_padright"></td><td class="ltx_eqn_cell ltx_eqn_eqno ltx_align_middle ltx_align_right" rowspan="1">'
    '<span class="ltx_tag ltx_tag_equation ltx_align_right">(2.1)</span></td></tr></tbody></table>'
)


def row(*cells: str) -> str:
    return f"<tr>{''.join(f'<td>{cell}</td>' for cell in cells)}</tr>"


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        (f"<div>{X}<span class=eqno>(1)</span></div>", [r"$$x \tag{1}$$"]),
        (f"<div><span class=eqno>(1.2)<a href=#e>¶</a></span>{X}</div>", [r"$$x \tag{1.2}$$"]),
        (f"<p>{X} (3a)</p>", [r"$$x \tag{3a}$$"]),
        (r"<script src=mathjax.js></script><p>\[x\] (4)</p><p>y</p>", [r"$$x \tag{4}$$", "y"]),
        (f"<p>{X} (5)</p><p>y</p>", [r"$$x \tag{5}$$", "y"]),
        (f"<div><div>{X}</div><div>(A.1)</div></div>", [r"$$x \tag{A.1}$$"]),
        (
            '<p class="ql-center-displayed-equation"><span class="ql-right-eqno"> (7) </span><span '
            'class="ql-left-eqno"> &nbsp; </span><img class="ql-img-displayed-formula quicklatex-auto-format" '
            'src="q" alt="\\[x\\]"></p>',
            [r"$$x \tag{7}$$"],
        ),
        (f"<div>{X}<sup>[1]</sup></div>", ["$$x$$", "[1]"]),
        (f"<div>{X}<sup>(1)</sup></div>", ["$$x$$", "(1)"]),
        (f"<p>{X} (see below)</p>", ["$$x$$", "(see below)"]),
        (f"<p>(1) First {X} and more</p>", ["(1) First", "$$x$$", "and more"]),
        (
            r"<div><math display=block><semantics><mi>x</mi><annotation encoding=TeX>x \tag{9}</annotation></semantics>"
            "</math><span>(9)</span></div>",
            [r"$$x \tag{9}$$", "(9)"],
        ),
        # a table of equations is one formula
        (LATEXML, [r"$$x+1. \tag{2.1}$$"]),
        (f"<table>{row(X, '(1)')}{row(X, '(2)')}</table>", [r"$$\begin{align} x \tag{1} \\ x \tag{2} \end{align}$$"]),
        (
            f'<table class="equations">{row(X, X)}{row("", X)}</table>',
            [r"$$\begin{aligned} x & x \\ & x \end{aligned}$$"],
        ),
        (f"<table>{row(X)}</table>", ["$$x$$"]),
        (f"<table>{row(X, X)}{row(X, X)}</table>", ["$$x$$"] * 4),
        (f"<table>{row('Name', X)}</table>", ["Name", "$$x$$"]),
        (f"<table>{row('<img src=a.png>', X)}</table>", ["$$x$$"]),
    ],
)
def test_the_number_beside_a_formula_is_its_tag(html: str, shown: list[str]) -> None:
    assert texts(html) == shown
