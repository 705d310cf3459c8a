"""The methods on rendered pages, at the level of text segments.

usage: methods.py CORPUS [--method METHOD]... [--render auto|never] [--page-type TYPE] [--by-page]

CORPUS is JSON lines, gzipped or not; the HTML of a page may stand beside it in ID.html, as in `styled/labels.jsonl`.

One segmentation for all methods: that of all line-breaking displays. A segment is positive when it is part of the
labelled text (`cutline.models.segment_labels`); segments without words are left out. Printed: precision, recall and F1
a page, then the mean (P, R, F1); F1 over all segments together (pooled); F1 of the mean P and R over segments of four
words and more (long); word F1 as the scorer has it; CPU milliseconds a page for the method alone.

A model that was trained on pages of the corpus's sites is not measured by this: see its model card.
"""

import argparse
import gzip
import json
import os
import statistics
import time
from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

from cutline import CutlineError
from cutline.config import load_settings
from cutline.documents import DocumentSource
from cutline.dom.line_breaks import line_breaker
from cutline.dom.methods import LAYOUT_METHODS, METHODS
from cutline.dom.segments import split_segments
from cutline.models.method_models import load_method_model
from cutline.models.segment_labels import SHINGLE_WORDS, GoldText, cut_words, is_in_gold


@dataclass
class Sums:
    """What is summed over the pages for one method."""

    precision: list[float] = field(default_factory=list)
    recall: list[float] = field(default_factory=list)
    f1: list[float] = field(default_factory=list)
    long_precision: list[float] = field(default_factory=list)
    long_recall: list[float] = field(default_factory=list)
    word_f1: list[float] = field(default_factory=list)
    milliseconds: list[float] = field(default_factory=list)
    counts: Counter = field(default_factory=Counter)


def read_pages(corpus: Path, page_type: str | None) -> Iterator[dict]:
    with gzip.open(corpus, "rt") if corpus.suffix == ".gz" else corpus.open(encoding="utf-8") as lines:
        for page in map(json.loads, lines):
            if page.get("text") and (page_type is None or page.get("page_type") == page_type):
                html = page.get("html") or corpus.with_name(f"{page['id']}.html").read_text(encoding="utf-8")
                yield {**page, "html": html}


def measure(kept: Sequence[bool], gold: Sequence[bool]) -> tuple[float, float, float]:
    right = sum(k and g for k, g in zip(kept, gold, strict=True))
    precision = right / sum(kept) if any(kept) else 0.0
    recall = right / sum(gold) if any(gold) else 1.0
    return precision, recall, f1(precision, recall)


def f1(precision: float, recall: float) -> float:
    return 2 * precision * recall / (precision + recall) if precision + recall else 0.0


def word_f1(predicted: list[str], gold: list[str]) -> float:
    shared = sum((Counter(predicted) & Counter(gold)).values())
    return 2 * shared / (len(predicted) + len(gold)) if predicted else 0.0


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("--by-page", action="store_true", help="print the F1 of each page as well")
    parser.add_argument("--method", action="append", default=[], choices=list(METHODS))
    parser.add_argument("--render", default="auto", choices=["auto", "never"])
    parser.add_argument("--page-type")
    args = parser.parse_args()
    # A wrapper reads one site only; `template_wrapper.py` measures that method.
    methods = args.method or [method for method in METHODS if method != "template-wrapper"]
    settings, sums = load_settings(), defaultdict(Sums)
    models = {method: load_method_model(method, settings) for method in methods}
    source, rendered, total = DocumentSource(settings), 0, 0
    for page in read_pages(args.corpus, args.page_type):
        try:
            given = source.bring_page(page["html"], page.get("url"), None)
            uses_layout = not LAYOUT_METHODS.isdisjoint(methods)
            document = source.open(given, args.render, uses_layout=uses_layout, is_live=False)
        except CutlineError as error:
            print(f"{page['id']}: {error}")
            continue
        total, rendered = total + 1, rendered + (document.layout is not None)
        segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
        gold_text, gold_words = GoldText(page["text"]), cut_words(page["text"])
        words = [cut_words(segment.text) for segment in segments]
        gold = [is_in_gold(segment.text, gold_text) for segment in segments]
        for method in methods:
            start = time.process_time()
            body = METHODS[method](document, segments, settings, models[method])
            one = sums[method]
            one.milliseconds.append(1000 * (time.process_time() - start))
            rows = [(d.kept, g, w) for d, g, w in zip(body.decisions, gold, words, strict=True) if w]
            values = measure([k for k, _, _ in rows], [g for _, g, _ in rows])
            for name, value in zip((one.precision, one.recall, one.f1), values, strict=True):
                name.append(value)
            long = [(k, g) for k, g, w in rows if len(w) >= SHINGLE_WORDS]
            long_values = measure([k for k, _ in long], [g for _, g in long])
            one.long_precision.append(long_values[0])
            one.long_recall.append(long_values[1])
            one.word_f1.append(word_f1([word for k, _, w in rows if k for word in w], gold_words))
            one.counts.update(right=sum(k and g for k, g, _ in rows), kept=sum(k for k, _, _ in rows))
            one.counts.update(gold=sum(g for _, g, _ in rows))
        if args.by_page:
            print(page["id"], *(f"{method} {sums[method].f1[-1]:.2f}" for method in methods))
    source.close()
    print(f"{total} pages, {rendered} rendered\n")
    print("| method | P | R | F1 | pooled | long | word F1 | ms |")
    print("|---|" + "---:|" * 7)
    for method, one in sums.items():
        pooled = f1(one.counts["right"] / max(1, one.counts["kept"]), one.counts["right"] / max(1, one.counts["gold"]))
        long_f1 = f1(statistics.mean(one.long_precision), statistics.mean(one.long_recall))
        figures = [statistics.mean(v) for v in (one.precision, one.recall, one.f1)]
        figures += [pooled, long_f1, statistics.mean(one.word_f1)]
        cells = " | ".join(f"{value:.3f}" for value in figures)
        print(f"| `{method}` | {cells} | {statistics.mean(one.milliseconds):.1f} |")


if __name__ == "__main__":
    main()
