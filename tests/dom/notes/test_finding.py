from __future__ import annotations

from time import process_time
from typing import NamedTuple

import pytest

from cutline.dom.notes import PageNotes, find_notes
from cutline.dom.segments import TextSegment
from tests.dom.conftest import open_page

URL = "https://courier.example/ferry"
FIRST, SECOND = "The ferry is white.", "The lake is deep."


class Found(NamedTuple):
    """The lines of an article without its notes, and these."""

    lines: list[str]
    notes: list[tuple[str, str]]
    page: PageNotes | None


def find(html: str) -> Found:
    """Find the notes of a page whose text is all of the article."""
    page, segments = open_page(html, URL)
    notes = find_notes(page, segments, segments)
    if notes is None:
        return Found([segment.text for segment in segments], [], None)
    own = [segment for segment in segments if segment.index not in notes.owned]
    shown = [marked for segment in own if (marked := notes.mark_references(segment))]
    texts = notes.read_referred(shown)
    return Found([segment.text for segment in shown], [(notes.notes[n].label, _join(texts[n])) for n in texts], notes)


def _join(segments: list[TextSegment]) -> str:
    return " ¶ ".join(segment.text for segment in segments)


# What refers to a note, a note, and what stands around all of them: `{n}` is the number, `{t}` the text.
FORMS = {
    "Pandoc": (
        '<a href="#fn{n}" class="footnote-ref" id="fnref{n}" role="doc-noteref"><sup>{n}</sup></a>',
        '<li id="fn{n}"><p>{t}<a href="#fnref{n}" class="footnote-back" role="doc-backlink">↩︎</a></p></li>',
        '<section class="footnotes" role="doc-endnotes"><hr><ol>{}</ol></section>',
    ),
    "kramdown": (
        '<sup id="fnref:{n}" role="doc-noteref"><a href="#fn:{n}" class="footnote" rel="footnote">{n}</a></sup>',
        '<li id="fn:{n}" role="doc-endnote"><p>{t} <a href="#fnref:{n}" class="reversefootnote">&#8617;</a></p></li>',
        '<div class="footnotes" role="doc-endnotes"><ol>{}</ol></div>',
    ),
    "goldmark": (
        '<sup id="fnref:{n}"><a href="#fn:{n}" class="footnote-ref" role="doc-noteref">{n}</a></sup>',
        '<li id="fn:{n}"><p>{t}&#160;<a href="#fnref:{n}" class="footnote-backref">&#x21a9;&#xfe0e;</a></p></li>',
        '<div class="footnotes" role="doc-endnotes"><hr><ol>{}</ol></div>',
    ),
    "pulldown-cmark": (
        '<sup class="footnote-reference"><a href="#{n}">{n}</a></sup>',
        '<div class="footnote-definition" id="{n}"><sup class="footnote-definition-label">{n}</sup><p>{t}</p></div>',
        "{}",
    ),
    "Org": (
        '<sup><a id="fnr.{n}" class="footref" href="#fn.{n}" role="doc-backlink">{n}</a></sup>',
        '<div class="footdef"><sup><a id="fn.{n}" class="footnum" href="#fnr.{n}" role="doc-backlink">{n}</a></sup> '
        '<div class="footpara" role="doc-footnote"><p class="footpara">{t}</p></div></div>',
        '<div id="footnotes"><h2 class="footnotes">Footnotes: </h2><div id="text-footnotes">{}</div></div>',
    ),
    "Texinfo": (
        '<a class="footnote" id="DOCF{n}" href="#FOOT{n}"><sup>{n}</sup></a>',
        '<h5 class="footnote-body-heading"><a id="FOOT{n}" href="#DOCF{n}">({n})</a></h5><p>{t}</p>',
        '<div class="footnotes-segment"><hr><h4 class="footnotes-heading">Footnotes</h4>{}</div>',
    ),
    "WordPress": (
        '<sup data-fn="ab{n}-1" class="fn"><a href="#ab{n}-1" id="ab{n}-1-link">{n}</a></sup>',
        '<li id="ab{n}-1">{t} <a href="#ab{n}-1-link" aria-label="Jump to footnote reference {n}">↩︎</a></li>',
        '<ol class="wp-block-footnotes">{}</ol>',
    ),
    "Easy Footnotes": (
        "<span id='easy-footnote-{n}-9' class='easy-footnote-margin-adjust'></span><span class='easy-footnote'>"
        "<a href='#easy-footnote-bottom-{n}-9' title='{t}'><sup>{n}</sup></a></span>",
        "<li class='easy-footnote-single'><span id='easy-footnote-bottom-{n}-9' class='easy-footnote-margin-adjust'>"
        "</span>{t}<a class='easy-footnote-to-top' href='#easy-footnote-{n}-9'></a></li>",
        "<div class='easy-footnote-title'><h4>Notes</h4></div><ol class='easy-footnotes-wrapper'>{}</ol>",
    ),
    "Modern Footnotes": (
        '<sup class="modern-footnotes-footnote" data-mfn="{n}"><a href="javascript:void(0)" role="button" '
        'aria-describedby="mfn-content-{n}">{n}</a></sup><span id="mfn-content-{n}" role="tooltip" '
        'class="modern-footnotes-footnote__note" tabindex="0" data-mfn="{n}">{t}</span>',
        "",
        "{}",
    ),
    "Google Docs": (
        '<sup><a href="#ftnt{n}" id="ftnt_ref{n}">[{n}]</a></sup>',
        '<div><p><a href="#ftnt_ref{n}" id="ftnt{n}">[{n}]</a><span>&nbsp;{t}</span></p></div>',
        "<hr>{}",
    ),
    "Word": (
        '<a href="#_ftn{n}" name="_ftnref{n}" title=""><span class=MsoFootnoteReference>[{n}]</span></a>',
        '<div style=\'mso-element:footnote\' id=ftn{n}><p class=MsoFootnoteText><a href="#_ftnref{n}" name="_ftn{n}">'
        "<span class=MsoFootnoteReference>[{n}]</span></a> {t}</p></div>",
        "<div style='mso-element:footnote-list'><br clear=all><hr size=1>{}</div>",
    ),
    "LibreOffice": (
        '<a class="sdfootnoteanc" name="sdfootnote{n}anc" href="#sdfootnote{n}sym"><sup>{n}</sup></a>',
        '<div id="sdfootnote{n}"><p>'
        '<a class="sdfootnotesym" name="sdfootnote{n}sym" href="#sdfootnote{n}anc">{n}</a> {t}</p></div>',
        "{}",
    ),
    "EPUB": (
        '<a epub:type="noteref" href="#n{n}">{n}</a>',
        '<aside epub:type="footnote" id="n{n}"><p>{t}</p></aside>',
        "{}",
    ),
    "MediaWiki": (
        '<sup id="cite_ref-{n}" class="reference"><a href="#cite_note-{n}"><span class="cite-bracket">&#91;</span>{n}'
        '<span class="cite-bracket">&#93;</span></a></sup>',
        '<li id="cite_note-{n}"><span class="mw-cite-backlink"><b><a href="#cite_ref-{n}">^</a></b></span> '
        '<span class="reference-text">{t}</span></li>',
        '<h2 id="References">References</h2><ol class="references">{}</ol>',
    ),
    "GitHub": (
        '<sup><a href="#user-content-fn-{n}" id="user-content-fnref-{n}" data-footnote-ref="" '
        'aria-describedby="footnote-label">{n}</a></sup>',
        '<li id="user-content-fn-{n}"><p>{t} <a href="#user-content-fnref-{n}" data-footnote-backref="" '
        'class="data-footnote-backref">↩</a></p></li>',
        '<section data-footnotes="" class="footnotes">'
        '<h2 id="footnote-label" class="sr-only">Footnotes</h2><ol>{}</ol></section>',
    ),
    "Sphinx": (
        '<a class="footnote-reference brackets" href="#id{n}9" id="id{n}" role="doc-noteref">'
        '<span class="fn-bracket">[</span>'
        '{n}<span class="fn-bracket">]</span></a>',
        '<aside class="footnote brackets" id="id{n}9" role="doc-footnote">'
        '<span class="label"><span class="fn-bracket">[</span>'
        '<a role="doc-backlink" href="#id{n}">{n}</a><span class="fn-bracket">]</span></span><p>{t}</p></aside>',
        '<aside class="footnote-list brackets">{}</aside>',
    ),
    "inline for screen readers": (
        '<span class="sidenote"><label class="sidenote__button"></label><small class="sidenote__content '
        'sidenote__content--number-{n}"><span class="sidenote__content-parenthesis"> </span>{t}</small></span>',
        "",
        "{}",
    ),
    "citations of docutils": (
        ' <a class="citation-reference" href="#knu8{n}" id="ref-{n}" role="doc-biblioref">[Knu8{n}]</a>',
        '<div class="citation" id="knu8{n}"><span class="label"><span class="fn-bracket">[</span>'
        '<a role="doc-backlink" href="#ref-{n}">Knu8{n}</a><span class="fn-bracket">]</span></span><p>{t}</p></div>',
        '<div role="list" class="citation-list">{}</div>',
    ),
    "docutils": (
        '<a class="footnote-reference" href="#id{n}9" id="id{n}">[{n}]</a>',
        '<table class="docutils footnote" id="id{n}9"><tbody><tr><td class="label">'
        '<a class="fn-backref" href="#id{n}">[{n}]'
        "</a></td><td>{t}</td></tr></tbody></table>",
        "{}",
    ),
    "Substack": (
        '<a class="footnote-anchor" id="footnote-anchor-{n}" href="#footnote-{n}" target="_self">{n}</a>',
        '<div class="footnote"><a id="footnote-{n}" href="#footnote-anchor-{n}" class="footnote-number">{n}</a>'
        '<div class="footnote-content"><p>{t}</p></div></div>',
        "{}",
    ),
    "forum": (
        '<span class="footnote-reference" role="doc-noteref" id="fnref{n}x"><sup>'
        '<a href="#fn{n}x">[{n}]</a></sup></span>',
        '<li class="footnote-item" id="fn{n}x"><span class="footnote-back-link"><sup>'
        '<a href="#fnref{n}x">^</a></sup></span>'
        '<div class="footnote-content"><p>{t}</p></div></li>',
        '<ol class="footnote-section footnotes" role="doc-endnotes">{}</ol>',
    ),
    "Footnotes Made Easy": (
        '<span class="footnote_referrer"><a role="button"><sup id="footnote_plugin_tooltip_{n}">[{n}]</sup></a>'
        '<span class="footnote_tooltip">{t}</span></span>',
        "",
        "{}",
    ),
    "Distill": ("<d-footnote>{t}</d-footnote>", "", "{}"),
    "sidenote": (
        '<label for="sn-{n}" class="margin-toggle sidenote-number"></label><input type="checkbox" id="sn-{n}" '
        'class="margin-toggle"/><span class="sidenote">{t}</span>',
        "",
        "{}",
    ),
    "hidden": ('<sup>{n}</sup><span class="footnote-content" style="display:none">{t}</span>', "", "{}"),
    "attribute": ('<a class="footnote" href="#" data-footnote="{t}"><sup>{n}</sup></a>', "", "{}"),
    "any attribute": ('<sup class="footnote-ref" data-definition="{t}">{n}</sup>', "", "{}"),
    "attribute of a span": ('<span class="footnote" data-content="{t}">{n}</span>', "", "{}"),
    "title": ('<sup title="{t}">{n}</sup>', "", "{}"),
    "definitions": (
        '<sup><a href="#note-{n}" id="ref-{n}">{n}</a></sup>',
        '<dt id="note-{n}"><a href="#ref-{n}">{n}</a></dt><dd><p>{t}</p></dd>',
        "<h3>Notes</h3><dl>{}</dl>",
    ),
    "anchors in lines": (
        "[<a href='#f{n}n'>{n}</a>]",
        "[<a name='f{n}n'>{n}</a>] {t}<br><br>",
        "<p><b>Notes</b></p>{}",
    ),
    "numbers behind a rule": ("[{n}]", "<p>[{n}] {t}</p>", "<hr>{}"),
    "lines behind a rule": ("<sup>{n}</sup>", "{n}. {t}<br>", "<hr><p>{}</p>"),
    "superscripts": ("<sup>{n}</sup>", "<p><sup>{n}</sup> {t}</p>", "{}"),
    "superscripts beside the words": ("<sup>{n}</sup>", "<p><sup>{n}</sup>{t}</p>", "<hr>{}"),
    "superscripts below a heading": ("<sup>{n}</sup>", "<p><sup>{n}</sup> {t}</p>", "<h3>Notes</h3>{}"),
    "brackets without a rule": ("[{n}]", "<p>[{n}] {t}</p>", "{}"),
    "raised signs": ("{r}", "<p>{r} {t}</p>", "<hr>{}"),
    "raised signs without a rule": ("{r}", "<p>{r} {t}</p>", "{}"),
    "a list of one in each": (
        '<sup id="fnr{n}"><a href="#fn{n}">{n}</a></sup>',
        '<aside id="fn{n}"><ol start="{n}"><li><p>{t} <a href="#fnr{n}">↩</a></p></li></ol></aside>',
        "{}",
    ),
    "beside in a wrapper": (
        '<span class="sidenote-ref">{n}</span><span class="container"><small class="sidenote">{t}</small></span>',
        "",
        "{}",
    ),
    "behind a label in a wrapper": (
        '<span class="footnote-inline"><sup>{n}</sup><span class="footnote-inline-content">{t}</span></span>',
        "",
        "{}",
    ),
    "hidden in the label": (
        '<span class="inline-footnote">{n}<span class="footnoteContent" style="display:none">{t}</span></span>',
        "",
        "{}",
    ),
    "in the label": ('<span class="inline-footnote">{n}<span class="footnote-content">{t}</span></span>', "", "{}"),
    "in a raised label": ('<sup class="toggle">{n}<span class="footnote-text">{t}</span></sup>', "", "{}"),
    "raised": ("<sup>{t}</sup>", "", "{}"),
    "raised with its label": ("<sup class=fn><span>{n}</span><span>{t}</span></sup>", "", "{}"),
    "behind a button": ('<button>{n}</button><span class="sidenote" role="note">{t}</span>', "", "{}"),
    "hidden in a sidenote": (
        '<sup><a href="#">{n}</a></sup><span class="sidenote-content" style="display:none">{t}</span>',
        "",
        "{}",
    ),
    "latexml": (
        '<span id="footnote{n}" class="ltx_note ltx_role_footnote"><sup class="ltx_note_mark">{n}</sup>'
        '<span class="ltx_note_outer"><span class="ltx_note_content"><sup class="ltx_note_mark">{n}</sup>\n '
        '<span class="ltx_tag ltx_tag_note">{n}</span>{t}</span></span></span>',
        "",
        "{}",
    ),
    "wikidot": (
        '<sup class="footnoteref"><a id="footnoteref-{n}" href="javascript:;" '
        "onclick=\"WIKIDOT.page.utils.scrollToReference('footnote-{n}')\">{n}</a></sup>",
        '<div class="footnote-footer" id="footnote-{n}"><a href="javascript:;" '
        "onclick=\"WIKIDOT.page.utils.scrollToReference('footnoteref-{n}')\">{n}</a>. {t}</div>",
        '<div class="footnotes-footer"><div class="title">Footnotes</div>{}</div>',
    ),
    "a table behind scripts": (
        '<span class="footnote_referrer"><a role="button" tabindex="0" onclick="footnote_moveToReference_9_1('
        '\'footnote_plugin_reference_9_1_{n}\');"><sup id="footnote_plugin_tooltip_9_1_{n}">[{n}]</sup></a>'
        '<span id="footnote_plugin_tooltip_text_9_1_{n}" class="footnote_tooltip"></span></span>',
        '<tr class="footnotes_plugin_reference_row"><th scope="row" id="footnote_plugin_reference_9_1_{n}" '
        "onclick=\"footnote_moveToAnchor_9_1('footnote_plugin_tooltip_9_1_{n}');\"><a role=button class="
        '"footnote_plugin_link"><span class="footnote_index_arrow">&#8593;</span>{n}</a></th><td>{t}</td></tr>',
        '<div class="footnotes_reference_container"><p>References</p><table><tbody>{}</tbody></table></div>',
    ),
    "raised in links": ('<a href="#x{n}"><sup>{n}</sup></a>', '<p id="x{n}">{n}. {t}</p>', "{}"),
    "list below a heading": ("<sup>{n}</sup>", "<li>{t}</li>", "<h3>Anmerkungen</h3><ol>{}</ol>"),
}


