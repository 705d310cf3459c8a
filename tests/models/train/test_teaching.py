"""Own pages teach a model that is there already, on pages made here."""

import gzip
import json
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from cutline.config import load_settings
from cutline.dom.methods.auto import BodyModel
from cutline.errors import ModelError, TrainingError
from cutline.models.auto_models import (
    BODY,
    SHIPPED_BODY,
    SHIPPED_IMAGES,
    SHIPPED_PAGES,
    load_body_model,
    load_image_model,
    load_page_model,
)
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.models.train.body import collect_body_examples
from cutline.models.train.teaching import Gain, report_gain, split_pages, teach_body, teach_images, teach_pages

WriteCorpus = Callable[..., Path]
pytestmark = pytest.mark.usefixtures("few_rounds")


def quiet(line: str) -> None:
    """Say nothing."""


def correct(corpus: Path, change: Callable[[dict[str, object]], object]) -> Path:
    """Write what a team holds for right of the same pages."""
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        pages = [json.loads(line) for line in lines]
    for page in pages:
        change(page)
    corrected = corpus.with_name("own.jsonl")
    corrected.write_text("".join(json.dumps(page) + "\n" for page in pages), encoding="utf-8")
    return corrected


ABOUT = "Our reporters have written of harbours, bridges and markets in this region for more than forty years."


def end_with_words_about_the_paper(page: dict[str, object]) -> None:
    """Add a paragraph that a team does not hold for a part of the article."""
    page["html"] = str(page["html"]).replace("</article>", f"<p>{ABOUT}</p></article>")


def find_text(model: BodyModel, page: LabelledPage) -> str:
    (example,) = collect_body_examples("own", [page], load_settings(), quiet)
    return example.join(model.predict(example.features) >= 0.5)


class TestBody:
    def test_it_learns_what_a_team_holds_for_text(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        own = correct(write_corpus(11), end_with_words_about_the_paper)
        lines: list[str] = []
        taught = teach_body([own], tmp_path / "out", "cutline", 0, lines.append)
        assert taught.figures.pages == 11
        assert taught.figures.after > taught.figures.before
        assert lines[-1] == str(taught.figures)
        page = next(read_labelled_pages(own))
        assert ABOUT in find_text(load_body_model(SHIPPED_BODY), page)
        assert ABOUT not in find_text(load_body_model(taught.folder), page)
        assert "day 7" in find_text(load_body_model(taught.folder), page)
        card = (taught.folder / "MODEL_CARD.md").read_text()
        assert f"| after | {taught.figures.after:.4f} |" in card
        assert "--from cutline" in card

    def test_a_taught_model_can_be_taught_further(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        corpus = write_corpus(5)
        first = teach_body([corpus], tmp_path / "one", "cutline", 0, quiet)
        second = teach_body([corpus], tmp_path / "two", str(first.folder), 0, quiet)
        counts = [len(BODY.load(taught.folder)[1].columns) for taught in (first, second)]
        assert counts[1] > counts[0]

    def test_equal_seeds_teach_the_same(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        corpus = write_corpus(5)
        folders = [teach_body([corpus], tmp_path / name, "cutline", 3, quiet).folder for name in ("a", "b")]
        assert (folders[0] / "model.npz").read_bytes() == (folders[1] / "model.npz").read_bytes()

    def test_too_few_pages_are_refused(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match="Only 4 of the pages can be learned from; label at least 5"):
            teach_body([write_corpus(4)], tmp_path / "out", "cutline", 0, quiet)
        assert not (tmp_path / "out").exists()

    def test_a_model_that_is_not_there_is_one_sentence(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        with pytest.raises(ModelError, match="gone"):
            teach_body([write_corpus(5)], tmp_path / "out", str(tmp_path / "gone"), 0, quiet)


class TestImages:
    def test_it_learns_which_images_a_team_holds_for_the_article_s(
        self, write_corpus: WriteCorpus, tmp_path: Path
    ) -> None:
        def exchange(page: dict[str, object]) -> None:
            page["images"], page["other_images"] = page["other_images"], page["images"]
            page["images"] = [{"src": source} for source in page["images"]]  # type: ignore[attr-defined]

        taught = teach_images([correct(write_corpus(11), exchange)], tmp_path / "out", "cutline", 0, quiet)
        assert (taught.figures.before, taught.figures.pages) == (0.0, 11)
        assert taught.figures.after == 1.0
        known, model = load_image_model(SHIPPED_IMAGES), load_image_model(taught.folder)
        assert len(model.trees.columns) > len(known.trees.columns)

    def test_pages_without_labelled_images_teach_nothing(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match="Only 0 of the pages"):
            teach_images([write_corpus(6, without=("images",))], tmp_path / "out", "cutline", 0, quiet)


class TestPages:
    def test_it_learns_which_pages_a_team_holds_for_articles(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        def exchange(page: dict[str, object]) -> None:
            page["page_type"] = "other" if page["page_type"] == "article" else "article"

        taught = teach_pages([correct(write_corpus(11, shops=True), exchange)], tmp_path / "out", "cutline", 0, quiet)
        assert taught.figures.after == 1.0 > taught.figures.before
        assert len(load_page_model(taught.folder).trees.columns) > len(load_page_model(SHIPPED_PAGES).trees.columns)

    def test_pages_of_one_kind_are_refused(self, write_corpus: WriteCorpus, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match="label some articles and some other pages"):
            teach_pages([write_corpus(6)], tmp_path / "out", "cutline", 0, quiet)


class TestGain:
    @pytest.mark.parametrize(("after", "count"), [(0.8, 2), (0.9, 2), (0.95, 1)])
    def test_what_gains_nothing_is_said_to_gain_nothing(self, after: float, count: int) -> None:
        lines: list[str] = []
        report_gain(Gain("word F1", 7, 0.9, after), lines.append)
        assert lines[0] == f"7 pages, each held out once: word F1 0.9000 before, {after:.4f} after"
        assert len(lines) == count

    def test_each_page_is_held_out_once(self) -> None:
        splits: Sequence[tuple[list[int], list[int]]] = list(split_pages(7))
        assert sorted(index for _, test in splits for index in test) == list(range(7))
        assert all(sorted(train + test) == list(range(7)) for train, test in splits)
