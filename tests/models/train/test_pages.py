"""Training of the classifier of pages, on pages made here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.errors import TrainingError
from cutline.models.auto_models import load_page_model
from cutline.models.train.pages import train_pages

WriteCorpus = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("few_rounds")


def test_trained_classifier_tells_articles_from_shops(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    lines: list[str] = []
    trained = train_pages([write_corpus(12, shops=True)], tmp_path / "out", 0, lines.append)
    figures = trained.figures
    assert (figures.pages, figures.articles, figures.sites) == (24, 12, 12)
    assert (figures.roc, figures.average_precision) == (1.0, 1.0)
    assert figures.brier < 0.1
    assert lines[-1].startswith("24 pages: area under the ROC curve 1.0000 on other sites")
    assert load_page_model(trained.folder) is not None
    assert "24 pages of 12 sites, 12 of them articles" in (trained.folder / "MODEL_CARD.md").read_text()


@pytest.mark.load
def test_other_articles_without_a_type_are_learned_from_and_not_measured_and_the_same_ones_count_once(
    write_corpus: WriteCorpus, tmp_path: Path
) -> None:
    (typed := write_corpus(12, shops=True)).rename(typed := tmp_path / "typed.jsonl.gz")
    alone = train_pages([typed], tmp_path / "alone", 0, lambda line: None)
    same = train_pages([typed, write_corpus(8, without=("page_type",))], tmp_path / "same", 0, lambda line: None)
    assert same.figures == alone.figures
    others = write_corpus(8, first=12, without=("page_type",))
    trained = train_pages([typed, others], tmp_path / "out", 0, lambda line: None)
    assert trained.figures.pages == alone.figures.pages == 24
    assert (trained.folder / "model.npz").read_bytes() != (alone.folder / "model.npz").read_bytes()


def test_articles_alone_are_refused(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="articles and others"):
        train_pages([write_corpus(12)], tmp_path / "out", 0, lambda line: None)


def test_no_labelled_texts_are_one_sentence(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="sites"):
        train_pages([write_corpus(12, shops=True, without=("text",))], tmp_path / "out", 0, lambda line: None)
