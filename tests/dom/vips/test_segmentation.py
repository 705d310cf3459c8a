"""Whole pages, laid out by hand, at random, without a layout, and by Chromium."""

from collections.abc import Callable, Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.document import Document, Page
from cutline.dom.render.pool import BrowserPool
from cutline.dom.vips import VisionBlock, build_block_tree
from tests.conftest import SETTINGS, make_document
from tests.dom.vips.conftest import lay_out

PAGE = """<body box="0 0 1000 1000">
<div id=head bg=navy box="0 0 1000 100">
<h1 box="0 0 1000 50">The Harbour Post</h1><p box="0 50 1000 50">Tuesday</p></div>
<div box="0 120 1000 700">
<div id=menu box="0 120 200 700"><p box="0 120 200 20">News</p><p box="0 140 200 20">Sport</p></div>
<div id=main box="230 120 770 700">
<h2 size=32 box="230 120 770 40">Ferry</h2><p box="230 180 770 100">One</p><p box="230 300 770 100">Two</p></div>
</div>
<div id=foot box="0 900 1000 100">Imprint</div></body>"""


@pytest.fixture(scope="session")
def segment() -> Callable[[Document, int], VisionBlock]:
    return lambda page, permitted: build_block_tree(
        page, SETTINGS.vips.model_copy(update={"permitted_coherence": permitted})
    )


Segment = Callable[[Document, int], VisionBlock]


def ids(blocks: Iterator[VisionBlock]) -> list[str | None]:
    return [block.element.get("id") if block.element is not None else None for block in blocks]


def walk(page: VisionBlock) -> list[VisionBlock]:
    found = [page]
    for block in found:
        found.extend(block.children)
    return found


def test_coarse_page_is_head_columns_and_foot(segment: Segment) -> None:
    page = segment(lay_out(PAGE), 4)
    assert ids(page.leaves()) == ["head", "menu", "main", "foot"]


def test_columns_between_head_and_foot_are_one_block(segment: Segment) -> None:
    groups = [ids(iter(block.children)) for block in walk(segment(lay_out(PAGE), 4)) if block.element is None]
    assert ["menu", "main"] in groups


def test_fine_page_is_its_paragraphs(segment: Segment) -> None:
    texts = [(place[0].text or "") for leaf in segment(lay_out(PAGE), 9).leaves() for place in leaf.texts]
    assert texts == ["The Harbour Post", "Tuesday", "News", "Sport", "Ferry", "One", "Two", "Imprint"]


def test_no_block_is_less_coherent_than_the_one_around_it(segment: Segment) -> None:
    page = segment(lay_out(PAGE), 10)
    assert all(child.coherence >= block.coherence for block in walk(page) for child in block.children)


def test_paragraph_in_two_fonts_stays_whole_up_to_8(segment: Segment) -> None:
    page = lay_out(
        '<body box="0 0 1000 1000"><p box="0 0 1000 100">a <b weight=700 box="10 0 10 100">b</b></p>'
        '<p box="0 200 1000 100">c</p>'
    )
    assert [len(list(segment(page, permitted).leaves())) for permitted in (8, 9, 10)] == [2, 3, 3]


def test_page_of_which_nothing_can_be_seen_is_one_empty_block(segment: Segment) -> None:
    page = segment(lay_out("<body><div></div></body>"), 10)
    assert (page.box, page.texts, list(page.leaves())) == (None, (), [page])


coordinates = st.integers(0, 60).map(lambda step: 15 * step)


@st.composite
def elements(draw: st.DrawFn, depth: int = 4) -> str:
    tag = draw(st.sampled_from(["div", "p", "span", "td", "table", "tr", "ul", "b", "hr", "br", "img"]))
    place = " ".join(str(draw(coordinates)) for _ in range(4))
    more = draw(st.sampled_from(["", "bg=red", "size=30", "weight=700"]))
    inner = "".join(draw(st.lists(elements(depth - 1), max_size=3))) if depth else ""
    text = draw(st.sampled_from(["", "text"]))
    return f'<{tag} {more} box="{place}" tail="{place}">{text}{inner}</{tag}>tail'


