"""The figures of an evaluation as one HTML file with plots, and what another threshold would keep of the images."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path

from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markupsafe import Markup

from cutline.models.evaluation import EvaluationReport, Figure, PageScore, harmonic_mean
from cutline.models.labelled_pages import LabelledPage, match_candidates
from cutline.types import Article, Dropped, Image

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

FOLDER = Path(__file__).parent
STEPS = 50  # thresholds between 0 and 1 that are tried
BINS = 20  # columns of similarity between 0 and 1
LABELLED_BINS = 4  # columns from one number at the axis to the next
TICKS = 5  # of an axis of counts, at most
STEP_COUNTS = (1, 2, 5)  # what the steps of an axis of counts are a power of ten times
OVERVIEW = {"word_f1": "text", "image_f1": "images"}  # the measures by which methods are compared


@dataclass(frozen=True, slots=True)
class JudgedImage:
    """One image of a page.

    Attributes:
        labels: the labelled images that it can be; none if it does not belong to the article.
        kept: whether it was kept.
        score, threshold: what that was decided from (0..1); None where a rule decided.
        similarity: of what is told of it, with the text (0..1); None where there was nothing to compare.
    """

    labels: tuple[int, ...]
    kept: bool
    score: float | None
    threshold: float | None
    similarity: float | None

    @property
    def belongs(self) -> bool:
        """Whether it belongs to the article."""
        return bool(self.labels)

    def is_kept_from(self, threshold: float) -> bool:
        """Return whether it would be kept with another threshold; what a rule decided stays as it is."""
        if self.score is None or self.threshold is None:
            return self.kept
        is_dropped_by_rule = not self.kept and self.score >= self.threshold
        return self.score >= threshold and not is_dropped_by_rule


@dataclass(frozen=True, slots=True)
class JudgedPage:
    """The images of a page that have a label or a verdict, and how many are labelled as the article's."""

    images: tuple[JudgedImage, ...]
    labelled: int


def judge_page(page: LabelledPage, article: Article | None) -> JudgedPage | None:
    """Return the images of an article that was extracted with `dropped`; None for a page without labelled images.

    Of a page that failed (None), no image was kept.
    """
    if page.images is None:
        return None
    images = (*article.images, *(article.dropped or Dropped()).images) if article else ()
    labels, known = match_candidates(page, images)
    judged = (_judge(image, found) for image, found, is_known in zip(images, labels, known, strict=True) if is_known)
    return JudgedPage(tuple(judged), len(page.images))


def _judge(image: Image, labels: tuple[int, ...]) -> JudgedImage:
    verdict = image.verdict
    similarity = verdict.similarity.score if verdict.similarity else None
    return JudgedImage(labels, verdict.kept, verdict.score, verdict.threshold, similarity)