UNNUMBERED = ("sidenote", "inline for screen readers", "raised", "behind a button", "Distill")


@pytest.mark.parametrize("form", FORMS)
def test_notes_are_found_as_tools_write_them(form: str) -> None:
    reference, note, around = FORMS[form]
    texts = {1: FIRST, 2: SECOND}
    raised = " ¹²"
    first, second = (reference.format(n=n, t=text, r=raised[n]) for n, text in texts.items())
    notes = around.format("".join(note.format(n=n, t=text, r=raised[n]) for n, text in texts.items()))
    found = find(f"<article><p>It returns{first}, at last.</p><p>So we wait.{second}</p>{notes}</article>")
    assert [text for _, text in found.notes] == [FIRST, SECOND]
    assert [line for line in found.lines if line.startswith(("It", "So"))] == ["It returns, at last.", "So we wait."]
    assert form in UNNUMBERED or [label.replace("Knu8", "") for label, _ in found.notes] == ["1", "2"]


@pytest.mark.parametrize(
    "page",
    [
        '<p>See (<a href="#eq1">1</a>).</p><div id="eq1" class="equation"><p>x = y (1)</p></div>',
        '<p>See <sup><a href="#s2">2</a></sup>.</p><h2 id="s2">2 Harbours</h2><p>Text</p>',
        '<p>See <sup><a href="#s2">2</a></sup>.</p><div id="s2"><h2>Harbours</h2><p>Text</p></div>',
        '<p>Smith [<a href="#smith">2019</a>] and [2019].</p><p id="smith">Smith 2019. A book.</p>',
        "<p>x<sup>2</sup> and 10<sup>3</sup></p>",
        "<p>2 km² of 10¹ metres</p><hr><p>¹ Ferries</p><p>² Lakes</p>",
        "<p>In [1].</p><p>[2] Ferries</p>",
        '<p>See <a href="#x1">1</a>.</p><p id="x1">1. Ferries</p>',
        '<p>See.</p><figure><span class="marginnote">Delay in winter.</span><img src=a.jpg></figure><p>It returns.</p>',
        "<p>So a*b is 6, and f*** is rude.</p><p>* Ferries</p>",
        "<p>It returns.* So we wait.</p><p>* Ferries</p><p>* Lakes</p>",
        "<p>It returns.* So we wait.</p><p>* Ferries</p><p>† Lakes</p>",
        "<p><sup>All of these prices hold for the summer</sup></p>",
        "<p>x<sup>2</sup></p><h2>Steps</h2><ol><li>One thing</li><li>Two things</li></ol>",
        '<p>See <a href="#fig1">1</a>.</p><figure id="fig1"><img src=a.jpg><figcaption>1 A ferry</figcaption></figure>',
        '<p><a href="/news#comments" title="138 comments on this">138</a> comments</p>',
        '<p>In <a href="#E1" title="1 ‣ 1 Why ‣ Ferries" class="ltx_ref"><b>1</b></a>.</p><p id="E1">Tides</p>',
        '<p><a href="#a">A</a> <a href="#b">B</a></p><h2 id=a>A</h2><p>Apple</p><h2 id=b>B</h2><p>Bread</p>',
    ],
)
def test_what_is_no_note(page: str) -> None:
    assert find(page).notes == []


