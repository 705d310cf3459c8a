"""The training of the name pipeline, on a synthetic labelled set that one sentence pattern makes."""

import gzip
import hashlib
import json
import shutil
from pathlib import Path

import pytest
import spacy
from spacy.language import Language

from cutline.errors import TrainingError
from cutline.models.train.datasets import TABLE, Use, find_data_files, select_files
from cutline.models.train.labelled_texts import read_labelled_texts, weighted_texts
from cutline.models.train.ner import CONFIG, NerFigures, train_ner
from cutline.models.train.training import Trained
from cutline.nlp.pipeline import open_language

PERSONS = ("Ada Ortega", "Bruno Falk", "Clara Nwosu", "Dan Iversen", "Edda Brandt", "Femi Okoro")
PLACES = ("Lisbon", "Norwich", "Tampere", "Graz")
Row = dict[str, object]


def make_rows(count: int) -> list[Row]:
    rows: list[Row] = []
    for number in range(count):
        person, place = PERSONS[number % len(PERSONS)], PLACES[number % len(PLACES)]
        text = f"{person} opened the new library in {place} on Monday."
        start = text.index(place)
        rows.append({"text": text, "entities": [[0, len(person), "PERSON"], [start, start + len(place), "LOC"]]})
    return rows


def write_rows(folder: Path, name: str, rows: list[Row]) -> Path:
    folder.mkdir(exist_ok=True)
    path = folder / f"{name}.jsonl.gz"
    with gzip.open(path, "wt", encoding="utf-8") as lines:
        lines.writelines(json.dumps(row) + "\n" for row in rows)
    return path


def write_small_config(folder: Path) -> Path:
    changes = {
        "max_steps": "12",
        "eval_frequency": "4",
        "warmup_steps": "2",
        "initial_rate": "0.01",
        "width": "16",
        "rows": "200",
    }
    lines = [change_setting(line, changes) for line in CONFIG.read_text(encoding="utf-8").splitlines()]
    path = folder / "small.cfg"
    path.write_text("\n".join(lines), encoding="utf-8")
    return path


def write_overlay(folder: Path) -> Path:
    path = folder / "overlay.cfg"
    path.write_text(
        '[nlp]\nlang = "xx"\n[initialize]\n[initialize.before_init]\n@callbacks = "cutline.SplitMore.v1"\n',
        encoding="utf-8",
    )
    return path


def change_setting(line: str, changes: dict[str, str]) -> str:
    name, _, value = line.partition(" = ")
    if name not in changes or value.startswith("$"):
        return line
    return f"{name} = {changes[name]}" if not value.startswith("[") else f"{name} = {[int(changes[name])] * 4}"


def train_small(folder: Path, out: str, seed: int = 0, reported: list[str] | None = None) -> Trained[NerFigures]:
    data = folder / "data"
    write_rows(data, "ewt-train", make_rows(24))
    write_rows(data, "ewt-dev", make_rows(6))
    write_rows(data, "pud", make_rows(6))
    report = [].append if reported is None else reported.append
    return train_ner([data], folder / out, seed, report, configs=[write_small_config(folder)])


def digest_weights(folder: Path) -> str:
    weights = (folder / "tok2vec" / "model", folder / "ner" / "model")
    return hashlib.sha256(b"".join(file.read_bytes() for file in weights)).hexdigest()


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ner")


@pytest.fixture(scope="module")
def reported() -> list[str]:
    return []


@pytest.fixture(scope="module")
def trained(folder: Path, reported: list[str]) -> Trained[NerFigures]:
    return train_small(folder, "first", reported=reported)


@pytest.fixture(scope="module")
def retrained(trained: Trained[NerFigures], folder: Path) -> Trained[NerFigures]:
    shutil.copytree(trained.folder, folder / "again")
    (folder / "again" / "left-over").touch()
    return train_small(folder, "again")


