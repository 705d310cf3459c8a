"""A callout goes through a page, Markdown and back with its type and its title, whatever software wrote it."""

import re
import time
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest
from lxml.etree import fromstring
from lxml.html import fragment_fromstring
from markdown_it import MarkdownIt

from cutline import Article, Extractor
from cutline.service.formats import html, json, markdown, tei, text
from cutline.types import Container

ADVICE = "Board from the stern, and keep your ticket at hand."
_, *WRITTEN = re.split(r"<!-- ", Path(__file__).with_name("callouts.html").read_text(encoding="utf-8"))[1:]
CALLOUTS = [(*heading.split(" = "), callout) for heading, callout in (each.split(" -->\n") for each in WRITTEN)]
TITLE = '<p class="admonition-title">Mind the <b>gap</b> &amp; *me*</p>'
WARNING = f'<div class="admonition danger">{TITLE}<p>{ADVICE}</p></div>'
SECONDS = 20  # for a hostile page, on a busy machine


Extract = Callable[..., Article]


def read_quotes(article: Article) -> list[str]:
    """Return the lines of each paragraph in a quote of the article's Markdown, inline markup as it was written."""
    return [
        token.content
        for token in MarkdownIt().parse(markdown.render(article))
        if token.type == "inline" and token.level > 1
    ]


@pytest.mark.parametrize(("name", "says", "callout"), CALLOUTS, ids=[name for name, *_ in CALLOUTS])
def test_a_callout_survives_markdown(extract: Extract, name: str, says: str, callout: str) -> None:
    article = extract(callout)
    kind, _, title = says.partition(" ")
    head, _, body = read_quotes(article)[0].partition("\n")
    assert head == f"[!{kind.upper()}]{f' {title}' if title else ''}"
    assert body.endswith(ADVICE)
    assert [place.kind for place in article.blocks[-2].within][:1] == ["callout"]


def test_a_callout_of_nothing_but_its_label_is_a_paragraph(build: SimpleNamespace) -> None:
    callout = Container(kind="callout", id=0, type="tip")
    article = build.article([build.block(0, "Tip", within=(callout,))])
    assert markdown.render(article) == "Tip\n"


class TestFormats:
    def test_json_has_the_type_the_word_and_the_title(self, extract: Extract) -> None:
        article = extract(WARNING)
        title, advice = article.blocks[1:3]
        (place,) = title.within
        assert (place.kind, place.type, place.word, place.title) == (
            "callout",
            "caution",
            "danger",
            "Mind the gap & *me*",
        )
        assert (place.is_header, advice.within) == (True, (place.model_copy(update={"is_header": False}),))
        assert Article.model_validate_json(json.render(article)).blocks == article.blocks

    def test_markdown_keeps_what_the_callout_holds(self, extract: Extract) -> None:
        inside = f"<ul><li>One</li><li>Two</li></ul><p>{ADVICE}</p><pre>x = 1\n  y</pre>"
        article = extract(f'<div class="admonition tip"><p class="admonition-title">Tip</p>{inside}</div>')
        written = f"> [!TIP]\n>\n> - One\n> - Two\n>\n> {ADVICE}\n>\n> ```\n> x = 1\n>   y\n> ```\n"
        assert written in markdown.render(article)

    def test_the_label_in_a_paragraph_is_the_title(self, extract: Extract) -> None:
        article = extract(f'<div class="notecard warning"><p><strong>Warning:</strong> {ADVICE}</p></div>')
        assert f"> [!WARNING]\n> {ADVICE}\n" in markdown.render(article)
        assert f'<p class="callout-title"><strong>Warning:</strong></p>\n<p>{ADVICE}</p>' in html.render(article)
        assert article.blocks[1].text == f"Warning: {ADVICE}"

    def test_markdown_escapes_a_quote_that_looks_like_a_callout(self, extract: Extract) -> None:
        article = extract(f"<blockquote><p>[!BOAT]<br>{ADVICE}</p></blockquote>")
        assert r"\[!BOAT\]" in markdown.render(article)

    def test_html_has_an_aside_that_is_a_callout_again(self, extract: Extract, real_extractor: Extractor) -> None:
        article = extract(WARNING)
        (aside,) = fragment_fromstring(html.render_part(article, "page")).xpath("//aside")
        assert aside.get("class") == "callout caution"
        assert [part.text_content() for part in aside] == ["Mind the gap & *me*", ADVICE]
        again = real_extractor.extract(html.render(article), url="https://courier.example/ferry")
        assert r"> [!CAUTION] Mind the **gap** & \*me\*" in markdown.render(again)

    def test_tei_has_a_note_with_a_label(self, extract: Extract) -> None:
        (note,) = fromstring(tei.render(extract(WARNING)).encode()).iterfind(".//{*}note")
        assert (note.get("type"), note.get("subtype")) == ("callout", "caution")
        assert ["".join(part.itertext()) for part in note] == ["Mind the gap & *me*", ADVICE]

    def test_text_has_the_title_above_it_or_else_the_type(self, extract: Extract) -> None:
        assert f"\n\nMind the gap & *me*\n{ADVICE}\n\n" in text.render(extract(WARNING))
        bare = f'<div class="alert alert-warning">{ADVICE}</div>'
        assert f"\n\nWarning\n{ADVICE}\n\n" in text.render(extract(bare))

    def test_a_cell_has_it_in_lines_of_its_own(self, extract: Extract) -> None:
        cells = f"<tr><th>Port</th><th>Advice</th></tr><tr><td>Holm</td><td>{WARNING}</td></tr>"
        article = extract(f"<table>{cells}</table>")
        assert rf"| Holm | Mind the **gap** & \*me\*<br>{ADVICE} |" in markdown.render(article)


