"""Emphasis and links in a line of Markdown: one mark around all that an element of the page is around."""

from __future__ import annotations

import pytest
from lxml.html import fragment_fromstring
from markdown_it import MarkdownIt

from cutline.service.formats.markdown_inline import render_inline

HERE = '<a href="/h">here</a>'


@pytest.mark.parametrize(
    ("html", "line"),
    [
        (f"<em>See {HERE}.</em>", "*See [here](/h).*"),
        (f"A <b>{HERE}:</b> one", "A **[here](/h):** one"),
        (f"<em>{HERE}</em> one", "[*here*](/h) one"),
        ("<em>Use <code>one</code> first</em>", "*Use `one` first*"),
        ("<b><code>one</code></b> first", "**`one`** first"),
        ("<em>H<sub>2</sub>O is wet</em>", "*H<sub>2</sub>O is wet*"),
        ("<a href='/h'><em>The Art</em> of queues</a>", "[*The Art* of queues](/h)"),
        (f"<em>One </em><em>{HERE}</em><em> two</em>", "*One [here](/h) two*"),
        (f"<b>bold</b><em>{HERE} and more</em>", "**bold**[*here*](/h) *and more*"),
        (f"un<em>{HERE} and more</em>", "un[*here*](/h) *and more*"),
        ("<a href='mailto:a@courier.example'>Write</a>", "[Write](mailto:a@courier.example)"),
        ("<a href='javascript:go()'>Start</a>", "Start"),
        (f"(<b>So says {HERE} </b>(2026)", "(**So says [here](/h)** (2026)"),
        ("(<b>H<sub>2</sub> </b>(2026)", "(**H<sub>2</sub>** (2026)"),
        (f"<em>Wow!{HERE}</em>", r"*Wow\![here](/h)*"),
    ],
)
def test_emphasis_goes_around_links_and_code(html: str, line: str) -> None:
    element = fragment_fromstring(html, create_parent=True)
    assert render_inline(element) == line
    assert fragment_fromstring(MarkdownIt().render(line)).text_content() == element.text_content()
