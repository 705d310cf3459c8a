"""The figures of an evaluation as one HTML file with plots."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cutline.models.evaluation import EvaluationReport, PageScore
from cutline.service.cli.evaluation_plots import Bar, BarGroup, Bin, Line, draw_bars, draw_histogram, draw_lines
from cutline.service.cli.judged_images import (
    JudgedImage,
    JudgedPage,
    ThresholdPoint,
    list_thresholds,
    measure_threshold,
    trace_thresholds,
)

MEASURES = {
    "word_f1": "words of the text",
    "shingle_f1": "4-word shingles of the text",
    "shingle_p": "    precision",
    "shingle_r": "    recall",
    "with": "snippets found that belong to the text",
    "without": "snippets absent that do not",
    "title": "titles that are right",
    "image_f1": "images that belong to the article",
    "image_p": "    precision",
    "image_r": "    recall",
    "page_exact": "pages whose images are all right",
    "caption_f1": "words of the captions of images found",
    "caption_all": "words of all captions",
}


def count_mistakes(score: PageScore) -> int:
    """Return how many images of a page are wrong or missed."""
    return int(sum(score[name].whole - score[name].part for name in ("image_p", "image_r")))


FOLDER = Path(__file__).parent
BINS = 20  # columns of similarity between 0 and 1
LABELLED_BINS = 4  # columns from one number at the axis to the next
TABLE_STEP = 5  # thresholds from one row of the table to the next
OVERVIEW = {"word_f1": "text", "image_f1": "images"}  # the measures by which methods are compared


@dataclass(frozen=True, slots=True)
class MethodResult:
    """What one method was measured at on a corpus."""

    method: str
    report: EvaluationReport
    pages: tuple[JudgedPage, ...]


@dataclass(frozen=True, slots=True)
class CorpusResult:
    """A corpus by each method; `addresses` are those of its pages, by their ids."""

    name: str
    methods: tuple[MethodResult, ...]
    addresses: Mapping[str, str | None]


@dataclass(frozen=True, slots=True)
class WorstPage:
    """A page with its figures; None where it has no such labels."""

    page: str
    address: str | None
    word_f1: float | None
    right: int | None
    wrong: int | None
    missed: int | None


@dataclass(frozen=True, slots=True)
class Similarities:
    """How many images of each similarity were kept and dropped, of those that belong to the article or do not."""

    title: str
    plot: Markup
    bins: Sequence[Bin]


def render_report(corpora: Sequence[CorpusResult], worst: int) -> str:
    """Return the report as an HTML document that needs nothing else.

    Args:
        corpora: what was measured.
        worst: how many of the worst pages are listed, by text and by images.
    """
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals |= {
        "draw_overview": draw_overview,
        "draw_thresholds": draw_thresholds,
        "list_similarities": list_similarities,
        "list_worst": list_worst,
    }
    return environment.get_template("evaluation_report.html").render(
        corpora=corpora,
        worst=worst,
        measures={name: words.strip() for name, words in MEASURES.items()},
        style=Markup((FOLDER / "evaluation_report.css").read_text(encoding="utf-8")),
        version=version("cutline"),
        trace=lambda result: trace_thresholds(result.pages)[::TABLE_STEP],
    )


def draw_overview(identity: str, corpus: CorpusResult) -> Markup:
    """Return the methods compared: F1 of text and images."""
    groups = [
        BarGroup(
            result.method,
            [
                Bar(style, figure.value, figure.low, figure.high)
                for name, style in OVERVIEW.items()
                if (figure := result.report.figures.get(name))
            ],
        )
        for result in corpus.methods
    ]
    return draw_bars(identity, f"F1 by method on {corpus.name}", _describe_overview(corpus), groups)


def draw_thresholds(identity: str, result: MethodResult) -> Markup | None:
    """Return precision and recall of the images by threshold; None where no image has a score."""
    points = trace_thresholds(result.pages)
    if not points:
        return None
    used = list_thresholds(result.pages)
    precision = [(point.threshold, point.precision) for point in points if point.precision is not None]
    lines = (
        Line("precision", "precision", precision),
        Line("recall", "recall", [(point.threshold, point.recall) for point in points]),
    )
    text = "; ".join(map(_describe_point, (measure_threshold(result.pages, threshold) for threshold in used)))
    title = f"Precision and recall of the images by the threshold of their score, {result.method}"
    return draw_lines(identity, title, text, lines, used, "threshold of the score")


def list_similarities(identity: str, result: MethodResult) -> Iterator[Similarities]:
    """Yield how similar the images are that belong to the article, and those that do not."""
    for name, belongs in (("that belong to the article", True), ("that do not belong to it", False)):
        bins = _count_bins([image for page in result.pages for image in page.images if image.belongs == belongs])
        title = f"Images {name}"
        total = sum(each.kept + each.dropped for each in bins)
        text = f"{total:,} images, {sum(each.kept for each in bins):,} of them kept, {_count(bins[0])} without evidence"
        shown = [Bin(_name_column(number), each.kept, each.dropped) for number, each in enumerate(bins)]
        label = "similarity of what is told of the image with the text; none: nothing to compare"
        yield Similarities(title, draw_histogram(f"{identity}-{belongs}", title, text, shown, label), bins)


def list_worst(result: MethodResult, corpus: CorpusResult, by: str, count: int) -> list[WorstPage]:
    """Return the pages with the most mistakes, by `text` or `images`; pages without mistakes are left out."""
    scores = result.report.by_page.items()
    if by == "text":
        found = [(score["word_f1"].value - 1, page) for page, score in scores if "word_f1" in score]
    else:
        found = [(-float(count_mistakes(score)), page) for page, score in scores if "image_p" in score]
    ranked = sorted(pair for pair in found if pair[0] < 0)[:count]
    return [_describe_page(page, result.report.by_page[page], corpus.addresses.get(page)) for _, page in ranked]


def _describe_page(page: str, score: PageScore, address: str | None) -> WorstPage:
    precision, recall = score.get("image_p"), score.get("image_r")
    is_web = address is not None and address.startswith(("http://", "https://"))
    return WorstPage(
        page=page,
        address=address if is_web else None,
        word_f1=score["word_f1"].value if "word_f1" in score else None,
        right=int(recall.part) if recall else None,
        wrong=int(precision.whole - precision.part) if precision else None,
        missed=int(recall.whole - recall.part) if recall else None,
    )


def _describe_overview(corpus: CorpusResult) -> str:
    return "; ".join(
        f"{result.method}: "
        + ", ".join(
            f"{words} {result.report.figures[name].value:.3f}"
            for name, words in OVERVIEW.items()
            if name in result.report.figures
        )
        for result in corpus.methods
    )


def _describe_point(point: ThresholdPoint) -> str:
    precision = "none is kept" if point.precision is None else f"precision {point.precision:.3f}"
    return f"With the threshold in use, {point.threshold:g}: {precision}, recall {point.recall:.3f}"


def _count_bins(images: Sequence[JudgedImage]) -> list[Bin]:
    """Return a column for images without similarity, then one for each twentieth."""
    columns: list[list[JudgedImage]] = [[] for _ in range(BINS + 1)]
    for image in images:
        columns[0 if image.similarity is None else min(int(image.similarity * BINS), BINS - 1) + 1].append(image)
    return [
        Bin(_name_bin(number), sum(image.kept for image in column), sum(not image.kept for image in column))
        for number, column in enumerate(columns)
    ]


def _name_bin(number: int) -> str:
    return "none" if not number else f"{(number - 1) / BINS:.2f} to {number / BINS:.2f}"


def _name_column(number: int) -> str:
    """Return what stands below a column; not all have room for a number."""
    if not number:
        return "none"
    return f"{(number - 1) / BINS:g}" if number % LABELLED_BINS == 1 else ""


def _count(bin_: Bin) -> str:
    return f"{bin_.kept + bin_.dropped:,}"
