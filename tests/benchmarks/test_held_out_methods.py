"""Models that did not see a page's site."""

from pathlib import Path

import pytest
from method_figures import pages
from method_figures.pages import MethodModels, name_model

from cutline.config import Settings
from cutline.models.train.v_wrapper import FOLDS, fold_of

SITES = [f"{number}.example" for number in range(20)]


@pytest.mark.parametrize("method", ["v-wrapper", "naive-bayes", "decision-tree"])
def test_a_site_is_read_by_the_model_of_its_group(
    method: str, settings: Settings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "load_v_wrapper", lambda folder: folder)
    monkeypatch.setattr(pages, "load_block_classifier", lambda method, folder: folder)
    models = MethodModels(method, settings, tmp_path)
    assert {models.of_site(site) for site in SITES} == {tmp_path / str(fold) / method for fold in range(FOLDS)}
    for site in SITES:
        assert models.of_site(site) == name_model(tmp_path, fold_of(site), method)


def test_without_a_folder_the_shipped_model_reads_every_site(
    settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(pages, "load_method_model", lambda method, settings: f"shipped {method}")
    models = MethodModels("v-wrapper", settings, None)
    assert {models.of_site(site) for site in SITES} == {"shipped v-wrapper"}
