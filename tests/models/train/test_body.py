"""Training of the classifier of text segments, on pages made here."""

from collections.abc import Callable
from pathlib import Path

import pytest

from cutline.errors import TrainingError
from cutline.models.auto_models import load_body_model
from cutline.models.labelled_pages import read_labelled_pages
from cutline.models.train.body import collect_body_examples, train_body
from tests.conftest import SETTINGS

WriteCorpus = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("few_rounds")


def test_trained_classifier_tells_text_from_menu(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    corpus, lines = write_corpus(12), list[str]()
    trained = train_body([corpus], tmp_path / "out", 0, lines.append)
    assert (trained.figures.pages, trained.figures.sites) == (12, 12)
    assert trained.figures.ceiling == {"made": 1.0}
    assert trained.figures.word_f1["made"] > 0.95
    assert lines[0].startswith("12 pages, ")
    model = load_body_model(trained.folder)
    for page in collect_body_examples("made", read_labelled_pages(corpus), SETTINGS, lines.append):
        scores = model.predict(page.features)
        assert ((scores > 0.5) == page.labels).mean() > 0.95


def test_the_card_names_data_command_and_figures(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    trained = train_body([write_corpus(6)], tmp_path / "out", 3, lambda line: None)
    card = (trained.folder / "MODEL_CARD.md").read_text()
    assert "6 pages of 6 sites" in card and "from the corpora: made." in card
    assert "`cutline train body --data PATH... --out FOLDER --seed 3`" in card
    assert f"| made | {trained.figures.word_f1['made']:.4f} | 1.0000 |" in card


def test_equal_seeds_give_equal_models(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    corpus = write_corpus(6)
    folders = [train_body([corpus], tmp_path / name, 0, lambda line: None).folder for name in ("one", "two")]
    one, two = ({path.name: path.read_bytes() for path in folder.iterdir()} for folder in folders)
    assert one == two


@pytest.mark.parametrize("without", [(), ("text",)])
def test_too_few_sites_are_refused(write_corpus: WriteCorpus, tmp_path: Path, without: tuple[str, ...]) -> None:
    with pytest.raises(TrainingError, match="labelled texts of at least 5 sites"):
        train_body([write_corpus(12 if without else 4, without=without)], tmp_path / "out", 0, lambda line: None)


def test_a_folder_with_other_files_is_not_touched(write_corpus: WriteCorpus, tmp_path: Path) -> None:
    with pytest.raises(TrainingError, match="not part of a model"):
        train_body([write_corpus(1)], tmp_path, 0, lambda line: pytest.fail("nothing is to be read"))
