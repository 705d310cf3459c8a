"""What is saved, and what is lost, if names are looked for in less of a text.

usage: reading_less.py NER_DIR CORPUS.jsonl.gz... [--scorer score.py]

NER_DIR holds the labelled texts `ewt-test` and `pud`; a corpus has labelled pages. For each saving the table shows the
share of characters of the articles and captions that is not read; CPU milliseconds a page with texts that are read for
names, each page being new; F1 of names, with labels and by bounds alone; the share of the mentions found by reading all
that are not found; and F1 of the images of pages whose images are labelled. The classifier of images was trained on
such pages, so that of this figure only the differences mean something.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import re
import time
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from itertools import chain, pairwise
from pathlib import Path
from typing import Any
from unittest.mock import patch

os.environ["OMP_NUM_THREADS"] = "1"

import spacy
from comparison.scoring import Scorer, load_scorer

from cutline import Extractor
from cutline.loaded_models import LoadedModels
from cutline.models import SHIPPED_NER
from cutline.models.train.labelled_texts import LabelledText, read_labelled_texts
from cutline.nlp.lexicon import split_text
from cutline.nlp.network import read_network
from cutline.nlp.passages import LETTERS, CapitalisedPassages, ChoosePassages, choose_all
from cutline.nlp.pipeline import Mention, NamePipeline, use_numpy_products

COMMON = spacy.blank("en").Defaults.stop_words
SENTENCE_END = re.compile(r"[.!?…]\W*$")
Page = dict[str, Any]  # a line of a corpus
Texts = tuple[Sequence[str], Sequence[str]]  # the blocks of a page, and its captions


@dataclass(frozen=True, slots=True)
class Saving:
    """A way to read less: which passages of a text, and which of a page's texts."""

    name: str
    choose: ChoosePassages = choose_all
    characters: int | None = None  # of an article's text, from its beginning; captions are read as a whole
    needs_captions: bool = False  # whether a page is read only if something is told of its pictures

    def cut(self, blocks: Sequence[str], captions: Sequence[str]) -> Texts:
        """Return the texts that are read."""
        if self.needs_captions and not captions:
            blocks = [""] * len(blocks)
        if self.characters is not None:
            before = (len("".join(blocks[:place])) for place in range(len(blocks)))
            blocks = [text[: max(0, self.characters - start)] for text, start in zip(blocks, before, strict=True)]
        return blocks, captions


def choose_sentences(has_reason: Callable[[Sequence[str]], bool]) -> ChoosePassages:
    """Return what chooses the sentences that there is a reason to read."""

    def choose(text: str, pieces: Sequence[str]) -> list[slice]:
        ends = [place + 1 for place, piece in enumerate(pieces) if SENTENCE_END.search(piece)]
        bounds = [0, *(end for end in ends if end < len(pieces)), len(pieces)]
        passages: list[slice] = []
        for start, end in pairwise(bounds):
            if has_reason(pieces[start:end]):
                meets = bool(passages) and passages[-1].stop == start
                passages.append(slice(passages.pop().start if meets else start, end))
        return passages

    return choose


def has_candidate(sentence: Sequence[str]) -> bool:
    """Whether there is a word with a capital letter, or one that begins with a digit."""
    return any(piece != piece.lower() or piece[:1].isdigit() for piece in sentence)


def has_more_than_beginning(sentence: Sequence[str]) -> bool:
    """Whether there is one besides a common word that begins the sentence."""
    first = LETTERS.search(sentence[0]) if sentence else None
    is_common = first is not None and first.group().lower() in COMMON
    return has_candidate(sentence[1:] if is_common else sentence)


SAVINGS = (
    Saving("everything is read"),
    Saving("sentences with a capital letter or a number", choose_sentences(has_candidate)),
    Saving("... besides a common first word", choose_sentences(has_more_than_beginning)),
    *(
        Saving(
            f"{around} words around capitalised ones{', as shipped' * (around == 3)}",
            CapitalisedPassages(COMMON, around),
        )
        for around in (6, 4, 3, 2, 1)
    ),
    Saving("3 words around capitalised ones, common ones too", CapitalisedPassages((), 3)),
    Saving("the first 3,000 characters and captions", characters=3_000),
    Saving("the first 1,000 characters and captions", characters=1_000),
    Saving("nothing on pages without captions", needs_captions=True),
    Saving("as shipped, and nothing on pages without captions", CapitalisedPassages(COMMON), needs_captions=True),
    Saving("nothing at all", lambda text, pieces: []),
)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("ner", type=Path)
    parser.add_argument("corpora", type=Path, nargs="+")
    parser.add_argument("--scorer", type=Path)
    arguments = parser.parse_args()
    scorer = load_scorer(arguments.scorer or arguments.corpora[0].parent.parent / "score" / "score.py")
    labelled = [list(read_labelled_texts(arguments.ner / f"{name}.jsonl.gz")) for name in ("ewt-test", "pud")]
    corpora = [read_pages(path) for path in arguments.corpora]
    extractor = Extractor()
    texts = [collect_texts(extractor, pages) for pages in corpora]
    everything = [find_all(SAVINGS[0], pages)[0] for pages in texts]
    names = [path.name.removesuffix(".jsonl.gz") for path in arguments.corpora]
    heads = ["EWT test typed", "span", "PUD typed", "span"]
    for name, corpus in zip(names, corpora, strict=True):
        figures = ["not read", "ms a page", "missed", *["image F1"] * has_images(corpus)]
        heads += [f"{name}: {figure}" for figure in figures]
    print("|".join(["", "read", *heads, ""]), "|".join(["", "---", *["---:"] * len(heads), ""]), sep="\n", flush=True)
    for saving in SAVINGS:
        cells = list(chain.from_iterable(score_texts(saving, part) for part in labelled))
        for corpus, pages, before in zip(corpora, texts, everything, strict=True):
            cells += measure_pages(saving, pages, before)
            if has_images(corpus):
                cells.append(score_images(extractor, scorer, corpus, saving))
        print("|".join(["", f" {saving.name} ", *(f" {cell} " for cell in cells), ""]), flush=True)


