"""The model of each method that needs one."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

from cutline.config import Settings
from cutline.models.block_classifiers import load_block_classifier
from cutline.models.v_wrapper_files import SHIPPED_V_WRAPPER, load_v_wrapper
from cutline.types import Method

SHIPPED = "cutline"  # what the settings call a shipped model


def load_method_model(method: Method, settings: Settings) -> object:
    """Return the model of a method, the shipped one unless the settings name another; None if it needs none.

    Raises:
        ModelError: the model is missing, damaged, or made for other features than those of this version.
    """
    v_wrapper = settings.v_wrapper.model
    loaders: dict[Method, Callable[[], object]] = {
        "naive-bayes": partial(load_block_classifier, "naive-bayes"),
        "decision-tree": partial(load_block_classifier, "decision-tree"),
        "v-wrapper": partial(load_v_wrapper, SHIPPED_V_WRAPPER if v_wrapper == SHIPPED else Path(v_wrapper)),
    }
    return loaders[method]() if method in loaders else None
