"""The comments that a page shows or declares: who wrote what, when, and in answer to whom."""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import dropwhile, islice
from typing import NamedTuple

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb
from cutline.dom.comment_signatures import MAX_NAMES, find_author, find_date
from cutline.dom.comments import SIGNATURE, TIME, declares_story, is_forum, is_reply
from cutline.dom.document import Document
from cutline.dom.metadata.iso_dates import to_iso_date
from cutline.dom.metadata.json_ld import JsonLdNode, read_text
from cutline.dom.metadata.person_names import is_alias, is_declared_name
from cutline.dom.metadata.plain_text import to_plain_lines
from cutline.dom.segments import TextSegment
from cutline.dom.words import join_patterns

MAX_DEPTH = 200  # comments above a comment
MAX_DIGITS = 4  # of an indent
MAX_INSIDE = 50  # comments in an element without words, of which the first may be its own
MAX_LEVELS = 60  # elements between a text and its comment
NEAR = 4  # elements around a line that may be a button, a date or a name
CONTROL_LINKS = 0.9  # share of a line's characters in links, from which it is a control
TYPES = ("/Comment", "/UserComments")  # how types in microdata end
STATED = frozenset({"Comment", "UserComments"})  # types in JSON-LD
FORUM_TYPES = (*TYPES, "/Answer")  # elsewhere an answer is that of an FAQ
TAGS = frozenset({"shreddit-comment"})
POST_TAGS = frozenset({"shreddit-post"})
# How software names the element of one comment, and, where a box or a forum is around it, of one post.
COMMENT = re.compile(rf"(?:^|\s)(?:{join_patterns('elements', 'comment')})(?=\s|$)", re.IGNORECASE)
COMMENT_ID = re.compile(r"(?:li-|thing_|issue|discussion)?(?:(?:dsq-)?comment|cmt|t1)[-_]?\d\w*\Z", re.IGNORECASE)
HEAD = "comment-header"  # GitHub's `data-testid` of the line above a comment, which has the comment's identifier
POST = re.compile(
    r"(?:^|\s)(?:[Pp]ost|postcontainer|postbit\w*|message(?:--post)?|crawler-post|topic-post|email|react-issue-body)(?=\s|$)"
)
POST_ID = re.compile(r"(?:post|c|p|pid|message|msg|note|js-post|issue|pullrequest|discussion)[-_]?\d+\Z", re.IGNORECASE)
# What is around all comments, although one may be called so too.
ALL_COMMENTS = re.compile(r"(?:^|\s)comments(?:[-_]{1,2}(?:wrap(?:per)?|container|box|thread))?(?=\s|$)", re.IGNORECASE)
FORM = re.compile(r"(?:^|\s)(?:respond|comment-?respond|(?:comment|reply)-?form)(?=\s|$)", re.IGNORECASE)
THREAD = re.compile(r"comment|disqus|dsq-|repl(?:y|ies)", re.IGNORECASE)
WORDS = re.compile(rf"(?:^|[\s_-])(?:{join_patterns('elements', 'comment_text')})(?:$|[\s_-])", re.IGNORECASE)
INNER = re.compile(r"(?:^|\s)comment-body(?:$|\s)")  # Substack's element for the content is around its head too
BODY = re.compile(r"(?:^|[\s_-])(?:comment-?body|post-?body|body|message|text)(?:$|[\s_-])", re.IGNORECASE)
INDENT = re.compile(r"(?:margin|padding)-left:\s*(\d{1,4})")
LEVEL = re.compile(r"(?:^|[\s_-])(?:depth|level|indent)[-_]?(\d{1,3})(?:$|\s)", re.IGNORECASE)
LEVELS = ("depth", "data-depth", "data-level", "aria-level", "indent", "data-indent")  # attributes


@dataclass(frozen=True, slots=True)
class PageComment:
    """A comment.

    Attributes:
        element: that holds it; None if it is only declared.
        author: the name; None if there is none.
        published: ISO 8601; None if no full date is given.
        text: its paragraphs, joined by blank lines.
        depth: how many comments are above it, each an answer to the one before.
        answers: the place of the comment that it answers; None if it answers the article.
    """

    element: HtmlElement | None
    author: str | None
    published: str | None
    text: str
    depth: int
    answers: int | None


