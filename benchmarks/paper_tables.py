"""The tables and figures that papers print of their own methods, on labelled pages of today.

usage: paper_tables.py TABLE CORPUS... [--page-type TYPE]

TABLE is one of

- segmentation: Shen & Zou's tables 1 and 2: how many text segments of the articles one block of a segmentation has
  whole (recalled), and how many one without pictures has (correct); precision and recall are both over all segments,
  like the totals in the paper. `alone`: in such a block that contains nothing but the article;
- time: their figure 8: CPU milliseconds for telling the article's text blocks from the others, the fastest of five
  runs, the mean over pages with so many blocks; segmentation and features, which all share, are listed separately;
- length: Nethra & Anitha's figures 4.1 to 4.4: precision, recall, F1 and accuracy of text segments by the length of
  pages, for visual importance by VIPS and by position and size;
- wrapper: Zheng et al.'s baseline: a wrapper learned from all labelled pages of a site but one reads that one, for
  sites with three pages and more; the pages are parsed, not rendered.

The other figures of the papers are printed by paper_evaluation.py and methods.py.
"""

from __future__ import annotations

import argparse
import os
import time
from bisect import bisect_right
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from itertools import compress, pairwise
from math import inf
from statistics import mean
from typing import TypeAlias, TypeVar

os.environ["OMP_NUM_THREADS"] = "1"

from data_files import find_data
from lxml.html import HtmlElement
from markdown_tables import draw_table
from method_figures.pages import OpenPage, open_pages, read_pages
from method_figures.scores import PageScore, mean_measured, score_page

from cutline.config import Settings, load_settings
from cutline.dom.body import DISPLAYS
from cutline.dom.methods import METHODS
from cutline.dom.methods.block_classifier import BlockClassifier, fill_columns
from cutline.dom.methods.single_pass import cluster_blocks, complement_text, find_text_class
from cutline.dom.render.layout import Layout
from cutline.dom.segments import TextSegment
from cutline.dom.text_blocks import BlockFeatures, TextBlocks, find_text_blocks, measure_blocks
from cutline.dom.vips import build_block_tree
from cutline.models.evaluation import harmonic_mean
from cutline.models.labelled_pages import LabelledPage, mark_content
from cutline.models.method_models import load_block_classifier
from cutline.models.train.template_wrapper import label_page, learn_template, name_site
from cutline.types import Method

COHERENCE = 10  # PDoC of Shen & Zou's table 1
NO_TEXT_TAGS = ("img", "svg", "video", "audio", "iframe", "object", "embed", "canvas")
RUNS = 5
SHARED = "segmentation and features"
BLOCK_EDGES = (1, 50, 100, 200, 400, 800)
WORD_EDGES = (0, 500, 1000, 1500, 2000, 3000, 5000)
DENSITIES: tuple[Method, ...] = ("hybrid-density", "hybrid-density-position")
LEAST_PAGES = 3  # of a site whose wrapper is measured

Item = TypeVar("Item")
Place: TypeAlias = tuple[HtmlElement, bool]  # a text: an element, and whether it is its tail
Region: TypeAlias = tuple[HtmlElement, frozenset[Place]]  # a block of a segmentation and its texts
Identify: TypeAlias = Callable[[TextBlocks, BlockFeatures], object]


def print_segmentation(pages: Iterable[LabelledPage], settings: Settings) -> None:
    """Print Shen & Zou's tables 1 and 2."""
    vips = settings.vips.model_copy(update={"permitted_coherence": COHERENCE})

    def cut_by_vips(page: OpenPage) -> Iterator[Region]:
        shown = {place for segment in page.segments for place in list_places(segment)}
        for block in build_block_tree(page.document, vips).leaves():
            if block.element is not None:
                yield block.element, shown.intersection(block.texts)

    def cut_by_text_blocks(page: OpenPage) -> Iterator[Region]:
        found = find_text_blocks(page.document, page.segments, DISPLAYS)
        for block in found.blocks:
            yield block.element, frozenset((run.node, run.is_tail) for run in found.texts[block.start : block.end])

    cuts = {f"VIPS, PDoC {COHERENCE}": cut_by_vips, "text blocks": cut_by_text_blocks}
    counts: dict[str, list[tuple[int, ...]]] = {name: [] for name in cuts}
    for page in open_pages(pages, settings, "always"):
        for name, cut in cuts.items():
            counts[name].append(count_blocked(page, list(cut(page))))
    rows = []
    for name, counted in counts.items():
        segments, recalled, correct, alone = map(sum, zip(*counted, strict=True))
        precision, recall = correct / segments, recalled / segments
        shares = (precision, recall, harmonic_mean(precision, recall), alone / segments)
        rows.append([name, *map(str, (segments, recalled, correct)), *(f"{share:.3f}" for share in shares)])
    print(draw_table(("segmentation", "segments", "recalled", "correct", "P", "R", "F1", "alone"), rows))


