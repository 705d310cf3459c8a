"""What is a listing, what is none, and what in and beside it is no code."""

import time

import pytest

from tests.conftest import make_document

LINES = "sail()\n  rest()"
UNMARKED = "white-space:pre;-webkit-user-select:none;user-select:none;color:#7f7f7f"
SECONDS = 6  # for a hostile page, on a busy machine


def read(html: str) -> list[str]:
    """Return the texts of a page, those of listings with their lines."""
    page = make_document(html)
    return [each.lines if each.block in page.listings else each.text for each in page.segments or ()]


@pytest.mark.parametrize(
    "names",
    ["linenos", "ln", "react-syntax-highlighter-line-number", "lineno", "hljs-ln-n", "codeLineNumber_Tfdd", "gutter"],
)
def test_numbers_of_lines_are_left_out(names: str) -> None:
    page = f'<pre><span class="{names}">7</span>sail()\n<span class="{names}">8</span>  rest()</pre>'
    assert read(page) == [LINES]


@pytest.mark.parametrize("names", ["linenos", "gutter gl", "lntd line-numbers", "crayon-nums", "blob-num", ""])
def test_a_column_of_line_numbers_is_left_out(names: str) -> None:
    column = f'<td class="{names}"><pre>1\n2</pre></td>'
    assert read(f"<table><tr>{column}<td><pre>{LINES}</pre></td></tr></table>") == [LINES]
    column = f'<td class="{names}"><pre><code><span>1\n</span></code></pre></td>'
    assert read(f"<table><tr>{column}<td><pre><code>sail --fast</code></pre></td></tr></table>") == ["sail --fast"]


@pytest.mark.parametrize(
    "html",
    [
        '<div class="gutter">42</div>',
        '<table><tr><td class="number">42</td></tr></table>',
        '<table><tr><td class="gutter">42 boats</td></tr></table>',
        "<pre>42</pre>",
        "<pre>1\n2\n4</pre>",
        "<pre>1\n2</pre><!-- and no listing of two lines --><pre>sail()</pre>",
    ],
)
def test_other_numbers_stay(html: str) -> None:
    assert len(read(html)) == 1 + html.count("sail")


@pytest.mark.parametrize(
    ("html", "lines"),
    [
        ("<pre><div>sail()</div><div>  rest()</div></pre>", LINES),
        ("<pre>\n  <div>sail()</div>\n  <div><br></div>\n  <div>rest()</div>\n</pre>", "sail()\n\nrest()"),
        ("<pre>sail()<br>  rest()</pre>", LINES),
        ('<pre>a\n<b class="gatsby-highlight-code-line">sail()</b>  rest()</pre>', f"a\n{LINES}"),
        ('<pre class=shiki><code>sail()\n  rest()<div class="twoslash-meta-line">No port.</div></code></pre>', LINES),
        ('<pre><b style="display: block">sail()</b><b style="display:block">  rest()</b></pre>', LINES),
        ("<pre><span class=line>a</span><span class=line></span><span class=line>b</span></pre>", "a\n\nb"),
        ("<pre><b class='code-line line-number'>a\n</b><b class='code-line line-number'>\n</b>b</pre>", "a\n\nb"),
        (f"<pre><b style='display:flex'><span style='{UNMARKED}'><a href=#1>1</a></span>sail()</b></pre>", "sail()"),
        ("<pre>$ wc -l log\n<span style='user-select: none'>42</span>\n$ ls</pre>", "$ wc -l log\n42\n$ ls"),
        ("<div class=lstlisting>sail()\n  rest()</div>", LINES),
        ("<pre class=lstlisting><span class=label>1</span>sail()\n<span class=label>2</span>  rest()</pre>", LINES),
        ('<pre>sail() <b class="comment line"># now</b>\nrest()</pre>', "sail() # now\nrest()"),
        ("<pre>\n    <code>sail()\n  rest()</code>\n</pre>", LINES),
        ("<pre><code>sail()</code><code>  rest()</code></pre>", LINES),
        ("<pre><b>sail</b><i>()</i></pre>", "sail()"),
        ("<pre>a\r\n\tb</pre>", "a\n\tb"),
        ("<div><code>sail()<br>&nbsp; rest()</code></div>", LINES),
        ("<pre><div><i>7</i>sail()</div><div><i>8</i>  rest()</div></pre>", LINES),
        ('<code class="language-js"><pre>sail()\n  rest()</pre></code>', LINES),
    ],
)
def test_a_listing_has_its_lines(html: str, lines: str) -> None:
    assert read(html) == [lines]


@pytest.mark.parametrize(
    "html",
    [
        "<p>Call <code>sail()</code> first.</p>",
        "<p><code>sail()</code></p>",
        "<p><code class='language-js highlighter-rouge'>sail()</code></p>",
        "<table><tr><td><code>a<br>b</code></td></tr></table>",
        "<pre><h2>The ferry</h2><p>It sails.</p></pre>",
        "<h2><code>a\nb</code></h2>",
    ],
)
def test_code_in_a_sentence_and_documents_are_no_listings(html: str) -> None:
    assert not make_document(html).listings