@dataclass(frozen=True, slots=True)
class PageComments:
    """The comments of a page, in document order, and whether there were more than are read."""

    comments: Sequence[PageComment]
    is_cut: bool


@dataclass(slots=True)
class _Unit:
    """An element that may be a comment, with what is in it and in no comment inside it."""

    element: HtmlElement
    is_sure: bool
    around: _Unit | None
    elements: list[HtmlElement]
    segments: list[TextSegment]
    is_left_out: bool = False


class Post(NamedTuple):
    """A post or a comment: its texts, those in what is named after words, and whether it is surely a comment."""

    texts: Sequence[TextSegment]
    words: Sequence[TextSegment]
    is_comment: bool


def list_posts(document: Document, segments: Sequence[TextSegment]) -> Iterator[Post]:
    """Yield the posts and comments of a forum, in document order."""
    units = (unit for unit in _find_units(document, segments, None, in_forum=True) if not unit.is_left_out)
    return (Post(unit.segments, _select(unit, WORDS), unit.is_sure) for unit in units)


def find_poster(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> str | None:
    """Return who wrote the post that the text of a forum begins with; None if no post begins it or says so.

    A page that declares a story has none, whatever its address is like.
    """
    if not kept or declares_story(document.metadata.types) or not is_forum(document, segments):
        return None
    units = _find_units(document, segments, None, in_forum=True)
    first = next((unit for unit in units if unit.segments and not unit.is_left_out), None)
    if first is None or first.is_sure or first.segments[0].index > kept[0].index:  # a comment
        return None
    name = find_author(first.element, first.elements)[1]
    return name if name and (is_alias(name) or is_declared_name(name)) else None


def read_comments(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment], language: str | None, limit: int
) -> PageComments:
    """Return the comments that the page shows, or those that its JSON-LD declares if they are more.

    Args:
        document, segments: the page.
        kept: the texts of the article; a post around the first is no comment, in a forum either, and what JSON-LD
            declares of them is none.
        language: of the article, in which dates are written.
        limit: the most comments.
    """
    first = kept[0] if kept else None
    shown = list(islice(_list_shown(document, segments, first, language), limit + 1))
    declared = list(islice(_list_declared(document, frozenset(each.text for each in kept)), limit + 1))
    comments = declared if len(declared) > len(shown) else shown
    return PageComments(comments[:limit], len(comments) > limit)


def _list_shown(
    document: Document, segments: Sequence[TextSegment], first: TextSegment | None, language: str | None
) -> Iterator[PageComment]:
    place = 0
    above: list[tuple[tuple[int, int], int]] = []  # levels and places of the comments that the next one may answer
    for unit in _find_units(document, segments, first, in_forum=is_forum(document, segments)):
        said = None if unit.is_left_out else _read_unit(unit, language)
        if said is None:
            unit.is_left_out = True
            continue
        level = sum(not each.is_left_out for each in islice(_climb(unit.around), MAX_DEPTH)), _read_indent(unit)
        while above and above[-1][0] >= level:
            above.pop()
        yield PageComment(unit.element, *said, len(above), above[-1][1] if above else None)
        above.append((level, place))
        place += 1


def _climb(unit: _Unit | None) -> Iterator[_Unit]:
    while unit is not None:
        yield unit
        unit = unit.around


def _find_units(
    document: Document, segments: Sequence[TextSegment], first: TextSegment | None, *, in_forum: bool
) -> list[_Unit]:
    """Return the elements that may be comments, in document order, each before those inside it."""
    threads: dict[HtmlElement, bool] = {document.body: in_forum}
    owners: dict[HtmlElement, _Unit | None] = {}
    units: list[_Unit] = []
    forms = _find_forms(document.body)
    for element in document.body.iterdescendants("*"):
        box = element.getparent()
        around = owners.get(_find_box(element))
        names = _read_names(element)
        is_sure = _is_comment(element, names, in_forum=in_forum)
        is_part = around is not None and around.is_sure  # software calls the words of a comment a post too
        if is_sure or (threads[box] and not is_part and _is_post(element, names)):
            around = _Unit(element, is_sure, around, [element] if element.tag == "dt" else [], [])
            units.append(around)
        elif element in forms or FORM.search(names):
            around = None
        elif around is not None:
            around.elements.append(element)
        owners[element] = around
        threads[element] = threads[box] or THREAD.search(names) is not None
    _share_out(segments, owners)
    _leave_out_boxes(units)
    _join_wrappers(units)
    if first is not None:
        _leave_out_unsure(_climb(owners.get(first.start)))
    return units