def test_lone_signs_behind_words_are_labels() -> None:
    found = find(f"<p>It returns.* So<sup>†</sup> we wait.</p><p>* {FIRST}</p><p><small>† {SECOND}</small></p>")
    assert found.notes == [("*", FIRST), ("†", SECOND)]
    assert found.lines == ["It returns. So we wait."]
    assert find(f"<p>A fare of 9 euros*</p><hr><p>*{FIRST}</p>").notes == [("*", FIRST)]


def test_a_heading_of_notes_may_be_the_last_text() -> None:
    assert find("<p>Text<sup>1</sup></p><h2>Notes</h2>").notes == []


def test_a_note_does_not_refer_to_itself() -> None:
    found = find(f"<p>Text<sup>1</sup>.</p><h2>Notes</h2><p><sup>1</sup> {FIRST}</p>")
    assert found.page is not None and [each.notes for each in found.page.read_note(found.page.notes[0])] == [()]


def test_a_note_has_all_its_paragraphs() -> None:
    inside = "<p>One.</p><ul><li>Two</li></ul><pre>three</pre>"
    found = find(
        f'<p>Text<sup><a href="#fn1">1</a></sup></p><ol><li id=fn1>{inside}<a href="#x" class=footnote-back>↩</a></ol>'
    )
    assert found.notes == [("1", "One. ¶ Two ¶ three")]


