"""Trails, tables of contents and links to the pages beside an article are left out of it."""

from collections.abc import Collection

import pytest

from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.menus import find_menus
from cutline.dom.methods.scored_page import ScoredPage
from cutline.dom.tags import breaks_line
from tests.conftest import SETTINGS, make_document

LONG = "The ferry sails again, and the town of Holm has waited for it all winter long."
PARTS = f"<h2>1.1 Fares</h2><p>{LONG}</p><h2>Boats<a href=#b>#</a></h2><p>{LONG}</p><h3>The Aurelia</h3><p>{LONG}</p>"


def find(html: str, dropped: Collection[str] = ()) -> list[str]:
    """Return the texts of the menus behind a paragraph of a page of which every text but some is kept."""
    return find_alone(f"<p>{LONG}</p>{html}", dropped)


def find_alone(html: str, dropped: Collection[str] = ()) -> list[str]:
    """Return the texts of the menus of a page of which every text but some is kept."""
    page = make_document(html, "https://isle.example/manual/fares.html")
    lines = split_segments(page, breaks_line)
    scored = ScoredPage(page, lines, [0.9] * len(lines), SETTINGS.auto)
    kept = [number for number, line in enumerate(lines) if line.text not in dropped]
    return [lines[number].text for number in find_menus(scored, kept)]


@pytest.mark.parametrize("tag", ["nav", "div role=navigation", "div class=toc"])  # behind it: MediaWiki's, DocBook's
def test_a_trail_and_a_menu_of_the_own_parts_are_left_out(tag: str) -> None:
    links = '<ul><li><a href="#a">Fares</a><li><a href="fares.html#b">Boats of the isle</a></ul>'
    menu = f"<{tag}><p>In this article</p>{links}</{tag.split()[0]}>"
    trail = '<ol class="Breadcrumb-list"><li><a href="/">Home</a><li>Fares of the ferry</ol>'
    left_out = find(f"{trail}{menu}<nav><p>{LONG}<a href='/c'>Fares</a><a href='#a'>Boats</a></nav><h2>Fares</h2>")
    assert left_out == ["Home", "Fares of the ferry", "In this article", "Fares", "Boats of the isle"]


def test_a_box_named_contents_stays_if_it_is_text_or_leads_to_other_pages() -> None:
    assert find(f'<div class="contents"><p>{LONG}<a href="#1">1</a></p><p>{LONG}</p></div>') == []
    assert find('<div class="toc"><p>Fares</p><p><a href="#b">Boats</a></p></div>') == ["Fares", "Boats"]  # half links
    assert find('<div class="toc"><ul><li><a href="boats.html">Boats</a><li><a href="#b">Fares</a></ul>') == []


def test_a_pager_with_the_titles_of_other_pages_is_left_out() -> None:
    row = "<tr><td><a href=a.html>Prev</a></td><td>4. Boats</td></tr>"
    assert find(f'<div class="navfooter"><table>{row}</table></div>') == ["Prev", "4. Boats"]
    assert find(f'<div class="navigation"><p>{LONG}<a href="#1">1</a></p></div>') == []


@pytest.mark.parametrize(
    ("menu", "texts"),
    [
        (
            '<div id="toc"><p>Parts of this page</p><ul><li><a href="#a">1.1 Fares</a><li><a href="#b">Boats</a>'
            '<ul><li><a href="#c"><span>2.1</span> <span>The Aurelia</span></a></li></ul></li></ul></div>',
            ["Parts of this page", "1.1 Fares", "Boats", "2.1 The Aurelia"],
        ),
        ('<div><h2>More</h2><ul><li><a href="#a">Fares</a><li><a href="#b">Boats</a></ul></div>', ["Fares", "Boats"]),
        # a title without a box of its own may belong to the text
        ('<p>See below.</p><ol><li><p><a href="#a">Fares</a></p></li></ol>', ["Fares"]),
        # most entries say what a heading says; a list of other places of the page is the article's
        (
            '<ul><li><a href="#a">Fares</a><li><a href="#b">Boats</a><li><a href="#c">The Aurelia</a>'
            '<li><a href="#d">Notes</a></ul>',
            ["Fares", "Boats", "The Aurelia", "Notes"],
        ),
        ('<ul><li><a href="#a">Fares</a><li><a href="#d">how they rose</a></ul>', []),
        # a sentence of the article announces the list
        ('<p>These are the things that people ask most:</p><ul><li><a href="#a">Fares</a></ul>', []),
        ('<ul><li><a href="/fares">Fares</a><li><a href="/boats">Boats</a></ul>', []),
        # a script writes the entries
        ("<h2>Table of Contents</h2>", ["Table of Contents"]),
        ('<h2>Table of Contents</h2><ul><li><a href="#d">How they rose</a></ul>', []),
    ],
)
def test_a_table_of_contents_repeats_the_headings_of_its_page(menu: str, texts: list[str]) -> None:
    assert find(f"{menu}{PARTS}") == texts


