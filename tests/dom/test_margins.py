"""Quotes, definitions and lists that a page has for their margins alone are no quotes, definitions and lists."""

from __future__ import annotations

import pytest

from tests.conftest import make_document

LONG = "The ferry sails again, and the town of Holm has waited for it all winter long."


@pytest.mark.parametrize(
    ("html", "quotes"),
    [
        # the headline, or headings and most of the text, in a quote
        (f"<blockquote><h1>Fares</h1></blockquote><blockquote>{LONG}<blockquote>{LONG}</blockquote></blockquote>", 0),
        (f"<blockquote><h3>Fares</h3>{LONG}</blockquote><p>The end.", 0),
        # quotes
        (f"<h1>Fares</h1><blockquote>{LONG}</blockquote><p>Says he.", 1),
        (f"<h1>Fares</h1><p>{LONG}{LONG}</p><blockquote><h3>Rule 1</h3>{LONG}</blockquote>", 1),
        (f"<article><blockquote><h1>Fares</h1>{LONG}</blockquote></article>", 1),
        # lists that docutils indents
        ('<p>So:</p><blockquote><ul class="simple"><li>Holm<li>Sund</ul></blockquote>', 0),
        ('<p>So:</p><blockquote>\n<div><ol class="arabic simple"><li>Holm<li>Sund</ol></div></blockquote>', 0),
        ("<p>So:</p><blockquote><ul><li>Holm<li>Sund</ul></blockquote>", 1),
        ('<p>So:</p><blockquote><ul class="simple"><li>Holm</ul>Ann Lee</blockquote>', 1),
        ("<p>So:</p><blockquote></blockquote>", 1),
    ],
)
def test_a_quote_for_its_margin_is_none(html: str, quotes: int) -> None:
    assert len(list(make_document(html).body.iter("blockquote"))) == quotes


def test_definitions_in_no_list_are_none() -> None:
    body = make_document(f"<dl><dt>Holm<dd>A port</dl><dd>Fares<br><dd>Boats<br><p>{LONG}").body
    assert [each.tag for each in body.iter("dt", "dd")] == ["dt", "dd"]
