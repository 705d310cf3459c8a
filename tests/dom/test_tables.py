"""Tables that hold data are told from those that only lay out a page."""

from __future__ import annotations

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.tables import find_captioned, is_layout

STORY = "<p>" + "The ferry runs again from May on. " * 10 + "</p>"


@pytest.mark.parametrize(
    "table",
    [
        "<table><tr><th>Route<th>Price<tr><td>Holm<td>9</table>",
        "<table><tr><td>Route<td>Price<tr><td>Holm<td>9</table>",
        "<table><tr><td>40 cars<td>200 people</table>",
        f"<table><tr><th>Port<th>About<tr><td>Holm<td>{STORY * 3}</table>",
        f"<table><caption>Ports</caption><tr><td>Holm<td>{STORY * 3}</table>",
        f"<table><tr><td>Holm<td>{STORY}<tr><td>Sund<td>{STORY}<tr><td>Vik<td>{STORY}</table>",
        "<table><tr><th>Port<th>Ships<tr><td>Holm<td><table><tr><td>Freya<td>Balder</table></table>",
    ],
)
def test_a_table_with_several_columns_holds_data(table: str) -> None:
    assert not is_layout(fragment_fromstring(table))


@pytest.mark.parametrize(
    "table",
    [
        "<table role=presentation><tr><th>Route<th>Price<tr><td>Holm<td>9</table>",
        "<table role=None><tr><td>Route<td>Price<tr><td>Holm<td>9</table>",
        "<table><tr><td>Holm<tr><td>Sund</table>",
        "<table><tr><td>Menu<td><table><tr><td>Holm<td>9<tr><td>Sund<td>8</table></table>",
        f"<table><tr><td>Menu<td>{STORY * 3}</table>",
        f"<table><tr><td>{STORY}{STORY}<td>{STORY}{STORY}</table>",
        f"<table><tr><td>Logo<td>Menu<tr><td>Links<td>{STORY * 3}<tr><td>Foot<td>Foot</table>",
        "<table><tr><td>News<br>Sport<br>Weather<td>Ferry</table>",
        "<table></table>",
    ],
)
def test_a_table_that_arranges_a_page_is_layout(table: str) -> None:
    assert is_layout(fragment_fromstring(table))


def test_a_row_in_a_newsletters_table_is_layout() -> None:
    mail = fragment_fromstring("<table><tr><td><table id=head><tr><td>Logo<td>3 May</table></table>")
    assert is_layout(mail.get_element_by_id("head"))


@pytest.mark.parametrize(
    ("figure", "has_table"),
    [
        ("<figure><table><tr><td>1</table><figcaption>Fares</figcaption></figure>", True),
        ("<figure><div><table><tr><td>1</table></div><figcaption>Fares</figcaption></figure>", True),
        ("<figure><img src=a.jpg><table><tr><td>1</table><figcaption>Fares</figcaption></figure>", False),
        ("<figure><img src=a.jpg><figcaption>Fares</figcaption></figure>", False),
        ("<div><table><tr><td>1</table><figcaption>Fares</figcaption></div>", False),
    ],
)
def test_a_caption_belongs_to_the_table_of_its_figure(figure: str, has_table: bool) -> None:
    tree = fragment_fromstring(f"<section>{figure}</section>")
    (caption,) = tree.iter("figcaption")
    assert find_captioned(caption) is (next(tree.iter("table")) if has_table else None)
