"""The figures that Joshi & Liu report, measured for their method to the letter, as shipped, and for `auto`.

usage: paper_evaluation.py CORPUS.jsonl.gz [--held-out DIR]

Section 5 of their paper: "The text body and caption extraction schemes are based on DOM analysis, and their accuracy is
over 90%. The observed success rate of correctly identifying the informative images is around 83%. The overall
processing time is around 5 seconds, including HTML page download". It does not say when a text is right, or to which
images the 83 % refer. Here:

- a text is right if its bag-of-words F1 with the labelled one is .9 or more (share of pages);
- a caption likewise (share of the labelled captions; captions of dropped images count too, since finding captions comes
  first, and one that was not found is wrong);
- an image is right if it is labelled and kept (share of the images that are either); `found` is the share of the
  labelled ones, `kept rightly` the share of those kept;
- seconds a page are the mean wall time of all stages in one process, from HTML to result, without a download.

The shipped classifiers of `auto` were trained on the sites of the labelled corpora. `--held-out DIR` uses those that
train_held_out.py wrote, so that no page is read by a classifier that was trained on its site.
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import chain
from pathlib import Path
from statistics import mean
from tempfile import TemporaryDirectory
from typing import Any

os.environ["OMP_NUM_THREADS"] = "1"

from comparison.scoring import Corpus, read_answers, read_corpus
from comparison.systems import Cutline, System
from data_files import find_data
from markdown_tables import draw_table
from score import Labels, count_images, measure_captions, score_page

RIGHT = 0.9  # word F1 from which a text or a caption is right
HEADINGS = ("", "texts", "captions", "images", "found", "kept rightly", "seconds a page")
REPORTED = ("the paper, on pages of its own", "> 90 %", "> 90 %", "83 %", "", "", "5, with download")
OPTIONS = ("--include", "dropped", "--include", "timings", "--workers", "1")
STRICT = (("CUTLINE_FIRST_SUBTREE__STRICT", "true"),)


@dataclass(frozen=True, slots=True)
class Evaluation:
    """One system's shares (0..1) of right results, and its time.

    Attributes:
        texts: right texts, of the pages with labelled text.
        captions: right captions, of the labelled ones.
        images: images both labelled and kept, of those that are either.
        found: the same, of the labelled images.
        kept_rightly: the same, of the kept images.
        seconds: mean wall time per page.
    """

    texts: float
    captions: float
    images: float
    found: float
    kept_rightly: float
    seconds: float


def evaluate(corpus: Corpus, answers: Sequence[Mapping[str, Any]]) -> Evaluation:
    """Return the figures of a system.

    Args:
        corpus: the labelled pages.
        answers: one for each page, in order, with dropped parts and timings; one with `error` counts as finding
            nothing.
    """
    pages = [score_page(page, answer) for page, answer in zip(corpus.labels, answers, strict=True)]
    captions = (measure_captions(page, list_all(given)) for page, given in zip(corpus.labels, answers, strict=True))
    images = [count_images(page) for page in pages if "image_p" in page]
    right, kept, labelled = (sum(row[column] for row in images) for column in range(3))
    return Evaluation(
        texts=_share_right([page["word_f1"].value for page in pages if "word_f1" in page]),
        captions=_share_right([*chain.from_iterable(captions)]),
        images=_divide(right, kept + labelled - right),
        found=_divide(right, labelled),
        kept_rightly=_divide(right, kept),
        seconds=mean(sum(answer.get("timings", {}).values()) for answer in answers) / 1000,
    )


def list_all(answer: Mapping[str, Any]) -> Labels:
    """Return an answer as if it kept all images of the page, the kept ones first."""
    dropped = answer.get("dropped") or {}
    return {**answer, "images": [*answer.get("images", ()), *dropped.get("images", ())]}


def render(evaluations: Mapping[str, Evaluation]) -> str:
    """Return the table, with the paper's figures in its first row."""
    rows = [
        [
            name,
            *(f"{100 * share:.0f} %" for share in (found.texts, found.captions, found.images)),
            *(f"{100 * share:.0f} %" for share in (found.found, found.kept_rightly)),
            f"{found.seconds:.3f}",
        ]
        for name, found in evaluations.items()
    ]
    return draw_table(HEADINGS, [REPORTED, *rows])


def find_systems(held_out: Path | None) -> list[System]:
    """Return the systems to evaluate; `auto` uses held-out classifiers if there are any."""
    paper = ("--method", "first-subtree", *OPTIONS)
    return [
        Cutline("first-subtree, strict", paper, STRICT),
        Cutline("first-subtree, as shipped", paper),
        Cutline("auto, other sites" if held_out else "auto, as shipped", OPTIONS, models=held_out),
    ]


def _share_right(values: Sequence[float]) -> float:
    return _divide(sum(value >= RIGHT for value in values), len(values))


def _divide(part: float, whole: float) -> float:
    return part / whole if whole else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=find_data, metavar="CORPUS", help="gzipped JSON lines of labelled pages")
    parser.add_argument(
        "--held-out", type=find_data, metavar="DIR", help="models of train_held_out.py: no page's site was seen"
    )
    args = parser.parse_args()
    corpus = read_corpus(args.corpus)
    with TemporaryDirectory() as folder:
        systems = find_systems(args.held_out)
        answers = {each.name: read_answers(each.predict(corpus, Path(folder)), corpus) for each in systems}
    print(render({name: evaluate(corpus, given) for name, given in answers.items()}))


if __name__ == "__main__":
    main()
