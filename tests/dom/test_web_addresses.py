"""Addresses made absolute."""

from urllib.parse import urljoin, urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.web_addresses import absolute_url, find_web_address, is_web_address, split_address
from tests.conftest import make_document


@pytest.mark.parametrize(
    ("address", "base", "absolute"),
    [
        ("/a", "https://e.example/b/c", "https://e.example/a"),
        (" a\n", "https://e.example/b/c", "https://e.example/b/a"),
        ("a", None, "a"),
        ("//f.example/a?b", "https://e.example/b/c", "https://f.example/a?b"),
        ("//f.example/a", None, "//f.example/a"),
        ("", None, None),
        ("http://[", "https://e.example/", None),
        ("/a", "http://[", None),
    ],
)
def test_addresses_are_made_absolute(address: str, base: str | None, absolute: str | None) -> None:
    assert absolute_url(address, base) == absolute


@pytest.mark.parametrize(
    ("html", "url", "base"),
    [
        ("<p>x", "https://e.example/a", "https://e.example/a"),
        ("<base href=/b/><p>x", "https://e.example/a", "https://e.example/b/"),
        ("<base href='http://['><p>x", "https://e.example/a", "https://e.example/a"),
        ("<base href=https://e.example/b/><p>x", None, "https://e.example/b/"),
        ("<p>x", "http://[", None),
        ("<base href=https://e.example/b/><p>x", "http://[", "https://e.example/b/"),
        ("<p>x", None, None),
    ],
)
def test_base_of_a_page(html: str, url: str | None, base: str | None) -> None:
    assert make_document(html, url).base_url == base


@pytest.mark.parametrize("base", ["javascript:void(0)", "data:text/html,x"])
def test_a_base_that_html_forbids_is_passed_over(base: str) -> None:
    page = make_document(f'<base href="{base}"><p>x', "https://e.example/story")
    assert page.base_url == "https://e.example/story"


@pytest.mark.parametrize(
    ("address", "is_one"),
    [
        ("https://e.exampl/ä", True),
        ("http://é.example/a", True),
        ("ftp://ee.example/a", False),
        ("https://e e.exampl", False),
        ("https:///a.example", False),
        ("https://e.exampl/\x00", False),
    ],
)
def test_addresses_of_the_web_are_told_from_others(address: str, is_one: bool) -> None:
    assert is_web_address(address) is is_one
    assert [find_web_address(address, None, longest) == address for longest in (18, 17)] == [is_one, False]


def test_what_is_no_address_has_empty_parts() -> None:
    assert split_address("https://e.example/a?b").netloc == "e.example"
    assert not any(split_address("http://["))


@given(
    st.lists(
        st.sampled_from(
            (
                "https://a.org",
                "http:",
                "//",
                "/",
                "b",
                ".",
                "..",
                "?",
                "#",
                ";",
                ":80",
                "é",
                "[",
                "\t",
                " ",
                "data:",
                "@",
            )
        ),
        max_size=8,
    ).map("".join),
    st.sampled_from((None, "https://b.org/c/d?e#f", "HTTP://B.org", "about:blank", "data:text/html,x")),
)
def test_addresses_are_joined_and_parted_as_the_library_does(address: str, base: str | None) -> None:
    bare = address.strip().replace("\t", "")
    try:
        joined = (urljoin(base, bare) if base else bare) or None
        parts = urlsplit(joined or "")
    except ValueError:
        joined, parts = None, urlsplit("")
    assert absolute_url(address, base) == joined
    assert split_address(joined or "") == parts
