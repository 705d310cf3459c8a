"""Score predictions of any system against a labelled corpus, by the measures of `cutline evaluate`.

usage: score.py PREDICTIONS.jsonl CORPUS.jsonl.gz [--page-type TYPE] [--worst N]

A prediction is a line of JSON: {"id", "title", "text", "images": [{"url", "sources": [...], "caption"}], "error"}, as
`cutline enrich` writes them; a source is an address, or an object with `url`. A page without a prediction, or with an
error, scores 0. docs/labelling.md describes the rows of a corpus, and `models/evaluation.py` the measures.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from types import SimpleNamespace
from typing import Any

from data_files import find_data, read_rows

from cutline.models import evaluation
from cutline.models.evaluation import PageScore, compute_measures
from cutline.models.labelled_pages import LabelledPage, match_images

Labels = Mapping[str, Any]  # a line of a corpus
Prediction = Mapping[str, Any]


def score_page(page: Labels, prediction: Prediction) -> PageScore:
    """Return the score of a prediction for each measure that the page's labels allow."""
    title, text = prediction.get("title"), prediction.get("text") or ""
    return evaluation.score_page(
        _read_labels(page), SimpleNamespace(title=title, text=text, images=_read_images(prediction))
    )


def measure_captions(page: Labels, prediction: Prediction) -> list[float]:
    """Return the word F1 of each labelled caption; 0 where its image was not found."""
    labels = _read_labels(page)
    matches = match_images(labels, _read_images(prediction))
    return [value or 0.0 for value in evaluation.measure_captions(labels.images or (), matches)]


def _read_labels(page: Labels) -> LabelledPage:
    return LabelledPage.model_validate({"id": "", **page})


def _read_images(prediction: Prediction) -> list[SimpleNamespace]:
    return [_read_image(image) for image in prediction.get("images") or ()]


def _read_image(image: Mapping[str, Any]) -> SimpleNamespace:
    sources = (each if isinstance(each, str) else each.get("url") for each in image.get("sources") or ())
    return SimpleNamespace(
        url=image.get("url"), sources=[SimpleNamespace(url=url) for url in sources], caption=image.get("caption")
    )


def count_images(score: PageScore) -> tuple[float, float, float]:
    """Return how many images of a page are right, predicted and labelled; ambiguous ones are not predicted."""
    return score["image_p"].part, score["image_p"].whole, score["image_r"].whole


def read_lines(path: Path) -> Iterator[dict[str, Any]]:
    """Yield the objects of a file of JSON lines; one that is none ends the program."""
    try:
        for number, row in enumerate(read_rows(path), start=1):
            yield _check_row(row, number)
    except (ValueError, OSError, EOFError) as error:
        print(f"{Path(sys.argv[0]).stem}: {path} is no file of JSON lines: {error}", file=sys.stderr)
        sys.exit(2)


def _check_row(row: Any, number: int) -> dict[str, Any]:
    """Return a line, if it has the form of a page's labels or predictions."""
    if not isinstance(row, dict) or "id" not in row:
        raise ValueError(f"line {number} is no object with an id")
    if any(not isinstance(row.get(name), str | None) for name in ("text", "title")):
        raise ValueError(f"line {number}: text and title are strings or null")
    images = row.get("images")
    if images is not None and not (isinstance(images, list) and all(isinstance(image, dict) for image in images)):
        raise ValueError(f"line {number}: images is a list of objects, each with an address")
    return row


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("predictions", type=find_data)
    parser.add_argument("corpus", type=find_data)
    parser.add_argument("--page-type", metavar="TYPE", help="only pages of this type")
    parser.add_argument("--worst", type=int, default=0, metavar="N", help="also list the N pages with the worst text")
    args = parser.parse_args()
    predictions = {prediction.get("id"): prediction for prediction in read_lines(args.predictions)}
    scores, failed = {}, 0
    for page in read_lines(args.corpus):
        if args.page_type in (None, page.get("page_type")):
            prediction = predictions.get(page["id"], {"error": "missing"})
            failed += bool(prediction.get("error"))
            scores[page["id"]] = score_page(page, {} if prediction.get("error") else prediction)
    if not scores:
        parser.error("the corpus has no such page")
    print(f"{len(scores)} pages, {failed} failed or missing")
    for name, value in sorted(compute_measures([*scores.values()]).items()):
        print(f"{name:12} {value:.4f}")
    worst = sorted((score["word_f1"].value, page) for page, score in scores.items() if "word_f1" in score)
    for value, page in worst[: args.worst]:
        print(f"{value:.3f} {page}")


if __name__ == "__main__":
    main()
