import json
import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.metadata.json_ld import MAX_DEPTH, parse_json

JSON_PIECES = st.sampled_from([*"{}[]:,\"'\\/*<>!-&; \n\t", "//", "/*", "*/", "<![CDATA[", "]]>", "true", "1", "a"])


@pytest.mark.parametrize(
    ("text", "values"),
    [
        # valid json is read as it is
        ('{"a": [1, "b", null]}', [{"a": [1, "b", None]}]),
        # comment signs in strings stay
        ('{"url": "https://a.example/*b*/", }', [{"url": "https://a.example/*b*/"}]),
        # raw newlines and control characters are allowed in strings
        ('{"a": "two\nlines\x01"}', [{"a": "two\nlines\x01"}]),
        # unknown escapes lose their backslash
        (r'{"a": "it\'s"}', [{"a": "it's"}]),
        # raw quotes in a string are kept
        ('{"a": "he said "no", and left", "b": 1}', [{"a": 'he said "no", and left', "b": 1}]),
        # raw quotes next to an address do not make a comment
        ('{"image": "<img src="https://a.example/b.jpg">", "headline": "Storm"}',
         [{"image": '<img src="https://a.example/b.jpg">', "headline": "Storm"}]),
        # several values are all read
        ('{"a": 1}\n{"b": 2},{"c": 3};', [{"a": 1}, {"b": 2}, {"c": 3}]),
        # what stands before an error is read
        ('{"a": 1} and so on', [{"a": 1}]),
    ],
)  # fmt: skip
def test_json_is_read_and_mended(text: str, values: list[object]) -> None:
    assert parse_json(text) == values


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
