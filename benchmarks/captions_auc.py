"""Whether a caption is more similar to its own article than to others of its language: areas under the ROC curve.

usage: captions_auc.py CORPUS.jsonl.gz... [--pipeline FOLDER_OR_NAME] [--language CODE]... [--parts] [--held-out DIR]

The corpora are labelled pages; documents with `captions` and `body`; or the labelled texts that names are learned from,
such as `hr-set-test.jsonl.gz`, for languages without labelled captions: of each five neighbouring lines of a text the
middle one stands for a caption, and the others for its article. Printed for each language, for names found by
the pipeline that the settings give it (or by the one named) and for capitalised words: the area; of all own captions
the share that are compared by named entities; and own captions without any evidence. `--parts` prints the areas of
each kind of term alone too, `--held-out` that of relevance, the number that counts in `auto`, by the models of
train_held_out.py that were not trained on the site of the article; a caption without a word that counts has even odds.
A page says nothing of captions that another page of its language has as well.
"""

from __future__ import annotations

import argparse
from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from data_files import find_data, read_rows

from cutline.config import Settings, load_settings
from cutline.extraction.story import TextStory
from cutline.models import SHIPPED_NER_MANY
from cutline.models.auto_models import load_relevance_model
from cutline.models.loaded_models import LoadedModels
from cutline.models.train.training import FOLDS, find_fold
from cutline.nlp.comparison import ReadTexts, read_names, read_texts
from cutline.nlp.pipeline import NamePipeline, load_pipeline
from cutline.nlp.terms import Terms
from cutline.types import Evidence, Similarity

LINES = 5  # neighbouring ones of labelled texts that stand for an article and a caption
NOTHING: Counter[str] = Counter()
EVEN, WORDS = 0.5, Evidence(kind="words")  # what relevance compares
View = Callable[[Terms], Terms]
# What a caption is compared by: the cascade as shipped, or one kind of term alone.
CASCADE: dict[str, View] = {"": lambda terms: terms}
PARTS: dict[str, View] = {
    ", entities only": lambda terms: Terms(terms.entities, NOTHING, NOTHING),
    ", names only": lambda terms: Terms(NOTHING, terms.names, NOTHING),
    ", words only": lambda terms: Terms(NOTHING, NOTHING, terms.words),
}


@dataclass(frozen=True, slots=True)
class Document:
    """An article with the captions of its pictures."""

    language: str
    blocks: tuple[str, ...]
    captions: frozenset[str]
    title: str = ""
    site: str = ""


@dataclass(slots=True)
class Trials:
    """The similarities of captions to their own article, and to others."""

    own: list[Similarity]
    others: list[Similarity]

    @property
    def area(self) -> float:
        """How often an own score is above another's, ties counting half; no evidence counts as a score of 0."""
        positive, negative = ([one.score or 0.0 for one in part] for part in (self.own, self.others))
        above = sum((one > other) + 0.5 * (one == other) for one in positive for other in negative)
        return above / (len(positive) * len(negative)) if positive and negative else float("nan")

    def share(self, kind: str) -> float:
        """Return the share of own captions that were compared by that kind of term."""
        return sum(one.evidence.kind == kind for one in self.own) / len(self.own)

    def add(self, more: Trials) -> None:
        """Add the trials of another language."""
        self.own += more.own
        self.others += more.others


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=find_data)
    parser.add_argument(
        "--pipeline", help="the pipeline for all languages but English, instead of those of the settings"
    )
    parser.add_argument("--language", action="append", help="measure this one only")
    parser.add_argument("--parts", action="store_true")
    parser.add_argument("--held-out", type=find_data, metavar="DIR", help="models of train_held_out.py")
    args = parser.parse_args()
    settings = load_settings()
    models = LoadedModels(settings)
    given = (
        load_pipeline(args.pipeline, settings.nlp.labels, SHIPPED_NER_MANY, "capitalised") if args.pipeline else None
    )
    views = {**CASCADE, **(PARTS if args.parts else {})}
    found: dict[str, list[Document]] = defaultdict(list)
    for document in read_documents(args.corpora):
        if not args.language or document.language in args.language:
            found[document.language].append(document)
    print(f"{'language and names by':<44}{'articles':>9}{'captions':>9}{'AUC':>8}{'entities':>10}{'no evidence':>13}")
    sums: dict[str, Trials] = defaultdict(lambda: Trials([], []))
    for language, documents in sorted(found.items()):
        pipeline = given if given and language != "en" else models.find_pipeline(language)
        readers = {"pipeline": pipeline, "words": None} if pipeline else {"words": None}
        for name, reader in readers.items():
            for view, trials in try_captions(documents, reader, models, settings, views).items():
                report(f"{language}, {name}{view}", len(documents), trials)
                if language != "en":
                    sums[name + view].add(trials)
                    if name == next(iter(readers)):
                        sums["pipeline or words" + view].add(trials)
        if args.held_out:
            trials = try_relevance(documents, args.held_out, models, settings)
            report(f"{language}, relevance", len(documents), trials)
            if language != "en":
                sums["relevance"].add(trials)
    for name, trials in sums.items():
        report(f"all but en, {name}", 0, trials)