class TestTrainNer:
    def test_pipeline_loads_and_finds_the_names_it_was_taught(self, trained: Trained[NerFigures]) -> None:
        doc = open_language(trained.folder)("Clara Nwosu opened the new library in Graz on Monday.")
        assert [(entity.text, entity.label_) for entity in doc.ents] == [("Clara Nwosu", "PERSON"), ("Graz", "LOC")]

    def test_scores_are_those_of_the_held_out_files(self, trained: Trained[NerFigures]) -> None:
        assert set(trained.figures.scores) == {"ewt-dev", "pud"}
        assert trained.figures.scores["pud"].names == 12
        assert trained.figures.scores["pud"].typed > 0.9

    def test_progress_is_reported_at_each_evaluation(self, trained: Trained[NerFigures], reported: list[str]) -> None:
        assert [line.split()[1] for line in reported if line.startswith("step")] == ["0", "4", "8", "12"]

    def test_card_names_data_licences_and_figures(self, trained: Trained[NerFigures]) -> None:
        card = (trained.folder / "MODEL_CARD.md").read_text(encoding="utf-8")
        assert "| ewt-train | Universal NER, English EWT | CC BY-SA 4.0 | trained on |" in card
        assert f"| pud | 12 | {trained.figures.scores['pud'].typed:.3f} |" in card
        assert "{" not in card

    def test_licence_is_in_the_meta_data_and_beside_the_weights(self, trained: Trained[NerFigures]) -> None:
        assert open_language(trained.folder).meta["license"] == "CC BY-SA 4.0"
        notice = (trained.folder / "LICENSE").read_text(encoding="utf-8")
        assert "https://creativecommons.org/licenses/by-sa/4.0/" in notice
        assert "ewt-train" in notice
        assert "pud" not in notice

    def test_neither_training_text_nor_its_path_is_saved(self, trained: Trained[NerFigures], folder: Path) -> None:
        saved = b"".join(file.read_bytes() for file in trained.folder.rglob("*") if file.is_file())
        assert b"Nwosu" not in saved
        assert str(folder).encode() not in saved
        assert not (trained.folder / "vocab").exists()

    def test_equal_seeds_give_equal_weights(self, trained: Trained[NerFigures], retrained: Trained[NerFigures]) -> None:
        assert digest_weights(retrained.folder) == digest_weights(trained.folder)

    def test_another_seed_gives_other_weights(self, trained: Trained[NerFigures], folder: Path) -> None:
        assert digest_weights(train_small(folder, "other", seed=1).folder) != digest_weights(trained.folder)

    def test_a_pipeline_in_the_folder_is_replaced(self, retrained: Trained[NerFigures]) -> None:
        assert not (retrained.folder / "left-over").exists()


@pytest.fixture(scope="module")
def many(folder: Path) -> Trained[NerFigures]:
    data = folder / "many"
    for name, rows in (("da-ddt-train", 24), ("da-ddt-dev", 6), ("hr-set-train", 24), ("de-pud-test", 6)):
        write_rows(data, name, make_rows(rows))
    configs = [write_small_config(folder), write_overlay(folder)]
    return train_ner([data], folder / "xx", 0, [].append, ["da", "hr"], configs)


class TestManyLanguages:
    def test_it_is_of_no_language_and_cuts_words_at_apostrophes(self, many: Trained[NerFigures]) -> None:
        nlp = open_language(many.folder)
        assert nlp.lang == "xx"
        assert [word.text for word in nlp.make_doc("l'Etat")] == ["l", "'", "Etat"]

    def test_only_files_of_the_languages_asked_for_are_read(self, many: Trained[NerFigures]) -> None:
        assert set(many.figures.scores) == {"da-ddt-dev"}
        assert "de-pud" not in (many.folder / "MODEL_CARD.md").read_text(encoding="utf-8")

    def test_each_language_has_a_card_of_its_own(self, many: Trained[NerFigures]) -> None:
        danish, croatian = (
            (many.folder / "languages" / f"{code}.md").read_text(encoding="utf-8") for code in ("da", "hr")
        )
        assert "| da-ddt-dev | 12 |" in danish
        assert "| hr-set-train | Universal NER, Croatian SET | CC BY-SA 4.0 | trained on |" in croatian
        assert "hr-set" not in danish

    def test_weights_are_stored_in_half_precision_and_opened_in_single(self, many: Trained[NerFigures]) -> None:
        def list_types(nlp: Language) -> set[str]:
            model = nlp.get_pipe("tok2vec").model  # type: ignore[attr-defined]
            return {str(node.get_param(name).dtype) for node in model.walk() for name in node.param_names}

        assert list_types(spacy.load(many.folder)) == {"float16"}
        assert list_types(open_language(many.folder)) == {"float32"}


