"""Features of a segment's own text that work in any language: none depends on particular words."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import chain
from typing import TypeAlias

import numpy as np
from numpy.typing import ArrayLike

from cutline.dom.features.arrays import Floats
from cutline.dom.features.characters import count_signs, cut_all_words
from cutline.dom.metadata import Metadata
from cutline.dom.scripts import cut_words
from cutline.dom.segments import TextSegment

TEXT_COLUMNS = (
    "characters words link_share punctuation sentences sentences_per_word digits capitals ends_sentence starts_upper "
    "starts_lower quotes date at_sign copyright_sign bar dense word_length copies copies_of_start frequent_words "
    "in_title covers_title in_summary in_declared_body declares_body bold ends_with_colon links starts_with_link "
    "names_site"
).split()
DATE = re.compile(r"\d{1,2}[:.]\d{2}|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}")
SENTENCE_ENDINGS = tuple('.!?…"”»’)。！？」।؟:')
SHORT = 25  # words below which a text with a date may be a dateline
FREQUENT = 3  # segments with a word, above which the word is frequent
START = 40  # characters compared to find copies of a notice that differ at the end
TITLE_LIKENESS = 0.3  # product of `in_title` and `covers_title`, above which a segment is the title
BOLD_TAGS = frozenset(("b", "strong"))
NO_BODY = -1.0  # the share if the page declares no article text

Columns: TypeAlias = Mapping[str, ArrayLike]
Triple: TypeAlias = tuple[str, str, str]


@dataclass(frozen=True, slots=True)
class TextFeatures:
    """The text features of n segments.

    Attributes:
        rows: n rows of `TEXT_COLUMNS`.
        words: number of words of each segment (n); each character of a script without spaces is a word.
        title: index of the segment most similar to the title; None if no segment is similar enough.
    """

    rows: Floats
    words: Floats
    title: int | None


def measure_texts(segments: Sequence[TextSegment], metadata: Metadata) -> TextFeatures:
    """Return the text features of a page's segments."""
    texts = [segment.text for segment in segments]
    words = cut_all_words(texts)
    counts = np.array([len(own) for own in words], np.float64)
    distinct = [frozenset(own) for own in words]
    columns = {
        **_measure_signs(texts, counts),
        **_measure_starts_and_ends(texts),
        "word_length": np.array([len("".join(own)) for own in words]) / (counts + 1),
        **_compare_segments(texts, words, distinct, counts),
        **_compare_metadata(texts, words, distinct, metadata),
        **_measure_runs(segments),
    }
    rows = np.zeros((len(segments), len(TEXT_COLUMNS)))
    for place, name in enumerate(TEXT_COLUMNS):
        rows[:, place] = columns[name]
    return TextFeatures(rows, counts, _find_title(rows))


def _measure_signs(texts: Sequence[str], counts: Floats) -> Columns:
    sizes = np.array([len(text) for text in texts], np.float64)
    sentences, punctuation, digits, capitals, quotes, dense = count_signs(texts).T
    may_be_date = (digits > 0) & (counts < SHORT)
    return {
        "characters": np.log1p(sizes),
        "words": np.log1p(counts),
        "punctuation": punctuation / sizes,
        "sentences": sentences,
        "sentences_per_word": sentences / (counts + 1),
        "digits": digits / sizes,
        "capitals": capitals / (counts + 1),
        "quotes": quotes > 0,
        "date": [may and DATE.search(text) is not None for may, text in zip(may_be_date.tolist(), texts, strict=True)],
        "dense": 2 * dense >= sizes,
    }


def _measure_starts_and_ends(texts: Sequence[str]) -> Columns:
    return {
        "ends_sentence": [text.endswith(SENTENCE_ENDINGS) for text in texts],
        "starts_upper": [text[0].isupper() for text in texts],
        "starts_lower": [text[0].islower() for text in texts],
        "at_sign": ["@" in text for text in texts],
        "copyright_sign": ["©" in text for text in texts],
        "bar": ["|" in text for text in texts],
        "ends_with_colon": [text.endswith((":", "：")) for text in texts],
    }


def _compare_segments(
    texts: Sequence[str], words: Sequence[Sequence[str]], distinct: Sequence[Set[str]], counts: Floats
) -> Columns:
    """Return the features that compare each segment with the others."""
    starts = [text[:START] for text in texts]
    segments_with = Counter(chain.from_iterable(distinct))
    frequent = frozenset(word for word, count in segments_with.items() if count > FREQUENT)
    return {
        "copies": list(map(Counter(texts).__getitem__, texts)),
        "copies_of_start": list(map(Counter(starts).__getitem__, starts)),
        "frequent_words": np.array([sum(map(frequent.__contains__, own)) for own in words]) / (counts + 1),
    }


def _compare_metadata(
    texts: Sequence[str], words: Sequence[Sequence[str]], distinct: Sequence[Set[str]], metadata: Metadata
) -> Columns:
    """Return the features that compare each segment with the page's metadata."""
    title, summary = frozenset(cut_words(metadata.title or "")), frozenset(cut_words(metadata.summary or ""))
    body = frozenset(cut_triples(cut_words(metadata.article_body or "")))
    site = (metadata.site_name or "").casefold()
    sizes = np.array([len(own) for own in distinct], np.float64) + 1
    in_title = np.array([len(title & own) for own in distinct], np.float64)
    return {
        "in_title": in_title / sizes,
        "covers_title": in_title / (len(title) + 1),
        "in_summary": np.array([len(summary & own) for own in distinct]) / sizes,
        "in_declared_body": [share_triples(own, body) for own in words] if body else NO_BODY,
        "declares_body": bool(body),
        "names_site": [site in text.casefold() for text in texts] if site else False,
    }


def _measure_runs(segments: Sequence[TextSegment]) -> Columns:
    bold, links, starts_with_link = [], [], []
    for segment in segments:
        in_bold = in_links = 0
        first_in_link: bool | None = None
        for run in segment.runs:
            if run.text.isspace():
                continue
            if first_in_link is None:
                first_in_link = run.in_link
            in_links += run.in_link
            if run.parent.tag in BOLD_TAGS:
                in_bold += len(run.text)
        bold.append(in_bold)
        links.append(in_links)
        starts_with_link.append(bool(first_in_link))
    return {
        "link_share": [segment.link_share for segment in segments],
        "bold": np.array(bold) / [len(segment.text) for segment in segments],
        "links": links,
        "starts_with_link": starts_with_link,
    }


def _find_title(rows: Floats) -> int | None:
    """Return the index of the first segment most similar to the title; None if none is similar enough."""
    if not len(rows):
        return None
    likeness = rows[:, TEXT_COLUMNS.index("in_title")] * rows[:, TEXT_COLUMNS.index("covers_title")]
    best = int(likeness.argmax())
    return best if likeness[best] > TITLE_LIKENESS else None


def share_triples(words: Sequence[str], body: frozenset[Triple]) -> float:
    """Return the share (0..1) of a text's word triples that occur in the declared article text."""
    triples = cut_triples(words)
    return sum(map(body.__contains__, triples)) / len(triples) if triples else 0.0


def cut_triples(words: Sequence[str]) -> list[Triple]:
    """Return each three words in a row."""
    return list(zip(words, words[1:], words[2:], strict=False))
