"""MathML without an annotation, as TeX."""

from __future__ import annotations

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.formulas.mathml import convert


def row(*signs: str) -> str:
    return "".join(f"<m{sign[0]}>{sign[1:]}</m{sign[0]}>" for sign in signs)


def under(*parts: str) -> str:
    return f"<munder>{''.join(parts)}</munder>"


MATRIX = f"<mtable><mtr><mtd>{row('ia')}</mtd><mtd>{row('ib')}</mtd></mtr><mtr><mtd>{row('n0')}</mtd></mtr></mtable>"
NUMBERED = f"<mtd></mtd><mtd>{row('ix')}</mtd><mtd><mtext class=tml-tag>(3)</mtext></mtd>"
COUNTED = NUMBERED.replace("(3)", "<span class=tml-eqn></span>")  # by Temml's style sheet
LABELLED = "<mlabeledtr><mtd><mtext>({})</mtext></mtd><mtd><mi>x</mi></mtd></mlabeledtr>"


@pytest.mark.parametrize(
    ("mathml", "tex"),
    [
        (row("ia", "o+", "ib", "o=", "n1"), "a + b = 1"),
        (row("o−", "iα", "ix", "o≤", "o-", "n1"), r"-\alpha x \leq -1"),
        (row("isin", "o\u2061", "ix", "o\u2062", "iy"), r"\sin xy"),
        (row("irank", "iA"), r"\mathrm{rank}A"),
        ('<mi mathvariant="bold">v</mi><mi mathvariant="double-struck">R</mi>', r"\mathbf{v}\mathbb{R}"),
        (row("iℤ", "i𝐱", "i𝔤", "i𝑎"), r"\mathbb{Z}\mathbf{x}\mathfrak{g}a"),
        ('<mi mathvariant="bold">α</mi><mi mathvariant="normal">d</mi>', r"\boldsymbol{\alpha}\mathrm{d}"),
        (f"<mfrac>{row('ia', 'n2')}</mfrac>", r"\frac{a}{2}"),
        (f"<mo>(</mo><mfrac linethickness=0>{row('in', 'ik')}</mfrac><mo>)</mo>", r"\binom{n}{k}"),
        (f"<msqrt>{row('ix', 'o+', 'n1')}</msqrt><mroot>{row('ix', 'n3')}</mroot>", r"\sqrt{x + 1}\sqrt[3]{x}"),
        (f"<msup><mrow>{row('o(', 'ia', 'o)')}</mrow><mn>2</mn></msup>", "{(a)}^2"),
        (f"<msubsup>{row('ix', 'ii')}<mrow>{row('in', 'o+', 'n1')}</mrow></msubsup>", "x_i^{n + 1}"),
        (f"<msup>{row('if', 'o′')}</msup>{row('o(', 'ix', 'o)')}", "f'(x)"),
        (f"<munderover>{row('o∑', 'ii', 'in')}</munderover>{row('ii')}", r"\sum_i^n i"),
        (under(row("olim"), f"<mrow>{row('ix', 'o→', 'n0')}</mrow>") + row("ix"), r"\lim_{x \to 0} x"),
        (f"<mover>{row('ix', 'o˙')}</mover><mover>{row('iv', 'o→')}</mover>", r"\dot{x}\vec{v}"),
        (f"<mover><mrow>{row('iA', 'iB')}</mrow><mo>¯</mo></mover>", r"\overline{AB}"),
        (under(under(f"<mrow>{row('ia', 'o+', 'ib')}</mrow>", row("o⏟")), row("n2")), r"\underbrace{a + b}_{2}"),
        (f"<mover>{row('ix', 'o-')}</mover>", r"\bar{x}"),
        (f"<mover>{row('o=')}<mtext>def</mtext></mover>", r"\overset{\text{def}}{=}"),
        (f"<mrow><mo>[</mo>{MATRIX}<mo>]</mo></mrow>", r"\begin{bmatrix} a & b \\ 0 \end{bmatrix}"),
        (f"<mrow><mo>{{</mo>{MATRIX}</mrow>", r"\begin{cases} a & b \\ 0 \end{cases}"),
        (f"<mrow><mo>|</mo>{MATRIX}</mrow>", r"\left| \begin{matrix} a & b \\ 0 \end{matrix} \right."),
        (f"<mrow><mo>(</mo><mfrac>{row('ia', 'ib')}</mfrac><mo>)</mo></mrow>", r"\left( \frac{a}{b} \right)"),
        (f"{row('iH')}<msub><mpadded width=0><mphantom>{row('iA')}</mphantom></mpadded><mn>2</mn></msub>", "H{}_2"),
        (f"<mtable>{LABELLED.format(1)}</mtable>", r"x \tag{1}"),
        (f"<mtable><mtr>{NUMBERED}</mtr></mtable>", r"x \tag{3}"),
        (f"<mtable>{f'<mtr>{COUNTED}</mtr>' * 2}</mtable>", r"\begin{matrix} x \\ x \end{matrix}"),
        (row("i𝜕", "i𝛁"), r"\partial\nabla"),
        (
            f"<mtable>{LABELLED.format(1)}{LABELLED.format(2)}</mtable>",
            r"\begin{align} x \tag{1} \\ x \tag{2} \end{align}",
        ),
        ("<mfenced open='[' close=')'><mi>a</mi><mi>b</mi></mfenced>", "[a, b)"),
        (
            f"<mmultiscripts>{row('iC', 'n6')}<none></none><mprescripts></mprescripts><none></none>{row('n14')}",
            "{}^{14}C_6",
        ),
        ("<mi>x</mi><mtext> 5% &amp; $3</mtext><mspace width='1em'></mspace><mi>y</mi>", r"x\text{ 5\% \& \$3}\quad y"),
        ("<mo>{</mo><mi>x</mi><mo>}</mo><mo>#</mo>", r"\{x\}\#"),
        ("<menclose notation='box'><mi>x</mi></menclose><mphantom><mi>y</mi></mphantom>", r"\boxed{x}\phantom{y}"),
        ("<semantics><mi>x</mi><annotation-xml>y</annotation-xml></semantics>", "x"),
        ("<unknown><mi>x</mi></unknown>", "x"),
        ("<mfrac></mfrac><msup></msup><munder></munder><mtable></mtable><mmultiscripts></mmultiscripts>", r"\frac{}{}"),
    ],
)
def test_mathml_is_tex(mathml: str, tex: str) -> None:
    assert convert(fragment_fromstring(f"<math>{mathml}</math>")) == tex
