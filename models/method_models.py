"""The model of each method that needs one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from cutline.config import Settings
from cutline.models.block_classifiers import load_block_classifier
from cutline.models.body_model import SHIPPED_BODY, load_body_model
from cutline.models.template_wrapper_files import load_template_wrapper
from cutline.models.v_wrapper_files import SHIPPED_V_WRAPPER, load_v_wrapper
from cutline.types import Method

SHIPPED = "cutline"  # what the settings call a shipped model
# The setting that names the model of a method; the others have one model only.
MODEL_SETTINGS: dict[Method, str] = {
    "auto": "auto.text_model",
    "template-wrapper": "template_wrapper.file",
    "v-wrapper": "v_wrapper.model",
}


def load_method_model(method: Method, settings: Settings) -> object:
    """Return the model of a method, the shipped one unless the settings name another; None if it needs none.

    Raises:
        WrapperMissing: the method is `template-wrapper`, of which none is shipped, and the settings name none.
        ModelError: the model is missing, damaged, or made for other features than those of this version.
    """
    body, v_wrapper = settings.auto.text_model, settings.v_wrapper.model
    loaders: dict[Method, Callable[[], object]] = {
        "auto": partial(load_body_model, SHIPPED_BODY if body == SHIPPED else Path(body)),
        "naive-bayes": partial(load_block_classifier, "naive-bayes"),
        "decision-tree": partial(load_block_classifier, "decision-tree"),
        "template-wrapper": partial(load_template_wrapper, settings.template_wrapper.file),
        "v-wrapper": partial(load_v_wrapper, SHIPPED_V_WRAPPER if v_wrapper == SHIPPED else Path(v_wrapper)),
    }
    return loaders[method]() if method in loaders else None
