"""Page trees and their edit distance."""

import pytest

from cutline.dom.templates.page_trees import EditDistance, PageNode, differ, walk
from tests.dom.templates.conftest import tree


def outline(node: PageNode) -> str:
    """The tags and texts of a tree: `body(p(One b(two)))`."""
    return node.text or f"{node.tag}({' '.join(map(outline, node.children))})"


def test_texts_are_leaves_in_document_order() -> None:
    assert outline(tree("<p>One <b>two</b> three</p>four")) == "body(p(One b(two) three) four)"


def test_elements_without_text_are_left_out() -> None:
    assert outline(tree("<div><img src=a.jpg></div><p> </p><script>1</script><p>One</p>")) == "body(p(One))"


def test_a_text_knows_its_segment_and_a_node_its_size() -> None:
    root = tree("<p>One <b>two</b></p><p>Three</p>")
    assert [(node.text, node.segment) for node in walk(root) if node.text] == [("One", 0), ("two", 0), ("Three", 1)]
    assert (root.size, [child.size for child in root.children]) == (7, [4, 2])


def test_a_table_has_the_same_tree_with_and_without_tbody() -> None:
    bare, full = "<table><tr><td>One</table>", "<table><tbody><tr><td>One</table>"
    assert outline(tree(bare)) == outline(tree(full)) == "body(table(tr(td(One))))"


def test_tokens_are_classes_id_and_roles_with_numbers_made_equal() -> None:
    (div,) = tree("<div class='post post-4711' id=post4711 role=main itemprop=articleBody>One</div>").children
    assert div.tokens == {".post", ".post-0", "#post0", "role=main", "itemprop=articleBody"}


def test_with_a_vocabulary_a_node_keeps_what_the_site_is_known_by() -> None:
    html = "<div class='story x1'>One</div><div class='new other' id=a9>Two</div>"
    known, unknown = tree(html, vocabulary=frozenset((".story",))).children
    assert known.tokens == {".story"}
    assert unknown.tokens == {".new", ".other"}


def test_text_below_the_deepest_level_is_left_out() -> None:
    assert outline(tree("<div><div><p>Deep</p></div>High</div>", max_depth=2)) == "body(div())"
    assert outline(tree("<div><div><p>Deep</p></div>High</div>", max_depth=3)) == "body(div(div() High))"


ENOUGH = 10_000


@pytest.mark.parametrize(
    ("one", "other", "distance"),
    [
        ("<p>a</p>", "<p>b</p>", 0),  # texts differ from page to page
        ("<p>a</p><p>b</p>", "<p>a</p>", 2),  # a paragraph and its text
        ("<p>a</p><ul><li>b</ul>", "<ul><li>b</ul>", 2),
        ("<p>a</p>", "<div>a</div>", 4),  # one is removed, the other inserted
        ("<div><p>a</p></div>", "<p>a</p>", 5),  # children are mapped only below parents that are
        ("<p>a<b>c</b></p>", "<p>a</p>", 2),
        ("<p class='x y'>a</p>", "<p class='x z'>a</p>", 2 / 3),
        ("", "<p>a</p>", 2),
    ],
)
def test_distance_is_the_least_number_of_nodes(one: str, other: str, distance: float) -> None:
    assert EditDistance(ENOUGH).measure(tree(one), tree(other)) == pytest.approx(distance)
    assert EditDistance(ENOUGH).measure(tree(other), tree(one)) == pytest.approx(distance)


def test_trees_are_within_a_share_of_their_nodes() -> None:
    one, other = tree("<p>a</p><p>b</p>"), tree("<p>a</p>")  # 2 of 8 nodes
    assert EditDistance(ENOUGH).is_within(one, other, 0.25)
    assert not EditDistance(ENOUGH).is_within(one, other, 0.24)


def test_beyond_the_cells_only_sizes_are_compared() -> None:
    one, other = tree("<div>a</div><p>b</p>"), tree("<p>a</p><div>b</div>")
    assert EditDistance(ENOUGH).measure(one, other) == 4
    assert EditDistance(3).measure(one, other) == 0


def test_shares_of_tokens_that_differ() -> None:
    assert differ(frozenset(), frozenset()) == 0
    assert differ(frozenset("a"), frozenset()) == 1
    assert differ(frozenset("ab"), frozenset("bc")) == pytest.approx(2 / 3)
