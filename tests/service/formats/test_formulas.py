"""Formulas in every format, from a page with formulas of several tools."""

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from lxml import etree
from lxml.html import fragment_fromstring
from markdown_it import MarkdownIt
from mdit_py_plugins.dollarmath import dollarmath_plugin

from cutline import Extractor
from cutline.service.formats import html, markdown, tei, text
from cutline.types import Article, Block, ModelInfo

MODEL = ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0")

SENTENCES = "The ferry returns to the lake, and people who wait for it every day of the year are glad to see it again. "
FRACTION = (
    '<math display="block" onclick="steal()"><mstyle><mfrac><mrow><mo>∂</mo><mi>f</mi></mrow><mi href="javascript:x">t'
    '</mi></mfrac></mstyle><mo>=</mo><mn>0</mn><annotation-xml encoding="text/html"><script>steal()</script>'
    "</annotation-xml></math>"
)
PAGE = f"""<html lang=en><head><title>The ferry returns</title></head><body><article><h1>The ferry returns</h1>
<p>{SENTENCES * 3}</p>
<p>{SENTENCES} It costs $5 and $10 where <script type="math/tex">a*b*c &lt; [d](e)_f_ \\$</script> <em>of
<script type="math/tex">x</script> and</em> <a href="/y">the <script type="math/tex">y_1</script></a>.</p>
<p>So the rule {FRACTION} where it holds, and once more we see how the ferry goes to the island with people.</p>
<ul><li>{SENTENCES}</li>
<li>The <img class="latex" src="https://s0.wp.com/latex.php?latex=n%5E2" alt="n^2"> of all.</li></ul>
<pre>echo $HOME $5</pre>
<table><tr><th>Name<th>Value</tr><tr><td>norm<td><span class="math inline">\\(\\|a|b|\\)</span></tr></table>
<p>{SENTENCES} Then $1 is <code>$a$</code> still.</p></article></body></html>"""
TEX = [r"a*b*c < [d](e)_f_ \$", "x", "y_1", r"\frac{\partial f}{t} = 0", "n^2"]


@pytest.fixture(scope="module")
def article() -> Article:
    return Extractor().extract(PAGE, url="https://courier.example/ferry", render="never")


def test_a_displayed_formula_is_a_block(article: Article) -> None:
    formula = next(block for block in article.blocks if block.kind == "formula")
    assert formula.text == r"$$\frac{\partial f}{t} = 0$$" and formula.xpath == "/html/body/article/p[3]/math"
    before, after = (article.blocks[article.blocks.index(formula) + step] for step in (-1, 1))
    assert (before.text, after.text[:14]) == ("So the rule", "where it holds")
    assert Article.model_validate_json(article.model_dump_json()).markdown == article.markdown


def test_markdown_goes_through_a_parser_that_reads_formulas(article: Article) -> None:
    written = markdown.render(article)
    tokens = MarkdownIt("commonmark").use(dollarmath_plugin).enable("table").parse(written)
    inner = [child for token in tokens for child in (token, *(token.children or ()))]
    found = [token.content.strip() for token in inner if token.type in ("math_inline", "math_block")]
    assert found == [*TEX, r"\Vert a\vert b\vert"]
    assert [token.content for token in inner if token.type == "code_inline"] == ["$a$"]
    assert [token.content for token in inner if token.type in ("fence", "code_block")] == ["echo $HOME $5\n"]
    assert [token.attrGet("href") for token in inner if token.type == "link_open"][1:] == ["https://courier.example/y"]
    assert r"costs \$5 and \$10" in written and "\n\n$$\\frac" in written


def test_dollars_are_escaped_where_only_a_caption_has_formulas() -> None:
    caption = "The force <math><mi>F</mi></math> costs $5 or $9"
    page = f"<article><p>{SENTENCES * 3}</p><figure><img src=/a.jpg width=800 height=600><figcaption>{caption}"
    article = Extractor().extract(f"{page}</figcaption></figure><p>{SENTENCES * 2}</p></article>", render="never")
    assert r"*The force $F$ costs \$5 or \$9*" in markdown.render(article)


def test_html_has_the_mathml_of_the_page_or_tex(article: Article) -> None:
    document = fragment_fromstring(html.render_part(article, "page"))
    (math,) = document.iter("math")
    assert (math.get("display"), math.get("alttext")) == ("block", r"\frac{\partial f}{t} = 0")
    assert etree.tostring(math[0], encoding="unicode", method="html") == (
        "<mstyle><mfrac><mrow><mo>∂</mo><mi>f</mi></mrow><mi>t</mi></mfrac></mstyle>"
    )
    assert [span.text for span in document.iterfind(".//span[@class='math inline']")] == [
        rf"\({tex}\)" for tex in [*TEX[:3], TEX[4], r"\|a|b|"]
    ]


def test_tei_has_formula_elements(article: Article) -> None:
    root = etree.fromstring(tei.render(article).encode())
    formulas = root.findall(".//{*}formula[@notation='TeX']")
    assert [formula.text for formula in formulas] == [*TEX, r"\|a|b|"]
    assert [formula.get("rend") for formula in formulas].index("display") == 3


def test_text_has_tex(article: Article) -> None:
    assert "\n\n$$\\frac{\\partial f}{t} = 0$$\n\nwhere it holds" in text.render(article)
    assert f"costs $5 and $10 where ${TEX[0]}$ of $x$ and the $y_1$." in article.text


def test_the_example_in_the_documents_is_what_is_written() -> None:
    document = (Path(__file__).parents[3] / "docs" / "formats.md").read_text(encoding="utf-8")
    page, written = re.findall(r"```(?:html|markdown)\n(.*?)```", document.partition("**Formulas**")[2], re.DOTALL)[:2]
    article = Extractor().extract(f"<article><p>{SENTENCES * 6}</p>{page}</article>", render="never")
    assert article.markdown.endswith(f"\n\n{written}")


@pytest.mark.parametrize(
    ("html", "written"),
    [
        ("<script type='math/tex'>x</script>" * 2, "$x$ $x$"),
        ("<script type='math/tex'>x</script><script type='math/tex'>y</script>-axis", "$x$ $y$-axis"),
        ("<b>of <script type='math/tex'>x</script> and</b> $1", r"**of $x$ and** \$1"),
        ("<math alttext='a>b \\le'><mi>x</mi></math> &amp; *", r"$a>b \le$ & \*"),
        ("<math display=block><mi>x</mi></math>", "$$x$$"),
    ],
)
def test_formulas_in_a_line_of_markdown(html: str, written: str, read_all: Callable[[str], tuple[Block, ...]]) -> None:
    (block,) = read_all(f"<div>{html}</div>")
    article = Article(text="", blocks=(block,), images=(), method="auto", model=MODEL)
    assert article.markdown == f"{written}\n"


def test_prices_of_a_page_without_formulas_are_as_they_are() -> None:
    page = f"<article><p>{SENTENCES * 5}</p><p>{SENTENCES} It costs $5 and $10.</p></article>"
    assert "It costs $5 and $10." in Extractor().extract(page, render="never").markdown