class TestDetails:
    DETAILS = f"<details><summary>What if it <b>rains</b>?</summary><p>{ADVICE}</p><ul><li>One</li></ul></details>"

    def test_markdown_has_them_as_html_with_markdown_inside(self, extract: Extract) -> None:
        tokens = MarkdownIt().parse(markdown.render(extract(self.DETAILS)))
        shown = [token.content.strip() for token in tokens if token.type in ("html_block", "inline")]
        start = shown.index("<details>\n<summary>What if it <b>rains</b>?</summary>")
        assert shown[start + 1 : start + 4] == [ADVICE, "One", "</details>"]

    def test_html_and_tei_and_text_have_them(self, extract: Extract) -> None:
        article = extract(self.DETAILS)
        (details,) = fragment_fromstring(html.render_part(article, "page")).xpath("//details")
        assert [part.tag for part in details] == ["summary", "p", "ul"]
        (note,) = fromstring(tei.render(article).encode()).iterfind(".//{*}note")
        assert (note.get("type"), "".join(note[0].itertext())) == ("details", "What if it rains?")
        assert f"\n\nWhat if it rains?\n{ADVICE}" in text.render(article)

    def test_a_summary_that_is_a_heading_stays_one(self, extract: Extract) -> None:
        article = extract(f"<details><summary><h3>What if it rains?</h3></summary><p>{ADVICE}</p></details>")
        assert f"### What if it rains?\n\n{ADVICE}" in markdown.render(article)

    @pytest.mark.parametrize("summary", ["What if<br><i>it</i> rains?", "<b>What if</b><p>it rains?</p>"])
    def test_the_lines_of_a_summary_are_one(self, extract: Extract, summary: str) -> None:
        article = extract(f"<details><summary>{summary}</summary><p>{ADVICE}</p></details>")
        start = markdown.render(article).index("<details>\n<summary>")
        shown = fragment_fromstring(markdown.render(article)[start:], create_parent=True)
        assert shown.xpath("string(//summary)") == "What if it rains?"
        assert f"</summary>\n\n{ADVICE}\n\n</details>" in markdown.render(article)

    def test_a_summary_is_escaped(self, extract: Extract) -> None:
        page = f"<details><summary>Why &lt;script&gt; &amp; co?</summary><p>{ADVICE}</p></details>"
        assert "<summary>Why &lt;script&gt; &amp; co?</summary>" in markdown.render(extract(page))


def test_callouts_in_callouts_end_at_a_limit(extract: Extract) -> None:
    opening = '<div class="admonition note"><p class="admonition-title">Note</p><p>Mind the gap.</p>'
    start = time.process_time()
    article = extract(opening * 2000)
    assert time.process_time() - start < SECONDS
    assert max(len(block.within) for block in article.blocks) <= 13
