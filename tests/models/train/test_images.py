"""Training of the classifier of images, on pages made here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.errors import TrainingError
from cutline.models.auto_models import load_image_model
from cutline.models.train.images import train_images

WriteCorpus = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("few_rounds")


def test_trained_classifier_tells_the_story_s_pictures_from_teasers(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    lines: list[str] = []
    trained = train_images([write_corpus(12)], tmp_path / "out", 0, lines.append)
    figures = trained.figures
    assert (figures.pages, figures.sites, figures.images, figures.labelled) == (12, 12, 24, 12)
    assert figures.scores["made"].f1 == figures.scores["made"].exact == 1.0
    assert lines[-1] == "made: image F1 1.0000 on held-out sites, by place only"
    assert load_image_model(trained.folder) is not None
    card = (trained.folder / "MODEL_CARD.md").read_text()
    assert "12 pages of 12 sites with 24 images, of which 12 are labelled" in card
    assert "| made | 1.000 | 1.000 | 1.0000 | 1.000 |" in card


def test_too_few_sites_are_refused(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="labelled images of at least 5 sites"):
        train_images([write_corpus(4)], tmp_path / "out", 0, lambda line: None)


def test_pages_without_labelled_images_are_not_learned_from(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="labelled images"):
        train_images([write_corpus(12, without=("images",))], tmp_path / "out", 0, lambda line: None)


def test_no_labelled_texts_are_one_sentence(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="sites"):
        train_images([write_corpus(12, without=("text",))], tmp_path / "out", 0, lambda line: None)
