"""Pages with more formulas, longer ones or stranger ones than people write."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from cutline.config.settings import FormulaSettings
from cutline.dom.document import Page, parse
from tests.conftest import make_document

LIMITS = FormulaSettings(max_number=2, max_characters=10)
LOADER = '<script src="/mathjax.js"></script>'


def read(body: str, limits: FormulaSettings | None = LIMITS) -> tuple[list[str], tuple[str, ...]]:
    document = parse(Page(f"<body>{body}</body>"), 200_000, limits)
    return [segment.text for segment in document.segments or ()], document.warnings


def test_a_formula_that_is_too_long_is_left_out_with_a_warning() -> None:
    assert read(f'<p>So <script type="math/tex">{"x" * 100_000}</script> is.') == (["So is."], ("many_formulas",))
    assert read(rf"{LOADER}<p>So \(x\) is \({'x' * 11}\).") == ([rf"So $x$ is \({'x' * 11}\)."], ("many_formulas",))


def test_formulas_beyond_the_most_are_left_out_with_a_warning() -> None:
    formula = '<script type="math/tex">x</script>'
    assert read(f"<p>{formula} {formula}") == (["$x$ $x$"], ())
    assert read(f"<p>{formula} {formula} {formula}.") == (["$x$ $x$ ."], ("many_formulas",))
    assert read(rf"{LOADER}<p>{formula} \(x\) \(x\)") == ([r"$x$ $x$ \(x\)"], ("many_formulas",))
    assert read(rf"{LOADER}<p>\(x\) \(x\) \(x\) \(x\)") == ([r"$x$ $x$ \(x\) \(x\)"], ("many_formulas",))


@pytest.mark.parametrize(
    "body",
    [
        LOADER + "<p>" + "$x " * 100_000,
        LOADER + "<p>" + r"\(x \[ " * 100_000,
        LOADER + "<p>" + r"\begin{align} $$" * 50_000,
        LOADER + "<p>" + "$x<br>" * 10_000,
        LOADER + "<p>" + r"\(x\)" * 10_000,
        "<span class=katex>" * 2_000 + "math",
        "<math>" + "<mrow>" * 5_000 + "<mi>x",
        "<math>" + "<mfrac><mi>x</mi>" * 200 + "<mi>y",
        "<math>" + "<mrow><mo>(</mo><mtable><mtr><mtd>" * 80 + "x",
        "<math>" + "<annotation>x</annotation>y" * 20_000,
        "<table><tr><td><math><mi>x</mi></math></td><td>(1)</td></tr>" * 500,
        "<div>" + "<math display=block><mi>x</mi></math><b> </b>" * 2_000,
        "<mjx-container>" + "<mjx-mrow>" * 3_000 + "<mjx-c class='mjx-c78'>",
        '<script type="math/tex">' + "{" * 90_000 + "</script>",
        '<script type="math/tex">' + "$" * 90_000 + "</script>",
        '<script type="math/tex">' + "\\%" * 40_000 + "</script>",
        '<img class="latex" alt="' + "{\\displaystyle " * 5_000 + '">',
    ],
)
@pytest.mark.load
def test_strange_pages_take_linear_time(body: str) -> None:
    parse(Page(f"<body>{body}</body>"), 200_000, FormulaSettings(max_number=100_000, max_characters=100_000))


@pytest.mark.parametrize(
    "source",
    [
        '<math><mi href="javascript:x">x</mi><annotation-xml encoding="text/html"><script>x</script></annotation-xml>',
        '<math alttext="&quot;><script>x</script>"><mi>x</mi><mtext><style>x</style><img src=x onerror=x></mtext>',
        '<script type="math/tex">\\href{javascript:x}{</script><script>x\\)</span></script>',
        '<inline-formula tex="x" mathml="<script>x</script>">x</inline-formula>',
    ],
)
def test_no_formula_writes_markup(source: str, read_all: Callable[..., tuple[object, ...]]) -> None:
    (block,) = read_all(f"<p>Of {source} so")
    written = str(getattr(block, "html", ""))
    assert not any(f"<{tag}" in written for tag in ("script", "style", "img", "a ")) and "href=" not in written


def test_a_page_keeps_the_paths_of_its_elements() -> None:
    from cutline.dom.tree import Paths

    latex = '<img class="latex" alt="x^2" src="l.png">'
    katex = "<span class=katex><math><mi>x</mi></math><span>x</span></span>"
    page = make_document(
        f"<p>{latex}<img src=a.png>{katex}<span>s</span><script type='math/tex'>y</script><img src=b.png>"
    )
    paths = Paths()
    shown = [paths.path(each) for each in page.body.iter("img", "span")]
    assert shown == [f"/html/body/p/{step}" for step in ("img[1]", "img[2]", "span[1]", "span[2]", "img[3]")]
