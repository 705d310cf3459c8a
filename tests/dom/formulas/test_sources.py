"""Formulas as each tool writes them, read as TeX."""

from __future__ import annotations

import pytest

from tests.dom.formulas.conftest import texts

ANNOTATED = (
    '<math xmlns="http://www.w3.org/1998/Math/MathML"{}><semantics><mrow><msup><mi>x</mi><mn>2</mn></msup></mrow>'
    '<annotation encoding="application/x-tex">x^2</annotation></semantics></math>'
)
KATEX = (
    '<span class="katex"><span class="katex-mathml">' + ANNOTATED.format("{}") + "</span>"
    '<span class="katex-html" aria-hidden="true"><span class="base"><span class="strut" style="height:0.8em;"></span>'
    '<span class="mord"><span class="mord mathnormal">x</span><span class="msupsub">2</span></span></span></span>'
    "</span>"
)
MATHJAX_2 = (
    '<span class="MathJax_Preview" style="color: inherit;">{preview}</span>{before}<span class="MathJax" '
    'id="MathJax-Element-1-Frame" tabindex="0" data-mathml="&lt;math&gt;&lt;mi&gt;y&lt;/mi&gt;&lt;/math&gt;" '
    'role="presentation"><nobr aria-hidden="true"><span class="math" id="MathJax-Span-1"><i>x2</i></span></nobr>'
    '<span class="MJX_Assistive_MathML" role="presentation"><math><msup><mi>x</mi><mn>2</mn></msup></math></span>'
    "</span>"
    '{after}<script type="math/tex{mode}" id="MathJax-Element-1">x^2</script>'
)
MATHJAX_3 = (
    '<mjx-container class="MathJax" jax="CHTML"{display}><mjx-math class="MJX-TEX" aria-hidden="true"><mjx-msup>'
    '<mjx-mi class="mjx-i"><mjx-c class="mjx-c1D465 TEX-I"></mjx-c></mjx-mi><mjx-script style="vertical-align: 0.4em;">'
    '<mjx-mn class="mjx-n" size="s"><mjx-c class="mjx-c32"></mjx-c></mjx-mn></mjx-script></mjx-msup></mjx-math>'
    "{assistive}</mjx-container>"
)
ASSISTIVE = (
    '<mjx-assistive-mml unselectable="on" display="inline"><math xmlns="http://www.w3.org/1998/Math/MathML"><msup>'
    "<mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml>"
)
MATHJAX_3_SVG = (
    '<mjx-container class="MathJax" jax="SVG"><svg xmlns="http://www.w3.org/2000/svg" viewBox="0 -833 1008 844">'
    '<defs><path id="MJX-1-TEX-I-1D465" d="M52 289Q59 331"></path></defs><g transform="scale(1,-1)">'
    '<g data-mml-node="math"><g data-mml-node="msup"><g data-mml-node="mi"><use data-c="1D465" '
    'xlink:href="#MJX-1-TEX-I-1D465"></use></g><g data-mml-node="mn" transform="translate(605,363) scale(0.707)">'
    '<use data-c="32" xlink:href="#MJX-1-TEX-N-32"></use></g></g></g></g></svg></mjx-container>'
)
WIKIPEDIA = (
    '<span class="mwe-math-element"><span class="mwe-math-mathml-inline mwe-math-mathml-a11y" style="display: none;">'
    '<math xmlns="http://www.w3.org/1998/Math/MathML" alttext="{{\\displaystyle x^2}}"><semantics><mrow><mi>x</mi>'
    '</mrow><annotation encoding="application/x-tex">{{\\displaystyle x^2}}</annotation></semantics></math></span>'
    '<img src="https://wikimedia.org/api/rest_v1/media/math/render/svg/abc" class="mwe-math-fallback-image-{mode}" '
    'aria-hidden="true" style="vertical-align: -0.338ex" alt="{{\\displaystyle x^2}}"></span>'
)
INLINE = {
    "MathML": ANNOTATED.format(""),
    "KaTeX": KATEX.format(""),
    "KaTeX, MathML only": f'<span class="katex">{ANNOTATED.format("")}</span>',
    "KaTeX, an error": '<span class="katex-error" title="ParseError" style="color:#cc0000">x^2</span>',
    "Temml": ANNOTATED.format(' class="tml-inline"'),
    "MathJax 2, not drawn": '<script type="math/tex">x^2</script>',
    "MathJax 2": MATHJAX_2.format(preview="", before="", after="", mode=""),
    "MathJax 2, a preview": MATHJAX_2.format(preview="x^2", before="", after="", mode=""),
    "kramdown": '<script type="math/tex">% <![CDATA[\nx^2 %]]></script>',
    "MathML in a script": '<script type="math/mml"><math><msup><mi>x</mi><mn>2</mn></msup></math></script>',
    "mathjax-node": '<span class="mjpage"><span class="mjx-chtml"><span class="mjx-math" aria-label="x^2"><span '
    'class="mjx-mrow" aria-hidden="true"><span class="mjx-char">x</span>2</span></span></span></span>',
    "MathJax 3": MATHJAX_3.format(display="", assistive=ASSISTIVE),
    "MathJax 3, nothing for screen readers": MATHJAX_3.format(display="", assistive=""),
    "MathJax 3, SVG": MATHJAX_3_SVG,
    "MathJax 4": '<mjx-container class="MathJax"><mjx-math data-latex="x^2"><mjx-c class="mjx-c32"></mjx-c></mjx-math>'
    "</mjx-container>",
    "MediaWiki": WIKIPEDIA.format(mode="inline"),
    "MediaWiki, only a picture": '<img class="mwe-math-fallback-image-inline" alt="{\\displaystyle x^2}" src="a.svg">',
    "WordPress": '<img src="https://s0.wp.com/latex.php?latex=x%5E2&amp;bg=fff&amp;fg=000" alt="x^2" class="latex">',
    "WordPress, without words": '<img src="https://s0.wp.com/latex.php?latex=x%5E2&amp;bg=ffffff&amp;fg=000000&amp;s=0">',
    "CodeCogs": '<img src="https://latex.codecogs.com/gif.latex?%5Cdpi%7B120%7D%20x%5E2" title="x^2">',
    "CodeCogs, spaces": '<img src="https://latex.codecogs.com/png.latex?\\bg_white&amp;space;\\Large&amp;space;x^2">',
    "mathTeX": '<img src="/cgi-bin/mathtex.cgi?x^2">',
    "Upmath": '<img src="https://i.upmath.me/svg/x%5E2">',
    "CodeCogs, SVG": '<img src="//latex.codecogs.com/svg.image?x^2" alt="formula">',
    "Zhihu": '<span class="ztext-math" data-eeimg="1" data-tex="x^2">x2</span>',
    "Zhihu, a picture": '<img src="https://www.zhihu.com/equation?tex=x%5E2" alt="x^2" class="ztext-math" eeimg="1">',
    "GitHub": '<img src="https://render.githubusercontent.com/render/math?math=x%5E2">',
    "QuickLaTeX": '<img src="https://q.example/ql_1_l3.png" class="ql-img-inline-formula quicklatex-auto-format" '
    'alt="&#120;&#94;&#50;">',
    "Quill": '<span class="ql-formula" data-value="x^2"><span class="katex"><i class="katex-html">x2</i></span></span>',
    "AsciiMath": MATHJAX_2.format(preview="", before="", after="", mode="")
    .replace('data-mathml="&lt;math&gt;&lt;mi&gt;y&lt;/mi&gt;&lt;/math&gt;"', "")
    .replace("math/tex", "math/asciimath"),
    "Springer": '<span class="mathjax-tex">\\(x^2\\)</span>',
    "Distill": "<d-math>x^2</d-math>",
    "AMP": '<amp-mathml layout="container" inline data-formula="\\(x^2\\)"></amp-mathml>',
    "an attribute": '<span class="math-inline" data-math="x^2"><span>x2</span></span>',
    "Pandoc": '<span class="math inline">\\(x^2\\)</span>',
    "Python-Markdown": '<span class="arithmatex">\\(x^2\\)</span>',
    "Stack Exchange": '<span class="math-container">$x^2$</span>',
    "GitHub's Markdown": '<math-renderer class="js-inline-math" style="display: inline-block">$x^2$</math-renderer>',
    "GitLab": '<code class="code math js-render-math" data-math-style="inline">x^2</code>',
    "Sphinx, a picture": '<img class="math" src="_images/math/0ab1.png" alt="x^2"/>',
    "CKEditor": '<span class="math-tex">\\(x^2\\)</span>',
    "an attribute of an empty element": '<span class="katex-inline" data-latex="x^2"></span>',
    "remark-math": '<code class="language-math math-inline">x^2</code>',
}
DISPLAYED = {
    "MathML": ANNOTATED.format(' display="block"'),
    "KaTeX": f'<span class="katex-display">{KATEX.format(" display=" + chr(34) + "block" + chr(34))}</span>',
    "KaTeX, old": f'<span class="katex-display">{KATEX.format("")}</span>',
    "Temml": ANNOTATED.format(' display="block" class="tml-display" style="display:block math;"'),
    "MathJax 2, not drawn": '<script type="math/tex; mode=display">x^2</script>',
    "MathJax 2": MATHJAX_2.format(
        preview="", before='<div class="MathJax_Display">', after="</div>", mode="; mode=display"
    ),
    "MathJax 3": MATHJAX_3.format(display=' display="true"', assistive=ASSISTIVE),
    "MathJax 3, nothing for screen readers": MATHJAX_3.format(display=' display="true"', assistive=""),
    "MediaWiki": WIKIPEDIA.format(mode="display"),
    "Pandoc": '<span class="math display">\\[x^2\\]</span>',
    "Substack": '<div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;x^2&quot;,'
    '&quot;id&quot;:&quot;A&quot;}" data-component-name="LatexBlockToDOM"></div>',
    "QuickLaTeX": '<img class="ql-img-displayed-formula quicklatex-auto-format" '
    'alt="\\begin{equation*} x^2 \\end{equation*}" src="q.png">',
    "Springer": '<div class="c-article-equation__content"><span class="mathjax-tex">$$x^2$$</span></div>',
    "Distill": "<d-math block>x^2</d-math>",
    "AMP": '<amp-mathml layout="container" data-formula="\\[x^2\\]"></amp-mathml>',
    "Sphinx": '<div class="math notranslate nohighlight">\n\\[x^2\\]</div>',
    "Sphinx, a picture": '<div class="math"><p><img src="_images/math/0ab1.png" alt="x^2"/></p></div>',
    "GitLab, highlighted": '<pre class="code highlight js-syntax-highlight language-math" lang="math" '
    'data-math-style="display"><code><span class="line">x^2</span></code></pre>',
    "QuickLaTeX, an equation": '<img class="ql-img-displayed-equation quicklatex-auto-format" alt="x^2" src="q.png">',
    "a fence in Markdown": '<pre><code class="language-math math-display">x^2\n</code></pre>',
    "GitLab, sent by its server": '<pre lang="math" data-math-style="display" class="js-render-math code">'
    "<code>x^2</code></pre>",
    "GitLab": '<pre class="code math js-render-math" data-math-style="display">x^2</pre>',
}


