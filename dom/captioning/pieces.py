"""The text of a small element in pieces, as a style sheet can show them apart."""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import cache
from itertools import islice

from lxml import etree
from lxml.html import HtmlElement

from cutline.dom.captioning.credits import is_credit_name, read_credit_names
from cutline.dom.document import Document
from cutline.dom.segments import collapse_space
from cutline.dom.tags import HEADING_TAGS, STYLE_TAGS, UNSEEN_TAGS, is_hidden

MAX_STEPS = 200  # starts and ends of elements in one element that are read; captions have under 100 as a rule
MAX_RAW_CHARACTERS = 20_000  # of an element that are read, white space included
# Tags that only style the words of a sentence; a style sheet sets `small`, `cite` and `time` apart.
INLINE_TAGS = STYLE_TAGS - {"small", "cite", "time"}
# Words in class of what is shown to machines alone, of buttons and of what counts pictures.
NOT_READ = re.compile(
    r"(?:^|[\s_-])(?:sr-?only|visually-?hidden|screen-?reader(?:-text)?|a11y|off-?screen|assistive(?:-text)?|hidden-text"
    r"|button|btn|icons?|share|sharing|social|zoom|enlarge|expand|counter|pagination|duration|tooltip|advert\w*|ads?)"
    r"(?:$|[\s_-])",
    re.I,
)
# Words on buttons, players and galleries: "Bild vergrößern", "View 6 Images", "1/12", "2:43 min".
CONTROL_WORDS = frozenset(
    "bild bilder foto fotos photo photos image images picture pictures galerie gallery fotostrecke slide lightbox icon "
    "video audio play abspielen watch listen anzeigen ansehen show hide more view open close öffnen schließen zoom "
    "enlarge expand vergrößern agrandir ouvrir fermer ampliar abrir cerrar ver ingrandisci apri vergroot förstora "
    "forstørr full screen fullscreen vollbild share teilen merken print drucken advertisement anzeige publicidad "
    "publicité read lire weiterlesen mehr loading error in of von de the all alle s h min mins minute minutes minuten "
    "sec sek uhr std 拡大する 拡大 写真 up next previous featured related subtitles off english copy copied link reply "
    "advert advertorial anzeigen reklam reklama pubblicità advertentie реклама nächste nächstes weiter zurück suivant "
    "précédent siguiente anterior successivo precedente volgende vorige далее назад التالي السابق 広告 广告 次へ 前へ "
    "다음 이전".split()
)
WORD = re.compile(r"[^\W\d_]+")
SEPARATOR = re.compile(r"[/|]{1,2}")  # what stands between the names of those who made or own a picture
MAX_CONTROL = 60  # characters of a text that can be a button's
MAX_WRAPPED = 20  # elements in one that wraps a picture
CREDIT, LINK, HEADING = 1, 2, 4  # bits: what the elements around a text say of it


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of text without a border that a reader can see.

    Attributes:
        text: the text, white space collapsed; never empty.
        is_credit: whether the page marks it as the credit.
    """

    text: str
    is_credit: bool


@dataclass(frozen=True, slots=True)
class ElementText:
    """The text of an element, as far as it can be a caption.

    Attributes:
        pieces: in document order, without what belongs to buttons, counters and the like.
        link_share: share of the characters that stand inside links (0..1).
        has_heading: whether a heading is among it, so that it is a teaser or the head of an article.
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
        """Characters of the pieces that are no credit."""
        return sum([len(piece.text) for piece in self.pieces if not piece.is_credit])


EMPTY = ElementText((), 0, False)


class PieceReader:
    """Reads elements in pieces; each once, and none to its end that is longer than a caption."""

    def __init__(self, document: Document, max_characters: int) -> None:
        """Take the page, and the characters behind which a text is not read any more."""
        self._hidden = document.hidden
        self._max_characters = max_characters
        self._readings: dict[HtmlElement, ElementText] = {}
        self._mark = cache(self._read_marks)
        self._is_credit_name = cache(is_credit_name)  # elements of a page share their names
        self._is_unread_name = cache(lambda names: NOT_READ.search(names) is not None)

    def read(self, element: HtmlElement) -> ElementText:
        """Return the text of an element, also of one inside a button."""
        reading = self._readings.get(element)
        if reading is None:
            reading = self._readings[element] = EMPTY if _is_blank(element) else self._read(element)
        return reading

    def _read(self, element: HtmlElement) -> ElementText:
        gatherer = _Gatherer()
        marks = [_mark_tag(element)]  # of the element and of those around the text that is read
        skipped: HtmlElement | None = None
        gatherer.add(element.text, marks[0])
        walker = etree.iterwalk(element, events=("start", "end"))
        for event, node in islice(walker, 1, MAX_STEPS):
            if gatherer.size > self._max_characters or gatherer.raw_size > MAX_RAW_CHARACTERS or node is element:
                break
            if event == "end":
                if node is not skipped:
                    marks.pop()
                text = node.tail
            elif (own := self._mark(node)) is None:
                skipped = node
                walker.skip_subtree()
                continue
            else:
                marks.append(marks[-1] | own)
                text = node.text
            if node.tag not in INLINE_TAGS:
                gatherer.end_piece()
            gatherer.add(text, marks[-1])
        return gatherer.close()

    def _read_marks(self, node: HtmlElement) -> int | None:
        """Return what an element says of the text in it; None if that text is not read."""
        is_border = node.tag not in INLINE_TAGS and len(node) == 0 and not has_text(node.text)
        if is_border or (not node.keys() and node.tag not in UNSEEN_TAGS):  # nothing that could say more
            return _mark_tag(node)
        if self._is_out_of_text(node):
            return None
        names = read_credit_names(node)
        return _mark_tag(node) | (CREDIT if names and self._is_credit_name(names) else 0)

    def _is_out_of_text(self, node: HtmlElement) -> bool:
        """Whether an element is hidden, shown to screen readers alone, or a button, a counter or an advertisement."""
        if node in self._hidden or is_hidden(node) or node.get("role") == "button":
            return True
        names = node.get("class")
        return names is not None and self._is_unread_name(names)


def _is_blank(element: HtmlElement) -> bool:
    """Whether an element of few others holds nothing but white space, as most do that only wrap a picture."""
    if has_text(element.text):
        return False
    inside = list(islice(element.iterdescendants(), MAX_WRAPPED))
    for node in inside:
        if has_text(node.text) or has_text(node.tail):
            return False
    return len(inside) < MAX_WRAPPED


def has_text(text: str | None) -> bool:
    """Whether a text node is there, and more than white space."""
    return text is not None and text != "" and not text.isspace()


def _mark_tag(node: HtmlElement) -> int:
    if node.tag == "a":
        return 0 if node.get("href", "").startswith("#") else LINK  # a button of the page itself
    return HEADING if node.tag in HEADING_TAGS else 0


class _Gatherer:
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
        """Add a text node, which may be missing: a credit ends there all the same."""
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
        """Close the piece that was gathered, if anything was."""
        if not self._texts:
            return
        text = collapse_space("".join(self._texts))
        if self._credit or not _is_control(text):
            self._pieces.append(Piece(text, self._credit != 0))
        self._texts = []

    def close(self) -> ElementText:
        """Return what was gathered."""
        self.end_piece()
        return ElementText(tuple(self._pieces), min(self._linked / self.size, 1) if self.size else 0, self._has_heading)


def _is_control(text: str) -> bool:
    return (
        len(text) <= MAX_CONTROL
        and not SEPARATOR.fullmatch(text)
        and CONTROL_WORDS.issuperset(WORD.findall(text.lower()))
    )
