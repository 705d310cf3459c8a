"""Share of pages whose lead image is the labelled cover.

usage: lead_images.py CORPUS.jsonl.gz... [--held-out DIR]

Counts pages with a `cover` among their labelled images. The lead image is right if its address is one of the cover's
or, if it is displayed, if `score.py` matches the image with the cover. Prints for each corpus the share of right lead
images, and their number by reason.
"""

from __future__ import annotations

import argparse
import tempfile
from collections import Counter
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

from comparison.scoring import Corpus, read_answers, read_corpus
from comparison.systems import Cutline
from data_files import find_data
from markdown_tables import draw_table
from score import Labels, score_page

Judged = tuple[str, bool]  # the reason of a lead image, and whether it is the cover


def judge_lead(page: Labels, answer: Mapping[str, Any]) -> Judged | None:
    """Return the reason of an answer's lead image and whether it is the cover; None if no cover is labelled."""
    covers = [image for image in page.get("images") or () if image.get("cover")]
    if not covers:
        return None
    lead = answer.get("lead_image")
    if lead is None:
        return "none", False
    shown = [image for image in answer.get("images") or () if image.get("is_lead")]
    others = [image for image in page["images"] if not image.get("cover")]
    alone = {
        **page,
        "images": covers,
        "other_images": [*(page.get("other_images") or ()), *(image["src"] for image in others)],
    }
    return lead["reason"], score_page(alone, {"images": shown or [lead]})["image_p"].part > 0


def draw_corpus(name: str, judged: Iterable[Judged]) -> str:
    """Return a Markdown table, the most frequent reason first."""
    counts = Counter(judged)
    reasons = Counter(reason for reason, _ in counts.elements())
    rows = [(f"`{reason}`", times, counts[reason, True]) for reason, times in reasons.most_common()]
    right = sum(times for (_, is_right), times in counts.items() if is_right)
    share = right / (counts.total() or 1)
    table = draw_table(("lead image", "pages", "right"), [*rows, ("all", counts.total(), right)])
    return f"### {name}: {share:.3f}\n\n{table}\n"


def judge_corpus(corpus: Corpus, predictions: Path) -> list[Judged]:
    """Return the judgement on each page with a labelled cover; a page without an answer has no lead image."""
    judged = map(judge_lead, corpus.labels, read_answers(predictions, corpus))
    return [one for one in judged if one is not None]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument(
        "corpora", type=find_data, nargs="+", metavar="CORPUS", help="gzipped JSON lines of labelled pages"
    )
    parser.add_argument("--held-out", type=find_data, metavar="DIR", help="models of train_held_out.py")
    args = parser.parse_args()
    system = Cutline("cutline", models=args.held_out)
    for path in map(Path.resolve, args.corpora):
        corpus = read_corpus(path)
        with tempfile.TemporaryDirectory() as folder:
            predictions = system.predict(corpus, Path(folder))
            print(draw_corpus(corpus.name, judge_corpus(corpus, predictions)), flush=True)


if __name__ == "__main__":
    main()
