"""Similarity of the captions and blocks of one page to its article, and the places of what they share."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import accumulate, chain
from typing import NamedTuple

from cutline.config.settings import Settings
from cutline.nlp.background import Background
from cutline.nlp.capitals import Capitals
from cutline.nlp.name_forms import find_forms_of
from cutline.nlp.names import NameBook
from cutline.nlp.pipeline import Mention, NamePipeline
from cutline.nlp.similarity import ADAPTED, DECIMALS, ArticleTerms, Rule
from cutline.nlp.terms import KINDS, MentionRules, ProperNames, TermKind, TermReader, Terms, find_forms
from cutline.nlp.words import Words, read_words
from cutline.types import ComparedVector, Entity, EvidenceKind, Similarity, Term, TextVector, Vectors

NOTHING = ComparedVector(kind="none", terms=(), cosine=None)


@dataclass(frozen=True, slots=True)
class ArticleNames:
    """The blocks of an article with their terms, and what reads those of the captions of its page.

    Attributes:
        blocks: the texts.
        words: their words.
        terms: their terms.
        book: the names.
        rules: tell which mentions are names.
        reader: tells names from other words.
        proper: the same where there is no pipeline; None if there is one for English.
        pipeline: found the names; None if there is none for the language.
    """

    blocks: Sequence[str]
    words: Sequence[Words]
    terms: Sequence[Terms]
    book: NameBook
    rules: MentionRules
    reader: TermReader
    proper: ProperNames | None
    pipeline: NamePipeline | None

    def choose(self, places: Sequence[int]) -> ArticleNames:
        """Return the names of some of the blocks, given by their places among all."""
        blocks = [self.blocks[place] for place in places]
        words = [self.words[place] for place in places]
        terms = [self.terms[place] for place in places]
        return replace(self, blocks=blocks, words=words, terms=terms)


def read_names(
    blocks: Sequence[str],
    pipeline: NamePipeline | None,
    settings: Settings,
    background: Background,
    site_names: Collection[str] = (),
) -> ArticleNames:
    """Return the names of an article.

    Only the first `nlp.max_characters` characters of all blocks together are read. Without a pipeline, the names are
    capitalised words.

    Args:
        blocks: the texts of the article.
        pipeline: finds names in the article's language; None if there is none for it.
        settings: all settings.
        background: word frequencies of that language.
        site_names: what the texts may call the page's site, folded; no name in them.
    """
    blocks = cut_texts(blocks, settings.nlp.max_characters)
    marked = _find_mentions(blocks, pipeline)  # apart from captions, so that not even rounding can depend on them
    return read_marked(blocks, marked, pipeline, background, site_names)


def read_marked(
    blocks: Sequence[str],
    marked: Sequence[Sequence[Mention]],
    pipeline: NamePipeline | None,
    background: Background,
    site_names: Collection[str] = (),
) -> ArticleNames:
    """Return the names of an article, given the names that the pipeline marks in each block; see `read_names`."""
    words = list(map(read_words, blocks))
    capitals = Capitals(words)
    rules = MentionRules(marked, capitals, background)
    marked = list(map(rules.correct, marked))
    book = NameBook(chain.from_iterable(marked), find_forms_of(background.language), background)
    reader = TermReader(capitals, book, background, site_names)
    terms = list(map(reader.read, words, marked))
    proper = ProperNames(words, background) if pipeline is None or pipeline.language != "en" else None
    terms = terms if proper is None else list(map(proper.keep_rare, terms))
    return ArticleNames(blocks, words, terms, book, rules, reader, proper, pipeline)


@dataclass(frozen=True, slots=True)
class ReadTexts:
    """An article and the captions of its page with their terms, ready to compare.

    `mentions` maps each name in the captions to one of its mentions, for names that are not in the article's book;
    `forms` maps a folded capitalised word to its written form.
    """

    article: ArticleTerms
    book: NameBook
    mentions: Mapping[str, Mention]
    forms: Mapping[str, str]
    captions: Sequence[str]
    caption_terms: Sequence[Terms]

    def compare_captions(self) -> tuple[Similarity, ...]:
        """Return the similarity of each caption to the article."""
        found: dict[str, Similarity] = {}  # many pictures of a page share a caption
        for text, terms in zip(self.captions, self.caption_terms, strict=True):
            if text not in found:
                found[text] = self.article.compare(text, terms)
        return tuple(found[text] for text in self.captions)


@dataclass(frozen=True)
class Comparison:
    """The similarity of each block to the rest of its article and of each caption to the article; the article's names.

    What nobody asks for is not compared. The blocks' similarities never depend on the captions.

    Attributes:
        names: the texts of the article with their names.
        texts: the article and the captions with their terms.
        rule: how all are compared.
    """

    names: ArticleNames
    texts: ReadTexts
    rule: Rule

    @property
    def pipeline(self) -> str | None:
        """Name of the pipeline that found the names; None if there is none for the language."""
        return None if self.names.pipeline is None else self.names.pipeline.name

    def compare_block(self, number: int) -> Similarity:
        """Return the similarity of one of the article's blocks to the rest."""
        return self.texts.article.compare_block(self.names.blocks[number], self.names.terms[number])

    @cached_property
    def captions(self) -> tuple[Similarity, ...]:
        """The similarity of each caption to the article."""
        return self.texts.compare_captions()

    @cached_property
    def entities(self) -> tuple[Entity, ...]:
        """The article's names, the most frequent first."""
        return _list_entities(self.texts.article.total.entities, self.texts.book)