@pytest.mark.parametrize("drawn", INLINE.values(), ids=INLINE.keys())
def test_a_formula_in_a_sentence_is_tex_between_dollars(drawn: str) -> None:
    assert texts(f"<p>The load {drawn} was measured.</p>") == ["The load $x^2$ was measured."]


@pytest.mark.parametrize("drawn", DISPLAYED.values(), ids=DISPLAYED.keys())
def test_a_displayed_formula_is_a_text_of_its_own(drawn: str) -> None:
    assert texts(f"<div>The load {drawn} was measured.</div>") == ["The load", "$$x^2$$", "was measured."]


@pytest.mark.parametrize(
    "html",
    [
        '<img src="/latex-gloves.jpg" alt="Gloves of latex" class="photo">',
        '<img src="/x.jpg" alt="Ferrari" class="formula">',
        '<img src="/x.jpg" alt="$100" class="price">',
        '<img src="/x.jpg" alt="$5 and $10" class="math">',
        '<img src="/x.jpg" alt="The class of math teachers" class="math">',
        '<span class="katex"><span class="katex-html">x</span></span>',
        '<span class="math"><i>x</i><sup>2</sup></span>',
        '<div class="math">In math class we met x^2 and <b>others</b>.</div>',
        '<span class="math">one may see that x^2 grows</span>',
        "<script>var math = 1</script>",
        "<mjx-container></mjx-container>",
        '<div class="latex-rendered" data-attrs="[1]"></div>',
        "<math></math>",
    ],
)
def test_what_is_no_formula_or_has_no_source_stays(html: str) -> None:
    assert not any("$" in text for text in texts(f"<p>One {html} two.</p>"))


