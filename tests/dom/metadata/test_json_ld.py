import json

from hypothesis import given
from hypothesis import strategies as st
from lxml.html import HtmlElement, document_fromstring

from cutline.dom.metadata.json_ld import MAX_CHARACTERS, JsonLd, as_list, read_json_ld, read_text


def read_script(text: str) -> JsonLd:
    root = document_fromstring("<html><head><script type='application/ld+json'></script></head></html>")
    script: HtmlElement = next(root.iter("script"))
    script.text = text
    return read_json_ld(root)


def test_objects_are_listed_in_document_order_parents_first() -> None:
    nodes = read_script('{"@graph": [{"@type": "A", "b": {"@type": "B"}}, {"@type": "C"}]}').nodes
    assert [sorted(node.types) for node in nodes] == [[], ["A"], ["B"], ["C"]]


def test_a_node_knows_where_it_stands() -> None:
    child = read_script('{"@type": "Article", "image": [{"@type": "ImageObject"}]}').nodes[1]
    assert child.key == "image"
    assert child.parent is not None
    assert child.parent.types == {"Article"}


def test_types_lose_their_vocabulary() -> None:
    nodes = read_script('[{"@type": "http://schema.org/NewsArticle"}, {"@type": ["schema:Person", "x#Y"]}]').nodes
    assert [node.types for node in nodes] == [{"NewsArticle"}, {"Person", "Y"}]


def test_references_are_followed_to_the_object_that_says_most() -> None:
    json_ld = read_script('[{"author": {"@id": "#a"}}, {"@id": "#a", "name": "Ann Lee"}]')
    assert json_ld.follow({"@id": "#a"}) == {"@id": "#a", "name": "Ann Lee"}
    assert json_ld.follow({"@id": "#unknown"}) == {"@id": "#unknown"}
    assert json_ld.follow("Ann Lee") == "Ann Lee"


def test_several_scripts_are_read_and_other_scripts_are_not() -> None:
    root = document_fromstring(
        '<html><script type=\'application/ld+json\'>{"a": 1}</script><script>{"b": 2}</script>'
        "<script type='Application/LD+JSON; charset=utf-8'>{\"c\": 3}</script></html>"
    )
    assert [dict(node.properties) for node in read_json_ld(root).nodes] == [{"a": 1}, {"c": 3}]


def test_a_script_beyond_the_limit_is_left_out_and_the_next_is_read() -> None:
    huge = json.dumps({"a": "x" * MAX_CHARACTERS})
    root = document_fromstring(
        f"<html><script type='application/ld+json'>{huge}</script>"
        "<script type='application/ld+json'>{\"b\": 1}</script></html>"
    )
    assert [dict(node.properties) for node in read_json_ld(root).nodes] == [{"b": 1}]


def test_text_is_read_from_strings_names_values_and_lists() -> None:
    assert read_text(" A &amp;amp; <b>B</b>\n") == "A & B"
    assert read_text({"@type": "Person", "name": "Ann Lee"}) == "Ann Lee"
    assert read_text({"@language": "en", "@value": "Storm"}) == "Storm"
    assert read_text(["first", "second"]) == "first"
    assert read_text(2024) == "2024"
    assert [read_text(value) for value in (None, True, "", [], {}, {"name": {"a": "b"}})] == [None] * 6


def test_a_single_value_counts_as_a_list_of_one() -> None:
    assert as_list("a") == ["a"]
    assert as_list(["a", "b"]) == ["a", "b"]
    assert as_list(None) == []


def xml_text() -> st.SearchStrategy[str]:
    """Text that lxml accepts in a tree; others cannot come from a page."""
    return st.text(st.characters(exclude_categories=("Cs", "Cc"), exclude_characters="\ufffe\uffff"))


@given(xml_text())
def test_no_script_raises(text: str) -> None:
    read_script(text)


KEYS = st.sampled_from(["@type", "@id", "@graph", "name", "author", "headline", "x"])
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats(allow_nan=False) | xml_text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(KEYS, inner, max_size=4),
    max_leaves=20,
)


@given(VALUES)
def test_every_value_can_be_read_and_followed(value: object) -> None:
    json_ld = read_script(json.dumps(value))
    for node in json_ld.nodes:
        for item in node.properties.values():
            read_text(json_ld.follow(item))
