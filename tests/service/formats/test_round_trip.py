"""What pages hold, written as Markdown or HTML and read again, has the text of the article, nothing more or less."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import example, given, settings
from hypothesis import strategies as st
from lxml.html import HtmlElement, document_fromstring, fragment_fromstring
from markdown_it import MarkdownIt
from markdown_it.token import Token

from cutline.service.formats import html, markdown, tei, text
from cutline.service.formats.markdown_inline import render_inline
from cutline.types import Article, Block, ModelInfo

ReadAll = Callable[..., tuple[Block, ...]]
MakeArticle = Callable[[str], Article]
BASE = "https://courier.example/2026/ferry"
WORDS = ["one", "a*b", "_x_", "snake_case", "`tick`", "``", "[1]", "<i>", "1.", "#", "-", "+", "~~", "|", "\\", "\\|"]
WORDS += [
    "&amp;",
    "!",
    "(a)",
    "東京",
    "。",
    "مرحبا",
    "«x»",
    "* * *",
    "---",
    "$",
    "é",
    "x\u00adx",
    "***",
    "2)",
    ">",
    "===",
]
INLINE_TAGS = (
    "b",
    "em",
    "code",
    "a href=/x_(1)",
    "a href='javascript:x'",
    "strong",
    "i",
    "sub",
    "span",
    "a",
    "del",
    "kbd",
)
BLOCK_TAGS = "p ul ol li blockquote pre h2 h3 table tr td th div dl dt dd br table thead".split()

texts = st.lists(st.sampled_from(WORDS), min_size=1, max_size=3).flatmap(
    lambda words: st.sampled_from(["", " "]).map(lambda space: space.join(words))
)


def escape(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def wrap(tag: str, inside: list[str]) -> str:
    return f"<{tag}>{''.join(inside)}</{tag.split()[0]}>"


inlines = st.recursive(
    texts.map(escape),
    lambda inner: st.builds(wrap, st.sampled_from(INLINE_TAGS), st.lists(inner, max_size=3)),
    max_leaves=5,
)
pieces = st.recursive(
    st.builds(wrap, st.sampled_from(["p", "li", "td", "pre", "span"]), st.lists(inlines, max_size=4)),
    lambda inner: st.builds(wrap, st.sampled_from(BLOCK_TAGS), st.lists(inner, max_size=3)),
    max_leaves=8,
)
pages = st.lists(pieces, max_size=4).map(lambda parts: "".join(["<body>", *parts]))


@pytest.fixture(scope="module")
def make_article(read_all: ReadAll) -> MakeArticle:
    """Return the article of a page of which every block is kept."""

    def build(page: str) -> Article:
        blocks = read_all(page, BASE)
        return Article(
            text="\n\n".join(block.text for block in blocks),
            blocks=blocks,
            images=(),
            method="auto",
            model=ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0"),
        )

    return build


def parse_markdown(text: str) -> list[Token]:
    return MarkdownIt("commonmark").enable(["table", "strikethrough"]).parse(text)


def read_texts(tokens: list[Token]) -> Iterator[str]:
    for token in tokens:
        assert token.type not in ("html_block", "html_inline", "hr", "code_block")
        if token.type == "fence":
            yield token.content
        for child in token.children or ():
            assert child.type != "image"
            if child.type == "html_inline":
                assert child.content in ("<sub>", "</sub>", "<kbd>", "</kbd>", "<del>", "</del>", "<br>")
            else:
                yield child.content


def squeeze(text: str) -> str:
    """Return a text without white space, and without soft hyphens, which no text of an article has."""
    return "".join(text.replace("\u00ad", "").split())


def leave_out_markers(text: str) -> str:
    """Return a text without what items of lists in cells begin with in Markdown."""
    return text.translate(dict.fromkeys(map(ord, "-0123456789.")))


def read_html(article: Article) -> HtmlElement:
    (element,) = document_fromstring(html.render(article)).xpath("//article")
    return element


@settings(max_examples=60, deadline=None)
@given(pages)
@example("<p>Wow!<a href=/x>one</a></p>")
@example("<p>one<b>$</b></p>")
@example("<p>a<b>b</b><i>c</i>d <code>`</code></p>")
@example("<p>one<code>one</code><b><code>one</code></b></p>")
@example("<ul><li>one<ol><li>two</li></ol></li></ul><ul><li>three</li></ul>")
@example("<table><tr><td>a|b</td><td><code>x\\|y</code></td></tr><tr><td>1</td><td>2</td></tr></table>")
@example("<blockquote><p>one</p><pre>two\n  three</pre></blockquote>")
def test_markdown_has_the_text_of_the_article(make_article: MakeArticle, page: str) -> None:
    article = make_article(page)
    texts = squeeze("".join(read_texts(parse_markdown(markdown.render(article))))), squeeze(article.text)
    there, here = map(leave_out_markers, texts) if "<table" in page else texts
    assert there == here


@settings(max_examples=40, deadline=None)
@given(pages)
def test_html_has_the_text_of_the_article(make_article: MakeArticle, page: str) -> None:
    article = make_article(page)
    assert squeeze(read_html(article).text_content()) == squeeze(article.text)


class TestMarkdown:
    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("<p>The <b>mayor</b> <em>of <strong>Ulm</strong></em>.</p>", "The **mayor** *of Ulm*."),
            ("<p>See <a href=/b_(1)>the <i>b</i></a>.</p>", "See [the *b*](https://courier.example/b_(1))."),
            ("<p>Wow!<a href=/b>b</a></p>", "Wow\\![b](https://courier.example/b)"),
            ("<p>Run <code>a*b</code> and <code>`x`</code></p>", "Run `a*b` and `` `x` ``"),
            ("<p><b>bold </b>word</p>", "**bold** word"),
            ("<p>in<b>side</b> <b>(a)</b>b</p>", "in**side** (a)b"),
            ("<p>東京<b>の塔</b>は</p>", "東京**の塔**は"),
            ("<p>one<b>two</b><i>three</i></p>", "one**two**three"),
            ("<h3>A <i>b</i></h3>", "### A *b*"),
            ("<pre>if a:\n    b\n\n  c\n</pre>", "```\nif a:\n    b\n\n  c\n```"),
            ("<pre>  a\n b</pre>", "```\n  a\n b\n```"),
            ("<pre><div>one</div><div>  two</div></pre>", "```\none\n  two\n```"),
            ("<blockquote><p>one</p><p>two</p></blockquote>", "> one\n>\n> two"),
            ("<blockquote><ul><li>one<li>two</ul></blockquote>", "> - one\n> - two"),
            ("<ul><li>one<ul><li>two</ul><li>three</ul>", "- one\n  - two\n- three"),
            ("<ol start=1><li>one<ol><li>two</ol><li>three</ol>", "1. one\n   1. two\n2. three"),
            ("<ul><li><p>one</p><p>two</p><li>three</ul>", "- one\n\n  two\n\n- three"),
            ("<ul><li>one</ul><ul><li>two</ul>", "- one\n\n* two"),
            ("<dl><dt>one<dd>two<dd>three</dl>", "one\n\n- two\n- three"),
            ("<dl><dt>one<dd><ul><li>two<li>three</ul></dl>", "one\n\n- two\n- three"),
            ("<dl><dd>indented<dd>twice</dl>", "indented\n\ntwice"),
            ("<ol start=3><li>one</ol>", "3. one"),
            ("<ol><li>one<pre>a\nb</pre></ol>", "1. one\n\n   ```\n   a\n   b\n   ```"),
            ("<table><tr><th>a<th>b<tr><td>1 | 2<td><b>3</b></table>", "| a | b |\n| --- | --- |\n| 1 \\| 2 | **3** |"),
            ("<table><tr><td>1<td>2<tr><td>3<td>4</table>", "| 1 | 2 |\n| --- | --- |\n| 3 | 4 |"),
            ("<table><tr><th>a<td>1<tr><th>b<td>2</table>", "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |"),
            ("<table><tr><th><th>a<th>b<tr><th>c<td>1<td></table>", "|  | a | b |\n| --- | --- | --- |\n| c | 1 |  |"),
            ("<table><tr><td><td>a<tr><th>c<td>1</table>", "|  | a |\n| --- | --- |\n| c | 1 |"),
            (
                "<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td>2</table>",
                "c\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
            ),
            (
                "<table><tr><th>a<th>b<tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>1<td>2</tbody></table>",
                "| a | b |\n| --- | --- |\n| 1 | 2 |\n| sum | 3 |",
            ),
            (
                "<table><tr><th>a<th>b<tr><td><p>1<p>2<td>3<br>4</table>",
                "| a | b |\n| --- | --- |\n| 1<br>2 | 3<br>4 |",
            ),
            (
                "<table><tr><th>a<th>b<tr><td><ul><li>1<li>2<ul><li>3</ul></ul><td><ol start=4><li>c<p>d</ol></table>",
                "| a | b |\n| --- | --- |\n| - 1<br>- 2<br>&nbsp;&nbsp;- 3 | 4. c<br>&nbsp;&nbsp;d |",
            ),
            (
                "<table><tr><th>a<th>b<tr><td><pre>if x | y:\n    z</pre><td><dl><dt>c<dd>d</dl></table>",
                "| a | b |\n| --- | --- |\n| `if x \\| y:`<br>`    z` | c<br>- d |",
            ),
            (
                "<table><tr><th>| a<th>b<tr><td>|<td>\\|<tr><td>c | d<td>\\\\|</table>",
                "| \\| a | b |\n| --- | --- |\n| \\| | \\\\&#124; |\n| c \\| d | \\\\\\\\&#124; |",
            ),
            ("<ul><li>one<br>two<li>three</ul>", "- one\\\n  two\n- three"),
            ("<p>one<br>two<br> <b>- three</b><br><br>four<p>five", "one\\\ntwo\\\n**- three**\n\nfour\n\nfive"),
            ("<p>is <math><mi>x</mi></math>5, <math><mi>y</mi></math>", "is $x$&#53;, $y$"),
            ("<blockquote><p>one<br>two</blockquote>", "> one\\\n> two"),
            ("<ul><li>one</li><ul><li>two</ul><li>three</ul>", "- one\n  - two\n- three"),
            ("<ul><ul><li>one</ul><li>two</ul>", "- - one\n- two"),
            (
                "<ul><li><input type=checkbox checked> one<ul><li><input type=checkbox>two</ul><li>three</ul>",
                "- [x] one\n  - [ ] two\n- three",
            ),
            ("<ol><li><label><input type=checkbox> one</label></ol>", "1. [ ] one"),
            ("<p>x<sup>2</sup> H<sub>2</sub>O", "x<sup>2</sup> H<sub>2</sub>O"),
            (
                "<p><mark>a <b>b</b></mark> <kbd>Ctrl</kbd>+<kbd>C</kbd>",
                "<mark>a **b**</mark> <kbd>Ctrl</kbd>+<kbd>C</kbd>",
            ),
            ("<p>The <del>old</del><ins>new</ins> <s>pier</s>", "The ~~old~~<ins>new</ins> ~~pier~~"),
            ("<p>Relics<sup><sup>2</sup></sup> and Holm<sup>®</sup>", "Relics<sup>2</sup> and Holm®"),
            ("<p><kbd><kbd>A</kbd>+<kbd>C</kbd></kbd>", "<kbd><kbd>A</kbd>+<kbd>C</kbd></kbd>"),
            ("<p><s>all of it</s></p>", "~~all of it~~"),
            ("<p>a<del>(b)</del>c <del>d</del><del>e</del>", "a<del>(b)</del>c ~~d~~<del>e</del>"),
            ("<p><del>~~</del> <s>~a</s>", "<del>\\~\\~</del> <del>~a</del>"),
            ("<p><code>x<sup>2</sup></code>", "`x`<sup>`2`</sup>"),
            (
                "<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>1<td>2<td>3<tr><td>4<td>5</table>",
                "| a |  | b |\n| --- | --- | --- |\n| 1 | 2 | 3 |\n|  | 4 | 5 |",
            ),
        ],
    )
    def test_markup_is_kept_as_the_page_had_it(self, make_article: MakeArticle, page: str, expected: str) -> None:
        assert markdown.render(make_article(page)) == f"{expected}\n"

    def test_without_html_the_text_is_there_without_emphasis(self, make_article: MakeArticle) -> None:
        article = make_article("<p>The <b>mayor</b></p><pre>a\nb</pre>")
        blocks = tuple(block.model_copy(update={"html": None}) for block in article.blocks)
        plain = article.model_copy(update={"blocks": blocks})
        assert markdown.render(plain) == "The mayor\n\n```\na\nb\n```\n"


@pytest.mark.parametrize(
    ("write", "expected"),
    [
        (markdown.render, "a\n\n---\n\nb\n"),
        (text.render, "a\n\n---\n\nb\n"),
        (html.render, "<p>a</p>\n<hr>\n<p>b</p>"),
        (tei.render, '<p>a</p>\n<milestone unit="section" rend="rule"/>\n<p>b</p>'),
    ],
)
def test_a_rule_is_written(make_article: MakeArticle, write: Callable[[Article], str], expected: str) -> None:
    article = make_article("<p>a</p><hr><p>b</p>")
    first, second = article.blocks
    parted = article.model_copy(update={"blocks": (first, second.model_copy(update={"after_rule": True}))})
    assert expected in write(parted)


class TestHtml:
    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("<p>The <b>mayor</b> <u>of</u> <span class=x>Ulm</span></p>", "<p>The <b>mayor</b> <u>of</u> Ulm</p>"),
            ("<p><a href=/b onclick=x>b</a></p>", '<p><a href="https://courier.example/b">b</a></p>'),
            ("<p><a href=javascript:x>b</a></p>", "<p><a>b</a></p>"),
            ("<p>1 &lt; 2 &amp; <i>&lt;b&gt;</i></p>", "<p>1 &lt; 2 &amp; <i>&lt;b&gt;</i></p>"),
            ("<pre>if <b>a</b>:\n    b</pre>", "<pre><code>if <b>a</b>:\n    b</code></pre>"),
            ("<blockquote>one</blockquote>", "<blockquote>one</blockquote>"),
            ("<ul><li>one<ul><li>two</ul></ul>", "<ul>\n<li>one<ul><li>two</li></ul></li>\n</ul>"),
            ("<ol><li><h3>A</h3><p>one</ol>", "<ol>\n<li><h3>A</h3><p>one</p></li>\n</ol>"),
            (
                "<table><tr><th colspan=2>a<tr><td rowspan=2 width=3>1<td>2<tr><td>3</table>",
                '<table>\n<tr><th colspan="2">a</th></tr>\n'
                '<tr><td rowspan="2">1</td><td>2</td></tr>\n<tr><td>3</td></tr>\n</table>',
            ),
            ("<ul><li>one<br><b>two</b></ul>", "<ul>\n<li>one<br><b>two</b></li>\n</ul>"),
            ("<ul><li>one<br>two<p>three</ul>", "<ul>\n<li><p>one<br>two</p><p>three</p></li>\n</ul>"),
            (
                "<table><caption>c</caption><tr><th><th>a<tr><td>1<td><ul><li>2</ul></table>",
                "<table><caption>c</caption>\n<tr><th></th><th>a</th></tr>\n<tr><td>1</td><td><ul><li>2</li></ul></td></tr>\n",
            ),
            (
                "<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>",
                '<ul>\n<li><input type="checkbox" disabled checked> a</li>\n'
                '<li><input type="checkbox" disabled> b</li>\n</ul>',
            ),
            (
                "<table><tr><th colspan=2>a<th>b<tr><td rowspan=2>1<td><i>2</i><td>3<tr><td>4<td>5</table>",
                '<table>\n<tr><th colspan="2">a</th><th>b</th></tr>\n'
                '<tr><td rowspan="2">1</td><td><i>2</i></td><td>3</td></tr>\n<tr><td>4</td><td>5</td></tr>\n</table>',
            ),
        ],
    )
    def test_markup_is_kept_as_the_page_had_it(self, make_article: MakeArticle, page: str, expected: str) -> None:
        assert expected in html.render(make_article(page))


class TestText:
    @pytest.mark.parametrize(
        ("page", "expected"),
        [
            ("<p>The <b>mayor</b></p><p>one</p>", "The mayor\n\none"),
            ("<ul><li>one<li><p>two<p>three</ul>", "- one\n- two\n  three"),
            ("<ol start=9><li>one<li>two<ul><li>three</ul></ol>", "9. one\n10. two\n    - three"),
            ("<dl><dt>one<dd>two</dl>", "one\n- two"),
            ("<table><tr><th>a<th>b<tr><td><p>1<p>2<td>3</table>", "a\tb\n1 2\t3"),
            ("<table><caption>c</caption><tr><th>a<th>b<tr><td>1<td><tr><td>2<td>3</table>", "c\na\tb\n1\t\n2\t3"),
            ("<ul><li><input type=checkbox checked>a<p>b<li><input type=checkbox>c</ul>", "- [x] a\n  b\n- [ ] c"),
            ("<ul><li>one<br>two</ul>", "- one\n  two"),
            ("<blockquote><p>one<p>two</blockquote>", "one\n\ntwo"),
            ("<pre>if a:\n    b</pre>", "if a:\n    b"),
        ],
    )
    def test_each_item_and_row_is_a_line(self, make_article: MakeArticle, page: str, expected: str) -> None:
        assert text.render(make_article(page)) == f"{expected}\n"


HERE = '<a href="/h">here</a>'


@pytest.mark.parametrize(
    ("html", "line"),
    [
        (f"<em>See {HERE}.</em>", "*See [here](/h).*"),
        (f"A <b>{HERE}:</b> one", "A **[here](/h):** one"),
        (f"<em>{HERE}</em> one", "[*here*](/h) one"),
        ("<em>Use <code>one</code> first</em>", "*Use `one` first*"),
        ("<b><code>one</code></b> first", "**`one`** first"),
        ("<em>H<sub>2</sub>O is wet</em>", "*H<sub>2</sub>O is wet*"),
        ("<a href='/h'><em>The Art</em> of queues</a>", "[*The Art* of queues](/h)"),
        (f"<em>One </em><em>{HERE}</em><em> two</em>", "*One [here](/h) two*"),
        (f"<b>bold</b><em>{HERE} and more</em>", "**bold**[*here*](/h) *and more*"),
        (f"un<em>{HERE} and more</em>", "un[*here*](/h) *and more*"),
        ("<a href='mailto:a@courier.example'>Write</a>", "[Write](mailto:a@courier.example)"),
        ("<a href='javascript:go()'>Start</a>", "Start"),
        (f"(<b>So says {HERE} </b>(2026)", "(**So says [here](/h)** (2026)"),
        ("(<b>H<sub>2</sub> </b>(2026)", "(**H<sub>2</sub>** (2026)"),
        (f"<em>Wow!{HERE}</em>", r"*Wow\![here](/h)*"),
    ],
)
def test_emphasis_goes_around_links_and_code(html: str, line: str) -> None:
    element = fragment_fromstring(html, create_parent=True)
    assert render_inline(element) == line
    assert fragment_fromstring(MarkdownIt().render(line)).text_content() == element.text_content()