def test_a_picture_alone_in_its_paragraph_is_displayed() -> None:
    picture = '<img src="https://s0.wp.com/latex.php?latex=x" alt="x" class="latex">'
    assert texts(f"<p>One.</p><p><em>{picture}</em></p><ul><li>{picture}</ul>") == ["One.", "$$x$$", "$x$"]


def test_the_number_in_a_formula_of_sphinx_is_its_tag() -> None:
    number = '<span class="eqno">(1)<a class="headerlink" href="#e1" title="Link to this equation">¶</a></span>'
    assert texts(f'<div class="math notranslate" id="e1">\n{number}\\[x^2\\]</div>') == ["$$x^2 \\tag{1}$$"]


def test_a_formula_indented_in_a_wiki_is_displayed() -> None:
    formula = WIKIPEDIA.format(mode="inline")
    assert texts(f"<dl><dd>{formula}</dd><dd>and {formula}</dd></dl>") == ["$$x^2$$", "and $x^2$"]


def test_classes_of_what_is_around_a_formula_do_not_display_it() -> None:
    drawn = f'<p class="wp-block-paragraph block">So {INLINE["KaTeX"]} and {INLINE["Pandoc"]} it.</p>'
    assert texts(drawn) == ["So $x^2$ and $x^2$ it."]


