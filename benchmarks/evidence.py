"""Shared terms shown as evidence: how many images and blocks of labelled pages show any, and whether any is a stopword.

usage: evidence.py CORPUS.jsonl.gz... [--pages N]

Each page is read by the shipped cutline. A shared term is a stopword if each of its words is one by spaCy's list for
the page's language, except for labelled names in capitals (`US`). Prints a table for each corpus, with the most
frequent stopwords. The exit code is 1 if there is any. Pages in languages without a list are counted separately.
"""

from __future__ import annotations

import os

os.environ["OMP_NUM_THREADS"] = "1"

import argparse
import gzip
import importlib
import itertools
import json
import sys
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from data_files import find_data

from cutline import CutlineError, Extractor
from cutline.types import Article, Dropped, SharedName, Verdict

MOST_SHOWN = 10  # stopwords listed below a table
SPACY_NAMES = {"no": "nb"}  # languages that spaCy keeps under another name


@dataclass(slots=True)
class Shown:
    """What the verdicts of one kind show: their number, and how many have shared terms, and stopwords among them."""

    verdicts: int = 0
    with_terms: int = 0
    with_stopwords: int = 0
    terms: int = 0
    stopwords: Counter[str] = field(default_factory=Counter)

    def count(self, terms: Sequence[SharedName], stopwords: frozenset[str]) -> None:
        """Count one verdict with its terms."""
        wrong = [term.name.casefold() for term in terms if is_stopword(term, stopwords)]
        self.verdicts += 1
        self.with_terms += bool(terms)
        self.with_stopwords += bool(wrong)
        self.terms += len(terms)
        self.stopwords.update(wrong)


def is_stopword(term: SharedName, stopwords: frozenset[str]) -> bool:
    """Return whether each word of a term is a stopword, ignoring case.

    A name that the pipeline labelled and the text writes in capitals is not: `US` is a country, `us` a stopword.
    """
    if term.label and term.name.isupper():
        return False
    words = term.name.casefold().split()
    return bool(words) and all(word in stopwords for word in words)


@cache
def find_stopwords(language: str | None) -> frozenset[str]:
    """Return spaCy's stopwords of a language (BCP 47), case-folded; empty if it has none."""
    primary = (language or "").split("-")[0].lower()
    try:
        module = importlib.import_module(f"spacy.lang.{SPACY_NAMES.get(primary, primary)}.stop_words")
    except ModuleNotFoundError:
        return frozenset()
    return frozenset(word.casefold() for word in module.STOP_WORDS)


def list_verdicts(article: Article) -> Iterator[tuple[str, Verdict]]:
    """Yield the kind and the verdict of each block and image; dropped ones only if they were included."""
    dropped = article.dropped or Dropped()
    for kind, part in (("kept", article), ("dropped", dropped)):
        yield from ((f"images, {kind}", image.verdict) for image in part.images)
        yield from ((f"blocks, {kind}", block.verdict) for block in part.blocks)


def list_terms(verdict: Verdict) -> tuple[SharedName, ...]:
    """Return the terms that a verdict shows as shared with the article."""
    return verdict.similarity.evidence.shared if verdict.similarity else ()


def count_shown(articles: Iterable[Article]) -> tuple[dict[str, Shown], int]:
    """Return the counts by kind of verdict, and the number of articles in languages without a list."""
    shown: dict[str, Shown] = {}
    unlisted = 0
    for article in articles:
        stopwords = find_stopwords(article.language)
        unlisted += not stopwords
        for kind, verdict in list_verdicts(article):
            shown.setdefault(kind, Shown()).count(list_terms(verdict), stopwords)
    return shown, unlisted


def read_articles(extractor: Extractor, corpus: Path, count: int | None) -> Iterator[Article]:
    """Yield the articles of the first `count` pages of a corpus."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        for page in map(json.loads, itertools.islice(lines, count)):
            try:
                yield extractor.extract(page["html"], url=page.get("url"), render="never", include=("dropped",))
            except CutlineError as error:
                print(f"{page['id']}: {error}", file=sys.stderr)


def render(corpus: str, shown: Mapping[str, Shown], unlisted: int) -> str:
    """Return the table of a corpus."""
    lines = [f"### {corpus}", "", "| verdicts of | all | with shared terms | with a stopword | terms | stopwords |"]
    lines.append("|---|" + "---:|" * 5)
    stopwords: Counter[str] = Counter()
    for kind, each in sorted(shown.items()):
        share = f"{each.with_stopwords} ({each.with_stopwords / max(1, each.with_terms):.1%})"
        cells = [kind, each.verdicts, each.with_terms, share, each.terms, each.stopwords.total()]
        lines.append(f"| {' | '.join(map(str, cells))} |")
        stopwords += each.stopwords
    if stopwords:
        most = ", ".join(f"{word} {times}" for word, times in stopwords.most_common(MOST_SHOWN))
        lines += ["", f"Most often: {most}."]
    return "\n".join([*lines, "", f"Pages in a language without a list of stopwords: {unlisted}.", ""])


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--pages", type=int, help="pages of each corpus; all by default")
    args = parser.parse_args()
    extractor = Extractor()
    stopwords = 0
    for corpus in args.corpora:
        shown, unlisted = count_shown(read_articles(extractor, corpus, args.pages))
        print(render(corpus.name.removesuffix(".jsonl.gz"), shown, unlisted), flush=True)
        stopwords += sum(each.stopwords.total() for each in shown.values())
    sys.exit(1 if stopwords else 0)


if __name__ == "__main__":
    main()