def count_blocked(page: OpenPage, regions: Sequence[Region]) -> tuple[int, int, int, int]:
    """Return the number of text segments of an article: all, recalled, correct, and alone in their block."""
    is_text = mark_content([segment.text for segment in page.segments], page.gold.is_text)
    article = list(compress(page.segments, is_text))
    own = {place for segment in article for place in list_places(segment)}
    by_text: defaultdict[Place, list[Region]] = defaultdict(list)
    for region in regions:
        for place in region[1]:
            by_text[place].append(region)
    recalled = correct = alone = 0
    for segment in article:
        first, *others = list_places(segment)
        around = [region for region in by_text.get(first, ()) if region[1].issuperset(others)]
        of_text = [region for region in around if not has_picture(region[0], page.document.layout)]
        recalled += bool(around)
        correct += bool(of_text)
        alone += any(texts <= own for _, texts in of_text)
    return len(article), recalled, correct, alone


def list_places(segment: TextSegment) -> list[Place]:
    """Return the texts of a segment that are more than white space."""
    return [(run.node, run.is_tail) for run in segment.runs if run.text.strip()]


def has_picture(element: HtmlElement, layout: Layout | None) -> bool:
    """Whether a picture or the like, loaded or not, has its centre in a block."""
    outer = layout.box(element) if layout else None
    if layout is None or outer is None:
        return False
    boxes = (layout.box(node) for node in element.iter(*NO_TEXT_TAGS))
    centres = ((box.left + box.width / 2, box.top + box.height / 2) for box in boxes if box)
    return any(outer.left <= x <= outer.right and outer.top <= y <= outer.bottom for x, y in centres)


@dataclass(frozen=True, slots=True)
class PageTimes:
    """How many text blocks a page has, and the milliseconds of each method."""

    blocks: int
    milliseconds: dict[str, float]


def print_times(pages: Iterable[LabelledPage], settings: Settings) -> None:
    """Print Shen & Zou's figure 8."""
    methods = list_identifications(settings)
    times = [time_page(page, methods) for page in open_pages(pages, settings, "always")]
    names = (*methods, SHARED)
    rows = []
    for label, group in group_by_size(times, lambda page: page.blocks, BLOCK_EDGES):
        means = (mean(page.milliseconds[name] for page in group) for name in names)
        rows.append(
            [label, str(len(group)), f"{mean(page.blocks for page in group):.0f}", *(f"{m:.2f}" for m in means)]
        )
    print(draw_table(("text blocks", "pages", "mean", *names), rows))


def list_identifications(settings: Settings) -> dict[str, Identify]:
    """Return what each method does with the blocks of a page and their features."""

    def single_pass(page: TextBlocks, features: BlockFeatures) -> object:
        text = find_text_class(page, features, cluster_blocks(features, settings.single_pass))
        return text, complement_text(page, features, text)

    def classify(model: BlockClassifier) -> Identify:
        return lambda page, features: model.is_text(fill_columns(page, features))

    naive_bayes, tree = (load_block_classifier(name) for name in ("naive-bayes", "decision-tree"))
    return {"single-pass": single_pass, "naive-bayes": classify(naive_bayes), "decision-tree": classify(tree)}


def time_page(page: OpenPage, methods: dict[str, Identify]) -> PageTimes:
    """Return the times of one page."""

    def segment() -> tuple[TextBlocks, BlockFeatures]:
        blocks = find_text_blocks(page.document, page.segments, DISPLAYS)
        return blocks, measure_blocks(page.document, blocks)

    blocks, features = segment()
    if not blocks.blocks:
        return PageTimes(0, {})
    times = {name: time_fastest(lambda run=run: run(blocks, features)) for name, run in methods.items()}
    return PageTimes(len(blocks.blocks), {**times, SHARED: time_fastest(segment)})


