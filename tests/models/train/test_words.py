import gzip
from pathlib import Path

import pytest
from click.testing import CliRunner

from cutline.errors import TrainingError
from cutline.models.train.words import train_words
from cutline.models.word_frequencies import SHIPPED_WORDS
from cutline.service.cli import main


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("words") / "new"
    train_words(out)
    return out


def test_the_shipped_tables_are_what_is_made(made: Path) -> None:
    assert {path.name for path in made.iterdir()} == {path.name for path in SHIPPED_WORDS.iterdir()}
    for path in made.glob("*.gz"):  # not their compressed bytes, which depend on the zlib that wrote them
        shipped = SHIPPED_WORDS / path.name
        assert gzip.decompress(path.read_bytes()) == gzip.decompress(shipped.read_bytes()), path.name


def test_their_licence_is_told_beside_them(made: Path) -> None:
    text = (made / "README.md").read_text(encoding="utf-8")
    assert "CC BY-SA 4.0" in text and "wordfreq" in text and "SUBTLEX" in text


def test_tables_are_replaced(made: Path) -> None:
    before = (made / "vi.txt.gz").read_bytes()
    (made / "vi.txt.gz").write_bytes(b"")
    train_words(made)
    assert (made / "vi.txt.gz").read_bytes() == before


def test_a_folder_with_something_else_is_left_alone(tmp_path: Path) -> None:
    (tmp_path / "letter.txt").write_text("dear")
    with pytest.raises(TrainingError, match=r"letter\.txt"):
        train_words(tmp_path)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_file_in_its_place_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "words").write_text("")
    with pytest.raises(TrainingError, match="is a file"):
        train_words(tmp_path / "words")


@pytest.mark.parametrize(
    ("arguments", "message"),
    [(["words", "--data", "x.jsonl"], "takes no --data"), (["body"], "Missing option '--data'")],
)
def test_only_words_needs_no_data(tmp_path: Path, arguments: list[str], message: str) -> None:
    result = CliRunner().invoke(main, ["train", *arguments, "--out", str(tmp_path)])
    assert (result.exit_code, message in result.output) == (2, True)
