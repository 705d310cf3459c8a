from __future__ import annotations

import pytest

from cutline.service.formats.flow import find_direction


@pytest.mark.parametrize(
    ("language", "direction"),
    [
        ("ar", "rtl"),
        ("he-IL", "rtl"),
        ("fa-AF", "rtl"),
        ("en-GB", "ltr"),
        ("zh-Hant-TW", "ltr"),
        ("az-Arab", "rtl"),
        ("ks-Deva", "ltr"),
        ("ar-Latn-EG", "ltr"),
        (None, "auto"),
        ("", "auto"),
    ],
)
def test_a_language_is_written_as_its_script_or_else_its_people_write(language: str | None, direction: str) -> None:
    assert find_direction(language) == direction
