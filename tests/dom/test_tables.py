"""Tables that hold data are told from those that only lay out a page."""

import pytest
from lxml.html import fragment_fromstring

from cutline.dom.tables import find_captioned, is_layout

STORY = "<p>" + "The ferry runs again from May on. " * 10 + "</p>"


@pytest.mark.parametrize(
    ("table", "arranges"),
    [
        # a table with several columns holds data
        ("<table><tr><th>Route<th>Price<tr><td>Holm<td>9</table>", False),
        ("<table><tr><td>Route<td>Price<tr><td>Holm<td>9</table>", False),
        ("<table><tr><td>40 cars<td>200 people</table>", False),
        ("<table><tr><td>Holm<td><p>Nine pounds<p>and ten<tr><td>Vik<td>8</table>", False),
        (f"<table><tr><th>Port<th>About<tr><td>Holm<td>{STORY * 3}</table>", False),
        (f"<table><caption>Ports</caption><tr><td>Holm<td>{STORY * 3}</table>", False),
        (f"<table><tr><td>Holm<td>{STORY}<tr><td>Sund<td>{STORY}<tr><td>Vik<td>{STORY}</table>", False),
        ("<table><tr><th>Port<th>Ships<tr><td>Holm<td><table><tr><td>Freya<td>Balder</table></table>", False),
        # a table that arranges a page is layout
        ("<table role=presentation><tr><th>Route<th>Price<tr><td>Holm<td>9</table>", True),
        ("<table role=None><tr><td>Route<td>Price<tr><td>Holm<td>9</table>", True),
        ("<table><tr><td>Holm<tr><td>Sund</table>", True),
        ("<table><tr><td>Menu<td><table><tr><td>Holm<td>9<tr><td>Sund<td>8</table></table>", True),
        (f"<table><tr><td>Menu<td>{STORY * 3}</table>", True),
        (f"<table><tr><td>{STORY}{STORY}<td>{STORY}{STORY}</table>", True),
        (f"<table><tr><td>Logo<td>Menu<tr><td>Links<td>{STORY * 3}<tr><td>Foot<td>Foot</table>", True),
        ("<table><tr><td>News<br>Sport<br>Weather<td>Ferry</table>", True),
        ("<table></table>", True),
    ],
)
def test_a_table_holds_data_or_arranges_a_page(table: str, arranges: bool) -> None:
    assert is_layout(fragment_fromstring(table)) is arranges


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
