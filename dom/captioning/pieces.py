"""How to split the text of a small element into the pieces that a reader sees."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.captioning.credits import CAPTION_LABEL, CREDIT_LABEL, is_credit_name, read_credit_names
from cutline.dom.document import Document
from cutline.dom.formulas.formula import INLINE
from cutline.dom.quotation_marks import find_quotation_marks
from cutline.dom.segments import collapse_space
from cutline.dom.tags import HEADING_TAGS, STYLE_TAGS, UNSEEN_TAGS, is_hidden
from cutline.dom.words import join_patterns, list_words

MAX_STEPS = 200  # start and end tags read in one element; captions usually have fewer than 100
MAX_RAW_CHARACTERS = 20_000  # characters read in one element, including white space
# Tags that only style words in a sentence; style sheets often display `small`, `cite` and `time` separately.
INLINE_TAGS = (STYLE_TAGS | {"q", "math", INLINE}) - {"small", "cite", "time"}
SKIPPED_NAMES = re.compile(rf"(?:^|[\s_-])(?:{join_patterns('pictures', 'unread')})(?:$|[\s_-])", re.I)
CONTROL_WORDS = frozenset(list_words("notices", "controls"))
OFFER = re.compile(rf"\s*(?:{join_patterns('pictures', 'offers')})\b", re.I)
PROMPT = re.compile(rf"\W*(?:{join_patterns('notices', 'prompts')})\W*", re.I)
WORD = re.compile(r"[^\W\d_]+")
SEPARATOR = re.compile(r"[/|]{1,2}")  # between the names in a credit
MAX_CONTROL = 60  # characters of a button's text
MAX_WRAPPED = 20  # descendants of an element that just wraps an image
CREDIT, LINK, HEADING = 1, 2, 4  # bits: marks of a text by the elements around it


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text without a visible border inside.

    Attributes:
        text: the text, white space collapsed; never empty.
        is_credit: whether the page marks it as credit.
    """

    text: str
    is_credit: bool


@dataclass(frozen=True, slots=True)
class ElementText:
    """The text of an element, up to the length of a caption.

    Attributes:
        pieces: in document order, without buttons, counters and the like.
        link_share: share of the characters inside links (0..1).
        has_heading: whether it contains a heading, as a teaser or the head of an article does.
    """

    pieces: tuple[Piece, ...]
    link_share: float
    has_heading: bool

    @property
    def text(self) -> str:
        """The pieces, joined."""
        return " ".join(piece.text for piece in self.pieces)

    @property
    def size(self) -> int:
        """Number of characters in pieces that are not marked as credit."""
        return sum([len(piece.text) for piece in self.pieces if not piece.is_credit])


EMPTY = ElementText((), 0, False)


