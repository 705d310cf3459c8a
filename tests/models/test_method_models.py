"""The model of each method that needs one."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from cutline.config import load_settings
from cutline.dom.methods import METHODS
from cutline.dom.visual_blocks import COLUMNS
from cutline.errors import ModelError, WrapperMissing
from cutline.models.auto_models import ARRAYS, DESCRIPTION
from cutline.models.method_models import SHIPPED_V_WRAPPER, load_method_model, load_v_wrapper
from cutline.types import Method

NEED_MODELS = {"auto", "naive-bayes", "decision-tree", "v-wrapper"}


@pytest.mark.parametrize("method", sorted(METHODS.keys() - {"template-wrapper"}))
def test_methods_that_need_a_model_have_one(method: Method) -> None:
    assert (load_method_model(method, load_settings()) is not None) == (method in NEED_MODELS)


def test_a_template_wrapper_has_to_be_named() -> None:
    with pytest.raises(WrapperMissing, match="--wrapper"):
        load_method_model("template-wrapper", load_settings())


def test_another_model_can_be_named_in_the_settings(tmp_path: Path) -> None:
    config = tmp_path / "my.toml"
    config.write_text(f'[v_wrapper]\nmodel = "{tmp_path / "none"}"\n')
    with pytest.raises(ModelError):
        load_method_model("v-wrapper", load_settings(config))


@pytest.mark.parametrize("folder", ["body", "images", "naive_bayes", "decision_tree", "pages", "v_wrapper"])
def test_shipped_models_are_small_plain_arrays(folder: str) -> None:
    files = list((Path(__file__).parents[2] / "models" / folder).iterdir())
    assert {file.name for file in files} == {"MODEL_CARD.md", "model.json", "model.npz"}
    assert sum(file.stat().st_size for file in files) < 5_000_000


class TestVWrapper:
    def test_the_shipped_one_labels_blocks(self) -> None:
        wrapper = load_v_wrapper(SHIPPED_V_WRAPPER)
        features = np.zeros((3, len(COLUMNS)), dtype=np.float32)
        assert set(wrapper.inner(features)) <= {0, 1}
        assert set(wrapper.leaf(features)) <= {0, 1, 2}

    def test_arrays_that_are_missing_are_named(self, tmp_path: Path) -> None:
        shutil.copy(SHIPPED_V_WRAPPER / DESCRIPTION, tmp_path)
        np.savez(tmp_path / ARRAYS, inner_weights=np.zeros(1))
        with pytest.raises(ModelError, match=r"is damaged.*inner_columns"):
            load_v_wrapper(tmp_path)
