"""The files of a V-Wrapper, the shipped one among them."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import numpy as np
import pytest

from cutline.dom.visual_blocks import COLUMNS
from cutline.errors import ModelError
from cutline.models.auto_models import ARRAYS, DESCRIPTION
from cutline.models.method_models import SHIPPED_V_WRAPPER, load_v_wrapper


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return Path(shutil.copytree(SHIPPED_V_WRAPPER, tmp_path / "copy"))


def test_shipped_one_labels_blocks() -> None:
    wrapper = load_v_wrapper(SHIPPED_V_WRAPPER)
    features = np.zeros((3, len(COLUMNS)), dtype=np.float32)
    assert set(wrapper.inner(features)) <= {0, 1}
    assert set(wrapper.leaf(features)) <= {0, 1, 2}


def test_shipped_one_has_its_card_and_at_most_five_megabytes() -> None:
    assert "| content |" in (SHIPPED_V_WRAPPER / "MODEL_CARD.md").read_text(encoding="utf-8")
    assert sum(file.stat().st_size for file in SHIPPED_V_WRAPPER.iterdir()) <= 5 * 10**6


def test_missing_one_is_named(tmp_path: Path) -> None:
    with pytest.raises(ModelError, match="cannot be read: No such file"):
        load_v_wrapper(tmp_path)


@pytest.mark.parametrize("name", [ARRAYS, DESCRIPTION])
@pytest.mark.parametrize("content", [b"", b"\x80rubbish", b"PK\x03\x04"])
def test_damaged_file_is_one_sentence(folder: Path, name: str, content: bytes) -> None:
    (folder / name).write_bytes(content)
    with pytest.raises(ModelError, match="is damaged"):
        load_v_wrapper(folder)


def test_pickled_arrays_are_refused(folder: Path) -> None:
    np.savez(folder / ARRAYS, inner_weights=np.array([object()], dtype=object))
    with pytest.raises(ModelError, match="is damaged"):
        load_v_wrapper(folder)


def test_arrays_that_are_missing_are_named(folder: Path) -> None:
    np.savez(folder / ARRAYS, inner_weights=np.zeros(1))
    with pytest.raises(ModelError, match=r"is damaged.*inner_columns"):
        load_v_wrapper(folder)


@pytest.mark.parametrize("change", [{"format": 99}, {"columns": ["left"]}, {"model": "other"}])
def test_other_versions_are_refused(folder: Path, change: dict[str, object]) -> None:
    description = json.loads((folder / DESCRIPTION).read_text(encoding="utf-8"))
    (folder / DESCRIPTION).write_text(json.dumps(description | change), encoding="utf-8")
    with pytest.raises(ModelError, match=rf"another version of cutline .{next(iter(change))}"):
        load_v_wrapper(folder)
