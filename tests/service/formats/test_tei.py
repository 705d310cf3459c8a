from collections.abc import Callable
from types import SimpleNamespace

import pytest
from lxml import etree

from cutline.service.formats import tei
from cutline.types import Article, AuthorLink, Block, Comment

ReadAll = Callable[..., tuple[Block, ...]]
NAMES = {"t": tei.NAMESPACE}


def read_body(article: Article) -> str:
    """Return what is in the one division, without white space between its elements."""
    (entry,) = etree.fromstring(tei.render(article).encode()).xpath("//t:div", namespaces=NAMES)
    inside = "".join(etree.tostring(part, encoding="unicode", with_tail=False) for part in entry)
    return inside.replace(f' xmlns="{tei.NAMESPACE}"', "")


@pytest.mark.parametrize(
    ("page", "expected"),
    [
        ("<p>The <b>old <i>ferry</i></b> sails", '<p>The <hi rend="#b">old <hi rend="#i">ferry</hi></hi> sails</p>'),
        ("<p><a href=/b>b</a> &lt; c", '<p><ref target="https://e.org/b">b</ref> &lt; c</p>'),
        ("<p><a href=javascript:x>b</a> <abbr>c</abbr>", "<p>b c</p>"),
        ("<p><code>x</code><sup>2</sup>", '<p><hi rend="#t">x</hi><hi rend="#sup">2</hi></p>'),
        ("<h3>A <i>b</i></h3>", '<ab type="header" rend="h3">A <hi rend="#i">b</hi></ab>'),
        (
            "<ul><li>one<ul><li>two</ul>",
            '<list rend="ul"><item><p>one</p><list rend="ul"><item>two</item></list></item></list>',
        ),
        ("<ol><li>one</ol>", '<list rend="ol"><item>one</item></list>'),
        (
            "<dl><dt>a<dt>b<dd>c<dd>d<dt>e</dl>",
            '<list type="gloss"><label>a</label><item/><label>b</label><item>c</item><label/><item>d</item>'
            "<label>e</label><item/></list>",
        ),
        ("<blockquote><p>one<p>two</blockquote>", "<quote><p>one</p><p>two</p></quote>"),
        ("<pre>if a:\n    b</pre>", "<p><code>if a:\n    b</code></p>"),
        (
            "<table><tr><th>a<th>b<tr><td rowspan=2>1<td>2<tr><td>3</table>",
            '<table><row><cell role="head">a</cell><cell role="head">b</cell></row>'
            '<row><cell rows="2">1</cell><cell>2</cell></row><row><cell>3</cell></row></table>',
        ),
        (
            "<table><caption>c</caption><tr><th>a<th>b<tr><td>1<br><i>2</i><td></table>",
            '<table><head>c</head><row><cell role="head">a</cell><cell role="head">b</cell></row>'
            '<row><cell>1<lb/><hi rend="#i">2</hi></cell><cell/></row></table>',
        ),
        (
            "<ul><li><input type=checkbox checked>a<li><input type=checkbox>b</ul>",
            '<list rend="ul"><item rend="done">a</item><item rend="open">b</item></list>',
        ),
        (
            "<p>a<sub>1</sub> <mark>b</mark> <kbd>c</kbd> <s>d</s> <ins>e</ins>",
            '<p>a<hi rend="#sub">1</hi> <hi rend="#mark">b</hi> <hi rend="#kbd">c</hi> <del>d</del> <add>e</add></p>',
        ),
    ],
)
def test_the_structure_of_the_page_is_kept(page: str, expected: str, read_all: ReadAll, build: SimpleNamespace) -> None:
    assert read_body(build.article(read_all(page, "https://e.org/"))) == expected


