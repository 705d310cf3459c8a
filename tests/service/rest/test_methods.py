from __future__ import annotations

from flask.testing import FlaskClient

from cutline.config import Settings
from cutline.dom.methods import LAYOUT_METHODS, METHODS
from cutline.extraction.loaded_models import LoadedModels


def test_every_method_is_listed_once_with_what_it_needs(client: FlaskClient, settings: Settings) -> None:
    answer = client.get("/v1/methods").json
    assert answer["default"] == "auto"
    listed = {method["name"]: method for method in answer["methods"]}
    assert len(listed) == len(answer["methods"])
    assert listed.keys() == METHODS.keys()
    assert {name for name, method in listed.items() if method["needs_layout"]} == LAYOUT_METHODS
    assert {name for name, method in listed.items() if method["needs_wrapper"]} == {"template-wrapper"}
    models = LoadedModels(settings)
    learned = {name for name in METHODS if name != "template-wrapper" and models.of_method(name) is not None}
    assert {name for name, method in listed.items() if method["needs_model"]} == learned