def test_what_is_left_of_a_list_of_links_or_of_a_nav_around_the_text_is_left_out() -> None:
    links = "".join(f"<li><a href=/{name}>{name}</a>" for name in ("Fares", "Boats", "Quays", "Docks"))
    links = f"<ul>{links}</ul>"
    assert find(links, ["Fares", "Boats", "Docks"]) == ["Quays"]
    assert find(links, ["Fares", "Boats"]) == []
    assert find(f"{links}<p>{LONG}</p>", ["Fares", "Boats", "Docks"]) == []
    prose = "The ferry sails again, and Holm has waited."
    assert find(f"<nav><h2>Ferries</h2><p>Built in 1978</p><p>{prose}</p><p>Sold in 1990</p></nav>") == []
    assert find("<h2>Table of Contents</h2>") == ["Table of Contents"]
    assert find("<nav class=tags><span>boats</span></nav>") == ["boats"]


@pytest.mark.parametrize(
    ("contents", "texts"),
    [
        # lines, and addresses with the name of the page
        ('<h2>Contents</h2><p><a href="#a">1. Fares</a><br><a href="fares.html#b">Boats</a></p>',
         ["Contents", "1. Fares", "Boats"]),
        ('<p>1.1. <a href="#a">Fares</a><br>2. <a href="#b">Boats</a></p>', ["1.1. Fares", "2. Boats"]),
        # terms, and numbers that the headings write with a word
        ('<dl><dt>2. <a href="#q">Quays</a></dl><h2>Chapter 2: Quays</h2>', ["2. Quays"]),
        # three entries that say more than the headings, below a title
        ('<dl><dt>Table of Contents<dt><a href=#a>In euros</a><dt><a href=#x>In town</a><dt><a href=#y>At sea</a></dl>',
         ["At sea", "In euros", "In town", "Table of Contents"]),
        # a line alone is a reference, and rows say what is in each part
        ('<p><a href="#a">1. Fares</a></p>', []),
        ('<table><tr><td><a href="#a">1. Fares</a><td>9 euro<tr><td><a href="#b">Boats</a><td>Two</table>', []),
        ('<h2>Contents</h2><p>Rice, salt and oil.</p>', []),
    ],
)  # fmt: skip
def test_lines_of_links_to_the_headings_of_a_page_are_its_contents(contents: str, texts: list[str]) -> None:
    assert sorted(find(f"{contents}{PARTS}")) == sorted(texts)


def test_the_title_of_contents_of_which_nothing_is_kept_is_left_out() -> None:
    contents = '<h2>Contents</h2><ul><li><a href="#a">1. Fares</a><li><a href="#b">Boats</a></ul>'
    assert find(contents + PARTS, ["1. Fares", "Boats"]) == ["Contents"]


def test_what_is_left_of_lines_of_links_before_the_text_is_left_out() -> None:
    line = f'<p><a href="/ferry">Ferry</a><br><a href="/software">Software</a><br><a href="/">Isle</a></p><p>{LONG}</p>'
    page = f"<h1>Fares of the ferry</h1><p>{LONG}</p>"
    assert find_alone(f"{line}{page}", ["Ferry", "Software"]) == ["Isle"]
    assert find_alone(f"{line}{page}", ["Ferry"]) == []


@pytest.mark.parametrize(
    ("line", "is_pager"),
    [
        ('<a href="/1" class="prev">Rain on the roof</a> - <a href="/3" class="next">Snow at last</a>', True),
        ('<a href="/1">« Rain on the roof</a> | <a href="/">Main</a> | <a href="/3">Snow at last »</a>', False),
        ('<a href="/1">« Rain on the roof</a> | <a href="/3">Snow at last »</a>', True),
        ('<a href="/blog">← All posts of the year</a>', True),
        ('<a href="/paper">Read the paper →</a>', False),
        ('<a href="/book">«Война и мир»</a>', False),
        ('The ferry of <a href="/1" class="prev">Port Ellery</a> was late that day', False),
    ],
)
def test_lines_of_links_with_arrows_around_the_text_are_pagers(line: str, is_pager: bool) -> None:
    texts = find(f"<p>{line}</p><p>{LONG}</p><div>{line}</div>")
    assert len(texts) == (1 if is_pager else 0)
    assert find(f"<div>{line}</div><p>{LONG}</p>") == []


def test_below_its_title_a_table_of_contents_may_say_else_than_the_headings() -> None:
    entries = '<ul><li><a href="#f">What it costs</a></li><li><a href="#b">The old boats</a></li></ul>'
    assert find(f"<p>Table of Contents:</p>{entries}{PARTS}") == [
        "Table of Contents:",
        "What it costs",
        "The old boats",
    ]
    assert find(f"<p>Three islands:</p>{entries}{PARTS}") == []
    assert find(f"<p>Table of Contents:</p>{entries.replace('#', '/')}{PARTS}") == ["Table of Contents:"]
