from __future__ import annotations

import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.metadata.json_ld import MAX_DEPTH, parse_json

JSON_PIECES = st.sampled_from([*"{}[]:,\"'\\/*<>!-&; \n\t", "//", "/*", "*/", "<![CDATA[", "]]>", "true", "1", "a"])


def test_valid_json_is_read_as_it_is() -> None:
    assert parse_json('{"a": [1, "b", null]}') == [{"a": [1, "b", None]}]


@pytest.mark.parametrize(
    "text",
    [
        '//<![CDATA[\n{"a": "b"}\n//]]>',
        '/*<![CDATA[*/{"a": "b"}/*]]>*/',
        '<!-- {"a": "b"} -->',
        '\ufeff{"a": "b"};',
        "{&quot;a&quot;: &quot;b&quot;}",
        # comments stray commas and single quotes are mended
        '{"a": "b",}',
        '{"a": "b" // a remark\n}',
        '{"a": /* a remark, */ "b"}',
        "{'a': 'b'}",
        '{"a": "b", // a remark behind a stray comma\n}',
    ],
)
def test_wrappers_of_other_formats_are_taken_off(text: str) -> None:
    assert parse_json(text) == [{"a": "b"}]


def test_comment_signs_in_strings_stay() -> None:
    assert parse_json('{"url": "https://a.example/*b*/", }') == [{"url": "https://a.example/*b*/"}]


def test_raw_newlines_and_control_characters_are_allowed_in_strings() -> None:
    assert parse_json('{"a": "two\nlines\x01"}') == [{"a": "two\nlines\x01"}]


def test_unknown_escapes_lose_their_backslash() -> None:
    assert parse_json(r'{"a": "it\'s"}') == [{"a": "it's"}]


def test_raw_quotes_in_a_string_are_kept() -> None:
    assert parse_json('{"a": "he said "no", and left", "b": 1}') == [{"a": 'he said "no", and left', "b": 1}]


def test_raw_quotes_next_to_an_address_do_not_make_a_comment() -> None:
    text = '{"image": "<img src="https://a.example/b.jpg">", "headline": "Storm"}'
    assert parse_json(text) == [{"image": '<img src="https://a.example/b.jpg">', "headline": "Storm"}]


def test_several_values_are_all_read() -> None:
    assert parse_json('{"a": 1}\n{"b": 2},{"c": 3};') == [{"a": 1}, {"b": 2}, {"c": 3}]


def test_what_stands_before_an_error_is_read() -> None:
    assert parse_json('{"a": 1} and so on') == [{"a": 1}]


@pytest.mark.parametrize("text", ["", "   ", "no json", '{"a":', "[1e999999999999999999999", "9" * 10_000])
def test_hopeless_text_gives_nothing_or_a_plain_value(text: str) -> None:
    assert all(not isinstance(value, dict) for value in parse_json(text))


def test_values_nested_too_deep_are_left_out() -> None:
    assert parse_json('{"a":' * MAX_DEPTH + "1" + "}" * MAX_DEPTH)
    assert parse_json('{"a":' * 100_000 + "1" + "}" * 100_000) == []


@given(st.one_of(st.text(), st.lists(JSON_PIECES).map("".join)))
def test_no_text_raises(text: str) -> None:
    parse_json(text)


@given(
    st.recursive(st.none() | st.booleans() | st.integers() | st.text(), lambda inner: st.lists(inner), max_leaves=20)
)
def test_whatever_json_writes_is_read_back(value: object) -> None:
    assert parse_json(json.dumps([value])) == [[value]]


@pytest.mark.parametrize("piece", ['"\\', "/*", '"', '[{"a":', "'", ",\n", '" ', "\\", "//", " ", '{"a"b"', "&#"])
@pytest.mark.load
def test_time_grows_with_the_length_only(piece: str) -> None:
    def measure(length: int) -> float:
        start = time.process_time()
        parse_json('{"x": ' + piece * (length // len(piece)))
        return time.process_time() - start

    assert measure(200_000) < 20 * measure(20_000) + 0.5
