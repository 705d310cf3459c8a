"""The thirteen dividing rules on nodes laid out by hand."""

from cutline.dom.vips.extraction import Pool, extract_blocks
from cutline.dom.vips.nodes import build_nodes
from tests.dom.vips.conftest import lay_out

WIDE = "0 0 1000 400"


def extract(html: str) -> Pool:
    """Extract the blocks of a body of 1000 by 1000 pixels."""
    page = lay_out(f'<body box="0 0 1000 1000">{html}</body>')
    assert page.layout is not None
    body = build_nodes(page, page.layout)
    assert body is not None
    return extract_blocks(body, 1_000_000)


def names(pool: Pool) -> list[tuple[str | None, int]]:
    return [("text" if node.is_text else node.element.get("id"), grade) for node, grade in pool.blocks]


def test_picture_without_children_is_a_block_by_rule_1() -> None:
    assert names(extract('<img id=a box="0 0 300 300"><p id=b box="0 300 300 20">x</p>')) == [("a", 10), ("b", 10)]


def test_element_without_content_is_cut_by_rule_1() -> None:
    assert names(extract('<div id=a box="0 0 300 300"></div><p id=b box="0 300 300 20">x</p>')) == [("b", 10)]


def test_wrappers_of_one_child_are_divided_by_rule_2() -> None:
    assert names(extract(f'<div box="{WIDE}"><div box="{WIDE}"><p id=a box="{WIDE}">x</p></div></div>')) == [("a", 10)]


def test_root_is_divided_by_rule_3_though_its_children_are_small() -> None:
    assert names(extract('<p id=a box="0 0 9 9">x</p><p id=b box="0 9 9 9">y</p>')) == [("a", 10), ("b", 10)]


def test_text_in_one_font_is_a_perfect_block_by_rule_4() -> None:
    virtual = '<a box="0 0 9 9" tail="9 0 9 9">b</a>c'
    assert names(extract(f'<div id=a box="{WIDE}">a {virtual}</div><p id=z box="0 500 9 9">z</p>'))[0] == ("a", 10)


def test_text_in_two_fonts_has_a_coherence_of_9_by_rule_4() -> None:
    virtual = '<b box="0 0 9 9" weight=700 tail="9 0 9 9">b</b>c'
    assert names(extract(f'<div id=a box="{WIDE}">a {virtual}</div><p id=z box="0 500 9 9">z</p>'))[0] == ("a", 9)


def test_paragraph_with_a_line_break_is_divided_by_rule_5() -> None:
    html = f'<p box="{WIDE}">a<br box="0 0 0 20" tail="0 20 1000 20">b</p><p id=z box="0 500 9 9">z</p>'
    assert names(extract(html)) == [("text", 10), ("text", 10), ("z", 10)]


def test_line_divides_by_rule_6() -> None:
    parts = '<p id=a box="0 0 50 20">a</p><hr box="0 20 50 2"><p id=b box="0 30 50 20">b</p>'
    pool = extract(f'<div box="0 0 100 100">{parts}</div><p id=z box="0 500 9 9">z</p>')
    assert [name for name, _ in names(pool)] == ["a", "b", "z"]
    assert [line.top for line in pool.lines] == [20]


def test_children_larger_than_their_parent_divide_it_by_rule_7() -> None:
    parts = '<p id=a box="0 0 50 20">a</p><p id=b box="0 30 50 20">b</p>'
    assert [name for name, _ in names(extract(f'<div box="0 0 40 40">{parts}</div><p id=z box="0 500 9 9">z</p>'))] == [
        "a",
        "b",
        "z",
    ]


def test_child_of_another_background_is_a_block_in_this_round_by_rule_8() -> None:
    inner = '<div box="0 0 400 200"><p box="0 0 400 100">a</p><p box="0 100 400 100">b</p></div>'
    table = f'<table box="{WIDE}"><tr id=a bg=red box="0 0 1000 200">{inner}{inner}</tr><tr box="0 200 1000 200">c</tr>'
    [(name, grade), *_] = names(extract(f'{table}</table><p id=z box="0 500 9 9">z</p>'))
    assert (name, grade) == ("a", 6)


def test_small_node_with_text_is_not_divided_by_rule_9() -> None:
    html = '<div id=a box="0 0 300 300"><p box="0 0 300 200" tail="0 200 300 99">b</p>a</div><p id=z box="0 500 9 9">z'
    assert names(extract(html)) == [("a", 5), ("z", 10)]


def test_node_of_small_children_is_not_divided_by_rule_10() -> None:
    parts = '<p box="0 0 300 300">a</p><p box="0 300 300 300">b</p>'
    html = f'<div id=a box="0 0 1000 900">{parts}</div><p id=z box="0 950 9 9">z</p>'
    assert names(extract(html)) == [("a", 5), ("z", 10)]


def test_cell_after_an_undivided_one_is_not_divided_by_rule_11() -> None:
    parts = '<p box="0 0 300 100">a</p><p box="0 100 300 100">b</p>'
    cells = f'<td id=a box="0 0 500 400">x</td><td id=b box="500 0 500 400">{parts}</td>'
    html = f'<table box="{WIDE}"><tr box="0 0 1000 300">{cells}</tr></table><p id=z box="0 500 9 9">z</p>'
    assert [name for name, _ in names(extract(html))] == ["a", "b", "z"]


def test_large_node_with_a_large_child_is_divided_by_rule_12() -> None:
    parts = '<p id=a box="0 0 900 190">a</p><p id=b box="0 190 900 190">b</p>'
    html = f'<div box="0 0 1000 900">{parts}</div><p id=z box="0 950 9 9">z</p>'
    assert [name for name, _ in names(extract(html))] == ["a", "b", "z"]


def test_table_is_not_divided_by_rule_13() -> None:
    rows = (
        '<tr box="0 0 1000 200"><td box="0 0 1000 200">a</td></tr><tr box="0 200 1000 200"><td box="0 200 1000 200">b'
    )
    assert names(extract(f'<table id=a box="{WIDE}">{rows}</table><p id=z box="0 500 9 9">z</p>'))[0] == ("a", 5)
