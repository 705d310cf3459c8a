"""The models of each group of sites, in the folder that `train_held_out_methods.py` wrote."""

from __future__ import annotations

from pathlib import Path

from cutline.config import Settings
from cutline.models.block_classifiers import load_block_classifier
from cutline.models.method_models import load_method_model
from cutline.models.train.v_wrapper import FOLDS, fold_of
from cutline.models.v_wrapper_files import load_v_wrapper
from cutline.types import Method

PAGES = "pages"  # the subfolder with the labelled blocks of rendered pages


class MethodModels:
    """The model of a method for a site: from a folder of held-out models the one that did not see the site."""

    def __init__(self, method: Method, settings: Settings, held_out: Path | None) -> None:
        """Load the models; without a folder, or for a method that none is held out of, the shipped one reads all."""
        if held_out and method == "v-wrapper":
            self._models = [load_v_wrapper(name_model(held_out, fold, method)) for fold in range(FOLDS)]
        elif held_out and method in ("naive-bayes", "decision-tree"):
            self._models = [load_block_classifier(method, name_model(held_out, fold, method)) for fold in range(FOLDS)]
        else:
            self._models = [load_method_model(method, settings)] * FOLDS

    def of_site(self, site: str) -> object:
        return self._models[fold_of(site)]


def name_model(folder: Path, fold: int, method: str) -> Path:
    """Return where the model of a method that did not see a group of sites lies."""
    return folder / str(fold) / method
