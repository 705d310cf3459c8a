"""A page as a tree of the elements that hold text."""

from __future__ import annotations

from collections.abc import Callable

from cutline.dom.templates.page_trees import PageNode, walk

BuildTree = Callable[..., PageNode]


def outline(node: PageNode) -> str:
    """The tags and texts of a tree: `body(p(One b(two)))`."""
    return node.text or f"{node.tag}({' '.join(map(outline, node.children))})"


def test_texts_are_leaves_in_document_order(tree: BuildTree) -> None:
    assert outline(tree("<p>One <b>two</b> three</p>four")) == "body(p(One b(two) three) four)"


def test_elements_without_text_are_left_out(tree: BuildTree) -> None:
    assert outline(tree("<div><img src=a.jpg></div><p> </p><script>1</script><p>One</p>")) == "body(p(One))"


def test_a_text_knows_its_segment_and_a_node_its_size(tree: BuildTree) -> None:
    root = tree("<p>One <b>two</b></p><p>Three</p>")
    assert [(node.text, node.segment) for node in walk(root) if node.text] == [("One", 0), ("two", 0), ("Three", 1)]
    assert (root.size, [child.size for child in root.children]) == (7, [4, 2])


def test_a_table_has_the_same_tree_with_and_without_tbody(tree: BuildTree) -> None:
    bare, full = "<table><tr><td>One</table>", "<table><tbody><tr><td>One</table>"
    assert outline(tree(bare)) == outline(tree(full)) == "body(table(tr(td(One))))"


def test_tokens_are_classes_id_and_roles_with_numbers_made_equal(tree: BuildTree) -> None:
    (div,) = tree("<div class='post post-4711' id=post4711 role=main itemprop=articleBody>One</div>").children
    assert div.tokens == {".post", ".post-0", "#post0", "role=main", "itemprop=articleBody"}


def test_with_a_vocabulary_a_node_keeps_what_the_site_is_known_by(tree: BuildTree) -> None:
    html = "<div class='story x1'>One</div><div class='new other' id=a9>Two</div>"
    known, unknown = tree(html, vocabulary=frozenset((".story",))).children
    assert known.tokens == {".story"}
    assert unknown.tokens == {".new", ".other"}


def test_text_below_the_deepest_level_is_left_out(tree: BuildTree) -> None:
    assert outline(tree("<div><div><p>Deep</p></div>High</div>", max_depth=2)) == "body(div())"
    assert outline(tree("<div><div><p>Deep</p></div>High</div>", max_depth=3)) == "body(div(div() High))"
