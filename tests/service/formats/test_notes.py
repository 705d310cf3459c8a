"""Notes in every format, from a page with a note of several paragraphs, a list and code."""

import re

import pytest
from lxml import etree
from lxml.html import fragment_fromstring

from cutline import Extractor
from cutline.service.formats import html, markdown, tei, text
from cutline.types import Article

SENTENCES = (
    "The ferry returns to the lake, and people who wait for it every day of the year are glad to see it again. " * 3
)
PAGE = f"""<html lang=en><head><title>The ferry returns</title></head><body><article><h1>The ferry returns</h1>
<p>{SENTENCES}</p>
<p>It is a <em>new</em> <a href="/ship_(2026)">ship</a><a href="#fn1" id="r1"><sup>1</sup></a>. {SENTENCES}</p>
<p>{SENTENCES} It is white.<a href="#fn2" id="r2"><sup>2</sup></a> It is new.<a href="#fn1"><sup>1</sup></a></p>
<section class="footnotes"><ol>
<li id="fn1"><p>See <a href="/yard">the yard</a> &amp; [^9].</p><ul><li>One</li><li>Two</li></ul><pre>x = 1
  y</pre><p>End. <a href="#r1">↩</a></p></li>
<li id="fn2"><p>As in note<a href="#fn1"><sup>1</sup></a>. <a href="#r2">↩</a></p></li>
</ol></section></article></body></html>"""


@pytest.fixture(scope="module")
def article() -> Article:
    return Extractor().extract(PAGE, url="https://courier.example/ferry", render="never")


def test_an_article_has_its_notes(article: Article) -> None:
    first, second = article.notes
    assert (first.label, first.text) == ("1", "See the yard & [^9].\n\nOne\n\nTwo\n\nx = 1\n  y\n\nEnd.")
    assert [article.blocks[1].index, article.blocks[2].index] == list(first.references)
    assert (second.text, second.references) == ("As in note.", (article.blocks[2].index,))
    assert "ship." in article.blocks[1].text and article.blocks[2].text.endswith("It is white. It is new.")
    assert article.text.startswith(article.blocks[0].text)
    assert Article.model_validate_json(article.model_dump_json()).markdown == article.markdown


def test_html_for_blocks_is_there_where_they_have_markup(article: Article) -> None:
    assert article.html is None and article.blocks[0].html is None
    assert '<sup><a href="#fn1" id="fnref1">1</a></sup>' in (article.blocks[1].html or "")


def test_markdown_indents_what_a_note_has(article: Article) -> None:
    written = markdown.render(article)
    assert "*new* [ship](https://courier.example/ship_(2026))[^1]." in written
    assert "It is white.[^2] It is new.[^1]" in written
    assert written.endswith(
        "[^1]: See [the yard](https://courier.example/yard) & \\[^9\\].\n\n    - One\n    - Two\n\n    ```\n    x = 1\n"
        "      y\n    ```\n\n    End.\n\n[^2]: As in note[^1].\n"
    )


def test_html_links_notes_both_ways(article: Article) -> None:
    document = fragment_fromstring(html.render_part(article, "page"))
    ids = {element.get("id") for element in document.iter() if element.get("id")}
    links = {link.get("href")[1:] for link in document.iter("a") if link.get("href", "").startswith("#")}
    assert links <= ids and {"fn1", "fn2", "fnref1", "fnref1-2", "fnref2"} <= ids
    (section,) = document.xpath("//section[@role='doc-endnotes']")
    assert [item.get("value") for item in section.iterfind("ol/li")] == ["1", "2"]


def test_tei_has_note_elements(article: Article) -> None:
    root = etree.fromstring(tei.render(article).encode())
    notes = root.findall(".//{*}back//{*}note")
    assert [(note.get("n"), note.get("target")) for note in notes] == [("1", "#fnref1"), ("2", "#fnref2")]
    assert "#fn2" in [reference.get("target") for reference in root.iterfind(".//{*}ref[@type='note']")]


def test_text_ends_with_the_notes(article: Article) -> None:
    assert text.render(article).endswith("    End.\n[2] As in note.\n") and "\n\n[1] See the yard" in text.render(
        article
    )


@pytest.mark.parametrize(
    ("labels", "names"), [(("1", "7", "b"), ["1", "7", "b"]), (("*", "†"), ["1", "2"]), (("1", "1"), ["1", "2"])]
)
def test_labels_that_are_no_names_get_numbers(article: Article, labels: tuple[str, ...], names: list[str]) -> None:
    note = article.notes[1].model_copy(update={"blocks": (), "text": "A *note*"})
    labelled = article.model_copy(update={"notes": tuple(note.model_copy(update={"label": each}) for each in labels)})
    assert re.findall(r"^\[\^(\w+)\]: A \\\*note\\\*$", markdown.render(labelled), re.MULTILINE) == names


def test_a_list_that_only_numbers_its_note_is_no_part_of_it() -> None:
    note = '<aside id="fn1"><ol start="1"><li><p>Built in Holm.</p> <a href="#r1">↩</a></li></ol></aside>'
    page = f"<article><p>{SENTENCES}</p><p>It is white<a href='#fn1' id='r1'><sup>1</sup></a>. {SENTENCES}</p>{note}"
    article = Extractor().extract(f"{page}</article>", render="never")
    assert markdown.render(article).endswith("\n\n[^1]: Built in Holm.\n")