@pytest.mark.parametrize(
    ("html", "language"),
    [
        ('<pre class="brush: js; toolbar: false">', "js"),
        ('<pre class="lang:python decode:true">', "python"),
        ('<pre class="src src-emacs-lisp">', "emacs-lisp"),
        ('<pre class="r">', "r"),
        ('<pre class="note">', None),
        ('<pre lang="de">', None),
        ('<pre lang="ruby">', "ruby"),
        ('<pre class="language-C++">', "cpp"),
        ('<pre class="language-c#">', "csharp"),
        ('<pre class="language-plaintext">', None),
        ('<pre class="language-none">', None),
        ('<pre data-code-block-lang="mermaid">', "mermaid"),
        ('<div class="highlight-text-html-basic"><pre>', "html"),
        ('<div class="highlight-console"><pre>', "console"),
        ('<div class="example python"><pre class="example">', "python"),
        ('<div class="highlight-wide"><pre>', None),
        ('<div class="article lang-de"><pre>', None),
        ('<div class="language-go"><p>It sails.</p><pre>', None),
        ("<div><span>Bash</span></div><pre>", "bash"),
        ('<div class="code-header"><span>C#</span><button>Copy</button></div><pre>', "csharp"),
        ("<p>Bash</p><pre>", None),
        ("<h3>Python</h3><pre>", None),
    ],
)
def test_the_language_is_what_the_page_names(html: str, language: str | None) -> None:
    assert list(make_document(f"{html}sail()").listings.values()) == [language]


@pytest.mark.parametrize(
    ("bar", "is_kept"),
    [
        ('<div class="code-header">sail.py</div>', False),
        ('<div class="filename">sail.py</div>', False),
        ("<span>Copy</span>", False),
        ('<div class="copyButton_x1">Copy the code</div>', False),
        ("<div><span>Ferry times</span><button>Copy</button></div>", False),
        ("<div>See how it sails:</div>", True),
        ("<p>Code: <a href='#'>Select all</a></p>", False),
        ("<p>Python sails.</p>", True),
        ('<h3 class="code-title">The code</h3>', True),
        (f'<div class="code-header">{"It sails. " * 20}</div>', True),
    ],
)
def test_the_bar_of_a_listing_is_left_out(bar: str, is_kept: bool) -> None:
    assert len(read(f'<div class="snippet">{bar}<pre>sail()</pre></div>')) == 1 + is_kept


def test_a_hidden_listing_is_left_out() -> None:
    page = f'<pre class="brush: css hidden">main {{}}</pre><pre class="brush: js">{LINES}</pre>'
    assert read(page) == [LINES]


@pytest.mark.parametrize(
    "page",
    [
        "<div><pre class=language-c><code>" * 200 + "<i class=gutter>1</i><pre>2</pre>" * 8_000,
        "<p>x <code>y</code></p>" + "<div class=enlighter>x</div><td class=code><div class=container>" * 8_000,
        "<div class=code><code>a\nb</code></div>" * 8_000,
        "<pre>1\n2</pre>" * 16_000,
        "<pre><code>" + "<div class=line>" * 200 + "<i>1</i>x\n" * 16_000,
        "<figure class=code><span>a.py</span>" * 200 + "<pre>x</pre>" + "<span>Copy</span></figure>" * 200,
    ],
)
@pytest.mark.load
def test_hostile_listings_take_linear_time(page: str) -> None:
    start = time.process_time()
    assert make_document(page).listings
    assert time.process_time() - start < SECONDS


@pytest.mark.parametrize(
    "rows",
    [
        "<tr><td>1</td><td><code>ls</code></td></tr>",
        "<tr><td>1</td><td><code>ls</code></td></tr><tr><td>3</td><td><code>cd</code></td></tr>",
        "<tr><td>1</td><td><code>ls</code> lists</td></tr><tr><td>2</td><td><code>cd</code></td></tr>",
        "<tr><th>n</th><th>c</th></tr><tr><td>1</td><td><code>ls</code></td></tr>",
        "<tr><td><pre>ls</pre></td><td>lists</td></tr><tr><td><pre>cd</pre></td><td>moves</td></tr>",
    ],
)
def test_other_tables_with_code_are_no_listings(rows: str) -> None:
    page = make_document(f"<table>{rows}</table>")
    assert all(listing.tag != "table" for listing in page.listings)


def test_a_listing_of_latexml_is_what_the_author_wrote() -> None:
    line = '<div class="ltx_listingline"><span class="ltx_tag ltx_tag_listingline">1</span><span>”sail”</span>()</div>'
    link = (
        '<div class="ltx_listing_data"><a href="data:text/plain;base64,InNhaWwiKCkKICByZXN0KCk=" download>⬇</a></div>'
    )
    listing = '<div class="ltx_listing ltx_lst_language_Python ltx_lstlisting">{}</div>'
    assert read(listing.format(link + line)) == ['"sail"()\n  rest()']
    assert read(listing.format(link.replace("InNh", "!") + line))[-1].endswith("”sail”()")
    assert list(make_document(listing.format(line)).listings.values()) == ["python"]


@pytest.mark.parametrize(
    "html",
    [
        '<div class="fragment">One boat.</div>',
        '<div style="white-space: pre; font-family: Georgia, serif">One boat.</div>',
        '<div style="white-space: pre-wrap; font-family: monospace">One boat.</div>',
        '<div style="white-space: pre; font-family: monospace"><h2>One</h2><p>One boat.</p></div>',
        '<div style="white-space: normal; font-family: monospace">One boat.</div>',
    ],
)
def test_other_elements_are_no_listings(html: str) -> None:
    assert not make_document(html).listings