def test_formulas_in_a_box_of_formulas_are_found() -> None:
    assert texts(f'<div class="math">of <span class="math">\\(x\\)</span> and {INLINE["KaTeX"]}</div>') == [
        "of $x$ and $x^2$"
    ]


def test_a_heading_and_a_link_keep_their_line() -> None:
    displayed = DISPLAYED["KaTeX"]
    assert texts(f'<h2>Of {displayed}</h2><p>See <a href="#a">this {displayed}</a>.</p>') == [
        "Of $x^2$",
        "See this $x^2$.",
    ]


def test_words_beside_a_formula_keep_their_spaces() -> None:
    html = f"<p>the {INLINE['MathJax 2']}-axis, <i>of {INLINE['KaTeX']} </i>and {INLINE['WordPress']}{INLINE['MathML']}"
    assert texts(html) == ["the $x^2$-axis, of $x^2$ and $x^2$$x^2$"]


def drawn(tag: str, *parts: str) -> str:
    return f'<g data-mml-node="{tag}">{"".join(parts)}</g>'


def letter(code: str, height: int = 0) -> str:
    return f'<g data-mml-node="mi" transform="translate(9,{height}) scale(0.7)"><use data-c="{code}"></use></g>'


LETTERS = (
    "<mjx-mtext>" + "".join(f'<mjx-c class="mjx-c{code}"></mjx-c>' for code in ("28", "37", "29")) + "</mjx-mtext>"
)
X = '<mjx-mi><mjx-c class="mjx-c1D465"></mjx-c></mjx-mi>'
HALVES = f"<mjx-num>{X}</mjx-num><mjx-den>{X}</mjx-den>"
ROW = f"<mjx-mlabeledtr><mjx-mtd>{X}</mjx-mtd></mjx-mlabeledtr>"


