"""Training of the classifiers of text blocks, on pages made here."""

import gzip
import json
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

import numpy as np
import pytest

from cutline.dom.document import Document, Page
from cutline.dom.methods.block_classifier import COLUMNS
from cutline.dom.render.pool import BrowserPool
from cutline.errors import RenderError, TrainingError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.method_models import SHIPPED_BLOCKS, BlockMethod, DecisionTree, load_block_classifier
from cutline.models.train.blocks import FITS, fit_decision_tree, fit_naive_bayes, label_blocks, train_block_classifier
from tests.conftest import SETTINGS

STORY = "The ferry left the harbour at noon. It came back in the evening."
HTML = f"<nav>{'<div><p>All the summer tickets</p></div>' * 12}</nav><main>{f'<p>{STORY}</p>' * 12}</main>"


@pytest.fixture
def render(browsers: BrowserPool) -> Callable[[LabelledPage], Document]:
    return lambda page: browsers.render(Page(page.html))


def write_corpus(folder: Path, sites: int) -> Path:
    rows = ({"id": f"{site}", "site": f"site{site}", "html": HTML, "text": STORY} for site in range(sites))
    path = folder / "made.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as file:
        file.writelines(json.dumps(row) + "\n" for row in rows)
    return path


@pytest.mark.parametrize("method", list(SHIPPED_BLOCKS))
def test_trained_classifier_tells_text_from_menu(
    method: BlockMethod, render: Callable[[LabelledPage], Document], tmp_path: Path
) -> None:
    lines: list[str] = []
    corpus = write_corpus(tmp_path, 6)
    trained = train_block_classifier(method, [corpus], tmp_path / "out", 0, lines.append, render)
    assert trained.figures.score.f1 == 1.0
    assert "F1 1.000 on other sites" in lines[-1]
    page = LabelledPage(id="a", html=HTML, text=STORY)
    examples = label_blocks(page, render(page), SETTINGS)
    found = load_block_classifier(method, tmp_path / "out").is_text(examples.rows)
    assert found.tolist() == examples.labels.tolist() == [False] * 12 + [True] * 12


@pytest.mark.parametrize("method", list(SHIPPED_BLOCKS))
def test_equal_seeds_give_equal_classifiers(method: BlockMethod) -> None:
    generator = np.random.default_rng(0)
    rows = generator.random((400, len(COLUMNS)))
    labels = rows[:, 0] + 0.2 * generator.random(400) > 0.6
    one, other = (FITS[method](rows, labels, 7) for _ in range(2))
    arrays = [vars(each.trees) if isinstance(each, DecisionTree) else asdict(each) for each in (one, other)]
    assert all(np.array_equal(arrays[0][name], arrays[1][name]) for name in arrays[0])


def test_exported_classifiers_find_the_rule() -> None:
    generator = np.random.default_rng(1)
    rows = generator.random((1000, len(COLUMNS)))
    labels = rows[:, 4] > 0.5
    for fit in (fit_naive_bayes, fit_decision_tree):
        assert (fit(rows, labels, 0).is_text(rows) == labels).mean() > 0.97


def test_too_few_sites_are_refused(render: Callable[[LabelledPage], Document], tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="at least 5 sites"):
        train_block_classifier("decision-tree", [write_corpus(tmp_path, 4)], tmp_path / "out", 0, print, render)


def test_folder_with_other_files_is_not_touched(tmp_path: Path) -> None:
    corpus = write_corpus(tmp_path, 1)
    with pytest.raises(TrainingError, match="not part of a model"):
        train_block_classifier("decision-tree", [corpus], tmp_path, 0)


def test_page_that_cannot_be_rendered_is_reported(tmp_path: Path) -> None:
    def refuse(page: LabelledPage) -> Document:
        raise RenderError("The browser is away.")

    lines: list[str] = []
    with pytest.raises(TrainingError):
        train_block_classifier("naive-bayes", [write_corpus(tmp_path, 1)], tmp_path / "out", 0, lines.append, refuse)
    assert lines == ["0 is left out: The browser is away."]
