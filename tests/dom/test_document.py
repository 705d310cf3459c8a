"""What the tree of a page is, and what is hidden in it."""

from time import process_time

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml import etree

from cutline.dom.document import Document, Page, parse, read_page
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from cutline.dom.web_addresses import absolute_url
from cutline.errors import CutlineError, PageTooLarge
from tests.conftest import make_document


def markup(document: Document) -> str:
    return etree.tostring(document.body, encoding="unicode", method="html")


def words(document: Document) -> list[str]:
    return "".join(document.body.itertext()).split()


def test_page_remembers_address_encoding_and_warnings() -> None:
    page = read_page(b"<p>K\xf6ln\x00, Bonn, Ulm", 100, "https://example.org/", "iso-8859-1")
    assert page == Page("<p>Köln, Bonn, Ulm", "https://example.org/", "cp1252", ("control_characters",))


def test_warnings_of_the_bytes_reach_the_document() -> None:
    assert parse(Page("<p>x", warnings=("broken_encoding",)), 10).warnings == ("broken_encoding",)


def test_meta_declaration_does_not_change_text_already_decoded() -> None:
    assert words(make_document('<meta charset="shift_jis"><p>東京 été')) == ["東京", "été"]


@pytest.mark.parametrize(
    "html",
    [
        "<html><body>one</body><body>two</body></html>",
        "<html><body>one</body> two",
        "<html><body>one</body><p>two</p></html>",
        "<html><body>one</body></html> two",
        "<html><body>one</body></html><p>two",
        "<html><body>one</body></html><html><head></head><body><div>two</div></body></html>",
        "<html><head></head></html><body>one <p>two",
        "<p>one<p>two",
        "<head><title>x</title></head><p>one</p> two",
    ],
)
def test_all_text_stands_in_one_body_in_order(html: str) -> None:
    page = make_document(html)
    assert words(page) == ["one", "two"] or "".join(words(page)) == "onetwo"
    assert not page.body.findall(".//body")


@pytest.mark.parametrize(
    "html",
    [
        "<!-- nothing here -->",
        "<html></html>",
        "<frameset><frame src=a><noframes>no</noframes></frameset>",
        "<head><title>x</title>",
        "<?xml version='1.0'?>",
        "</p>",
        "<",
    ],
)
def test_page_without_a_body_has_an_empty_one(html: str) -> None:
    assert make_document(html).body.tag == "body"
    assert len(make_document(html).body) == 0


@pytest.mark.parametrize("tag", ["source", "wbr", "track"])
def test_void_elements_hold_nothing(tag: str) -> None:
    assert markup(make_document(f"<p>one<{tag} id=a>two<b>three</b>four</p>five")) in (
        f'<body><p>one<{tag} id="a">two<b>three</b>four</p>five</body>',
        f'<body><p>one<{tag} id="a"></{tag}>two<b>three</b>four</p>five</body>',
    )


def test_sources_of_a_picture_are_siblings_of_its_image() -> None:
    picture = make_document("<picture><source srcset=a><source srcset=b><img src=c></picture>tail").body[0]
    assert [child.tag for child in picture] == ["source", "source", "img"]
    assert picture.tail == "tail"


def test_streamed_fragment_is_put_in_its_place() -> None:
    page = make_document('<p>one </p><template id="B:0"></template><p>three</p><div hidden id="S:0"><p>two </p></div>')
    assert words(page) == ["one", "two", "three"]
    assert [element.tag for element in page.hidden] == ["template"]


def test_fragment_within_a_fragment_is_put_in_its_place() -> None:
    page = make_document(
        '<template id="B:0"></template><p>three</p><div hidden id="S:1">two </div>'
        '<div hidden id="S:0">one <template id="P:1"></template></div>'
    )
    assert words(page) == ["one", "two", "three"]


@pytest.mark.parametrize(
    "html", ['<div hidden id="S:0"><template id="B:0"></template>one</div>', '<div hidden id="S:0">one</div>']
)
def test_fragment_without_a_place_outside_stays_hidden(html: str) -> None:
    assert make_document(html).body[0] in make_document(html).hidden or len(make_document(html).hidden) == 1


@pytest.mark.parametrize(
    ("base", "expected"),
    [
        ("https://cdn.example.org/a/", "https://cdn.example.org/a/"),
        ("/a/", "https://example.org/a/"),
        ("http://[", "https://example.org/news/1"),
    ],
)
def test_base_element_sets_what_addresses_are_relative_to(base: str, expected: str) -> None:
    assert make_document(f"<base href='{base}'><p>x", "https://example.org/news/1").base_url == expected


def test_page_without_a_base_element_is_its_own_base() -> None:
    assert make_document("<base target=_top><p>x", "https://example.org/").base_url == "https://example.org/"
    assert make_document("<p>x").base_url is None


@pytest.mark.parametrize(
    "head",
    [
        '<link rel="canonical" href="https://example.org/news/1">',
        '<meta property="og:url" content="https://example.org/news/1">',
        '<link rel="canonical" href="/news/2"><meta property="og:url" content=" https://example.org/news/1 ">',
    ],
)
def test_page_of_unknown_origin_is_where_it_says(head: str) -> None:
    assert make_document(f"{head}<p>x").base_url == "https://example.org/news/1"
    assert make_document(f"<base href='/a/'>{head}<p>x").base_url == "https://example.org/a/"
    assert make_document(f"{head}<p>x", "https://example.com/2").base_url == "https://example.com/2"
    assert make_document(f"{head}<p>x").url is None


