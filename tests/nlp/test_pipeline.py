from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
import spacy

from cutline.errors import PipelineError
from cutline.models import SHIPPED_NER
from cutline.nlp import pipeline as pipeline_module
from cutline.nlp.pipeline import Mention, NamePipeline, load_pipeline

LABELS = {"PERSON": "PERSON", "ORG": "ORG", "LOC": "LOC"}
Make = Callable[..., NamePipeline]


def save_ruler(folder: Path, label: str, name: str) -> str:
    """Save a pipeline that marks one name with one label."""
    nlp = spacy.blank("de")
    nlp.add_pipe("entity_ruler").add_patterns([{"label": label, "pattern": name}])
    nlp.to_disk(folder)
    return str(folder)


class TestMentions:
    def test_they_are_found_in_each_text_in_order(self, make_pipeline: Make) -> None:
        pipeline = make_pipeline(PERSON=["Ann"], LOC=["Rome"])
        assert pipeline.find_mentions(["In Rome, Ann", "", "Ann's"]) == [
            [Mention("Rome", "LOC"), Mention("Ann", "PERSON")],
            [],
            [Mention("Ann", "PERSON")],
        ]

    def test_labels_that_mean_no_name_are_left_out(self, make_pipeline: Make) -> None:
        assert make_pipeline(DATE=["Monday"], LOC=["Rome"]).find_mentions(["Monday, Rome"]) == [
            [Mention("Rome", "LOC")]
        ]

    def test_no_texts_have_no_mentions(self, shipped: NamePipeline) -> None:
        assert shipped.find_mentions([]) == []

    def test_the_shipped_pipeline_finds_a_president(self, shipped: NamePipeline) -> None:
        found = shipped.find_mentions(["President Barack Obama spoke in Washington on Monday."])[0]
        assert any(mention.label == "PERSON" and mention.text.endswith("Obama") for mention in found)

    def test_once_enough_words_are_known_new_ones_are_forgotten(
        self, make_pipeline: Make, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(pipeline_module, "KEPT_STRINGS", 30)
        pipeline = make_pipeline(PERSON=["Ann"])
        strings = pipeline._find.__self__._nlp.vocab.strings  # type: ignore[attr-defined]
        sizes = [len(strings)]
        for batch in range(20):
            pipeline.find_mentions([f"Word{batch}a met Word{batch}b in Word{batch}c."])
            sizes.append(len(strings))
        assert sizes[0] < sizes[1] < sizes[2]
        assert sizes[-10:] == sizes[-1:] * 10
        assert 30 <= sizes[-1] - sizes[0] < 60

    def test_mentions_do_not_depend_on_which_words_are_known(self, shipped: NamePipeline) -> None:
        texts = [
            "Anna Smith left the United Nations in Geneva, she said.",
            "It's Paris: don't go, U.S. officials said.",
        ]
        first = shipped.find_mentions(texts)
        assert first[0] and first[1]
        assert shipped.find_mentions(texts) == first

    def test_threads_find_what_one_finds(self, shipped: NamePipeline) -> None:
        batches = [[f"Anna Smith{number} left the United Nations in Geneva.", "Paris"] for number in range(40)]
        alone = [shipped.find_mentions(batch) for batch in batches]
        with ThreadPoolExecutor(8) as pool:
            assert list(pool.map(shipped.find_mentions, batches)) == alone


class TestReadWords:
    TEXT = "In Rome it was said by those who had not been there that he would go to paris."

    def test_all_words_are_read_if_asked_for(self) -> None:
        every = load_pipeline("cutline", LABELS, SHIPPED_NER, "all").find_mentions([self.TEXT])[0]
        capitalised = load_pipeline("cutline", LABELS, SHIPPED_NER, "capitalised").find_mentions([self.TEXT])[0]
        assert [mention.text for mention in capitalised] == ["Rome"]
        assert [mention.text for mention in every] == ["Rome", "paris"]

    def test_a_pipeline_of_another_build_reads_all(self, tmp_path: Path) -> None:
        path = save_ruler(tmp_path, "PER", "angela")
        found = load_pipeline(path, {"PER": "PERSON"}, tmp_path, "capitalised").find_mentions(["Hier ist die angela."])
        assert found == [[Mention("angela", "PERSON")]]


class TestLoading:
    def test_the_shipped_pipeline_is_called_cutline(self, shipped: NamePipeline) -> None:
        assert shipped.language == "en"
        assert shipped.name.startswith("en_")

    def test_labels_of_another_pipeline_are_mapped(self, tmp_path: Path) -> None:
        path = save_ruler(tmp_path, "PER", "Angela Merkel")
        pipeline = load_pipeline(path, {"PER": "PERSON"}, tmp_path / "shipped")
        assert pipeline.language == "de"
        assert pipeline.find_mentions(["Hier ist Angela Merkel."]) == [[Mention("Angela Merkel", "PERSON")]]

    def test_a_missing_pipeline_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(
            PipelineError, match=r"^There is no spaCy pipeline 'xx_none'; install it, or name another\.$"
        ):
            load_pipeline("xx_none", LABELS, tmp_path)

    def test_a_folder_without_a_pipeline_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(PipelineError, match=rf"^There is no spaCy pipeline '{tmp_path}'; install it"):
            load_pipeline(str(tmp_path), LABELS, tmp_path)

    def test_a_missing_shipped_pipeline_asks_to_install_cutline(self, tmp_path: Path) -> None:
        with pytest.raises(PipelineError, match=r"/gone'; install cutline again\.$"):
            load_pipeline("cutline", LABELS, tmp_path / "gone")

    def test_a_damaged_pipeline_does_not_work(self, tmp_path: Path) -> None:
        (tmp_path / "meta.json").write_text("{")
        with pytest.raises(PipelineError, match=r"does not work with spaCy \d"):
            load_pipeline(str(tmp_path), LABELS, tmp_path)

    def test_a_pipeline_of_another_version_does_not_work(self, tmp_path: Path) -> None:
        meta = Path(save_ruler(tmp_path, "PERSON", "Ann")) / "meta.json"
        meta.write_text(meta.read_text().replace('"spacy_version":">=3.8', '"spacy_version":">=2.1,<2.2,>=2.0'))
        with pytest.raises(PipelineError, match="does not work with spaCy"):
            load_pipeline(str(tmp_path), LABELS, tmp_path)

    def test_a_pipeline_without_any_of_the_labels_finds_no_names(self, tmp_path: Path) -> None:
        path = save_ruler(tmp_path, "GENE", "BRCA1")
        with pytest.raises(PipelineError, match=r"finds no names labelled LOC, ORG, PERSON; map its own labels"):
            load_pipeline(path, LABELS, tmp_path)

    def test_a_blank_pipeline_finds_no_names(self, tmp_path: Path) -> None:
        spacy.blank("en").to_disk(tmp_path)
        with pytest.raises(PipelineError, match="finds no names"):
            load_pipeline(str(tmp_path), LABELS, tmp_path)
