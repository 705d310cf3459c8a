"""What is measured of a segment's own text, in any language: no feature knows a word of one."""

from __future__ import annotations

import math
import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import chain

import numpy as np
from numpy.typing import NDArray

from cutline.dom.features.signs import count_signs
from cutline.dom.metadata import Metadata
from cutline.dom.scripts import cut_words, is_dense
from cutline.dom.segments import TextSegment

TEXT_COLUMNS = (
    "characters words link_share punctuation sentences sentences_per_word digits capitals ends_sentence starts_upper "
    "starts_lower quotes date at_sign copyright_sign bar dense word_length copies copies_of_start frequent_words "
    "in_title covers_title in_summary in_declared_body declares_body bold ends_with_colon links starts_with_link "
    "names_site"
).split()
DATE = re.compile(r"\d{1,2}[:.]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
SENTENCE_ENDINGS = tuple('.!?…"”»’)。！？」।؟:')
SHORT = 25  # words up to which a text with a date in it may be a dateline
FREQUENT = 3  # other segments of the page that hold a word, above which it is frequent
START = 40  # characters by which the copies of a notice that differ further on are recognised
TITLE_LIKENESS = 0.3  # product of both shares of common words, above which a segment is taken to be the title
NO_BODY = -1.0  # instead of a share where the page declares no text of the article

Floats = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class TextFeatures:
    """The texts of n segments.

    Attributes:
        rows: n rows of `TEXT_COLUMNS`.
        words: how many words each has; each character of a script without spaces is one.
        title: the segment that is most like the title; None if none is.
    """

    rows: Floats
    words: Floats
    title: int | None


def measure_texts(segments: Sequence[TextSegment], metadata: Metadata) -> TextFeatures:
    """Return what the texts of a page's segments are like."""
    texts = [segment.text for segment in segments]
    words = [cut_words(text) for text in texts]
    page = _PageWords(texts, words, metadata)
    counts = count_signs(texts)
    rows = np.array(
        [_measure(*each, page) for each in zip(segments, words, counts.tolist(), strict=True)], dtype=np.float64
    ).reshape(-1, len(TEXT_COLUMNS))
    return TextFeatures(rows, np.array([len(own) for own in words], np.float64), _find_title(rows))


class _PageWords:
    """The words that a page's segments are compared with."""

    def __init__(self, texts: Sequence[str], words: Sequence[Sequence[str]], metadata: Metadata) -> None:
        self.copies = Counter(texts)
        self.starts = Counter(text[:START] for text in texts)
        segments_with = Counter(chain.from_iterable(map(set, words)))
        self.frequent = frozenset(word for word, count in segments_with.items() if count > FREQUENT)
        self.title = frozenset(cut_words(metadata.title or ""))
        self.summary = frozenset(cut_words(metadata.summary or ""))
        self.site = (metadata.site_name or "").casefold()
        self.body = frozenset(_cut_triples(cut_words(metadata.article_body or "")))

    def body_share(self, words: Sequence[str]) -> float:
        """Return the share (0..1) of a text's word triples that stand in the text that the page declares."""
        if not self.body:
            return NO_BODY
        triples = _cut_triples(words)
        return sum(map(self.body.__contains__, triples)) / len(triples) if triples else 0.0


def _measure(segment: TextSegment, words: Sequence[str], counts: Sequence[int], page: _PageWords) -> tuple[float, ...]:
    text, distinct = segment.text, set(words)
    size, count = len(text), len(words)
    sentences, punctuation, digits, capitals, quotes = counts
    runs = [run for run in segment.runs if not run.text.isspace()]
    in_title = len(page.title.intersection(distinct))
    return (
        math.log1p(size),
        math.log1p(count),
        segment.link_share,
        punctuation / size,
        sentences,
        sentences / (count + 1),
        digits / size,
        capitals / (count + 1),
        text.endswith(SENTENCE_ENDINGS),
        text[0].isupper(),
        text[0].islower(),
        quotes > 0,
        digits > 0 and count < SHORT and DATE.search(text) is not None,
        "@" in text,
        "©" in text,
        "|" in text,
        not text.isascii() and is_dense(text),
        sum(map(len, words)) / (count + 1),
        page.copies[text],
        page.starts[text[:START]],
        sum(map(page.frequent.__contains__, words)) / (count + 1),
        in_title / (len(distinct) + 1),
        in_title / (len(page.title) + 1),
        len(page.summary.intersection(distinct)) / (len(distinct) + 1),
        page.body_share(words),
        bool(page.body),
        sum([len(run.text) for run in runs if run.parent.tag in ("b", "strong")]) / size,
        text.endswith((":", "：")),
        sum([run.in_link for run in runs]),
        bool(runs) and runs[0].in_link,
        bool(page.site) and page.site in text.casefold(),
    )


def _find_title(rows: Floats) -> int | None:
    """Return the first segment that shares most with the title, both ways."""
    if not len(rows):
        return None
    likeness = rows[:, TEXT_COLUMNS.index("in_title")] * rows[:, TEXT_COLUMNS.index("covers_title")]
    best = int(likeness.argmax())
    return best if likeness[best] > TITLE_LIKENESS else None


def _cut_triples(words: Sequence[str]) -> list[tuple[str, str, str]]:
    return list(zip(words, words[1:], words[2:], strict=False))