def compare_texts(
    names: ArticleNames,
    captions: Sequence[str],
    settings: Settings,
    background: Background,
    rule: Rule = ADAPTED,
) -> Comparison:
    """Return the comparison of an article's blocks and of its page's captions with the article.

    Without a pipeline, texts are compared by capitalised words, and of those in captions only names count. Only the
    first `nlp.max_characters` characters of all captions are read.

    Args:
        names: the texts of the article with their names.
        captions: captions or alternative texts of the page's pictures, without credits.
        settings: all settings.
        background: word frequencies of that language.
        rule: how they are compared.
    """
    captions = cut_texts(captions, settings.nlp.max_characters)
    return Comparison(names, read_texts(names, captions, settings, background, rule), rule)


def read_texts(
    names: ArticleNames,
    captions: Sequence[str],
    settings: Settings,
    background: Background,
    rule: Rule = ADAPTED,
) -> ReadTexts:
    """Return the terms of an article and of captions, all of which are read."""
    different = list(dict.fromkeys(captions))
    words = list(map(read_words, different))
    marked = list(map(names.rules.correct, _find_mentions(different, names.pipeline)))
    terms = list(map(names.reader.read, words, marked))
    if names.proper is not None:
        terms = list(map(names.proper.keep, terms, words))
    terms_of = dict(zip(different, terms, strict=True))
    forms = find_forms(names.words)
    return ReadTexts(
        article=ArticleTerms(names.terms, names.book, background, settings.similarity, forms, names.words, rule),
        book=names.book,
        mentions={names.book.fold(mention): mention for mention in chain.from_iterable(marked)},
        forms={**find_forms(words), **forms},
        captions=captions,
        caption_terms=[terms_of[caption] for caption in captions],
    )


def cut_texts(texts: Sequence[str], characters: int) -> list[str]:
    """Truncate the texts to that many characters in total; texts beyond the limit become empty."""
    before = accumulate(map(len, texts), initial=0)
    return [text[: max(0, characters - start)] for text, start in zip(texts, before, strict=False)]


def _find_mentions(texts: Sequence[str], pipeline: NamePipeline | None) -> Sequence[Sequence[Mention]]:
    return [[] for _ in texts] if pipeline is None else pipeline.find_mentions(texts)


def _list_entities(counts: Counter[str], book: NameBook) -> tuple[Entity, ...]:
    ranked = sorted(counts.items(), key=lambda item: (-item[1], item[0]))
    return tuple(Entity(name=book.name(key).text, label=book.name(key).label, count=count) for key, count in ranked)


