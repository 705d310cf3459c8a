"""What relevance costs: blocks and images that are dropped for what they say, and how many are the article's own.

usage: lost_to_relevance.py CORPUS.jsonl.gz... [--held-out DIR]

Each page is extracted by `auto`; with `--held-out DIR`, by the models of train_held_out.py that were not trained on its
site. Printed for each corpus and for all of them: the articles with labelled text; blocks dropped as `off_topic` and as
`other_story`, and how many of each are in the labelled text; articles that lose at least one such block; and the
same for images with a known label. The last columns are of the pages with doubtful pictures of their own (place score
`DOUBTFUL`, related caption), and with such of others: on how many is one kept.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, Final

from comparison.scoring import SUFFIX, Corpus
from comparison.systems import Cutline
from data_files import find_data, read_rows
from markdown_tables import draw_row, draw_table

from cutline.models.labelled_pages import GoldText, LabelledPage, is_in_gold, match_candidates, read_labelled_pages
from cutline.types import Image

REASONS: Final = ("off_topic", "other_story")
OPTIONS: Final = ("--include", "dropped")
COLUMNS: Final = tuple(f"{what} {reason}" for what in ("blocks", "images") for reason in REASONS)
DOUBTFUL: Final = (0.25, 0.5)  # place score of a picture that a related caption may keep
KEPT: Final = tuple(f"pages that keep {whose} doubtful pictures" for whose in ("own", "other"))


def count_lost(page: LabelledPage, answer: Mapping[str, Any]) -> Counter[str]:
    """Return what a page's answer drops for relevance, as `blocks off_topic own`, and whether own text is among it."""
    counts = Counter({"articles": 1})
    gold, dropped = GoldText(page.text or ""), answer["dropped"]
    for block in _choose(dropped["blocks"]):
        _add(counts, f"blocks {block['verdict']['reason']}", is_in_gold(block["text"], gold))
    counts["losing"] = int(any(counts[f"blocks {reason} own"] for reason in REASONS))
    if page.images is not None:
        images = [Image.model_validate(image) for image in (*answer["images"], *dropped["images"])]
        labels, known = match_candidates(page, images)
        judged = [(image, bool(own)) for image, own, is_known in zip(images, labels, known, strict=True) if is_known]
        for image, is_own in judged:
            if image.verdict.reason in REASONS:
                _add(counts, f"images {image.verdict.reason}", is_own)
        for is_own, column in zip((True, False), KEPT, strict=True):
            verdicts = [image.verdict for image, own in judged if own == is_own and _is_doubtful(image)]
            counts[f"{column} all"], counts[f"{column} own"] = bool(verdicts), any(one.kept for one in verdicts)
    return counts


def _is_doubtful(image: Image) -> bool:
    verdict, (low, high) = image.verdict, DOUBTFUL
    is_asked = image.caption is not None and verdict.relevance == "related" and verdict.reason != "duplicate"
    return is_asked and verdict.place_score is not None and low <= verdict.place_score < high


def _choose(dropped: list[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    return (each for each in dropped if each["verdict"]["reason"] in REASONS)


def _add(counts: Counter[str], name: str, is_own: bool) -> None:
    counts[f"{name} all"] += 1
    counts[f"{name} own"] += is_own


def draw_corpus(name: str, counts: Counter[str]) -> str:
    """Return a row of the table: each cell is own of all."""
    cells = [f"{counts[f'{column} own']} of {counts[f'{column} all']}" for column in (*COLUMNS, *KEPT)]
    return draw_row((name, counts["articles"], counts["losing"], *cells))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--held-out", type=find_data, metavar="DIR", help="models of train_held_out.py")
    args = parser.parse_args()
    system = Cutline("cutline", OPTIONS, models=args.held_out)
    print(draw_table(("corpus", "articles", "that lose own text", *COLUMNS, *KEPT)))
    total: Counter[str] = Counter()
    for path in args.corpora:
        with tempfile.TemporaryDirectory() as folder:
            found = system.predict(Corpus(path.name, path.resolve(), ()), Path(folder))
            answers = {answer["id"]: answer for answer in read_rows(found)}
        pages = (page for page in read_labelled_pages(path) if page.text and page.is_article)
        counts = sum((count_lost(page, answers[page.id]) for page in pages if "dropped" in answers[page.id]), Counter())
        print(draw_corpus(path.name.removesuffix(SUFFIX), counts), flush=True)
        total += counts
    print(draw_corpus("all", total))


if __name__ == "__main__":
    main()