def time_fastest(run: Callable[[], object]) -> float:
    """Return the CPU milliseconds of the fastest of several runs."""
    times = []
    for _ in range(RUNS):
        start = time.process_time()
        run()
        times.append(1000 * (time.process_time() - start))
    return min(times)


def print_lengths(pages: Iterable[LabelledPage], settings: Settings) -> None:
    """Print Nethra & Anitha's figures 4.1 to 4.4."""
    measured = []
    for page in open_pages(pages, settings, "always"):
        bodies = {method: METHODS[method](page.document, page.segments, settings, None) for method in DENSITIES}
        scores = {
            method: score_page(body, page.gold, names_title=False, milliseconds=0).all
            for method, body in bodies.items()
        }
        measured.append((sum(map(len, page.gold.words)), scores))
    rows = []
    for label, group in [*group_by_size(measured, lambda page: page[0], WORD_EDGES), ("all", measured)]:
        for method in DENSITIES:
            figures = mean_measured([scores[method] for _, scores in group])
            shares = (figures.precision, figures.recall, figures.f1, figures.accuracy)
            words = f"{mean(words for words, _ in group):.0f}"
            rows.append([f"{label}, `{method}`", str(len(group)), words, *(f"{share:.3f}" for share in shares)])
    print(draw_table(("words of the page", "pages", "mean", "P", "R", "F1", "accuracy"), rows))


def print_wrappers(pages: Iterable[LabelledPage], settings: Settings) -> None:
    """Print Zheng et al.'s template wrapper beside `first-subtree`."""
    sites: defaultdict[str, list[LabelledPage]] = defaultdict(list)
    for page in pages:
        sites[f"{name_site(page)} {page.page_type or ''}"].append(page)
    large = {site: group for site, group in sorted(sites.items()) if len(group) >= LEAST_PAGES}
    scores: dict[str, list[PageScore]] = {"template-wrapper": [], "first-subtree": []}
    matched: list[bool] = []
    for site, group in large.items():
        opened = list(open_pages(group, settings, "never"))
        examples = [label_page(page.page, page.document, page.segments) for page in opened]
        for number, page in enumerate(opened):
            wrapper = learn_template(site, [*examples[:number], *examples[number + 1 :]])
            read = METHODS["template-wrapper"](page.document, page.segments, settings, wrapper)
            bodies = {
                "template-wrapper": read,
                "first-subtree": METHODS["first-subtree"](page.document, page.segments, settings, None),
            }
            for method, body in bodies.items():
                scores[method].append(score_page(body, page.gold, names_title=False, milliseconds=0))
            matched.append("wrapper_mismatch" not in read.warnings)
    print(f"{len(large)} sites, {len(matched)} pages, {sum(matched)} of the template of the others\n")
    print_methods("all pages", scores)
    print_methods("pages of that template", {method: list(compress(rows, matched)) for method, rows in scores.items()})


def print_methods(name: str, scores: dict[str, list[PageScore]]) -> None:
    rows = []
    for method, pages in scores.items():
        every, long = mean_measured([page.all for page in pages]), mean_measured([page.long for page in pages])
        shares = (every.precision, every.recall, every.f1, harmonic_mean(long.precision, long.recall))
        rows.append([f"`{method}`", *(f"{share:.3f}" for share in shares)])
    print(draw_table((name, "P", "R", "F1", "long"), rows), end="\n\n")


def group_by_size(
    items: Iterable[Item], size: Callable[[Item], float], edges: Sequence[float]
) -> list[tuple[str, list[Item]]]:
    """Return the items from each edge up to the next one, with the name of the group.

    Args:
        items: what is grouped.
        size: of an item.
        edges: where groups begin, ascending; the last group has no end.
    """
    bounds = pairwise((*edges, inf))
    names = [f"{low:,g} and more" if high == inf else f"{low:,g} to {high - 1:,g}" for low, high in bounds]
    groups: dict[str, list[Item]] = {name: [] for name in names}
    for item in items:
        place = bisect_right(edges, size(item)) - 1
        if place >= 0:
            groups[names[place]].append(item)
    return [(name, group) for name, group in groups.items() if group]


TABLES = {
    "segmentation": print_segmentation,
    "time": print_times,
    "length": print_lengths,
    "wrapper": print_wrappers,
}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("table", choices=TABLES)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--page-type")
    args = parser.parse_args()
    TABLES[args.table](read_pages(args.corpora, args.page_type), load_settings())


if __name__ == "__main__":
    main()