@dataclass(frozen=True, slots=True)
class ThresholdPoint:
    """How right the images are that a threshold keeps; `precision` is None where it keeps none."""

    threshold: float
    precision: float | None
    recall: float

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall (0..1)."""
        return harmonic_mean(self.precision or 0, self.recall)


def trace_thresholds(pages: Sequence[JudgedPage]) -> tuple[ThresholdPoint, ...]:
    """Return precision and recall at each threshold; nothing where no image was judged by a score, or none belongs."""
    has_scores = any(image.score is not None for page in pages for image in page.images)
    if not has_scores or not any(page.labelled for page in pages):
        return ()
    return tuple(measure_threshold(pages, step / STEPS) for step in range(STEPS + 1))


def measure_threshold(pages: Iterable[JudgedPage], threshold: float) -> ThresholdPoint:
    """Return how right the images of pages are that would be kept with a threshold (0..1)."""
    right = kept = labelled = 0
    for page in pages:
        found, wrong = _count(page, threshold)
        right, kept, labelled = right + found, kept + found + wrong, labelled + page.labelled
    return ThresholdPoint(threshold, right / kept if kept else None, right / labelled if labelled else 1.0)


def list_thresholds(pages: Iterable[JudgedPage]) -> tuple[float, ...]:
    """Return the thresholds that images were judged with: one, or one for each measure of similarity."""
    return tuple(sorted({each.threshold for page in pages for each in page.images if each.threshold is not None}))


def _count(page: JudgedPage, threshold: float) -> tuple[int, int]:
    """Return how many images of a page are rightly and wrongly kept; a copy of one that is kept is neither."""
    taken: set[int] = set()
    wrong = 0
    for image in sorted(page.images, key=lambda image: -(image.score or 0)):
        if not image.is_kept_from(threshold):
            continue
        fresh = next((label for label in image.labels if label not in taken), None)
        if fresh is not None:
            taken.add(fresh)
        elif image.kept or not image.belongs:
            wrong += 1
    return len(taken), wrong


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
class Bin:
    """A column of a histogram: its name, what stands below it if there is room, and how many were kept and dropped."""

    name: str
    label: str
    kept: int
    dropped: int


def count_mistakes(score: PageScore) -> int:
    """Return how many images of a page are wrong or missed."""
    return int(sum(score[name].whole - score[name].part for name in ("image_p", "image_r")))


def render_report(corpora: Sequence[CorpusResult], worst: int) -> str:
    """Return the report as an HTML document that needs nothing else.

    Args:
        corpora: what was measured.
        worst: how many of the worst pages are listed, by text and by images.
    """
    environment = Environment(loader=FileSystemLoader(FOLDER), autoescape=True, undefined=StrictUndefined)
    environment.trim_blocks = environment.lstrip_blocks = True
    environment.globals |= {
        "compare_methods": compare_methods,
        "count_bins": count_bins,
        "list_thresholds": list_thresholds,
        "list_worst": list_worst,
        "scale_axis": scale_axis,
        "trace_thresholds": trace_thresholds,
    }
    environment.filters["measure"] = lambda threshold, pages: measure_threshold(pages, threshold)
    return environment.get_template("evaluation_report.html").render(
        corpora=corpora,
        worst=worst,
        measures={name: words.strip() for name, words in MEASURES.items()},
        style=Markup((FOLDER / "evaluation_report.css").read_text(encoding="utf-8")),
        version=version("cutline"),
    )


def compare_methods(corpus: CorpusResult) -> dict[str, dict[str, Figure]]:
    """Return the figures by which the methods are compared, by what they are of."""
    return {
        result.method: {
            words: result.report.figures[name] for name, words in OVERVIEW.items() if name in result.report.figures
        }
        for result in corpus.methods
    }


def scale_axis(bins: Sequence[Bin]) -> tuple[int, int]:
    """Return a round step by which an axis of counts has few ticks, and the count at its end."""
    most, step = max((each.kept + each.dropped for each in bins), default=0), 1
    while most > step * TICKS * STEP_COUNTS[-1]:
        step *= 10
    step = next(step * factor for factor in STEP_COUNTS if most <= step * factor * TICKS)
    return step, step * max(1, -(-most // step))


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


def count_bins(pages: Sequence[JudgedPage], belongs: bool) -> list[Bin]:
    """Return the images that belong to the article, or those that do not: without similarity, then by twentieths."""
    columns: list[list[JudgedImage]] = [[] for _ in range(BINS + 1)]
    for image in (image for page in pages for image in page.images if image.belongs == belongs):
        columns[0 if image.similarity is None else min(int(image.similarity * BINS), BINS - 1) + 1].append(image)
    return [
        Bin(*_name_bin(number), sum(image.kept for image in column), sum(not image.kept for image in column))
        for number, column in enumerate(columns)
    ]


def _name_bin(number: int) -> tuple[str, str]:
    """Return the name of a column, and what stands below it; not all have room for a number."""
    if not number:
        return "none", "none"
    low = (number - 1) / BINS
    return f"{low:.2f} to {number / BINS:.2f}", f"{low:g}" if number % LABELLED_BINS == 1 else ""
