"""The text of a page in the state that it hands to its scripts."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.document import parse_html
from cutline.dom.script_state import StateText, find_state_text

FIRST = "The ferry left the harbour of Port Ellery at six in the morning."
SECOND = "Forty people were on board when the engine failed off the cape."


def find(scripts: str) -> StateText:
    return find_state_text(parse_html(f"<html><head>{scripts}</head><body></body></html>".encode())[0])


def json_script(state: object, kind: str = "application/json") -> str:
    return f'<script type="{kind}">{json.dumps(state)}</script>'


def streamed(*rows: str) -> str:
    return "".join(f"<script>self.__next_f.push([1,{json.dumps(row)}])</script>" for row in rows)


def paragraph(*parts: object) -> dict[str, object]:
    return {"type": "paragraph", "content": [{"type": "text", "value": part} for part in parts]}


def test_each_item_of_a_list_is_a_paragraph_with_all_its_parts() -> None:
    link = {"type": "link", "content": [{"type": "text", "value": "Port Ellery"}]}
    first = {"type": "paragraph", "content": [{"value": "The ferry left the harbour of "}, link, {"value": " at six."}]}
    text = find(json_script({"page": {"story": {"body": {"content": [first, paragraph(SECOND)]}}}}))
    assert text.paragraphs == ["The ferry left the harbour of Port Ellery at six.", SECOND]
    assert text.html is None and text.prose == len("".join(text.paragraphs))


def test_a_string_of_html_is_divided_into_its_paragraphs() -> None:
    html = f"<p>{FIRST}</p><p>By <b>A. Hand</b></p><p>{SECOND}</p>"
    text = find(json_script({"story": {"html": html}}))
    assert list(text.paragraphs) == [FIRST, "By A. Hand", SECOND] and text.html == html
    assert text.prose == len(FIRST + SECOND)


def test_the_longest_prose_is_taken_not_the_longest_list() -> None:
    menu = [{"text": word} for word in ("News", "Sport", "Weather") * 50]
    text = find(json_script({"menu": menu, "content": [paragraph(FIRST), paragraph(SECOND)]}))
    assert text.paragraphs == [FIRST, SECOND]


def test_streamed_rows_are_joined_and_cut_by_their_sizes_in_bytes() -> None:
    html = f"<p>«{FIRST}»</p><p>{SECOND}</p>"
    rows = f'0:["$","div",null,{{}}]\n1a:T{len(html.encode()):x},{html}2:["$","p",null,{{"children":"Menu"}}]\n'
    assert find(streamed(rows[:40], rows[40:])).html == html


def test_streamed_elements_are_read_without_their_tags() -> None:
    elements = [["$", "p", None, {"children": FIRST}], ["$", "p", None, {"children": ["", SECOND, "$L5"]}]]
    assert find(streamed(f"3:{json.dumps(elements)}\n")).paragraphs == [FIRST, SECOND]


def test_declarations_for_search_engines_are_no_state() -> None:
    assert find(json_script([{"text": FIRST}, {"text": SECOND}], "application/ld+json")).paragraphs == ()


@pytest.mark.parametrize(
    "scripts",
    [
        "",
        "<script>var a = 1</script>",
        '<script type="application/json">{"a": </script>',
        f'<script type="application/json">{"[" * 100_000}</script>',
        streamed("1:Tffffffff,short"),
        streamed("1:T,"),
        json_script({"a": None, "b": [1, 2.5, True], "c": {}}),
    ],
)
def test_a_page_without_a_state_that_can_be_read_has_no_such_text(scripts: str) -> None:
    assert find(scripts).prose == 0


def test_deep_states_are_read_down_to_a_limit() -> None:
    state: object = [{"text": FIRST}, {"text": SECOND}]
    for _ in range(50):
        state = {"children": state}
    assert find(json_script(state)).paragraphs == [FIRST, SECOND]


@given(st.recursive(st.none() | st.booleans() | st.text(), lambda x: st.lists(x) | st.dictionaries(st.text(), x)))
def test_any_state_is_read(state: object) -> None:
    assert find(f'<script type="application/json">{json.dumps(state).replace("<", "u003c")}</script>').prose >= 0