def _find_box(element: HtmlElement) -> HtmlElement:
    """Return what an element is in; of a description it is the term before it, in which Blogger writes the name."""
    beside = element.getprevious() if element.tag == "dd" else None
    return element.getparent() if beside is None else beside


def _share_out(segments: Iterable[TextSegment], owners: Mapping[HtmlElement, _Unit | None]) -> None:
    """Give each text to the innermost element that may be a comment around it."""
    for segment in segments:
        if (unit := owners.get(segment.start)) is not None:
            unit.segments.append(segment)


def _leave_out_unsure(units: Iterable[_Unit]) -> None:
    """Leave out what is called a post, and has the beginning of the text in it."""
    for unit in units:
        unit.is_left_out |= not unit.is_sure


def _leave_out_boxes(units: Iterable[_Unit]) -> None:
    """Leave out what is around all comments."""
    for around in filter(None, (unit.around for unit in units)):
        if ALL_COMMENTS.search(_read_names(around.element)):
            around.is_left_out = True


def _find_forms(body: HtmlElement) -> frozenset[HtmlElement]:
    """Return the forms to write in; other forms may be around comments."""
    fields = (islice(field.iterancestors(), MAX_LEVELS) for field in body.iter("textarea"))
    forms = (next((each for each in around if each.tag == "form"), None) for around in fields)
    return frozenset(form for form in forms if form is not None)


def _read_names(element: HtmlElement) -> str:
    return f"{element.get('class') or ''} {element.get('id') or ''}"[:MAX_NAMES]


def _is_comment(element: HtmlElement, names: str, *, in_forum: bool) -> bool:
    if element.tag in TAGS or (element.get("itemtype") or "").endswith(FORUM_TYPES if in_forum else TYPES):
        return True
    is_head = element.get("data-testid") == HEAD
    return COMMENT.search(names) is not None or (COMMENT_ID.match(element.get("id") or "") is not None and not is_head)


def _is_post(element: HtmlElement, names: str) -> bool:
    if element.tag in POST_TAGS or POST.search(names) is not None:
        return True
    return POST_ID.match(element.get("id") or "") is not None


def _join_wrappers(units: Sequence[_Unit]) -> None:
    """Join an element without words of its own and the one comment that stands in it beside no other."""
    inside: dict[int, list[_Unit]] = defaultdict(list)
    for unit in units:
        if unit.around is not None:
            inside[id(unit.around)].append(unit)
    for unit in reversed(units):  # the innermost first
        comments = inside[id(unit)]
        if not 0 < len(comments) <= MAX_INSIDE or unit.is_left_out or not _is_wrapper(unit, comments[0]):
            continue
        boxes = [each.element.getparent() for each in comments]
        if boxes.count(boxes[0]) == 1:
            unit.elements.extend((comments[0].element, *comments[0].elements))
            unit.segments.extend(comments[0].segments)
            comments[0].is_left_out = True


def _is_wrapper(unit: _Unit, comment: _Unit) -> bool:
    """Return whether an element has no words, and it or the comment inside it no author."""
    author, name = find_author(unit.element, unit.elements)
    if _list_words(unit, author):
        return False
    return name is None or find_author(comment.element, comment.elements)[1] is None


def _read_unit(unit: _Unit, language: str | None) -> tuple[str | None, str | None, str] | None:
    """Return author, date and text of a comment; None if nothing says who wrote it or when, or it has no text."""
    author, name = find_author(unit.element, unit.elements)
    short = [each.text for each in unit.segments if len(each.text) <= SIGNATURE]
    published = find_date(unit.element, unit.elements, short, language)
    if name is None and published is None and not any(map(TIME.search, short)):
        return None
    text = "\n\n".join(
        segment.lines if segment.block.tag == "pre" else segment.text for segment in _list_words(unit, author)
    )
    return (name, published, text) if text else None


