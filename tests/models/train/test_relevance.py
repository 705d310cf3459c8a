"""Training of the classifiers of relevance, on pages made here."""

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from cutline.errors import TrainingError
from cutline.models.auto_models import load_relevance_model
from cutline.models.train import relevance
from cutline.models.train.relevance import SPLITS, TEXTS, train_relevance
from cutline.nlp.relevance import RELEVANCE_COLUMNS
from cutline.nlp.stories import SPLIT_COLUMNS

WriteCorpus = Callable[..., Path]


@pytest.fixture(autouse=True)
def few_trees(monkeypatch: pytest.MonkeyPatch) -> None:
    """Few and small trees, for few and small pages."""
    for name in ("TEXTS", "SPLITS", "STRANGERS"):
        boosting = replace(getattr(relevance, name), rounds=6, min_rows=2, penalty=0.0, rate=0.3)
        monkeypatch.setattr(relevance, name, boosting)


def test_equal_seeds_train_the_same(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    corpus = write_corpus(5)
    lines: list[str] = []
    one, two = (train_relevance([corpus], tmp_path / name, 1, lines.append) for name in ("one", "two"))
    assert one.figures == two.figures
    assert (one.folder / "model.npz").read_bytes() == (two.folder / "model.npz").read_bytes()
    assert load_relevance_model(one.folder) is not None
    assert list(one.figures) == ["blocks", "captions", "boundaries", "strangers"]
    assert (one.figures["captions"].own, one.figures["captions"].strangers) == (5, 10)
    assert lines[0] == "5 articles, 5 captions"
    card = (one.folder / "MODEL_CARD.md").read_text()
    assert f"| blocks | 40 | {one.figures['blocks'].strangers} |" in card


def test_too_few_sites_are_refused(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="labelled texts of at least 5 sites"):
        train_relevance([write_corpus(4)], tmp_path / "out", 0, lambda line: None)
    assert not (tmp_path / "out").exists()


@pytest.mark.parametrize("without", ["text", "images"])
def test_pages_without_labelled_texts_or_images_are_refused(
    write_corpus: WriteCorpus, tmp_path: Path, without: str
) -> None:
    with pytest.raises(TrainingError, match="labelled texts of at least 5 sites, and labelled images"):
        train_relevance([write_corpus(6, without=(without,))], tmp_path / "out", 0, lambda line: None)


def test_evidence_may_only_speak_for_a_story() -> None:
    directions = dict(zip(RELEVANCE_COLUMNS, TEXTS.directions, strict=True))
    assert {name for name, direction in directions.items() if direction != 1} == {
        "words",
        "name_share",
        "story_words",
        "is_paid",
    }
    assert directions["is_paid"] == -1
    split = dict(zip(SPLIT_COLUMNS, SPLITS.directions, strict=True))
    assert (split["both"], split["contrast"], split["words_before"]) == (1, -1, 0)