@pytest.mark.parametrize(
    ("inside", "tex"),
    [
        (drawn("munderover", letter("2211"), letter("221E", 477), letter("69", -300)), r"\sum_i^{\infty}"),
        (drawn("munderover", letter("2211"), letter("69", -1088), letter("221E", 1150)), r"\sum_i^{\infty}"),
        (drawn("msubsup", letter("78"), letter("32", 363), letter("69", -247)), "x_i^2"),
        (drawn("msub", drawn("mphantom", letter("41")), letter("32")), "{}_2"),
        (
            drawn("mtable", drawn("mlabeledtr", drawn("mtd", letter("78"))))
            + f'<g data-labels="true">{drawn("mtd", letter("31"))}</g>',
            "x1",
        ),
        (
            drawn(
                "mtable",
                drawn("mlabeledtr", drawn("mtd", letter("78"))),
                f'<g data-labels="true">{drawn("mtd", letter("31"))}</g>',
            ),
            r"x \tag{1}",
        ),
        (
            f"<mjx-mtable><mjx-table><mjx-itable>{ROW}</mjx-itable></mjx-table><mjx-labels><mjx-itable><mjx-mtr>"
            f"<mjx-mtd>{LETTERS}</mjx-mtd></mjx-mtr></mjx-itable></mjx-labels></mjx-mtable>",
            r"x \tag{7}",
        ),
        (f"<mjx-mtable><mjx-itable>{ROW}</mjx-itable></mjx-mtable>", "x"),
        (
            drawn("mo", letter("28")) + drawn("mfrac", letter("6E"), letter("6B")) + drawn("mo", letter("29")),
            r"\binom{n}{k}",
        ),
        (drawn("mfrac", letter("6E"), letter("6B"), "<rect></rect>"), r"\frac{n}{k}"),
        ('<mjx-mi><mjx-c class="mjx-c4C TEX-C"></mjx-c></mjx-mi>', r"\mathcal{L}"),
        (drawn("mi", '<use data-c="4C" xlink:href="#MJX-1-TEX-C-4C"></use>'), r"\mathcal{L}"),
        (f"<mjx-mfrac><mjx-frac atop=true>{HALVES}</mjx-frac></mjx-mfrac>", r"\genfrac{}{}{0pt}{}{x}{x}"),
    ],
)
def test_what_is_drawn_has_its_limits_and_numbers(inside: str, tex: str) -> None:
    assert texts(f"<p>So <mjx-container><mjx-math>{inside}</mjx-math></mjx-container></p>") == [f"So ${tex}$"]


def test_the_picture_of_a_formula_by_gladtex_has_its_tex_as_alternative() -> None:
    picture = '<img src="eqn000.png" alt="{}" class="{}">'
    page = f"<p>So {picture.format('x^2', 'inlinemath')}</p><p>{picture.format('y^2', 'displaymath')}</p>"
    assert texts(page) == ["So $x^2$", "$$y^2$$"]


def test_a_page_of_latex2html_without_any_other_mark_has_formulas() -> None:
    page = (
        '<meta name="Generator" content="LaTeX2HTML v2018"><p>So <img align="BOTTOM" src="i.png" alt="$x$"> grows.</p>'
    )
    displayed = '<div><img src="j.png" alt="\\begin{displaymath}\nx^2\n\\end{displaymath}"></div>'
    assert texts(page + displayed) == ["So $x$ grows.", "$$x^2$$"]
    assert texts(page.replace("LaTeX2HTML", "vi")) == ["So grows."]
