"""The tree of a rendered page is the browser's own."""

from collections.abc import Callable

import pytest
from lxml.html import HtmlElement, document_fromstring, tostring

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line

Render = Callable[..., Document]


def markup(root: HtmlElement) -> str:
    return str(tostring(root, encoding="unicode"))


def texts(document: Document) -> list[str]:
    return [segment.text for segment in split_segments(document, breaks_line)]


def test_a_plain_page_is_as_lxml_has_it(render: Render) -> None:
    html = (
        "<!DOCTYPE html><html lang=en><head><meta charset=utf-8><title>Ferry &amp; port</title></head>"
        "<body class='a b'><h1>Ferry</h1><p id=x>It <b>came</b> back<br>today.</p><ul><li>one</li><li>two</li></ul>"
        "<img src='a.jpg' alt=''></body></html>"
    )
    expected = document_fromstring(html)
    assert markup(render(html).root) == markup(expected)


def test_elements_are_of_lxml_html(render: Render) -> None:
    body = render("<a href=/x>y</a>").body
    assert isinstance(body, HtmlElement)
    assert body[0].text_content() == "y"


@pytest.mark.parametrize(
    ("html", "body"),
    [
        # misnested tables come out as the browser has them
        ("<table><p>before<tr><td>cell<div>in</table>after",
         "<body><p>before</p><table><tbody><tr><td>cell<div>in</div></td></tr></tbody></table>after</body>"),
        # misnested inline elements come out as the browser has them
        ("<p><b>a<i>b</b>c</i>", "<body><p><b>a<i>b</i></b><i>c</i></p></body>"),
        # a second body adds its attributes to the first
        ("<body id=a><p>x</p></body><body id=b lang=en>y", '<body id="a" lang="en"><p>x</p>y</body>'),
        # control characters are dropped
        ("<p title='a\x01b&#x1f;'>c\x02d\x0ce&#xfffe;</p>", '<body><p title="ab">cd e</p></body>'),
        # comments are dropped and the text around them joins
        ("<p>one <!-- x -->two <b>b</b>three<!-- y --> four</p>", "<body><p>one two <b>b</b>three four</p></body>"),
        # a template is left empty
        ("<body><template><p>x</p></template>", "<body><template></template></body>"),
    ],
)  # fmt: skip
def test_a_tree_is_the_browser_s(render: Render, html: str, body: str) -> None:
    assert markup(render(html).body) == body


def test_a_frameset_has_its_root_for_a_body(render: Render) -> None:
    document = render("<frameset><frame src=a.html></frameset>")
    assert document.body is document.root


def test_form_fields_do_not_shadow_properties(render: Render) -> None:
    names = (
        "firstChild",
        "lastChild",
        "childNodes",
        "attributes",
        "localName",
        "nodeType",
        "previousSibling",
        "shadowRoot",
    )
    fields = "".join(f'<input name="{name}">' for name in names)
    document = render(f"<form>{fields}<p>text</p></form>")
    assert markup(document.body) == f"<body><form>{fields}<p>text</p></form></body>"
    assert document.layout is not None
    assert document.layout.box(document.body[0]) is not None


def test_images_and_forms_do_not_shadow_the_document(render: Render) -> None:
    html = "<img name=documentElement><form name=body></form><img name=createRange><img name=readyState><p>x"
    assert render(html).root.tag == "html"


def test_half_surrogates_do_no_harm(render: Render) -> None:
    assert render("<p>a\ud800b").body.text_content() == "a?b"


def test_odd_attribute_names_are_kept_or_skipped(render: Render) -> None:
    element = render("<p @click=a :class=b [x]=c a\"b=d xml:lang=e <f=g ''=h id=i>x").body[0]
    assert element.get("@click") == "a"
    assert element.get("xml:lang") == "e"
    assert element.get("id") == "i"


def test_odd_tag_names_are_made_safe(render: Render) -> None:
    assert [child.tag for child in render('<o:p>a</o:p><a"b>c</a"b><amp-img></amp-img>').body] == [
        "o:p",
        "a_b",
        "amp-img",
    ]


def test_svg_and_mathml_are_as_lxml_has_them(render: Render) -> None:
    html = (
        '<svg viewBox="0 0 1 1"><linearGradient id="g"></linearGradient><use xlink:href="#g"></use></svg>'
        '<math><mi definitionURL="x"></mi></math>'
    )
    assert markup(render(html).body) == markup(document_fromstring(f"<body>{html}</body>").find("body"))


