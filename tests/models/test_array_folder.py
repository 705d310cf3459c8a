"""The folder of a trained model."""

import json
from collections.abc import Callable
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from cutline.errors import ModelError
from cutline.models import auto_models, method_models
from cutline.models.auto_models import ARRAYS, DESCRIPTION, Arrays, load_arrays, save_arrays

SHIPPED: dict[str, tuple[Path, Callable[[Path], object]]] = {
    "body": (auto_models.SHIPPED_BODY, auto_models.load_body_model),
    "images": (auto_models.SHIPPED_IMAGES, auto_models.load_image_model),
    "is-article": (auto_models.SHIPPED_PAGES, auto_models.load_page_model),
    "relevance": (auto_models.SHIPPED_RELEVANCE, auto_models.load_relevance_model),
    "v-wrapper": (method_models.SHIPPED_V_WRAPPER, method_models.load_v_wrapper),
    **{
        method: (folder, partial(method_models.load_block_classifier, method))
        for method, folder in method_models.SHIPPED_BLOCKS.items()
    },
}
EXPECTED = {"model": "test", "format": 1, "columns": ["one", "two"]}


def make(arrays: Arrays) -> float:
    return float(arrays["numbers"].sum())


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    save_arrays(tmp_path, {"numbers": np.array([1.0, 2.0])}, EXPECTED, {"numpy": "2.0"})
    return tmp_path


def test_a_model_is_read_as_it_was_written(folder: Path) -> None:
    assert load_arrays(folder, EXPECTED, make) == 3


def test_a_folder_says_what_trained_the_model(folder: Path) -> None:
    assert json.loads((folder / DESCRIPTION).read_text())["trained_with"] == {"numpy": "2.0"}


@pytest.mark.parametrize("key", ["format", "columns", "model"])
def test_a_model_made_for_something_else_is_refused(folder: Path, key: str) -> None:
    with pytest.raises(ModelError, match=rf"another version of cutline \({key}\); train it again with `cutline train"):
        load_arrays(folder, EXPECTED | {key: "other"}, make)


@pytest.mark.parametrize("name", SHIPPED)
def test_a_shipped_model_is_read_by_nothing_but_what_it_was_made_for(name: str, tmp_path: Path) -> None:
    shipped, load = SHIPPED[name]
    description = json.loads((shipped / DESCRIPTION).read_text())
    assert description.keys() > {"model", "format", "columns"}
    for key in description.keys() - {"trained_with"}:
        (tmp_path / DESCRIPTION).write_text(json.dumps(description | {key: "other"}))
        with pytest.raises(ModelError, match=rf"another version of cutline \({key}\); .*`cutline train {name}`"):
            load(tmp_path)


@pytest.mark.parametrize("name", [ARRAYS, DESCRIPTION])
def test_a_missing_file_is_one_sentence(folder: Path, name: str) -> None:
    (folder / name).unlink()
    with pytest.raises(ModelError, match=r"cannot be read: No such file.*train it again with `cutline train test`\.$"):
        load_arrays(folder, EXPECTED, make)


def test_a_file_in_place_of_the_folder_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(ModelError, match="cannot be read: Not a directory"):
        load_arrays(tmp_path / "file", EXPECTED, make)


@pytest.mark.parametrize("content", [b"", b"{", b"[]", b"\xff", b"null"])
def test_a_damaged_description_is_one_sentence(folder: Path, content: bytes) -> None:
    (folder / DESCRIPTION).write_bytes(content)
    with pytest.raises(ModelError, match="damaged"):
        load_arrays(folder, EXPECTED, make)


@pytest.mark.parametrize("content", [b"", b"PK\x03\x04", b"no arrays", b"PK\x05\x06" + b"\x00" * 18])
def test_damaged_arrays_are_one_sentence(folder: Path, content: bytes) -> None:
    (folder / ARRAYS).write_bytes(content)
    with pytest.raises(ModelError, match="damaged"):
        load_arrays(folder, EXPECTED, make)


def test_arrays_cut_short_are_one_sentence(folder: Path) -> None:
    whole = (folder / ARRAYS).read_bytes()
    for size in range(0, len(whole), 20):
        (folder / ARRAYS).write_bytes(whole[:size])
        with pytest.raises(ModelError, match="damaged"):
            load_arrays(folder, EXPECTED, make)


def test_arrays_with_other_bytes_are_read_or_refused(folder: Path) -> None:
    whole = (folder / ARRAYS).read_bytes()
    for place in range(len(whole)):
        (folder / ARRAYS).write_bytes(whole[:place] + bytes([whole[place] ^ 0xFF]) + whole[place + 1 :])
        try:
            load_arrays(folder, EXPECTED, make)
        except ModelError as error:
            assert "damaged" in str(error) or "cannot be read" in str(error)


def test_pickled_objects_are_refused(folder: Path) -> None:
    np.savez(folder / ARRAYS, numbers=np.array([object()], dtype=object))
    with pytest.raises(ModelError, match="damaged"):
        load_arrays(folder, EXPECTED, make)