class TestRefusedData:
    @pytest.mark.parametrize("name", [name for name, data in TABLE.items() if data.get("use", "TRAIN") != "TRAIN"])
    def test_a_held_out_file_is_never_trained_on(self, tmp_path: Path, name: str) -> None:
        held_out = write_rows(tmp_path, name, make_rows(4))
        dev = write_rows(tmp_path, "ewt-dev", make_rows(4))
        with pytest.raises(TrainingError, match="No data file is one to train on"):
            train_ner([held_out, dev], tmp_path / "out")

    def test_no_development_file(self, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match="choose the best model"):
            train_ner([write_rows(tmp_path, "mine", make_rows(4))], tmp_path / "out")

    def test_missing_path(self, tmp_path: Path) -> None:
        with pytest.raises(TrainingError, match="There is no file or folder"):
            train_ner([tmp_path / "nowhere"], tmp_path / "out")

    def test_file_of_another_kind(self, tmp_path: Path) -> None:
        (tmp_path / "notes.txt").touch()
        with pytest.raises(TrainingError, match=r"end in \.jsonl\.gz"):
            train_ner([tmp_path / "notes.txt"], tmp_path / "out")

    def test_two_files_of_one_name(self, tmp_path: Path) -> None:
        paths = [write_rows(tmp_path / part, "mine", make_rows(1)) for part in "ab"]
        with pytest.raises(TrainingError, match="have the same name"):
            find_data_files(paths)

    def test_malformed_line_of_a_training_file(self, tmp_path: Path) -> None:
        rows: list[Row] = [{"text": "Graz", "entities": [[0, 9, "LOC"]]}]
        data = [write_rows(tmp_path, "mine", rows), write_rows(tmp_path, "mine-dev", make_rows(2))]
        with pytest.raises(TrainingError, match=r"Line 1 of .*mine"):
            train_ner(data, tmp_path / "out")

    def test_empty_training_file(self, tmp_path: Path) -> None:
        data = [write_rows(tmp_path, "mine", []), write_rows(tmp_path, "mine-dev", make_rows(2))]
        with pytest.raises(TrainingError, match="no text to train on"):
            train_ner(data, tmp_path / "out")

    def test_development_file_without_names(self, tmp_path: Path) -> None:
        rows: list[Row] = [{"text": "Rain.", "entities": []}]
        data = [write_rows(tmp_path, "mine", make_rows(2)), write_rows(tmp_path, "mine-dev", rows)]
        with pytest.raises(TrainingError, match="holds no name"):
            train_ner(data, tmp_path / "out")

    def test_out_is_a_file(self, tmp_path: Path) -> None:
        data = [write_rows(tmp_path, name, make_rows(2)) for name in ("mine", "mine-dev")]
        with pytest.raises(TrainingError, match="cannot be made: File exists"):
            train_ner(data, data[0])

    def test_folder_that_holds_other_things_is_not_replaced(self, tmp_path: Path) -> None:
        data = [write_rows(tmp_path, name, make_rows(2)) for name in ("mine", "mine-dev")]
        (tmp_path / "thesis.txt").touch()
        with pytest.raises(TrainingError, match="holds something else"):
            train_ner(data, tmp_path)


class TestFindDataFiles:
    def test_a_folder_means_its_labelled_texts(self, tmp_path: Path) -> None:
        write_rows(tmp_path, "mine", make_rows(1))
        (tmp_path / "README.md").touch()
        assert [file.name for file in find_data_files([tmp_path])] == ["mine"]

    def test_an_unknown_file_is_trained_on_unless_its_name_says_otherwise(self, tmp_path: Path) -> None:
        for name in ("mine", "mine-dev", "mine-test"):
            write_rows(tmp_path, name, make_rows(1))
        files = find_data_files([tmp_path])
        uses = {use: [file.name for file in select_files(files, use)] for use in Use}
        assert uses == {Use.TRAIN: ["mine"], Use.DEV: ["mine-dev"], Use.TEST: ["mine-test"], Use.NONE: []}