def read_pages(path: Path) -> list[Page]:
    with gzip.open(path, "rt", encoding="utf-8") as lines:
        return [json.loads(line) for line in lines]


def has_images(pages: Iterable[Page]) -> bool:
    return any(page.get("images") for page in pages)


def make_pipeline(extractor: Extractor, choose: ChoosePassages) -> NamePipeline:
    nlp = spacy.load(SHIPPED_NER)
    use_numpy_products(nlp)
    return NamePipeline(nlp, extractor.settings.nlp.labels, choose)


def collect_texts(extractor: Extractor, pages: Iterable[Page]) -> list[Texts]:
    """Return the blocks and the captions of each page that are read for names."""
    calls: list[Sequence[str]] = []

    def note(pipeline: NamePipeline, texts: Sequence[str]) -> list[list[Mention]]:
        calls.append(list(texts))
        return [[] for _ in texts]

    with patch.object(NamePipeline, "find_mentions", note):
        extract_all(extractor, pages)
    return list(zip(calls[::2], calls[1::2], strict=True))


def extract_all(extractor: Extractor, pages: Iterable[Page]) -> list[Page]:
    return [extractor.extract(page["html"], url=page.get("url")).model_dump(mode="json") for page in pages]


def find_all(saving: Saving, pages: Iterable[Texts]) -> tuple[list[set[object]], float]:
    """Return the names of each page, and the CPU seconds they took."""
    network = read_network(spacy.load(SHIPPED_NER))
    assert network is not None
    found: list[set[object]] = []
    spent = 0.0
    for page in pages:
        texts = saving.cut(*page)
        start = time.process_time()
        names = [network.find_names(part, saving.choose) for part in texts]
        spent += time.process_time() - start
        of_texts = enumerate(chain.from_iterable(names))
        found.append({(number, name) for number, text_names in of_texts for name in text_names})
    return found, spent


def measure_pages(saving: Saving, pages: Sequence[Texts], before: Sequence[set[object]]) -> list[str]:
    found, spent = find_all(saving, pages)
    whole = sum(len(text) for page in pages for text in chain(*page))
    read = 0
    for page in pages:
        for text in chain(*saving.cut(*page)):
            pieces = split_text(text)
            read += sum(len(" ".join(pieces[place])) for place in saving.choose(text, pieces))
    missed = sum(len(all_names - names) for all_names, names in zip(before, found, strict=True))
    share = missed / sum(map(len, before))
    return [f"{1 - read / whole:.0%}", f"{1000 * spent / len(pages):.1f}", f"{share:.2%}"]


def score_texts(saving: Saving, texts: Sequence[LabelledText]) -> list[str]:
    """Return F1 of the names of labelled texts, with and without labels; a saving by pages has none."""
    if saving.choose is choose_all and saving is not SAVINGS[0]:
        return ["", ""]
    network = read_network(spacy.load(SHIPPED_NER))
    assert network is not None
    found = [set(map(tuple, names)) for names in network.find_names([text.text for text in texts], saving.choose)]
    truth = [set(text.entities) for text in texts]
    found_bounds, true_bounds = ([{name[:2] for name in names} for names in sets] for sets in (found, truth))
    return [f"{_f1(found, truth):.4f}", f"{_f1(found_bounds, true_bounds):.4f}"]


def _f1(found: Sequence[set[object]], truth: Sequence[set[object]]) -> float:
    right = sum(len(names & true) for names, true in zip(found, truth, strict=True))
    return 2 * right / (sum(map(len, found)) + sum(map(len, truth)))


def score_images(extractor: Extractor, scorer: Scorer, pages: Sequence[Page], saving: Saving) -> str:
    """Return F1 of the images of pages."""
    pipeline = make_pipeline(extractor, saving.choose)
    find, find_pipeline = pipeline.find_mentions, LoadedModels.find_pipeline
    is_second = iter(range(10**9))

    def find_mentions(texts: Sequence[str]) -> list[list[Mention]]:
        """Find those of the blocks, then those of the captions of a page."""
        return find(texts if next(is_second) % 2 else saving.cut(texts, [""])[0])

    def chosen(models: LoadedModels, language: str | None) -> NamePipeline | None:
        return pipeline if find_pipeline(models, language) else None

    with patch.object(pipeline, "find_mentions", find_mentions), patch.object(LoadedModels, "find_pipeline", chosen):
        answers = extract_all(extractor, pages)
    return f"{scorer.totals([scorer.score_page(*pair) for pair in zip(pages, answers, strict=True)])['image_f1']:.4f}"


if __name__ == "__main__":
    main()
