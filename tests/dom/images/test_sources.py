"""How srcset attributes are parsed."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.images.sources import SrcsetEntry, parse_srcset


def entries(srcset: str) -> list[tuple[str, str]]:
    return [(entry.url, entry.descriptor) for entry in parse_srcset(srcset)]


@pytest.mark.parametrize(
    ("srcset", "expected"),
    [
        ("a.jpg", [("a.jpg", "")]),
        ("a.jpg 1x, b.jpg 2x", [("a.jpg", "1x"), ("b.jpg", "2x")]),
        ("a.jpg 640w,\n\t b.jpg 1280w", [("a.jpg", "640w"), ("b.jpg", "1280w")]),
        ("a.jpg 640w,b.jpg 1280w", [("a.jpg", "640w"), ("b.jpg", "1280w")]),
        ("a.jpg, b.jpg 2x", [("a.jpg", ""), ("b.jpg", "2x")]),
        (" , a.jpg 2x ,, ", [("a.jpg", "2x")]),
        ("a.jpg   640w  ", [("a.jpg", "640w")]),
    ],
)
def test_entries_are_parted_by_commas(srcset: str, expected: list[tuple[str, str]]) -> None:
    assert entries(srcset) == expected


def test_commas_in_an_address_part_nothing() -> None:
    assert entries("/w_640,h_480/a.jpg 640w, /w_1280,h_960/a.jpg 1280w") == [
        ("/w_640,h_480/a.jpg", "640w"),
        ("/w_1280,h_960/a.jpg", "1280w"),
    ]


def test_addresses_without_a_space_behind_the_comma_are_one() -> None:
    assert entries("a.jpg,b.jpg") == [("a.jpg,b.jpg", "")]


def test_commas_in_parentheses_part_nothing() -> None:
    assert entries("a.jpg future(1, 2) 3x, b.jpg") == [("a.jpg", "future(1, 2) 3x"), ("b.jpg", "")]
    assert entries("a.jpg (1)) 1x, b.jpg 2x") == [("a.jpg", "(1)) 1x"), ("b.jpg", "2x")]


def test_an_address_with_a_space_is_skipped() -> None:
    assert entries("/my ferry-300.jpg 300w, /ferry-600.jpg 600w 400h") == [("/ferry-600.jpg", "600w 400h")]


@pytest.mark.parametrize("srcset", ["", " ", ",", " ,, , \n"])
def test_srcset_without_an_address_is_empty(srcset: str) -> None:
    assert entries(srcset) == []


@pytest.mark.parametrize(
    ("descriptor", "width"),
    [("640w", 640), ("2x", None), ("", None), ("w", None), ("-3w", None), ("0w", None), ("6.5w", None), ("²w", None)],
)
def test_width_is_that_of_a_w_descriptor(descriptor: str, width: int | None) -> None:
    assert SrcsetEntry("a.jpg", descriptor).width == width


@given(st.text("ab.,( )\n\t12xw/"))
def test_no_entry_has_an_empty_address(srcset: str) -> None:
    for url, descriptor in entries(srcset):
        assert url and not url.startswith(",") and not url.endswith(",") and " " not in url
        assert descriptor == descriptor.strip()


ADDRESSES = st.text("ab/.-,_?=()", min_size=1).filter(lambda url: url.strip(",") == url)
DESCRIPTORS = st.sampled_from(["640w", "1280w", "1x", "2x", "1.5x"])


@given(st.lists(st.tuples(ADDRESSES, DESCRIPTORS)))
def test_srcset_that_is_written_is_read_back(written: list[tuple[str, str]]) -> None:
    assert entries(", ".join(f"{url} {descriptor}" for url, descriptor in written)) == written


def test_srcset_of_a_megabyte_is_read() -> None:
    assert len(entries("/a,b.jpg 640w, " * 70_000)) == 70_000