def test_paragraphs_between_two_notes_belong_to_the_first() -> None:
    notes = "<p id=fn1>1. One.</p><p>More.</p><p id=fn2>2. Two.</p><p>The author lives here.</p>"
    html = f'<p>Text<sup><a href="#fn1">1</a></sup> and<sup><a href="#fn2">2</a></sup></p><div>{notes}</div>'
    found = find(html)
    assert found.notes == [("1", "One. ¶ More."), ("2", "Two.")]
    assert "The author lives here." in found.lines
    assert find(html.replace("<div>", "<div class=footnotes>")).notes[1] == ("2", "Two. ¶ The author lives here.")


def test_a_note_refers_to_another() -> None:
    notes = '<li id=fn1>As<sup><a href="#fn2">2</a></sup> says.</li><li id=fn2>See<sup><a href="#fn1">1</a></sup>.</li>'
    found = find(f'<p>Text<sup><a href="#fn1">1</a></sup></p><ol class=footnotes>{notes}</ol>')
    assert found.notes == [("1", "As says."), ("2", "See.")]


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("word{} next", "word next"),
        ("word {}.", "word."),
        ("word[{}], next", "word, next"),
        ("word<sup>{},{}</sup> next", "word next"),
        ("word[{}, {}]. Next", "word. Next"),
        ("word<sup>[{}][{}]</sup> next", "word next"),
        ("<b>word</b>{}", "word"),
    ],
)
def test_no_label_is_left_in_the_text(text: str, line: str) -> None:
    found = find(f"<p>{text.replace('{}', '<a href=#fn1 class=footnote>1</a>')}</p><ol><li id=fn1>{FIRST}</ol>")
    assert found.lines == [line] and found.notes == [("1", FIRST)]