def list_vectors(texts: ReadTexts, kinds: Sequence[EvidenceKind]) -> Vectors:
    """Return the vectors of the article and of its captions.

    Args:
        texts: the texts with their terms.
        kinds: the kind of term by which each caption is compared.

    Source: Joshi & Liu 2009, section 4.4, whose vectors are the normalised frequencies of names.
    """
    used = [kind for kind in KINDS if kind in kinds]
    total = texts.article.total
    whole = {kind: texts.article.weigh_terms(total, kind) for kind in used}
    return Vectors(
        text=tuple(TextVector(kind=kind, terms=_list_terms(texts, total, kind, whole[kind])) for kind in used),
        others=tuple(
            NOTHING if kind == "none" else _compare(texts, terms, kind, whole[kind])
            for terms, kind in zip(texts.caption_terms, kinds, strict=True)
        ),
    )


def _compare(texts: ReadTexts, terms: Terms, kind: TermKind, whole: Mapping[str, float]) -> ComparedVector:
    vector = texts.article.weigh_terms(terms, kind)
    cosine = sum(weight * whole.get(key, 0.0) for key, weight in vector.items())
    return ComparedVector(
        kind=kind, terms=_list_terms(texts, terms, kind, vector), cosine=round(min(1.0, cosine), DECIMALS)
    )


def _list_terms(texts: ReadTexts, terms: Terms, kind: TermKind, vector: Mapping[str, float]) -> tuple[Term, ...]:
    counts = terms.of(kind)
    ranked = sorted(vector, key=lambda key: (-vector[key], key))
    names = [_find_name(texts, key, kind) for key in ranked]
    return tuple(
        Term(name=name, label=label, count=counts[key], weight=round(min(1.0, vector[key]), DECIMALS))
        for key, (name, label) in zip(ranked, names, strict=True)
    )


def _find_name(texts: ReadTexts, key: str, kind: TermKind) -> tuple[str, str | None]:
    """Return the display form of a term and its label: as the article writes it, else as the caption does."""
    if kind != "entities":
        return texts.forms.get(key, key) if kind == "names" else key, None
    if key in texts.book:
        name = texts.book.name(key)
        return name.text, name.label
    mention = texts.mentions[key]
    return mention.text, mention.label


class Place(NamedTuple):
    """Where a name or a word stands: its first character, the one after its last, and its key."""

    start: int
    end: int
    key: str


class PlaceFinder:
    """Finds names and words in the texts of a page."""

    def __init__(self, names: Iterable[Mention], background: Background) -> None:
        """Take the names of the article, each as often as it names them, and the words of its language."""
        self._background = background
        self._book = NameBook(names, find_forms_of(background.language), background)

    def find_names(self, text: str) -> list[Place]:
        """Return the places of the article's names in a text."""
        return [Place(*place) for place in self._book.find_places(text)]

    def key_name(self, name: str) -> str | None:
        """Return the key of a name as the article writes it; None if it is none of the article's."""
        return next((place.key for place in self.find_names(name)), None)

    def find_words(self, text: str) -> Iterator[Place]:
        """Yield the places of the words that carry meaning in a text, by their stems."""
        words = Words(text)
        starts = words.find_starts()
        for start, word, stems in zip(starts, words.written, self._background.stem_words(words.written), strict=True):
            if len(stems) == 1:
                yield Place(start, start + len(word), stems[0])
            else:
                yield from _find_pieces(word, start, stems)

    def stem(self, word: str) -> str:
        """Return the stem of a word that `Verdict.found` or `Verdict.missing` lists; the word itself if it is one."""
        (stems,) = self._background.stem_words([word])
        return stems[0] if len(stems) == 1 else word


def _find_pieces(run: str, start: int, stems: Sequence[str]) -> Iterator[Place]:
    """Yield the places of the words of a run of characters without spaces."""
    at = 0
    for stem in stems:
        if (found := run.find(stem, at)) >= 0:
            at = found + len(stem)
            yield Place(start + found, start + at, stem)
