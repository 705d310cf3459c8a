"""Addresses made absolute."""

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.web_addresses import absolute_url, split_address

Build = Callable[..., Document]


@pytest.mark.parametrize(
    ("address", "base", "absolute"),
    [
        ("/a", "https://e.example/b/c", "https://e.example/a"),
        (" a\n", "https://e.example/b/c", "https://e.example/b/a"),
        ("a", None, "a"),
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
def test_base_of_a_page(document: Build, html: str, url: str | None, base: str | None) -> None:
    assert document(html, url).base_url == base


@pytest.mark.parametrize("base", ["javascript:void(0)", "data:text/html,x"])
def test_a_base_that_html_forbids_is_passed_over(document: Build, base: str) -> None:
    page = document(f'<base href="{base}"><p>x', "https://e.example/story")
    assert page.base_url == "https://e.example/story"


def test_what_is_no_address_has_empty_parts() -> None:
    assert split_address("https://e.example/a?b").netloc == "e.example"
    assert not any(split_address("http://["))