def test_links_to_the_own_address_count() -> None:
    assert find(f'<p>Text<sup><a href="{URL}#fn1">1</a></sup></p><ol><li id=fn1>{FIRST}</ol>').notes == [("1", FIRST)]
    assert find(f'<p>Text<sup><a href="/else#fn1">1</a></sup></p><ol><li id=fn1>{FIRST}</ol>').notes == []


HOSTILE = {
    "one paragraph": (
        "<p>{}</p>",
        "<a href=#fn{n}><sup>{l}</sup></a> x ",
        "<ol>{}</ol>",
        "<li id=fn{n}>Note <a href=#fn{n}>{l}</a>",
    ),
    "nested": ("<p>{}</p>", "<a href=#fn{n}><sup>{l}</sup></a> x ", "{}", "<div class=footnote id=fn{n}>Note"),
    "lines": ("<p>{}</p>", "[<a href=#n{n}>{l}</a>] x ", "<p>{}</p>", "[<a name=n{n}></a>{l}] Note<br>"),
    "one note": ("<p>{}</p>", "<a href=#fn1><sup>1</sup></a> x ", "{}", "<div id=fn1>Note</div>"),
    "beside": ("<p>{}</p>", "x <span class=sidenote>Note {n}</span>", "{}", ""),
    "rules": ("<p>x<sup>1</sup></p>{}", "", "{}", "<hr><p>1. x</p>"),
}


@pytest.mark.parametrize("kind", HOSTILE)
@pytest.mark.load
def test_thousands_of_notes_never_hang(kind: str) -> None:
    around, reference, end, note = HOSTILE[kind]
    references = "".join(reference.format(n=n, l=n % 900) for n in range(2000))
    page = around.format(references) + end.format("".join(note.format(n=n, l=n % 900) for n in range(2000)))
    start = process_time()
    find(page)
    assert process_time() - start < 6


def test_many_and_long_notes_are_cut() -> None:
    references = "".join(f"<a href=#fn{n}><sup>{n % 900}</sup></a> x " for n in range(2100))
    many = find(f"<p>{references}</p><ol>{''.join(f'<li id=fn{n}>Note' for n in range(2100))}</ol>")
    assert len(many.notes) == 2000 and many.page is not None and many.page.is_cut
    long = find(f"<p>Text<a href=#fn1><sup>1</sup></a></p><ol><li id=fn1>{'word ' * 200_000}</ol>")
    assert len(long.notes[0][1]) <= 100_000 and long.page is not None and long.page.is_cut
