"""An article as TEI, the XML of text corpora: a header with its metadata, then its structure and its figures.

The elements are those of trafilatura's TEI (`ab` for headings, `hi` for emphasis, `ref` for links), and the guidelines'
own for what it leaves out: spans of cells, glossaries, figures with captions.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from importlib.metadata import version
from urllib.parse import urlsplit

from lxml.etree import Element, SubElement, _Element, indent, tostring
from lxml.html import HtmlElement, fragment_fromstring

from cutline.dom.article_html import name_notes
from cutline.dom.formulas.formula import read_written
from cutline.dom.split_blocks import NOTE, REFERENCE, read_reference
from cutline.dom.structure import (
    Bullets,
    Callout,
    Cell,
    Code,
    Definitions,
    Details,
    Lines,
    Part,
    Quote,
    Rule,
    Table,
    arrange,
)
from cutline.service.formats.flow import CONTROL, find_address, in_reading_order, is_safe, may_lead, plain, read_code
from cutline.types import Article, Block, Comment, Image, Note

COMMENT = "comment-"  # before the number of a comment, in its identifier
XML_ID = "{http://www.w3.org/XML/1998/namespace}id"
NAMESPACE = "http://www.tei-c.org/ns/1.0"
XML = '<?xml version="1.0" encoding="UTF-8"?>\n'
OPENING = (
    f'{XML}<teiCorpus xmlns="{NAMESPACE}">\n<teiHeader><fileDesc><titleStmt><title>Articles</title></titleStmt>'
    "<publicationStmt><p/></publicationStmt><sourceDesc><p/></sourceDesc></fileDesc></teiHeader>\n"
)
CLOSING = "</teiCorpus>\n"
UNKNOWN_TO_XML = re.compile("[\ud800-\udfff\ufffe\uffff]")
# What an inline element of HTML is in TEI; `rend` as trafilatura writes it. Others are written without a tag.
INLINE = {
    **dict.fromkeys(("b", "strong"), ("hi", "#b")),
    **dict.fromkeys(("em", "i", "cite", "dfn", "var"), ("hi", "#i")),
    **dict.fromkeys(("code", "samp"), ("hi", "#t")),
    **{tag: ("hi", f"#{tag}") for tag in ("u", "sub", "sup", "mark", "kbd")},
    **{"del": ("del", None), "s": ("del", None), "ins": ("add", None)},
}


def render(article: Article) -> str:
    """Return the article as a TEI document."""
    return XML + _write(article, None)


def render_part(article: Article, source: str) -> str:
    """Return the article as one of a `teiCorpus`, with its source in a note."""
    return _write(article, source).replace(f' xmlns="{NAMESPACE}"', "", 1)


def _write(article: Article, source: str | None) -> str:
    tei = Element("TEI", xmlns=NAMESPACE)
    if article.language:
        tei.set("{http://www.w3.org/XML/1998/namespace}lang", article.language)
    tei.append(_make_header(article, source))
    indent(tei)
    text = SubElement(tei, "text")
    body = SubElement(text, "body")
    body.append(_make_entry(article))
    if article.comments:
        body.append(_make_comments(article.comments))
    if article.notes:
        text.append(_make_back(article.notes))
    return tostring(tei, encoding="unicode") + "\n"


def _make_entry(article: Article) -> _Element:
    entry = Element("div", type="entry")
    entry.text = "\n"
    for part in _write_all(arrange(in_reading_order(article))):
        part.tail = "\n"
        entry.append(part)
    if all(part.tag in ("figure", "note") for part in entry):  # a division has a text
        SubElement(entry, "p")
    return entry


def _make_comments(comments: Sequence[Comment]) -> _Element:
    """Return the comments, each a division with its author, its date, and the one that it answers."""
    made = Element("div", type="comments")
    for number, comment in enumerate(comments):
        division = SubElement(made, "div", {"type": "comment", XML_ID: f"{COMMENT}{number}"})
        if comment.answers is not None:
            division.set("corresp", f"#{COMMENT}{comment.answers}")
        if comment.author or comment.published:
            byline = SubElement(division, "byline")
            _add_texts(byline, "docAuthor", [comment.author])
            _add_texts(byline, "date", [comment.published])
        _add_texts(division, "p", comment.text.split("\n\n"))
        division.tail = "\n"
    return made


def _make_back(notes: Sequence[Note]) -> _Element:
    """Return the notes, each with its label and the places of the references to it."""
    back = Element("back")
    division = SubElement(back, "div", type="notes")
    for name, note in zip(name_notes([note.label for note in notes]), notes, strict=True):
        made = SubElement(division, "note", {XML_ID: f"{NOTE}{name}", "n": _clean(note.label), "place": "end"})
        if note.references:
            made.set("target", f"#{REFERENCE}{name}")
        made.extend(_write_all(arrange(note.blocks)))
        if not len(made):
            made.text = _clean(note.text)
        made.tail = "\n"
    return back


def _make_header(article: Article, source: str | None) -> _Element:
    header = Element("teiHeader")
    file = SubElement(header, "fileDesc")
    _add_title(file, article)
    _add_publisher(file, article)
    if source is not None:
        _add_texts(SubElement(file, "notesStmt"), "note", [source], type="source")
    origin = SubElement(file, "sourceDesc")
    about = (article.title, article.site_name, article.published)
    _add_texts(origin, "bibl", [", ".join(part for part in about if part)])
    full = SubElement(origin, "biblFull")
    _add_title(full, article)
    if article.word_count:
        _add_texts(SubElement(full, "extent"), "measure", [str(article.word_count)], unit="words")
    publication = _add_publisher(full, article)
    if address := _clean(find_address(article)):
        SubElement(publication, "ptr", type="URL", target=address)
        _add_texts(publication, "date", [article.published])
    profile = SubElement(header, "profileDesc")
    if article.summary:
        _add_texts(SubElement(profile, "abstract"), "p", [article.summary])
    if article.language:
        SubElement(SubElement(profile, "langUsage"), "language", ident=article.language)
    application = SubElement(
        SubElement(SubElement(header, "encodingDesc"), "appInfo"),
        "application",
        version=version("cutline"),
        ident="cutline",
    )
    _add_texts(application, "label", ["cutline"])
    return header


def _add_title(parent: _Element, article: Article) -> None:
    statement = SubElement(parent, "titleStmt")
    SubElement(statement, "title", type="main").text = _clean(article.title)
    pages = {link.name: link.url for link in article.author_links}
    for author in article.authors:
        _add_texts(statement, "author", [author], **({"ref": _clean(pages[author])} if author in pages else {}))


def _add_publisher(parent: _Element, article: Article) -> _Element:
    """Add and return the statement of the publisher: the site, else its host."""
    statement = SubElement(parent, "publicationStmt")
    host = urlsplit(find_address(article) or "").netloc
    _add_texts(statement, "publisher", [article.site_name or host])
    if not len(statement):
        SubElement(statement, "p")
    elif article.license:
        SubElement(SubElement(statement, "availability"), "licence", target=_clean(article.license))
    return statement


def _add_texts(parent: _Element, tag: str, texts: Iterable[str | None], **attributes: str) -> None:
    """Add an element for each text there is."""
    for text in texts:
        if shown := _clean(text):
            SubElement(parent, tag, attributes).text = shown


def _clean(text: str | None) -> str:
    return UNKNOWN_TO_XML.sub("", plain(text))


def _write_all(parts: Iterable[Part]) -> Iterator[_Element]:
    """Yield the element of each part; a video has none."""
    return (WRITERS[type(part)](part) for part in parts if type(part) in WRITERS)


def _wrap(tag: str, parts: Sequence[Part]) -> _Element:
    """Return parts in one element; a single text needs no paragraph."""
    if len(parts) == 1 and isinstance(parts[0], Block) and parts[0].kind != "heading":
        return _write_text(tag, parts[0])
    if len(parts) == 1 and isinstance(parts[0], Lines):
        return _write_lines(tag, parts[0])
    element = Element(tag)
    element.extend(_write_all(parts))
    return element


def _write_box(attributes: dict[str, str], box: Callout | Details) -> _Element:
    """Return a callout or details as a note in its place, with its title as a label."""
    note = Element("note", attributes)
    if box.title is not None:
        note.append(_write_text("label", box.title))
    note.extend(_write_all(box.parts))
    return note


def _write_block(block: Block) -> _Element:
    if block.kind != "heading":
        return _write_text("p", block)
    heading = _write_text("ab", block)
    heading.set("type", "header")
    heading.set("rend", f"h{block.level or 2}")
    return heading


def _write_text(tag: str, block: Block) -> _Element:
    element = Element(tag)
    _add_text(element, block)
    return element


def _write_lines(tag: str, lines: Lines) -> _Element:
    """Return lines in one element, with an `lb` where each of the others begins."""
    first, *others = lines.blocks
    element = _write_text(tag, first)
    for block in others:
        SubElement(element, "lb")
        _add_text(element, block)
    return element


def _add_text(element: _Element, block: Block) -> None:
    if block.html is None:
        _add_words(element, _clean(block.text))
    else:
        _copy(fragment_fromstring(block.html, create_parent=True), element)


def _copy(source: HtmlElement, target: _Element) -> None:
    """Append the content of an HTML element to a TEI element."""
    _add_words(target, source.text)
    for child in source:
        if (name := read_reference(child)) is not None:
            link = {"type": "note", "target": child[0].get("href", ""), XML_ID: child[0].get("id", "")}
            SubElement(target, "ref", link).text = name
        elif formula := read_written(child):
            rend = "display" if formula.is_displayed else "inline"
            SubElement(target, "formula", notation="TeX", rend=rend).text = _clean(formula.tex)
        else:
            _copy(child, _open_inline(child, target))
        _add_words(target, child.tail)


def _open_inline(child: HtmlElement, target: _Element) -> _Element:
    """Return the element that a style tag opens; the one that is open if TEI has no such element."""
    address = child.get("href") or ""
    if child.tag == "a" and address and may_lead(address):
        return SubElement(target, "ref", target=_clean(address))
    tag, rend = INLINE.get(str(child.tag), (None, None))
    return target if tag is None else SubElement(target, tag, {} if rend is None else {"rend": rend})


def _add_words(target: _Element, words: str | None) -> None:
    kept = UNKNOWN_TO_XML.sub("", re.sub(r"\s+", " ", (words or "").translate(CONTROL)))
    last = next(target.iterchildren(reversed=True), None)  # `len` would count all of them
    if last is not None:
        last.tail = (last.tail or "") + kept
    else:
        target.text = (target.text or "") + kept


def _write_code(code: Code) -> _Element:
    paragraph = Element("p")
    attributes = {"lang": code.language} if code.language else {}
    SubElement(paragraph, "code", attributes).text = UNKNOWN_TO_XML.sub("", read_code(code))
    return paragraph


def _write_list(bullets: Bullets) -> _Element:
    made = Element("list", rend="ul" if bullets.start is None else "ol")
    for parts, is_done in zip(bullets.items, bullets.states, strict=True):
        item = _wrap("item", parts)
        if is_done is not None:
            item.set("rend", "done" if is_done else "open")
        made.append(item)
    return made


def _write_glossary(definitions: Definitions) -> _Element:
    """Return terms and their meanings; TEI wants one item after each label, so missing ones are empty."""
    made = Element("list", type="gloss")
    is_open = False
    for item in definitions.items:
        if item.is_term == is_open:
            SubElement(made, "item" if is_open else "label")
        made.append(_wrap("label" if item.is_term else "item", item.parts))
        is_open = item.is_term
    if is_open:
        SubElement(made, "item")
    return made


def _write_table(table: Table) -> _Element:
    made = Element("table")
    if table.caption:
        made.append(_wrap("head", table.caption))
    for row in table.rows:
        line = SubElement(made, "row")
        line.extend(map(_write_cell, row))
    return made


def _write_cell(cell: Cell) -> _Element:
    made = _wrap("cell", cell.parts)
    if cell.is_header:
        made.set("role", "head")
    for name, count in (("cols", cell.columns), ("rows", cell.rows)):
        if count > 1:
            made.set(name, str(count))
    return made


def _write_figure(image: Image) -> _Element:
    figure = Element("figure")
    if is_safe(image.url):
        SubElement(figure, "graphic", url=_clean(image.url))
    _add_texts(figure, "head", [image.caption])
    _add_texts(figure, "figDesc", [image.alt])
    _add_texts(figure, "ab", [image.credit], type="credit")
    return figure


WRITERS: dict[type[Part], Callable[..., _Element]] = {
    Image: _write_figure,
    Block: _write_block,
    Rule: lambda rule: Element("milestone", unit="section", rend="rule"),
    Lines: partial(_write_lines, "p"),
    Code: _write_code,
    Quote: lambda quote: _wrap("quote", quote.parts),
    Callout: lambda box: _write_box({"type": "callout", "subtype": box.type}, box),
    Details: partial(_write_box, {"type": "details"}),
    Bullets: _write_list,
    Definitions: _write_glossary,
    Table: _write_table,
}
