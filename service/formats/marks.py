"""The names and words that verdicts speak of, marked where they stand in the texts of a page."""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import chain, repeat
from typing import Literal, NamedTuple

from cutline.models.word_frequencies import load_background
from cutline.nlp.background import Background
from cutline.nlp.comparison import Place, PlaceFinder
from cutline.nlp.pipeline import Mention
from cutline.types import Article, Block, Dropped, Entity, Image, SharedName, Verdict

Kind = Literal["person", "org", "loc", "name", "word", "listed", "missing", "note"]
KINDS: dict[str | None, Kind] = {"PERSON": "person", "ORG": "org", "LOC": "loc"}
UNKNOWN_LANGUAGE = "en"  # in which texts of an unknown language were compared
KEPT_LANGUAGES = 4
NAME = "name:"  # before the keys of names, which would be stems otherwise
REFERENCE = re.compile(
    r'<sup><a href="#fn[^"]*" id="fnref[^"]*">([^<]*)</a></sup>'
)  # to a note, in the HTML of a block
TAG = re.compile(r"<[^<>]*>")
BEFORE_REFERENCE = 30  # characters by which its place is found in the text


class Term(NamedTuple):
    """A name or a word that a verdict speaks of.

    `number` is the same wherever it stands; None if no image and no list of names leads to it. Of the kind `listed` are
    names of the article that no image shares; a `note` is a reference to one, which the text itself has not.
    """

    number: int | None
    kind: Kind


class Piece(NamedTuple):
    """A part of a text, and the term that it is; None for what is between terms."""

    text: str
    term: Term | None = None


class Marks:
    """Marks the texts of one page."""

    def __init__(self, article: Article, listed: Sequence[Entity] = ()) -> None:
        """Take an article with everything that was dropped, and those of its names that are listed."""
        dropped = article.dropped or Dropped()
        images = (*article.images, *dropped.images)
        verdicts = [block.verdict for block in (*article.blocks, *dropped.blocks)]
        verdicts += [image.verdict for image in images]
        background = _open_background((article.language or UNKNOWN_LANGUAGE).partition("-")[0])
        self._finder = PlaceFinder(_list_mentions(article, verdicts), background)
        self._keys: dict[str, str | None] = {}  # of names, as the article writes them
        kinds: dict[str, Kind] = {}
        for image in images:
            kinds |= self._find_shared(image.verdict)
        for name in listed:
            for key in self._key_name(name.name, name.label):
                kinds.setdefault(key, "listed")
        self._kinds = kinds
        self._numbers = {key: number for number, key in enumerate(kinds)}

    def mark_image(self, text: str, image: Image) -> list[Piece]:
        """Return the pieces of a caption or an alternative text: what it shares with the article, and what it lacks."""
        return self._mark(text, self._find_missing(image.verdict) | self._find_shared(image.verdict))

    def mark_block(self, text: str, block: Block) -> list[Piece]:
        """Return the pieces of a block: of one in the text, what images share with it; of another, its own terms."""
        verdict = block.verdict
        missing = {} if verdict.kept and verdict.relevance != "unrelated" else self._find_missing(verdict)
        pieces = self._mark(text, missing | (self._kinds if verdict.kept else self._find_shared(verdict)))
        return list(_add_references(pieces, text, block.html or ""))

    def mark_text(self, text: str) -> list[Piece]:
        """Return the pieces of another text of the article, such as its title."""
        return self._mark(text, self._kinds)

    def link(self, verdict: Verdict) -> dict[str, int | None]:
        """Return the numbers of the terms that the verdict on an image names, by the words in which it names them.

        A word of a shared name leads to the places of that name.
        """
        shared = verdict.similarity.evidence.shared if verdict.similarity else ()
        words = {word: self.find_number(word, None) for word in verdict.found}
        names = {name.name: self.find_number(name.name, name.label) for name in shared}
        return words | {word: number for name, number in names.items() for word in name.split()} | names

    def find_number(self, name: str, label: str | None) -> int | None:
        """Return the number of a name or a word; None if nothing leads to it."""
        numbers = map(self._numbers.get, self._key_name(name, label))
        return next((number for number in numbers if number is not None), None)

    def _find_shared(self, verdict: Verdict) -> dict[str, Kind]:
        """Return the kinds of the terms that a text shares with the article, by their keys."""
        kinds: dict[str, Kind] = {self._finder.stem(word): "word" for word in verdict.found}
        evidence = verdict.similarity.evidence if verdict.similarity else None
        for name in evidence.shared if evidence else ():
            kind = "word" if evidence and evidence.kind == "words" else KINDS.get(name.label, "name")
            kinds |= {key: kind for key in self._key_name(name.name, name.label)}
        return kinds

    def _find_missing(self, verdict: Verdict) -> dict[str, Kind]:
        return {self._finder.stem(word): "missing" for word in verdict.missing}

    def _key_name(self, name: str, label: str | None) -> list[str]:
        """Return the key of a name; those of its words where nothing marked it as a name in the article."""
        if label is None:
            return [self._finder.stem(word) for word in name.split()]
        if name not in self._keys:
            self._keys[name] = self._finder.key_name(name)
        key = self._keys[name]
        return [] if key is None else [f"{NAME}{key}"]

    def _mark(self, text: str, kinds: Mapping[str, Kind]) -> list[Piece]:
        """Return the pieces of a text; names count before the words that they consist of."""
        if not kinds:
            return [Piece(text)]
        names = (place._replace(key=f"{NAME}{place.key}") for place in self._finder.find_names(text))
        found = [place for place in chain(names, self._finder.find_words(text)) if place.key in kinds]
        found.sort(key=lambda place: (place.start, -place.end, not place.key.startswith(NAME)))
        return list(self._cut(text, found, kinds))

    def _cut(self, text: str, places: Iterable[Place], kinds: Mapping[str, Kind]) -> Iterator[Piece]:
        behind = 0
        for start, end, key in places:
            if start < behind:
                continue
            yield Piece(text[behind:start])
            yield Piece(text[start:end], Term(self._numbers.get(key), kinds[key]))
            behind = end
        yield Piece(text[behind:])


