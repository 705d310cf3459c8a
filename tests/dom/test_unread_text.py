"""Hints for screen readers and permanent links are not part of an article."""

import pytest

from cutline.dom.body import Body, Decision
from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.reading import read_blocks
from cutline.dom.segments import TextSegment
from cutline.dom.unread_text import MAX_CHARACTERS


class NoCaptions:
    def is_caption(self, segment: TextSegment) -> bool:
        return False

    def leave_out_caption(self, segment: TextSegment) -> TextSegment:
        return segment


def read(html: str) -> list[tuple[str, str | None]]:
    """Return text and reason of each block of a page whose text is all kept."""
    document: Document = parse(read_page(f"<body>{html}</body>", 10**6), 1_000)
    segments = split_segments(document, line_breaker(document, ()))
    decisions = tuple(Decision(True, None) for _ in segments)
    reading = read_blocks(document, segments, Body(None, decisions), NoCaptions())
    return [(each.segment.text, each.reason) for each in reading.candidates]


@pytest.mark.parametrize(
    "names",
    [
        "sr-only",
        "link__hint sr-only",
        "sr-only-focusable",
        "visually-hidden",
        "visuallyhidden",
        "u-srOnly",
        "usa-sr-only",
        "is-visually-hidden",
        "screen-reader-text",
        "screenreader-only",
        "VisuallyHidden_root__yoK4r",
        "Footer_visuallyHidden__vz2H2",
    ],
)
def test_a_hint_in_a_link_is_left_out(names: str) -> None:
    page = f'<p>The <a href="/x">report <span class="{names}">(opens in a <b>new</b> tab)</span></a> is out.</p>'
    assert read(page) == [("The report is out.", None)]


@pytest.mark.parametrize("names", ["not-sr-only", "lg:sr-only", "focus:not-sr-only", "sr-only-widget", "hidden-gem"])
def test_text_of_other_classes_stays(names: str) -> None:
    assert read(f'<p>The <b class="{names}">new</b> report.</p>') == [("The new report.", None)]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        # a block of hints is dropped as hidden
        ('<div class="sr-only"><p>Skip to the end of the gallery</p></div><p>The report is out.</p>',
         [("Skip to the end of the gallery", "hidden"), ("The report is out.", None)]),
        # a link to a place in the page that says something stays
        ('<p>See <a href="#c">C#</a> and the note.<a href="#n">1</a></p>', [("See C# and the note.1", None)]),
        # a sign that leads elsewhere stays
        ('<p>Press <a href="/keys">#</a> to speak to us.</p>', [("Press # to speak to us.", None)]),
        # a link to the top in a heading is left out
        ('<h2>Name <a href="#top_of_page"><span>top</span></a></h2>', [("Name", None)]),
        # a link to the top of the page is navigation
        ('<p>The end.</p><p><a href="#top">Back to top</a></p>', [("The end.", None), ("Back to top", "navigation")]),
        # a tooltip is left out
        ('<p>The draught <i role="tooltip">depth under water</i> is a metre.</p>', [("The draught is a metre.", None)]),
    ],
)  # fmt: skip
def test_what_readers_of_an_article_do_not_read_is_left_out(html: str, shown: object) -> None:
    assert read(html) == shown


