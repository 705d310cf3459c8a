"""What the page declares as text of its article: ingredients, steps, answers, the body that it has for machines."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import groupby, takewhile

from lxml.html import HtmlElement

from cutline.dom.features.texts import Triple, cut_triples, share_triples
from cutline.dom.metadata.plain_text import fold
from cutline.dom.methods.scored_page import DECIMALS, Gap, ScoredPage
from cutline.dom.scripts import SENTENCE_END, cut_words
from cutline.dom.tags import HEADING_TAGS

LISTS = ("ul", "ol", "dl", "table")
BESIDE = ("nav", "aside", "footer", "form")  # what stands in these is not of the article
LEAST_WORDS = 6  # of a list, and of a paragraph that is a part of a declared text
BODY_SHARE = 0.95  # of the word triples of a paragraph that stand in the declared body of the article
BODY_THRESHOLD = 0.2  # probability from which such a paragraph is kept
LEAST_PLACED = 2  # kept paragraphs of a text that was placed behind the page, from which the others are kept too
PLACED = frozenset({"declared_text", "script_text"})  # warnings of such a text
MOST_HEADINGS = 3  # right before a list or a paragraph
SHARE = 0.85  # of the words of a list, and of the word triples of a paragraph, that stand in the declared text


@dataclass(frozen=True, slots=True)
class _Declared:
    """The declared lines, folded, and their words and word triples."""

    lines: frozenset[str]
    words: frozenset[str]
    triples: frozenset[Triple]

    def measure_list(self, texts: Sequence[str]) -> float:
        """Return the share (0..1) of the words of a list that are declared; 0 if it has few."""
        words = [word for text in texts for word in cut_words(text)]
        return sum(map(self.words.__contains__, words)) / len(words) if len(words) >= LEAST_WORDS else 0.0

    def measure_paragraph(self, text: str) -> float:
        """Return the share (0..1) of a paragraph's word triples that are declared; 1 if it is a declared line."""
        if fold(text) in self.lines:
            return 1.0
        words = cut_words(text)
        return share_triples(words, self.triples) if len(words) >= LEAST_WORDS else 0.0


def find_declared_text(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the doubtful sentences that stand word for word in the declared body, or in a text that only machines had.

    A body may hold captions, credits and notices too.

    `kept` are the indices of the segments that are kept.
    """
    doubtful = [
        n for n, score in enumerate(page.scores) if score >= BODY_THRESHOLD and n not in kept and _is_sentence(page, n)
    ]
    placed = _list_placed(page) if doubtful else frozenset()
    own = placed if len(placed.intersection(kept)) >= LEAST_PLACED else frozenset()
    body = page.document.metadata.article_body if doubtful else None
    triples = frozenset(cut_triples(cut_words(body or "")))
    for number in doubtful:
        words = cut_words(page.segments[number].text)
        if number in own or (len(words) >= LEAST_WORDS and share_triples(words, triples) >= BODY_SHARE):
            yield Gap(number, page.scores[number], BODY_THRESHOLD)


def _is_sentence(page: ScoredPage, number: int) -> bool:
    return page.is_prose(number) and SENTENCE_END.search(page.segments[number].text) is not None


def _list_placed(page: ScoredPage) -> frozenset[int]:
    """Return the segments of the article that was placed behind the page, because only machines or scripts had it."""
    if PLACED.isdisjoint(page.document.warnings):
        return frozenset()
    article = page.document.body[-1]
    behind = takewhile(lambda segment: article in segment.block.iterancestors(), reversed(page.segments))
    last = len(page.segments) - 1
    return frozenset(last - step for step, _ in enumerate(behind))


def find_declared_parts(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the texts that the page declares as parts of its article, with the headings right before them.

    A list is one decision, by its words: what it shows is rarely in the order that is declared ("1 cup (240 ml) milk").

    `kept` are the indices of the segments that are kept.
    """
    parts = page.document.metadata.article_parts if kept else ()
    if not parts:
        return
    words = [cut_words(part) for part in parts]
    declared = _Declared(
        frozenset(filter(None, map(fold, parts))),
        frozenset(word for own in words for word in own),
        frozenset(triple for own in words for triple in cut_triples(own)),
    )
    shares: dict[int, float] = {}
    for numbers, share in _measure_groups(page, declared):
        for number in (*_list_headings_before(page, numbers[0]), *numbers) if share >= SHARE else ():
            shares.setdefault(number, share)
    yield from (Gap(number, share, SHARE) for number, share in sorted(shares.items()) if number not in kept)


def _measure_groups(page: ScoredPage, declared: _Declared) -> Iterator[tuple[list[int], float]]:
    """Yield the segments of each list, and each other segment, with the share of it that is declared.

    What is beside the article, or mostly links, is none of it, whatever a site declares on all of its pages.
    """
    blocks = [segment.block for segment in page.segments]
    for around, group in groupby(range(len(blocks)), key=lambda number: _find_list(blocks[number])):
        numbers = list(group)
        for part in [[number] for number in numbers] if around is None else [numbers]:
            if page.is_text(part) and not _is_beside(blocks[part[0]]):
                texts = [page.segments[number].text for number in part]
                share = declared.measure_paragraph(*texts) if around is None else declared.measure_list(texts)
                yield part, round(share, DECIMALS)


def _is_beside(block: HtmlElement) -> bool:
    return next(block.iterancestors(*BESIDE), None) is not None


def _find_list(block: HtmlElement) -> HtmlElement | None:
    return next(block.iterancestors(*LISTS), None)


def _list_headings_before(page: ScoredPage, first: int) -> Iterator[int]:
    """Yield the headings right before a segment, the nearest first."""
    before = range(first - 1, max(first - 1 - MOST_HEADINGS, -1), -1)
    return takewhile(lambda number: page.segments[number].block.tag in HEADING_TAGS, before)
