"""How kept blocks are written as HTML."""

from collections.abc import Callable

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from lxml.html import fragment_fromstring

from cutline.dom.article_html import BACK, HtmlWriter, ReferenceWriter, render_article
from cutline.dom.split_blocks import NOTE, REFERENCE
from cutline.types import Note, Video
from tests.conftest import read_all
from tests.dom.conftest import split_html

Render = Callable[[str], str]


@pytest.fixture(scope="session")
def render() -> Render:
    """Return the HTML of a page of which every block is kept."""
    return lambda html: render_article(read_all(html, "https://example.org/news/1"))


@pytest.mark.parametrize(
    ("html", "expected"),
    [
        # the kind of a block is its tag
        ("<div>one</div><p>two</p>", "<p>one</p>\n<p>two</p>"),
        ("<h2>one</h2>", "<h2>one</h2>"),
        ("<h2 id=one><a href=#one>one</a></h2>", "<h2>one</h2>"),
        ("<blockquote><p>one</p></blockquote>", "<blockquote>one</blockquote>"),
        ("<pre>\n  one\n two\n</pre>", "<pre><code>  one\n two</code></pre>"),
        # callouts and details
        ('<div class="admonition warning"><p class="admonition-title">Storm</p><p>Stay ashore.</p></div>',
         '<aside class="callout warning" data-callout="warning">\n<p class="callout-title">Storm</p>\n'
         "<p>Stay ashore.</p>\n</aside>"),
        ('<div class="admonition"><p>Stay ashore, all of you.</p></div>',
         '<aside class="callout note" data-callout="note">\n<p>Stay ashore, all of you.</p>\n</aside>'),
        ("<details><summary>Fares</summary><p>Nine pounds.</p></details>",
         "<details open><summary>Fares</summary>\n<p>Nine pounds.</p>\n</details>"),
        # items of a list are grouped
        ("<ul><li>one<li>two</ul>", "<ul>\n<li>one</li>\n<li>two</li>\n</ul>"),
        ("<ol><li>one</ol><ol><li>two</ol>", "<ol>\n<li>one</li>\n</ol>\n<ol>\n<li>two</li>\n</ol>"),
        ("<dl><dt>one<dd>two</dl>", "<dl>\n<dt>one</dt>\n<dd>two</dd>\n</dl>"),
        ('<dl><dt id=o><a class=permalink href="#o">one</a><dt><a href=#o>two</a></dl>',
         '<dl>\n<dt>one</dt>\n<dt><a href="https://example.org/news/1#o">two</a></dt>\n</dl>'),
        ("<ol reversed><li>one<li>two<li value=7>three</ol>",
         '<ol start="3">\n<li>one</li>\n<li value="2">two</li>\n<li value="7">three</li>\n</ol>'),
        ("<ol start=4><li>one</ol>", '<ol start="4">\n<li>one</li>\n</ol>'),
        ("<ul><li>one<ul><li>two</ul></ul>", "<ul>\n<li>one<ul><li>two</li></ul></li>\n</ul>"),
        ("<ul><li>one</ul><p>two</p>", "<ul>\n<li>one</li>\n</ul>\n<p>two</p>"),
        ("<table><tr><td><ul><li>one</ul></table>", "<ul>\n<li>one</li>\n</ul>"),
        # cells of a table stand in their rows and columns
        ("<table><tr><th>one<th colspan=2>two<tr><td>three<td><td>four <b>five</b></table>",
         '<table>\n<tr><th>one</th><th colspan="2">two</th></tr>\n'
         "<tr><td>three</td><td></td><td>four <b>five</b></td></tr>\n</table>"),
        # paragraphs of a quote stand in one
        ("<blockquote><p>one<p>two</blockquote>", "<blockquote><p>one</p><p>two</p></blockquote>"),
        # inline style tags are kept
        ("<p>The <b>mayor</b> <em>of <strong>Ulm</strong></em>, <sup>1</sup></p>",
         "<p>The <b>mayor</b> <em>of <strong>Ulm</strong></em>, <sup>1</sup></p>"),
        # other tags and attributes are dropped
        ("<p onclick=x() class=a><span id=b>The</span> <font>mayor</font><img src=a> <b onclick=y()>speaks</b></p>",
         "<p>The mayor <b>speaks</b></p>"),
        # style around blocks is no part of them
        ("<b><p>one</p><p>two</p></b>", "<p>one</p>\n<p>two</p>"),
        # style tag over a line break is closed and opened again
        ("<div><b>one<br>two</b></div>", "<p><b>one</b><br><b>two</b></p>"),
        # text is escaped
        ("<p>1 &lt; 2 &amp; &lt;script&gt;alert(1)&lt;/script&gt;</p>",
         "<p>1 &lt; 2 &amp; &lt;script&gt;alert(1)&lt;/script&gt;</p>"),
        # links are made absolute
        ("<p><a href=../a?b=1&amp;c=2 target=_top>the mayor</a></p>",
         '<p><a href="https://example.org/a?b=1&amp;c=2">the mayor</a></p>'),
        # text in too many style tags stands without them
        ("<p>" + "<b>" * 1000 + "x<i>y</i>" * 3, "<p>xyxyxy</p>"),
    ],
)  # fmt: skip
def test_blocks_are_written_as_elements(render: Render, html: str, expected: str) -> None:
    assert render(html) == expected


