"""The model of each method that needs one."""

from pathlib import Path

import pytest

from cutline.config import load_settings
from cutline.dom.methods import METHODS
from cutline.errors import ModelError, WrapperMissing
from cutline.models.method_models import load_method_model
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
