"""The vectors that texts are compared as, for a reader to see.

Source: Joshi & Liu 2009, section 4.4, whose vectors are the normalised frequencies of names.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from cutline.nlp.comparison import ReadTexts
from cutline.nlp.similarity import DECIMALS
from cutline.nlp.terms import KINDS, TermKind, Terms
from cutline.types import ComparedVector, EvidenceKind, Term, TextVector, Vectors

NOTHING = ComparedVector(kind="none", terms=(), cosine=None)


def list_vectors(texts: ReadTexts, kinds: Sequence[EvidenceKind]) -> Vectors:
    """Return the vectors of the article and of its captions.

    Args:
        texts: the texts with their terms.
        kinds: for each caption the kind of term that it is compared by.
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
    """Return a name as the article writes it, or as the caption does that alone has it, and its label; words folded."""
    if kind != "entities":
        return texts.forms.get(key, key) if kind == "names" else key, None
    if key in texts.book:
        name = texts.book.name(key)
        return name.text, name.label
    mention = texts.mentions[key]
    return mention.text, mention.label