def test_a_figure_has_address_caption_alternative_text_and_credit(build: SimpleNamespace) -> None:
    image = build.image("https://e.org/a.jpg?b&c", caption="The <Aurelia>", alt="A ferry", credit="Photo: X")
    assert read_body(build.article(images=(image,))) == (
        '<figure><graphic url="https://e.org/a.jpg?b&amp;c"/><head>The &lt;Aurelia&gt;</head>'
        '<figDesc>A ferry</figDesc><ab type="credit">Photo: X</ab></figure><p/>'
    )


def test_the_header_has_licence_pages_of_authors_and_words(build: SimpleNamespace) -> None:
    said = {"authors": ("Ines", "Tom"), "author_links": (AuthorLink(name="Tom", url="https://e.org/tom"),)}
    article = build.article(**said, url="https://e.org/a", license="https://e.org/by", word_count=12)
    root = etree.fromstring(tei.render(article).encode())
    full = root.find(".//{*}biblFull")
    assert full is not None
    assert [(author.text, author.get("ref")) for author in full.iter("{*}author")] == [
        ("Ines", None),
        ("Tom", "https://e.org/tom"),
    ]
    assert [licence.get("target") for licence in full.iter("{*}licence")] == ["https://e.org/by"]
    assert [measure.text for measure in full.iter("{*}measure")] == ["12"]


def test_the_header_has_title_authors_publisher_address_and_date(build: SimpleNamespace) -> None:
    fields = {"title": "Night ferry", "authors": ("Ines", "Tom"), "published": "2026-05-04", "language": "en"}
    root = etree.fromstring(tei.render(build.article(**fields, url="https://e.org/a")).encode())
    full = root.find(".//{*}biblFull")
    assert full is not None
    found = [(node.tag.rpartition("}")[2], node.get("target") or node.text) for node in full.iter("{*}*")]
    assert [pair for pair in found if pair[1] and pair[1].strip()] == [
        ("title", "Night ferry"),
        *(("author", "Ines"), ("author", "Tom"), ("publisher", "e.org")),
        *(("ptr", "https://e.org/a"), ("date", "2026-05-04")),
    ]
    assert root.get("{http://www.w3.org/XML/1998/namespace}lang") == "en"


def test_characters_that_xml_cannot_hold_are_left_out(build: SimpleNamespace) -> None:
    evil = "a\x00\ufffe\ud800\x1bb"
    blocks = (build.block(0, evil), build.block(1, evil, "code"), build.block(2, evil, html=f"<b>{evil[2:]}</b>"))
    image = build.image(f"https://e.org/{evil}", alt=evil)
    article = build.article(blocks, title=evil, url=f"https://e.org/{evil}", images=(image,))
    assert "<p>ab</p>" in read_body(article)


def test_several_articles_make_one_corpus(build: SimpleNamespace) -> None:
    parts = [tei.render_part(build.article((build.block(0, "One"),)), name) for name in ("a.html", "b<.html")]
    root = etree.fromstring((tei.OPENING + "".join(parts) + tei.CLOSING).encode())
    assert root.xpath("//t:TEI//t:note[@type='source']/text()", namespaces=NAMES) == ["a.html", "b<.html"]


def test_comments_are_divisions_that_name_what_they_answer(build: SimpleNamespace) -> None:
    first = Comment(author="Ann <Lee>", published="2024-05-03", text="One.\n\nTwo.", depth=0)
    article = build.article(comments=(first, Comment(text="Three.", depth=1, answers=0)))
    _, comments = etree.fromstring(tei.render(article).encode()).iterfind(".//{*}body/{*}div")
    found = "".join(etree.tostring(part, encoding="unicode", with_tail=False) for part in comments)
    assert found.replace(f' xmlns="{tei.NAMESPACE}"', "") == (
        '<div type="comment" xml:id="comment-0"><byline><docAuthor>Ann &lt;Lee&gt;</docAuthor><date>2024-05-03</date>'
        '</byline><p>One.</p><p>Two.</p></div><div type="comment" xml:id="comment-1" corresp="#comment-0">'
        "<p>Three.</p></div>"
    )
