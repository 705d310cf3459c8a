"""Training of a template wrapper, on labelled pages of one site.

Source: S. Zheng, R. Song and J.-R. Wen, "Template-Independent News Extraction Based on Visual Consistency", AAAI 2007,
"Experiment Setup": the pages of a site are divided at random into three groups, and each is measured by what the others
taught.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib.metadata import version
from itertools import chain
from pathlib import Path
from statistics import mean

from cutline.config import Settings, load_settings
from cutline.dom.document import parse, read_page
from cutline.dom.methods.template_wrapper import find_template_wrapper
from cutline.dom.templates.patterns import TemplateWrapper, walk_pattern
from cutline.errors import CutlineError, ModelError, TrainingError
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.template_wrapper_files import load_template_wrapper, save_template_wrapper
from cutline.models.train.template_examples import TemplatePage, label_page, name_site
from cutline.models.train.template_merging import learn_template

MIN_PAGES = 2
GROUPS = 3

Report = Callable[[str], None]


@dataclass(frozen=True, slots=True)
class TemplateFigures:
    """How right the segments kept are of pages that were left out: means over pages (0..1)."""

    precision: float
    recall: float
    f1: float


@dataclass(frozen=True, slots=True)
class TrainedTemplateWrapper:
    """A wrapper, the file it lies in, and what was measured of it; None of two pages."""

    file: Path
    wrapper: TemplateWrapper
    figures: TemplateFigures | None


def train_template_wrapper(
    data: Sequence[Path], out: Path, seed: int, report: Report, site: str | None = None
) -> TrainedTemplateWrapper:
    """Return the wrapper of one site, learned from all its pages that have a labelled text.

    Args:
        data: corpora of labelled pages.
        out: the file to write; a wrapper that is there is replaced.
        seed: of the division into groups; the wrapper does not depend on it.
        report: called with each line of progress.
        site: the site, if the corpora hold several.

    Raises:
        SourceError: a corpus cannot be read.
        TrainingError: there are too few pages, several sites to choose from, no labelled text in the pages, or `out` is
            another file.
    """
    settings = load_settings()
    _check_out(out)
    chosen, labelled = select_site(chain.from_iterable(read_labelled_pages(path) for path in data), site)
    pages = read_template_pages(labelled, settings, report)
    if len(pages) < MIN_PAGES:
        raise TrainingError(f"There are {len(pages)} pages of {chosen} that can be used; a wrapper needs {MIN_PAGES}.")
    wrapper = learn_template(chosen, pages, settings.template_wrapper)
    nodes = list(walk_pattern(wrapper.root))
    if not any(node.label == "content" for node in nodes):
        raise TrainingError(
            f"The labelled text of {chosen} does not stand in its pages; is it the text of these pages?"
        )
    report(f"{len(pages)} pages of {chosen}, {len(nodes):,} nodes in the template")
    figures = cross_validate(chosen, pages, seed, settings)
    if figures is None:
        report(f"nothing was measured; that takes {GROUPS} pages")
    else:
        report(
            f"{GROUPS} groups of pages, each measured by what the others taught: precision {figures.precision:.3f}  "
            f"recall {figures.recall:.3f}  F1 {figures.f1:.3f}"
        )
    _save(out, wrapper)
    return TrainedTemplateWrapper(out, wrapper, figures)


def select_site(pages: Iterable[LabelledPage], site: str | None) -> tuple[str, list[LabelledPage]]:
    """Return the name of a site and its pages with a labelled text.

    Raises:
        TrainingError: there is no such site, or none was named and there is not just one.
    """
    with_text = [page for page in pages if page.text]
    counts = Counter(map(name_site, with_text))
    known = ", ".join(f"{name} ({count})" for name, count in counts.most_common(5))
    if site is None and len(counts) > 1:
        raise TrainingError(f"The data holds pages of {len(counts)} sites, such as {known}; choose one with --site.")
    chosen = next(iter(counts), "any site") if site is None else site
    if not counts[chosen]:
        raise TrainingError(f"The data holds no page of {chosen} with a labelled text; it has {known or 'no site'}.")
    return chosen, [page for page in with_text if name_site(page) == chosen]


def read_template_pages(pages: Iterable[LabelledPage], settings: Settings, report: Report) -> list[TemplatePage]:
    """Return the pages with the labels of their segments; one that cannot be read is reported and left out."""
    read = []
    for page in pages:
        try:
            document = parse(read_page(page.html, settings.page.max_bytes, page.url), settings.page.max_elements)
        except CutlineError as error:
            report(f"{page.id} is left out: {error}")
            continue
        read.append(label_page(page, document, settings))
    return read


def cross_validate(site: str, pages: Sequence[TemplatePage], seed: int, settings: Settings) -> TemplateFigures | None:
    """Return how right the wrapper is on pages that it was not learned from; None of fewer pages than groups."""
    if len(pages) < GROUPS:
        return None
    shuffled = random.Random(seed).sample(pages, len(pages))
    groups = [shuffled[group::GROUPS] for group in range(GROUPS)]
    scores = []
    for group in range(GROUPS):
        others = [page for other in range(GROUPS) if other != group for page in groups[other]]
        wrapper = learn_template(site, others, settings.template_wrapper)
        scores += [score_page(page, wrapper, settings) for page in groups[group]]
    return TemplateFigures(*map(mean, zip(*scores, strict=True)))


def score_page(page: TemplatePage, wrapper: TemplateWrapper, settings: Settings) -> tuple[float, float, float]:
    """Return precision, recall and F1 of the segments with words that the wrapper keeps of a page."""
    body = find_template_wrapper(page.document, page.segments, settings, wrapper)
    rows = [(found.kept, is_gold) for found, is_gold in zip(body.decisions, page.is_gold, strict=True)]
    kept = sum(is_kept for is_kept, is_gold in rows if is_gold is not None)
    gold = sum(bool(is_gold) for _, is_gold in rows)
    right = sum(is_kept and bool(is_gold) for is_kept, is_gold in rows)
    return right / max(1, kept), right / gold if gold else 1.0, 2 * right / max(1, kept + gold)


def _check_out(out: Path) -> None:
    if out.is_dir():
        raise TrainingError(f"{out} is a folder; a wrapper is a file, such as {out / 'wrapper.json'}.")
    if out.exists():
        try:
            load_template_wrapper(str(out))
        except ModelError as error:
            raise TrainingError(f"{out} is there and no wrapper; name another file.") from error


def _save(out: Path, wrapper: TemplateWrapper) -> None:
    try:
        out.parent.mkdir(parents=True, exist_ok=True)
        save_template_wrapper(out, wrapper, {"cutline": version("cutline")})
    except OSError as error:
        raise TrainingError(f"The wrapper {out} cannot be written: {error.strerror or error}.") from error
