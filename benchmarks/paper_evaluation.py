"""What Joshi & Liu report of their method, measured of theirs to the letter, of theirs as shipped, and of `auto`.

usage: paper_evaluation.py CORPUS.jsonl.gz [--held-out DIR] [--scorer FILE]

Section 5 of their paper: "The text body and caption extraction schemes are based on DOM analysis, and their accuracy is
over 90%. The observed success rate of correctly identifying the informative images is around 83%. The overall
processing time is around 5 seconds, including HTML page download". It does not say when a text is right, or of which
images the 83 % are. Here:

- a text is right when its words, as a bag, agree with the labelled ones with F1 .9 or more (share of pages);
- a caption the same (share of the labelled captions; that of an image that was dropped counts, since to find captions
  comes first, and that of one that was not found is wrong);
- an image is right when it is labelled and kept (share of the images that are either); `found` is their share of the
  labelled ones, `kept rightly` of those kept;
- seconds a page are the mean wall time of all stages in one process, from HTML to result, without any download.

The classifiers that `auto` ships have learned from the sites of the labelled corpora. `--held-out DIR` takes those that
train_held_out.py wrote, none of which saw the site of a page that it reads.
"""

from __future__ import annotations

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"

from comparison.scoring import MISSING, Corpus, Labels, PageScores, Scorer, load_scorer, read_corpus
from comparison.systems import Cutline, HeldOut, System
from method_figures.scores import render_table

RIGHT = 0.9  # F1 of the words from which a text or a caption is right
HEADINGS = ("", "texts", "captions", "images", "found", "kept rightly", "seconds a page")
REPORTED = ("the paper, on pages of its own", "> 90 %", "> 90 %", "83 %", "", "", "5, with download")
OPTIONS = ("--include", "dropped", "--include", "timings", "--workers", "1")
STRICT = (("CUTLINE_FIRST_SUBTREE__STRICT", "true"),)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """Shares (0..1) of what is right of one system, and what it takes.

    Attributes:
        texts: of the pages with a labelled text.
        captions: of the labelled captions.
        images: of the images labelled or kept, those that are both.
        found: the same of the images labelled.
        kept_rightly: the same of the images kept.
        seconds: of wall time, the mean over pages.
    """

    texts: float
    captions: float
    images: float
    found: float
    kept_rightly: float
    seconds: float


def evaluate(scorer: Scorer, corpus: Corpus, answers: Sequence[Mapping[str, Any]]) -> Evaluation:
    """Return the figures of a system.

    Args:
        scorer: score.py.
        corpus: the labelled pages.
        answers: one for each of them, in their order, with what was dropped and with timings; with `error` if the page
            failed, which finds nothing.
    """
    pages = [scorer.score_page(page, answer) for page, answer in zip(corpus.labels, answers, strict=True)]
    listed = [scorer.score_page(page, list_all(answer)) for page, answer in zip(corpus.labels, answers, strict=True)]
    images = [row for page in pages for row in page.get("image", ())]
    right, kept, labelled = (sum(column) for column in zip(*images, strict=True))
    return Evaluation(
        texts=_share_right(pages, "word_f1"),
        captions=_share_right(listed, "caption_all"),
        images=_divide(right, kept + labelled - right),
        found=_divide(right, labelled),
        kept_rightly=_divide(right, kept),
        seconds=mean(sum(answer.get("timings", {}).values()) for answer in answers) / 1000,
    )


def list_all(answer: Mapping[str, Any]) -> Labels:
    """Return an answer as if it kept all images of the page: those kept first."""
    dropped = answer.get("dropped") or {}
    return {**answer, "images": [*answer.get("images", ()), *dropped.get("images", ())]}


def render(evaluations: Mapping[str, Evaluation]) -> str:
    """Return the table, with the paper's own figures in its first row."""
    rows = [
        [
            name,
            *(f"{100 * share:.0f} %" for share in (found.texts, found.captions, found.images)),
            *(f"{100 * share:.0f} %" for share in (found.found, found.kept_rightly)),
            f"{found.seconds:.3f}",
        ]
        for name, found in evaluations.items()
    ]
    return render_table(HEADINGS, [REPORTED, *rows])


def find_systems(held_out: Path | None) -> list[System]:
    """Return what is evaluated; `auto` with classifiers that did not see the site of a page, if there are any."""
    paper = ("--method", "first-subtree", *OPTIONS)
    auto: System = HeldOut("auto, other sites", held_out, OPTIONS) if held_out else Cutline("auto, as shipped", OPTIONS)
    return [Cutline("first-subtree, strict", paper, STRICT), Cutline("first-subtree, as shipped", paper), auto]


def read_answers(predictions: Path, corpus: Corpus) -> list[Mapping[str, Any]]:
    """Return a system's answers in the order of the corpus; a page that failed has one with an error alone."""
    with predictions.open(encoding="utf-8") as lines:
        by_id = {record.get("id"): record for record in map(json.loads, lines)}
    answers = [by_id.get(page["id"], MISSING) for page in corpus.labels]
    return [MISSING if answer.get("error") else answer for answer in answers]


def _share_right(pages: Sequence[PageScores], measure: str) -> float:
    values = [value for page in pages for value, _ in page.get(measure, ())]
    return _divide(sum(value >= RIGHT for value in values), len(values))


def _divide(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path, metavar="CORPUS", help="gzipped JSON lines of labelled pages")
    parser.add_argument("--scorer", type=Path, help="score.py; default: ../score/score.py, seen from the corpus")
    parser.add_argument(
        "--held-out", type=Path, metavar="DIR", help="models of train_held_out.py: no page's site was seen"
    )
    args = parser.parse_args()
    scorer, corpus = load_scorer(args.scorer or args.corpus.parents[1] / "score" / "score.py"), read_corpus(args.corpus)
    with TemporaryDirectory() as folder:
        systems = find_systems(args.held_out and args.held_out.resolve())
        answers = {each.name: read_answers(each.predict(corpus, Path(folder)), corpus) for each in systems}
    print(render({name: evaluate(scorer, corpus, given) for name, given in answers.items()}))


if __name__ == "__main__":
    main()