def report(name: str, documents: int, trials: Trials) -> None:
    if trials.own and trials.others:
        missing = sum(one.score is None for one in trials.own)
        figures = f"{trials.area:>8.4f}{trials.share('entities'):>10.2f}{missing:>13}"
        print(f"{name:<44}{documents or '':>9}{len(trials.own):>9}{figures}", flush=True)


def read_documents(corpora: Iterable[Path]) -> Iterator[Document]:
    for corpus in corpora:
        rows = list(read_rows(corpus))
        if "entities" in rows[0]:
            yield from _join_lines([row["text"] for row in rows], corpus.name.partition("-")[0])
        else:
            yield from filter(None, map(_read_document, rows))


def _join_lines(texts: Sequence[str], language: str) -> Iterator[Document]:
    for start in range(0, len(texts) - LINES + 1, LINES):
        lines = texts[start : start + LINES]
        caption = lines.pop(LINES // 2)
        yield Document(language, tuple(lines), frozenset((caption,)))


def _read_document(row: Mapping[str, Any]) -> Document | None:
    """Return the article of a row, None where it is not labelled."""
    blocks = row.get("body") or (row.get("text") or "").split("\n\n")
    language = "en" if "body" in row else (row.get("lang") or "").partition("-")[0]
    captions = row.get("captions") or [image["caption"] for image in row.get("images") or () if image.get("caption")]
    texts = tuple(filter(None, map(str.strip, blocks)))
    about = row.get("title") or "", row.get("site") or row["id"]
    return Document(language, texts, frozenset(captions), *about) if texts and language else None


def try_captions(
    documents: Sequence[Document],
    pipeline: NamePipeline | None,
    models: LoadedModels,
    settings: Settings,
    views: Mapping[str, View],
) -> dict[str, Trials]:
    """Return the trials of each view: all captions of these documents against each of them."""
    captions = _list_captions(documents)
    trials = {view: Trials([], []) for view in views}
    for document in documents:
        background = models.find_background(document.language)
        names = read_names(document.blocks, pipeline, settings, background)
        texts = read_texts(names, captions, settings, background)
        for view, select in views.items():
            for caption, similarity in zip(captions, _compare(texts, select), strict=True):
                trial = trials[view]
                (trial.own if caption in document.captions else trial.others).append(similarity)
    return trials


def try_relevance(documents: Sequence[Document], held_out: Path, models: LoadedModels, settings: Settings) -> Trials:
    """Return the trials of the relevance of all captions of these documents to each of them."""
    captions, trials = _list_captions(documents), Trials([], [])
    relevance = {int(part.name): load_relevance_model(part / "relevance") for part in held_out.iterdir()}
    for document in documents:
        model, background = relevance[find_fold(document.site, FOLDS)], models.find_background(document.language)
        story = TextStory([document.title], document.blocks, model, background, settings)
        end = len(document.blocks)
        found = story.judge_texts(captions, [range(end, end)] * len(captions))
        for caption, one in zip(captions, found, strict=True):
            score = EVEN if one.score is None else one.score
            similarity = Similarity(score=score, measure=None, cosine=None, match_share=None, evidence=WORDS)
            (trials.own if caption in document.captions else trials.others).append(similarity)
    return trials


def _list_captions(documents: Iterable[Document]) -> list[str]:
    """Return the captions that one document alone has."""
    owners = Counter(caption for document in documents for caption in document.captions)
    return sorted(caption for caption, count in owners.items() if count == 1)


def _compare(texts: ReadTexts, select: View) -> tuple[Similarity, ...]:
    return replace(texts, caption_terms=list(map(select, texts.caption_terms))).compare_captions()


if __name__ == "__main__":
    main()