class PieceReader:
    """Reads elements in pieces, each element once, and stops after the length of a caption."""

    def __init__(self, document: Document, max_characters: int) -> None:
        """Take the page, and the number of characters after which reading stops."""
        self._hidden = document.hidden
        self._quotes = find_quotation_marks(document.body)
        self._max_characters = max_characters
        self._readings: dict[HtmlElement, ElementText] = {}
        self._marks: dict[HtmlElement, int | None] = {}
        self._is_credit_name = cache(is_credit_name)  # elements of a page share their names
        self._is_skipped_name = cache(lambda names: SKIPPED_NAMES.search(names) is not None)

    def read(self, element: HtmlElement) -> ElementText:
        """Return the text of an element, even if the element itself is a button or inside one."""
        reading = self._readings.get(element)
        if reading is None:
            reading = self._readings[element] = EMPTY if _is_blank(element) else self._read(element)
        return reading

    def _read(self, element: HtmlElement) -> ElementText:
        builder = _PieceBuilder()
        marks = [_mark_tag(element)]  # of the open elements, including those of their ancestors
        skipped: HtmlElement | None = None
        builder.add(element.text, marks[0])
        walker = etree.iterwalk(element, events=("start", "end"))
        for event, node in islice(walker, 1, MAX_STEPS):
            if builder.size > self._max_characters or builder.raw_size > MAX_RAW_CHARACTERS or node is element:
                break
            if event == "end":
                if node in self._quotes:
                    builder.add(self._quotes[node].closing, marks[-1])
                if node is not skipped:
                    marks.pop()
                text = node.tail
            elif (own := self._find_marks(node)) is None:
                skipped = node
                marks[-1] = _mark_spoken(node.text or "", marks[-1])
                walker.skip_subtree()
                continue
            else:
                marks.append(marks[-1] | own)
                text = f"{self._quotes[node].opening}{node.text or ''}" if node in self._quotes else node.text
            if node.tag not in INLINE_TAGS:
                builder.end_piece()
            builder.add(text, marks[-1])
        return builder.close()

    def _find_marks(self, node: HtmlElement) -> int | None:
        """Return the marks of an element; None if its text is skipped."""
        if node not in self._marks:  # a cached method would keep the page alive until garbage is collected
            self._marks[node] = self._read_marks(node)
        return self._marks[node]

    def _read_marks(self, node: HtmlElement) -> int | None:
        is_border = node.tag not in INLINE_TAGS and len(node) == 0 and not has_text(node.text)
        if is_border or (not node.keys() and node.tag not in UNSEEN_TAGS):  # no attributes or no content to check
            return _mark_tag(node)
        if self._is_skipped(node):
            return None
        names = read_credit_names(node)
        return _mark_tag(node) | (CREDIT if names and self._is_credit_name(names) else 0)

    def _is_skipped(self, node: HtmlElement) -> bool:
        """Return whether an element is hidden, for screen readers alone, a button, a counter or an offer."""
        if node in self._hidden or is_hidden(node) or node.get("role") == "button":
            return True
        if node.tag == "a" and node.text and OFFER.match(node.text):
            return True
        names = node.get("class")
        return names is not None and self._is_skipped_name(names)


def _is_blank(element: HtmlElement) -> bool:
    """Return whether an element has few descendants and no text, like most wrappers of an image."""
    if has_text(element.text):
        return False
    count = 0
    for node in islice(element.iterdescendants(), MAX_WRAPPED):
        if has_text(node.text) or has_text(node.tail):
            return False
        count += 1
    return count < MAX_WRAPPED


def has_text(text: str | None) -> bool:
    """Return whether a text node exists and is not just white space."""
    return text is not None and text != "" and not text.isspace()


def _mark_tag(node: HtmlElement) -> int:
    if node.tag == "a":
        return 0 if node.get("href", "").startswith("#") else LINK  # "#" links act as buttons
    return HEADING if node.tag in HEADING_TAGS else 0


def _mark_spoken(label: str, marks: int) -> int:
    """Return the marks behind a text that is left out: one for screen readers says what follows."""
    if CREDIT_LABEL.fullmatch(label):
        return marks | CREDIT
    return marks & ~CREDIT if CAPTION_LABEL.fullmatch(label) else marks


class _PieceBuilder:
    """Joins runs of text into pieces."""

    def __init__(self) -> None:
        self.size = 0
        self.raw_size = 0
        self._linked = 0
        self._has_heading = False
        self._pieces: list[Piece] = []
        self._texts: list[str] = []
        self._credit = 0

    def add(self, text: str | None, marks: int) -> None:
        """Add a text node; even if it is missing, a change of the credit mark ends the piece."""
        if marks & CREDIT != self._credit:
            self.end_piece()
            self._credit = marks & CREDIT
        if not text:
            return
        self.raw_size += len(text)
        if not text.isspace() and (shown := len(collapse_space(text))):
            self._texts.append(text)
            self._has_heading = self._has_heading or marks & HEADING != 0
            self._linked += shown if marks & LINK else 0
            self.size += shown
        elif self._texts:
            self._texts.append(text)

    def end_piece(self) -> None:
        """End the current piece, if it has any text."""
        if not self._texts:
            return
        text = collapse_space("".join(self._texts))
        if self._credit or not _is_control(text):
            self._pieces.append(Piece(text, self._credit != 0))
        self._texts = []

    def close(self) -> ElementText:
        """End the last piece and return the text."""
        self.end_piece()
        return ElementText(tuple(self._pieces), min(self._linked / self.size, 1) if self.size else 0, self._has_heading)


def _is_control(text: str) -> bool:
    if len(text) > MAX_CONTROL or SEPARATOR.fullmatch(text):
        return False
    return CONTROL_WORDS.issuperset(WORD.findall(text.lower())) or PROMPT.fullmatch(text) is not None