def _add_references(pieces: Iterable[Piece], text: str, html: str) -> Iterator[Piece]:
    """Yield the pieces of a text with the references to notes that its HTML has."""
    references = deque(_find_references(text, html))
    start = 0
    for piece in pieces:
        end, rest = start + len(piece.text), start
        while references and references[0][0] <= end:
            at, label = references.popleft()
            yield Piece(text[rest:at], piece.term)
            yield Piece(label, Term(None, "note"))
            rest = at
        yield Piece(text[rest:end], piece.term)
        start = end


def _find_references(text: str, html: str) -> Iterator[tuple[int, str]]:
    """Yield where a text refers to notes, and by which labels, as far as the places are found."""
    parts = REFERENCE.split(html)
    at = 0
    for before, label in zip(parts[::2], parts[1::2], strict=False):
        said = unescape(TAG.sub("", before)).strip()[-BEFORE_REFERENCE:]
        if (place := text.find(said, at)) < 0:  # the text writes it in another way, as "⁻⁴" is for `<sup>-4</sup>`
            continue
        at = place + len(said)
        yield at, label


def _list_mentions(article: Article, verdicts: Iterable[Verdict]) -> Iterator[Mention]:
    """Yield the names of the article, each as often as it names them; without `entities` those that verdicts share."""
    if article.entities is not None:
        counted = {(name.name, name.label): name.count for name in article.entities}
    else:
        counted = {(name.name, name.label): name.in_text for name in _list_shared(verdicts)}
    for (name, label), count in counted.items():
        if label is not None:
            yield from repeat(Mention(name, label), count)


def _list_shared(verdicts: Iterable[Verdict]) -> Iterator[SharedName]:
    for verdict in verdicts:
        yield from verdict.similarity.evidence.shared if verdict.similarity else ()


@lru_cache(KEPT_LANGUAGES)
def _open_background(language: str) -> Background:
    return load_background(language)