@pytest.mark.parametrize(
    ("address", "expected"),
    [
        ("a.jpg", "https://example.org/b/a.jpg"),
        (" /a.jpg\n", "https://example.org/a.jpg"),
        ("/a\n/b\t.jpg", "https://example.org/a/b.jpg"),
        ("//cdn.example.org/a.jpg", "https://cdn.example.org/a.jpg"),
        ("http://[::1/a.jpg", None),
        ("http://ex\u2100mple.org/", None),
    ],
)
def test_address_is_made_absolute(address: str, expected: str | None) -> None:
    assert absolute_url(address, "https://example.org/b/c") == expected


@pytest.mark.parametrize(
    "html",
    [
        "<script>x</script>",
        "<style>x</style>",
        "<noscript>x</noscript>",
        "<template>x</template>",
        "<p hidden>x</p>",
        "<p style='Display : NONE'>x</p>",
        "<p style='color: red; visibility:hidden;'>x</p>",
        "<textarea>x</textarea>",
        "<select><option>x</select>",
    ],
)
def test_element_that_is_not_shown_is_hidden(html: str) -> None:
    page = make_document(f"<div>{html}</div>")
    assert page.hidden == {page.body[0][0]}


@pytest.mark.parametrize(
    "html", ["<p>x</p>", "<p hidden=until-found>x</p>", "<p style='display:block'>x</p>", "<p aria-hidden=true>x</p>"]
)
def test_element_that_can_be_read_is_not_hidden(html: str) -> None:
    assert make_document(html).hidden == frozenset()


def test_only_the_topmost_hidden_element_is_named() -> None:
    page = make_document("<div hidden><p hidden>x<script>y</script></p></div>")
    assert page.hidden == {page.body[0]}


def test_hidden_body_is_read_all_the_same() -> None:
    assert make_document("<body style='display:none'><p>x").hidden == frozenset()


def test_page_over_the_limit_of_elements_is_refused() -> None:
    with pytest.raises(PageTooLarge, match="103 elements; the limit is 102"):
        parse(Page("<p>x" * 100), 102)  # with html, head and body


def test_page_of_just_the_limit_of_elements_is_read() -> None:
    assert len(parse(Page("<p>x" * 100), 103).body) == 100


def test_elements_in_hidden_ones_count() -> None:
    with pytest.raises(PageTooLarge):
        parse(Page("<div hidden>" + "<p>x" * 100), 100)


def test_deepest_nesting_that_is_read_whole_has_no_warning() -> None:
    page = make_document("<div>" * 2046 + "x")
    assert (words(page), page.warnings) == (["x"], ())


def test_nesting_beyond_it_is_cut_with_a_warning() -> None:
    assert make_document("<div>" * 2047 + "x").warnings == ("deep_nesting",)


def test_page_of_100_000_nested_tags_is_quick() -> None:
    start = process_time()
    assert make_document("<div>" * 100_000 + "x").warnings == ("deep_nesting",)
    assert process_time() - start < 5


def test_nested_void_elements_cost_linear_time() -> None:
    start = process_time()
    assert len(make_document("<source>" * 1000 + "<i></i>" * 10_000).body) == 11_000
    assert process_time() - start < 5


@given(
    st.lists(
        st.sampled_from("<body> </body> </html> <html> <p> </p> <source> <template> <div hidden> x < & ' \0".split())
    )
)
def test_any_text_becomes_a_tree(parts: list[str]) -> None:
    try:
        page = parse(read_page("".join(parts), 10_000), 1000)
    except CutlineError:
        return
    assert page.body.getparent() is page.root
    assert page.root.getnext() is None


@pytest.mark.parametrize(
    ("start", "attribute", "end"),
    [
        ("<p ", "a{}='x > y' ", ">x"),
        ("<p ", 'a{}="1"', ">x"),
        ("<p/", "a{}/", ">x"),
        ("<p ", "a{} = 1\n", ">x"),
        ("<p ", '"a{} ', ">x"),
        ("<script>if (a <b) x</script><p ", "a{}=1 ", ">x"),
    ],
)
def test_element_of_too_many_attributes_is_refused(start: str, attribute: str, end: str) -> None:
    with pytest.raises(PageTooLarge, match="attributes"):
        make_document(start + "".join(map(attribute.format, range(100_000))) + end)


def test_many_attributes_are_read_up_to_the_limit_and_in_scripts() -> None:
    assert words(make_document("<script>for(i=0;i<n;" + "a b " * 1_000 + ")</script><p>x"))[-1] == "x"
    assert words(make_document("<p " + " ".join(f"a{number}=1" for number in range(1000)) + ">x")) == ["x"]


@pytest.mark.parametrize(
    "html",
    [
        "<style>p { color: red }</style><main><p>First</p></main><p>Second</p>",
        "<title>T</title><main><p>First</p></main>Second",
        "<head><meta charset=utf-8><section>First</section></head><body>Second</body>",
    ],
)
def test_content_that_the_parser_left_in_the_head_is_in_the_body(html: str) -> None:
    page = make_document(html)
    assert [segment.text for segment in split_segments(page, breaks_line)] == ["First", "Second"]