@pytest.mark.parametrize(
    "href",
    ["javascript:alert(1)", " java\nscript:alert(1)", "JAVASCRIPT:x", "data:text/html,x", "vbscript:x", "http://["],
)
def test_links_that_are_no_page_are_dropped(render: Render, href: str) -> None:
    assert render(f"<p><a href='{href}'>the mayor</a></p>") == "<p><a>the mayor</a></p>"


def test_attribute_cannot_be_left(render: Render) -> None:
    html = render("<p><time datetime='\"><script>x</script>'>now</time></p>")
    assert fragment_fromstring(html).xpath("//script") == []


def test_notes_lead_back_to_the_first_of_their_references() -> None:
    notes = [Note(label=label, text="Of <1978>.", xpath="/p") for label in ("a", "b")]
    notes[1] = notes[1].model_copy(update={"blocks": read_all("<ul><li>Lake</ul>")})
    back = '<a href="#{}" role="doc-backlink">{}</a>'
    first, second = (back.format(f"{REFERENCE}{name}", BACK) for name in "ab")
    assert render_article((), notes).splitlines() == [
        '<section role="doc-endnotes"><ul>',
        f'<li id="{NOTE}a"><p><sup>a</sup> Of &lt;1978&gt;. {first}</p></li>',
        f'<li id="{NOTE}b"><ul><li>Lake</li></ul><p>{second}</p></li>',
        "</ul></section>",
    ]
    writer = ReferenceWriter({7: "a"})
    assert [REFERENCE in writer.write(number) for number in (7, 7, 8)] == [True, True, False]
    assert [f'id="{REFERENCE}a{end}"' in writer.write(7) for end in ("-3", "")] == [True, False]
    assert f'id="{REFERENCE}a"' in ReferenceWriter({7: "a"}).write(7)


@pytest.mark.parametrize(
    ("given", "html"),
    [
        (
            {"url": "https://v.example/1", "embed_url": "https://v.example/e"},
            '<p><a href="https://v.example/1">Video</a></p>',
        ),
        ({"embed_url": "https://v.example/e", "title": "A & B"}, '<p><a href="https://v.example/e">A &amp; B</a></p>'),
        ({"title": "Ferry"}, "<p>Ferry</p>"),
    ],
)
def test_a_video_is_a_link_to_where_people_watch_it(given: dict[str, str], html: str) -> None:
    assert list(HtmlWriter(lambda image: "").write(Video(**given))) == [html]


def test_no_blocks_are_no_html() -> None:
    assert render_article([]) == ""


PARTS = (
    "<b> </b> <i> </i> <a> </a> <p> </p> <br> <li> <ul> </ul> <h2> </h2> one two &lt;b&gt; <script>x</script>".split()
)


@given(st.lists(st.sampled_from(PARTS), max_size=30))
@example(["<li>", "one", "<p>", "one"])
def test_html_has_the_text_of_the_blocks(render: Render, parts: list[str]) -> None:
    html = "".join(parts)
    texts = [segment.text for segment in split_html(html)]
    rendered = fragment_fromstring(render(html), create_parent=True)
    assert "".join("".join(rendered.itertext()).split()) == "".join("".join(texts).split())