@pytest.mark.load
@given(html=st.lists(elements(), max_size=4).map("".join))
def test_higher_pdoc_never_gives_fewer_leaves_and_every_text_is_in_one(html: str, segment: Segment) -> None:
    page = lay_out(f'<body box="0 0 900 900">{html}</body>')
    assert page.layout is not None
    counts = []
    for permitted in range(1, 11):
        leaves = list(segment(page, permitted).leaves())
        counts.append(len(leaves))
        texts = [place for leaf in leaves for place in leaf.texts]
        assert len(texts) == len(set(texts))
        assert set(texts) == set(page.layout.text_boxes)
    assert counts == sorted(counts)


def test_page_without_layout_is_divided_by_its_tags(segment: Segment) -> None:
    page = make_document(
        f"<div><p>{'one ' * 99}</p><p>two<br>three</p></div><script>x</script><table><tr><td>four</table>tail"
    )
    texts = [
        (leaf.texts[0][0].tail if leaf.texts[0][1] else leaf.texts[0][0].text) for leaf in segment(page, 10).leaves()
    ]
    assert [(text or "").split()[0] for text in texts] == ["one", "two", "three", "four", "tail"]


@pytest.mark.parametrize(
    "html",
    [
        "<div>a" * 1000,
        "<b>a" * 1000,
        "<table><tr><td>" * 600 + "a",
        "<p>a</p>" * 8_000,
        "<div><p>a</p>" * 1000 + "</div><p>b</p>" * 1000,
        "<ul><li>" * 500 + "a" + "</li><li>b</li></ul>" * 500,
    ],
    ids=["comb", "inline", "tables", "wide", "shells", "lists"],
)
@pytest.mark.load
def test_deep_and_wide_pages_are_divided(segment: Segment, html: str) -> None:
    assert len(list(segment(make_document(html), 10).leaves())) >= 1


def test_blocks_nested_by_separators_without_end_stay_flat_below(segment: Segment) -> None:
    """Each block lies beside all that follow, in turn above and left of them: one level of grouping for each."""
    boxes = []
    left = top = 0
    for turn in range(300):
        boxes.append(f"{left} {top} 10 {6000 - top}" if turn % 2 else f"{left} {top} {6000 - left} 10")
        left, top = (left + 20, top) if turn % 2 else (left, top + 20)
    paragraphs = "".join(f'<p box="{box}">a</p>' for box in boxes)
    page = segment(lay_out(f'<body box="0 0 6000 6000">{paragraphs}</body>'), 10)
    assert len(list(page.leaves())) == 300


STYLED = """<style>body{margin:0} .head{background:#124;color:#fff;padding:20px} .row{display:flex;gap:40px}
.menu{width:200px} .main{width:700px} .foot{background:#ddd;margin-top:40px;padding:20px}</style>
<div class=head><h1>The Harbour Post</h1></div>
<div class=row><div class=menu><a href=a>News</a><br><a href=b>Sport</a></div>
<div class=main id=main><h2>Ferry</h2><p>The ferry <b>left</b> at noon.</p><p>It came back.</p>
<img width=300 height=200></div></div>
<div class=foot>Imprint</div>"""


@pytest.fixture(scope="module")
def rendered(browsers: BrowserPool) -> Document:
    return browsers.render(Page(STYLED))


def test_rendered_columns_are_told_apart(rendered: Document, segment: Segment) -> None:
    boxes = {block.element.get("id"): block.box for block in walk(segment(rendered, 10)) if block.element is not None}
    assert boxes["main"] is not None and (boxes["main"].left, boxes["main"].width) == (240, 700)


def test_every_rendered_text_is_in_one_leaf(rendered: Document, segment: Segment) -> None:
    assert rendered.layout is not None
    for permitted in range(1, 11):
        texts = [place for leaf in segment(rendered, permitted).leaves() for place in leaf.texts]
        assert sorted(map(id, (node for node, _ in texts))) == sorted(
            id(node) for node, _ in rendered.layout.text_boxes
        )