def _list_words(unit: _Unit, author: HtmlElement | None) -> Sequence[TextSegment]:
    """Return the texts of a comment, without who wrote it, when, and the controls around them."""
    named, inner = _select(unit, WORDS), _select(unit, INNER)
    if 0 < len(inner) < len(named) and inner[0] in named:
        named = inner
    words = named or _select(unit, BODY) or unit.segments
    words = list(dropwhile(lambda each: _is_beside(each, author, is_named=bool(named)), words))
    while words and _is_beside(words[-1], author, is_named=bool(named)):
        words.pop()
    return words or named


def _select(unit: _Unit, names: re.Pattern[str]) -> list[TextSegment]:
    """Return the texts in the elements that are named so."""
    boxes = {element for element in unit.elements if _is_body(element, names)}
    if _is_body(unit.element, names) and unit.element.tag != "dt":
        boxes.add(unit.element)
    return [each for each in unit.segments if boxes and not boxes.isdisjoint(_list_around(each, unit.element))]


def _is_body(element: HtmlElement, names: re.Pattern[str]) -> bool:
    if names is WORDS and (element.get("slot") == "comment" or element.get("itemprop") in ("text", "commentText")):
        return True
    return names.search((element.get("class") or "")[:MAX_NAMES]) is not None


def _list_around(segment: TextSegment, top: HtmlElement) -> Iterator[HtmlElement]:
    for element in climb(segment.start, MAX_LEVELS):
        yield element
        if element is top:
            return


def _is_beside(segment: TextSegment, author: HtmlElement | None, *, is_named: bool) -> bool:
    """Return whether a text is a line with the author or the date, or a control."""
    if len(segment.text) > SIGNATURE:
        return False
    around = list(climb(segment.start, NEAR))
    if author in around or segment.link_share >= CONTROL_LINKS or is_reply(segment.text.lower()):
        return True
    if any(each.tag in ("button", "time") or each.get("role") == "button" for each in around):
        return True
    return not is_named and TIME.search(segment.text) is not None


def _read_indent(unit: _Unit) -> int:
    """Return how far a comment is indented, in levels or pixels; 0 if nothing says so."""
    for name in LEVELS:
        if (level := unit.element.get(name) or "").isdecimal():
            return _read_number(level)
    for written in (INDENT.search(unit.element.get("style") or ""), LEVEL.search(_read_names(unit.element))):
        if written:
            return int(written[1])
    return _read_number(_read_width(unit))


def _read_width(unit: _Unit) -> str:
    """Return the width of the cell that indents a comment, or of the picture in it."""
    cell = next((each for each in unit.elements if (each.get("class") or "") == "ind"), None)
    if cell is None:
        return ""
    image = cell.find(".//img")
    return (cell.get("indent") if image is None else image.get("width")) or ""


def _read_number(written: str) -> int:
    return int(written[:MAX_DIGITS]) if written.isdecimal() else 0


def _list_declared(document: Document, texts: Container[str]) -> Iterator[PageComment]:
    """Yield the comments that JSON-LD declares, without those that are texts of the article."""
    places: dict[JsonLdNode, tuple[int, int]] = {}  # number and depth
    for node in document.declarations.json_ld.nodes:
        paragraphs = _read_stated(node) if _is_stated(node) else ()
        if all(paragraph in texts for paragraph in paragraphs):
            continue
        above = places.get(node.parent) if node.parent is not None else None
        depth = 0 if above is None else above[1] + 1
        places[node] = len(places), depth
        said = node.properties
        author = read_text(said.get("author") or said.get("creator"))
        moment = read_text(said.get("datePublished") or said.get("dateCreated") or said.get("commentTime"))
        yield PageComment(
            None,
            author,
            to_iso_date(moment) if moment else None,
            "\n\n".join(paragraphs),
            depth,
            None if above is None else above[0],
        )


def _is_stated(node: JsonLdNode) -> bool:
    """Return whether JSON-LD has a comment, or an answer of readers; that of an FAQ is the page's own."""
    if node.key == "acceptedAnswer" or node.parent is None or "Answer" not in node.types:
        return not STATED.isdisjoint(node.types) or (node.key == "comment" and not node.types)
    page = node.parent.parent
    return node.key == "suggestedAnswer" and page is not None and "QAPage" in page.types


def _read_stated(node: JsonLdNode) -> Sequence[str]:
    said: Mapping[str, object] = node.properties
    texts = (said.get(name) for name in ("text", "commentText", "articleBody", "description"))
    text = next((text for text in texts if isinstance(text, str)), "")
    return to_plain_lines(text)
