import pytest
from attack.smuggling import SMUGGLED
from attack.target import LAST

from cutline.config import load_settings
from cutline.service.serving.arriving import ArrivingRequest, Stage


def test_at_least_sixty_forms_of_smuggling_are_tried() -> None:
    assert len(set(SMUGGLED)) == len(SMUGGLED) >= 60


@pytest.mark.parametrize("form", SMUGGLED)
def test_a_form_of_smuggling_is_refused(form: bytes) -> None:
    arriving = ArrivingRequest(load_settings().service, lambda head: None, form + LAST)
    assert arriving.stage is Stage.REFUSED