def test_a_text_too_long_for_a_hint_stays() -> None:
    text = "The report is out. " * (MAX_CHARACTERS // 10)
    assert read(f'<div class="visually-hidden"><p>{text}</p></div>') == [(text.strip(), None)]


@pytest.mark.parametrize(
    "sign",
    [
        '<a class="headerlink" href="#prices" title="Permanent link">¶</a>',
        '<a class="headerlink" href="#prices" title="Link to this heading">\uf0c1</a>',  # as Read the Docs writes it
        '<a href="/fares#prices"><span aria-hidden="true">#</span></a>',
        '<a href="#prices">🔗</a>',
        '<span class="permalink"><a href="#prices">◆&nbsp;</a></span>',
    ],
)
def test_a_permanent_link_of_a_heading_is_left_out(sign: str) -> None:
    assert read(f'<h2 id="prices">Prices {sign}</h2>') == [("Prices", None)]


@pytest.mark.parametrize("heading", ["<h2>History{}</h2>", '<div class="mw-heading"><h2>History</h2>{}</div>'])
def test_the_edit_link_of_a_wiki_is_left_out_before_the_heading_is_judged(heading: str) -> None:
    edit = '<span class="mw-editsection">[<a href="/w/edit">edit</a> | <a href="/w/source">edit source</a>]</span>'
    page = parse(read_page(heading.format(edit), 10**6), 1_000)
    assert [(line.text, line.link_characters) for line in split_segments(page, line_breaker(page, ()))] == [
        ("History", 0)
    ]


def test_a_request_for_a_source_is_left_out() -> None:
    request = '<sup class="noprint Inline-Template">[<i><a href="/w/source">citation needed</a></i>]</sup>'
    assert read(f"<p>It sails.{request}</p>") == [("It sails.", None)]


def test_the_second_link_back_from_a_note_is_left_out() -> None:
    links = '<a href="#fnref1">↩︎</a> <a href="#fnref1:1">↩︎<sup>2</sup></a>'
    assert read(f"<p>It sails. {links}</p>") == [("It sails.", None)]


@pytest.mark.parametrize(
    ("reading", "shown"), [("<rt>はし</rt>", "橋"), ("<rp>（</rp><rt>はし</rt><rp>）</rp>", "橋（はし）")]
)
def test_how_ideographs_are_read_is_left_out_unless_it_stands_in_brackets(reading: str, shown: str) -> None:
    assert read(f"<p>古い<ruby>橋{reading}</ruby>を建て替える。</p>") == [(f"古い{shown}を建て替える。", None)]


@pytest.mark.parametrize("names", ["material-icons", "icon material-symbols-outlined"])
def test_the_name_of_an_icon_is_left_out(names: str) -> None:
    assert read(f'<p><i class="{names}">directions_boat</i> From pier four.</p>') == [("From pier four.", None)]


MAIL = '<input type="email"><button>Subscribe</button>'


@pytest.mark.parametrize(
    "box",
    [
        f"<form><p>News of the lamps by mail.</p>{MAIL}</form>",
        f'<div class="subscription-widget show-subscribe"><p>News of the lamps.</p><form>{MAIL}</form></div>',
        '<div class="cta-card"><p>Start a trial of the lamps.</p><a href="/x">Try them</a></div>',
    ],
)
def test_a_call_to_subscribe_or_try_is_left_out(box: str) -> None:
    assert {reason for text, reason in read(f"<article><p>The lamp hums.</p>{box}</article>") if "lamps" in text} == {
        "notice"
    }


@pytest.mark.parametrize(
    "page",
    [
        f"<form><p>{'The lamp hums. ' * 40}</p>{MAIL}</form>",
        f"<form><p>The lamp hums.</p><textarea></textarea>{MAIL}</form>",
        '<div class="newsletter"><p>The lamp hums.</p></div>',
        '<article><div class="cta"><p>The lamp hums.</p></div></article>',
        '<article><div class="has-cta"><p>The lamp hums.</p><a href="/x">More</a></div></article>',
        '<article><div class="cta"><h1>The lamp</h1><p>It hums.</p><a href="/x">More</a></div></article>',
        f"<form><article><p>The lamp hums.</p></article>{MAIL}</form>",
        f'<article class="category-newsletter"><p>The lamp hums.</p>{MAIL}</article>',
        '<div class="cta"><p>The lamp hums.</p><a href="/x">More</a></div>',
    ],
)
def test_text_in_other_forms_and_boxes_stays(page: str) -> None:
    assert {reason for text, reason in read(page) if "hums" in text} == {None}


@pytest.mark.parametrize(
    ("html", "reason"),
    [
        ('<p class="u-hide-print"><a href="/f1">Full size image</a></p>', "navigation"),
        ('<div id="siteSub" class="noprint">From Wikipedia, the free encyclopedia</div>', "navigation"),
        ('<div class="flex print:hidden">Copy page</div>', "navigation"),
        (f'<div class="no-print">{"<i></i>" * 60}Full size</div>', "navigation"),
        ('<a class="mw-jump-link" href="#head">Jump to navigation</a>', "navigation"),
        ('<div itemprop="upvoteCount" data-value="30">30</div>', "navigation"),
        ('<table class="plainlinks metadata ambox"><tr><td>This article needs citations.</td></tr></table>', "notice"),
        ('<p><a href="#ref-1">[↩]</a></p>', "navigation"),
        ('<p><a href="#details">More...</a></p>', "navigation"),
        ('<figure><label for="mn-2" class="margin-toggle">⊕</label></figure>', "hidden"),
        ("<d-footnote-list><ol><li>Collected by hand.</li></ol></d-footnote-list>", "duplicate"),
        ('<details open><summary class="hideme"><span>Expand description</span></summary></details>', "hidden"),
        ('<summary><p class="expanded admonition-title">Hide code cell source</p></summary>', "hidden"),
    ],
)
def test_tools_of_a_page_are_left_out(html: str, reason: str) -> None:
    shown = "The ferry sails again."
    assert [why for text, why in read(f"<p>{shown}</p>{html}") if text != shown] == [reason]


@pytest.mark.parametrize(
    ("html", "shown"),
    [
        ('<h3>open<a class="src" href="../src/ferry/pool.rs.html#16">Source</a></h3>', "open"),
        ('<dl><dt>ferry.get()<a href="../_modules/ferry.html#get">[source]</a></dt></dl>', "ferry.get()"),
        ('<p>She left in 2007<span class="noprint">, 18 years ago</span>.</p>', "She left in 2007, 18 years ago."),
        ('<p><a href="/details">More...</a></p>', "More..."),
        ('<td>Sails. <a href="classFerry.html#a1">More...</a></td>', "Sails."),
        ('<p>It is <a href="/news#source">source</a> code.</p>', "It is source code."),
        ('<pre>sail <a href="file:///doc/base-4/src">Source</a></pre>', "sail"),
        ('<h4>Description <a class="srclink" href="https://git.example/a.c#L9">[src]</a></h4>', "Description"),
        ('<h2>Methods <small><a class="summary_toggle" href="#">collapse</a></small></h2>', "Methods"),
        ('<p>It is <a href="/news/source.html">source</a> code.</p>', "It is source code."),
        (f'<div class="no-print">{"The ferry sails. " * 20}</div>', ("The ferry sails. " * 20).strip()),
        ('<div class="no-print"><article>The ferry sails.</article></div>', "The ferry sails."),
        ('<p class="blueprint-print">The ferry sails.</p>', "The ferry sails."),
        (f'<div class="no-print">{"<i></i>" * 61}Full size</div>', "Full size"),
        ('<div class="d-print-none"><p>The ferry sails.</p></div>', "The ferry sails."),
        ('<h2 class="noprint">The ferry</h2>', "The ferry"),
        ('<p>She will <em class="noprint">never</em> sail.</p>', "She will never sail."),
        ('<p>Of <span itemprop="interactionCount">1200</span> visitors</p>', "Of 1200 visitors"),
        ('<p>Read the <a href="/blog/src/2020/source.html">source</a>.</p>', "Read the source."),
        ('<p class="infobox ambox">The ferry sails.</p>', "The ferry sails."),
    ],
)
def test_links_to_the_source_are_left_out_and_words_of_a_sentence_stay(html: str, shown: str) -> None:
    assert read(html) == [(shown, None)]
