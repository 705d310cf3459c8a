"""The smallest subtree that holds several elements."""

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.tree import common_ancestor

HTML = "<div id=a><p id=b><i id=c></i></p><p id=d></p></div><p id=e></p>"


@pytest.mark.parametrize(
    ("ids", "found"),
    [("b", "b"), ("bc", "b"), ("cb", "b"), ("cd", "a"), ("ad", "a"), ("bcd", "a")],
)
def test_the_lowest_element_that_is_or_holds_all(document: Callable[..., Document], ids: str, found: str) -> None:
    page = document(HTML)
    elements = [page.root.get_element_by_id(name) for name in ids]
    ancestor = common_ancestor(elements)
    assert ancestor is not None and ancestor.get("id") == found


def test_the_body_holds_what_has_nothing_else_in_common(document: Callable[..., Document]) -> None:
    page = document(HTML)
    assert common_ancestor([page.root.get_element_by_id(name) for name in "ce"]) is page.body


def test_of_nothing_there_is_none() -> None:
    assert common_ancestor([]) is None