class TestReadLabelledTexts:
    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("{", "JSON"),
            ('{"text": "Graz"}', "entities"),
            ('{"text": "Graz", "entities": [[0, 4, "CITY"]]}', "entities.0.2"),
            ('{"text": "Graz", "entities": [[0, 5, "LOC"]]}', "leaves the text"),
            ('{"text": "Graz", "entities": [[2, 2, "LOC"]]}', "is empty"),
            ('{"text": "Graz", "entities": [[0, 3, "LOC"], [2, 4, "LOC"]]}', "overlaps"),
        ],
    )
    def test_a_malformed_line_is_named(self, tmp_path: Path, line: str, reason: str) -> None:
        path = tmp_path / "mine.jsonl.gz"
        path.write_bytes(gzip.compress(f'{{"text": "", "entities": []}}\n{line}\n'.encode()))
        with pytest.raises(TrainingError, match=r"^Line 2 of .*mine\.jsonl\.gz") as error:
            list(read_labelled_texts(path))
        assert reason in str(error.value)

    def test_a_file_may_be_plain_or_gzipped(self, tmp_path: Path) -> None:
        line = b'{"text": "Graz", "entities": [[0, 4, "LOC"]]}\n'
        (tmp_path / "plain.jsonl").write_bytes(line)
        (tmp_path / "packed.jsonl.gz").write_bytes(gzip.compress(line))
        files = find_data_files([tmp_path])
        assert [file.name for file in files] == ["packed", "plain"]
        for file in files:
            assert [labelled.text for labelled in read_labelled_texts(file.path)] == ["Graz"]

    def test_a_set_that_is_there_twice_is_refused(self, tmp_path: Path) -> None:
        for name in ("mine.jsonl", "mine.jsonl.gz"):
            (tmp_path / name).touch()
        with pytest.raises(TrainingError, match="have the same name"):
            find_data_files([tmp_path])

    def test_a_plain_file_that_is_not_text_is_named(self, tmp_path: Path) -> None:
        (tmp_path / "mine.jsonl").write_bytes(b"\xff\xfe")
        with pytest.raises(TrainingError, match=r"mine\.jsonl cannot be read as text"):
            list(read_labelled_texts(tmp_path / "mine.jsonl"))

    @pytest.mark.parametrize("content", [b"no gzip", gzip.compress(b"x" * 999)[:20], gzip.compress(b"\xff\xfe")])
    def test_a_file_that_cannot_be_read_is_named(self, tmp_path: Path, content: bytes) -> None:
        path = tmp_path / "mine.jsonl.gz"
        path.write_bytes(content)
        with pytest.raises(TrainingError, match=r"mine\.jsonl\.gz cannot be read"):
            list(read_labelled_texts(path))


class TestWeightedTexts:
    def test_passes_say_how_often_a_text_is_read(self, tmp_path: Path) -> None:
        paths = [str(write_rows(tmp_path, name, make_rows(10))) for name in ("often", "seldom", "once")]
        read = weighted_texts(paths, {"often": 2.5, "seldom": 0.3}, seed=0)
        assert len(list(read(spacy.blank("en")))) == 25 + 3 + 10

    def test_each_mixture_has_its_own_order(self, tmp_path: Path) -> None:
        read = weighted_texts([str(write_rows(tmp_path, "mine", make_rows(10)))], {}, seed=0)
        nlp = spacy.blank("en")
        first, second = ([example.text for example in read(nlp)] for _ in range(2))
        assert sorted(first) == sorted(second)
        assert first != second

    def test_names_change_places_with_names_of_their_label_and_script(self, tmp_path: Path) -> None:
        latin = {"text": "Ann met Bob in Rome.", "entities": [(0, 3, "PERSON"), (8, 11, "PERSON"), (15, 19, "LOC")]}
        cyrillic = {"text": "Анна любит Рим.", "entities": [(0, 4, "PERSON"), (11, 14, "LOC")]}
        paths = [str(write_rows(tmp_path, "mine", [latin, cyrillic]))]
        nlp, texts = spacy.blank("xx"), set()
        read = weighted_texts(paths, {}, seed=0, swapped=0.5)
        for _ in range(20):
            for example in read(nlp):
                texts.add(example.text)
                assert [example.text[name.start_char : name.end_char] for name in example.reference.ents] == [
                    word.strip(".") for word in example.text.split() if word[0].isupper()
                ]
        assert {"Bob met Ann in Rome.", "Ann met Ann in Rome.", "Анна любит Рим."} <= texts
        assert all(("Ann" in text or "Bob" in text) == text.endswith("Rome.") for text in texts)