def test_noscript_has_elements_where_scripts_are_off(render: Render) -> None:
    html = "<p>x<noscript><img src=a.jpg></noscript>"
    assert render(html).body.find(".//noscript/img") is not None
    assert render(html, scripts=True).body.find(".//noscript/img") is None


def test_a_declared_shadow_tree_stands_in_its_host_with_what_is_put_in_its_slots(render: Render) -> None:
    html = (
        "<x-story><template shadowrootmode=open><h1>Head</h1><slot name=lead>none</slot><slot>none</slot></template>"
        "<p>body</p><p slot=lead>lead</p><p slot=unknown>gone</p></x-story>"
    )
    assert texts(render(html)) == ["Head", "lead", "body"]


def test_streamed_fragments_are_put_in_place(render: Render) -> None:
    html = "<div><template id='B:1'></template></div><div hidden id='S:1'><p>The ferry is back.</p></div>"
    document = render(html)
    assert texts(document) == ["The ferry is back."]
    assert document.layout is not None
    assert document.layout.box(next(document.body.iter("p"))) is not None


def test_scripts_run_only_where_asked_for(render: Render) -> None:
    html = "<p id=p>before<script>p.textContent = 'after'</script>"
    assert texts(render(html)) == ["before"]
    assert texts(render(html, scripts=True)) == ["after"]


def test_a_script_cannot_change_how_the_page_is_read(render: Render) -> None:
    html = (
        "<p>real<script>JSON.stringify = () => '{}'; Object.defineProperty(Node.prototype, 'lastChild', {get() {}});"
        "Range.prototype.getBoundingClientRect = null; Array.prototype.push = null</script>"
    )
    assert texts(render(html, scripts=True)) == ["real"]


def test_a_page_is_rendered_under_its_own_address(render: Render) -> None:
    document = render("<p id=p>x<script>p.textContent = location.href</script><base href=/b/>", scripts=True)
    assert texts(document) == ["https://courier.example/ferry"]
    assert document.url == "https://courier.example/ferry"
    assert document.base_url == "https://courier.example/b/"


def test_what_is_hidden_follows_the_computed_style(render: Render) -> None:
    html = (
        "<style>.gone { display: none } .veil { visibility: hidden } .seen { visibility: visible }</style>"
        "<p>one<p class=gone>two<p class=veil>three<div class=veil><p>four<p class=seen>five</div>"
        "<p hidden style='display: block'>six"
    )
    assert texts(render(html)) == ["one", "five", "six"]


def test_a_body_that_waits_for_its_script_is_shown(render: Render) -> None:
    assert texts(render("<body style='visibility: hidden'><p>one")) == ["one"]
    document = render("<style>body { display: none }</style><body><p>one")
    assert texts(document) == ["one"]
    assert document.layout is not None
    assert document.layout.box(document.body[0]) is not None


def test_a_tree_too_deep_is_cut_with_a_warning(render: Render) -> None:
    script = "let e = document.body; for (let i = 0; i < 3000; i++) e = e.appendChild(document.createElement('b'))"
    assert render(f"<body><script>{script}</script>", scripts=True).warnings == ("deep_nesting",)


def test_a_video_has_a_style_but_its_sources_are_not_displayed(render: Render) -> None:
    document = render("<video><source src=a.mp4></video>")
    assert document.layout is not None
    assert document.layout.style(document.body[0][0]).display == "none"


def test_formulas_are_tex_in_the_place_of_what_draws_them(render: Render) -> None:
    page = render(
        "<script src=/mathjax.js></script><p>So <math><mi>x</mi></math> and <script type='math/tex'>y</script> it</p>"
        r"<p>so \(z\) and \[w\] it</p><p><math display=block><mi>v</mi></math></p>"
    )
    layout = page.layout
    assert layout is not None
    assert texts(page) == ["So $x$ and $y$ it", "so $z$ and", "$$w$$", "it", "$$v$$"]
    formulas = list(page.body.iter("inline-formula", "displayed-formula"))
    assert [layout.style(each).display for each in formulas] == ["inline", "inline", "inline", "block", "block"]
    assert [layout.text_box(each, False) == layout.text_box(each.getparent(), False) for each in formulas[2:4]] == [
        True,
        True,
    ]
    assert layout.text_box(formulas[1], True) is not None
