"""Strangers: does a system notice what does not belong to an article, even in the place of something that does?

usage: strangers.py build CORPUS.jsonl.gz OUT.jsonl.gz
       strangers.py measure CORPUS.jsonl.gz... [--held-out DIR] [--folder DIR] [--before DIR]
                    [--every N] [--alone]

`build` writes each page of a labelled corpus unchanged, and copies of it with one stranger each:

figure            picture and caption of another article, in the markup of a figure of the page
figure-hard       the same, from a similar article: of the same site, or else the most similar one
paragraph         a paragraph of another article, in the middle of the text
three-paragraphs  three consecutive paragraphs of another article
advert            an advertisement as a paragraph (English and German)
story, story-h2   another article's paragraphs after the article, in a copy of its body, without and with a heading

The other article has the same language and, except for figure-hard, another site; it is drawn with a fixed seed,
without using cutline.

`measure` runs cutline on such pages, as it is, without the names of the pipelines, and without NLP, and prints what was
kept of the strangers and of the article's own parts, and which verdicts the names change. `--held-out DIR` uses the
models of train_held_out.py, so that no page is read by a model that was trained on its site. Pages and predictions are
left in the folder, under the name of the corpus. `--before DIR` adds a column for the predictions in the folder of an
earlier run. `--every N` takes every n-th page alone, `--alone` leaves out what is read without names and without NLP.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from comparison.scoring import SUFFIX, Corpus, read_corpus
from comparison.systems import Cutline, System, SystemFailed
from data_files import find_data
from strange_pages.differences import find_differences, read_own, render_differences
from strange_pages.files import AS_IT_WAS, read_pages, write_pages
from strange_pages.labelled import read_articles
from strange_pages.making import make_strangers
from strange_pages.measures import Answers, observe, observe_genuine, observe_kept_before, read_answers
from strange_pages.tables import render_images, render_observations, sum_images

from cutline.config import load_settings

PAGES = f"pages{SUFFIX}"
OURS, NO_NAMES, NO_NLP, BEFORE = "cutline", "cutline, no names", "cutline, no NLP", "before"
OPTIONS = ("--include", "dropped")
LABELS = load_settings().nlp.labels
NAMELESS = (("CUTLINE_NLP__LABELS", json.dumps(dict.fromkeys(LABELS, ""))),)  # the pipelines mark none
# Kinds of pages whose images are scored together.
IMAGE_GROUPS = {
    "as they were": (AS_IT_WAS,),
    "figure": ("figure",),
    "figure-hard": ("figure-hard",),
    "as they were, and figure": (AS_IT_WAS, "figure"),
    "as they were, and both figures": (AS_IT_WAS, "figure", "figure-hard"),
}


@dataclass(frozen=True, slots=True)
class Earlier:
    """The predictions of an earlier run in a folder."""

    name: str
    folder: Path

    def predict(self, corpus: Corpus, folder: Path) -> Path:
        predictions = self.folder / corpus.name / f"{OURS}.jsonl"
        if not predictions.exists():
            raise SystemFailed(f"{predictions} is not there; name a folder of an earlier run with --before")
        return predictions


def find_systems(held_out: Path | None, before: Path | None, *, alone: bool = False) -> list[System]:
    """Return cutline as it is, unless `alone` without names and without NLP too, and the earlier run."""
    systems: list[System] = [Cutline(OURS, OPTIONS, models=held_out)]
    if not alone:
        systems.append(Cutline(NO_NAMES, OPTIONS, NAMELESS, held_out))
        systems.append(Cutline(NO_NLP, (*OPTIONS, "--no-nlp"), models=held_out))
    return [*systems, Earlier(BEFORE, before)] if before else systems


def build(corpus: Path, out: Path, every: int = 1) -> str:
    """Write every n-th page of a corpus, and those with strangers; return the number of each kind as text."""
    counts = write_pages(islice(make_strangers(read_articles(corpus)), 0, None, every), out)
    return ", ".join(f"{count} {kind}" for kind, count in counts.items())


def ask(systems: Sequence[System], corpus: Corpus, folder: Path) -> dict[str, Answers]:
    """Return each system's answers.

    Raises:
        SystemFailed: a system gave none.
    """
    answers: dict[str, Answers] = {}
    for system in systems:
        print(f"{corpus.name}: {system.name}", file=sys.stderr, flush=True)
        answers[system.name] = read_answers(system.predict(corpus, folder))
    return answers


def render_strangers(corpus: Path, pages_file: Path, answers: Mapping[str, Answers]) -> str:
    """Return the table of what was kept of strangers and of the articles' own parts."""
    pages, articles = list(read_pages(pages_file)), read_articles(corpus)
    observed = {
        name: [*observe(pages, theirs), *observe_genuine(pages, theirs, articles)] for name, theirs in answers.items()
    }
    if BEFORE in answers:
        for name, theirs in answers.items():
            observed[name] += observe_kept_before(pages, theirs, answers[BEFORE])
    return render_observations(observed)


def render_image_f1(corpus: Path, pages_file: Path, answers: Mapping[str, Answers]) -> str:
    """Return the table of image F1, on pages with foreign figures and on unchanged pages."""
    pages = list(read_pages(pages_file))
    labels = {label["id"]: label for label in read_corpus(corpus).labels}
    sums = {
        group: {name: sum_images(pages, labels, theirs, kinds) for name, theirs in answers.items()}
        for group, kinds in IMAGE_GROUPS.items()
    }
    return render_images({group: by_system for group, by_system in sums.items() if len(by_system[OURS])})


def render_names(corpus: Path, pages_file: Path, answers: Mapping[str, Answers]) -> str:
    """Return the table of the verdicts that the names of the pipelines change."""
    labels = {label["id"]: label for label in read_corpus(corpus).labels}
    own = {article.id: read_own(article.paragraphs, labels[article.id]) for article in read_articles(corpus)}
    pages = read_pages(pages_file)
    return render_differences(find_differences(pages, own, answers[OURS], answers[NO_NAMES]))


def print_measures(path: Path, systems: Sequence[System], folder: Path, every: int = 1) -> None:
    """Build the pages of a corpus, extract them, and print the tables."""
    name = path.name.removesuffix(SUFFIX)
    pages_file = folder / name / PAGES
    pages_file.parent.mkdir(parents=True, exist_ok=True)
    print(f"### {name}\n\nPages: {build(path, pages_file, every)}.", flush=True)
    answers = ask(systems, Corpus(name, pages_file, ()), pages_file.parent)
    page_count = sum(1 for _ in read_pages(pages_file))
    failed = ", ".join(f"{system} {page_count - len(theirs)}" for system, theirs in answers.items())
    print(f"Without an answer: {failed}.\n\n{render_strangers(path, pages_file, answers)}\n")
    print(f"{render_image_f1(path, pages_file, answers)}\n")
    if NO_NAMES in answers:
        print(f"{render_names(path, pages_file, answers)}\n", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    cache = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache") / "cutline-benchmarks" / "strangers"
    commands = parser.add_subparsers(dest="command", required=True)
    building = commands.add_parser("build", help="write the pages alone")
    building.add_argument("corpus", type=find_data)
    building.add_argument("out", type=Path)
    measuring = commands.add_parser("measure", help="build the pages, read them, and print the tables")
    measuring.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    measuring.add_argument("--every", type=int, default=1, metavar="N")
    measuring.add_argument("--alone", action="store_true", help="cutline as it is alone, in a third of the time")
    measuring.add_argument("--held-out", type=find_data, metavar="DIR", help="models of train_held_out.py")
    measuring.add_argument("--folder", type=Path, default=cache, metavar="DIR", help="pages and predictions")
    measuring.add_argument("--before", type=find_data, metavar="DIR", help="the --folder of an earlier run")
    args = parser.parse_args()
    if args.command == "build":
        print(build(args.corpus, args.out))
        return
    systems = find_systems(args.held_out, args.before, alone=args.alone)
    try:
        for path in args.corpora:
            print_measures(path.resolve(), systems, args.folder.resolve(), args.every)
    except SystemFailed as error:
        sys.exit(f"strangers: {error}")


if __name__ == "__main__":
    main()
