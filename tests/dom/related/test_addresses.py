from __future__ import annotations

import pytest

from cutline.dom.related.addresses import list_site_names


@pytest.mark.parametrize(
    ("declared", "url", "names"),
    [
        ("The Holm Herald", "https://www.holmherald.example/a", {"theholmherald", "holmherald"}),
        (None, "https://news.holm.co.uk/a", {"holm"}),
        ("Holm Post", None, {"holmpost"}),
        (None, "https://[broken", set()),
        ("The", None, {"the"}),
        (None, None, set()),
    ],
)
def test_a_site_is_called_by_its_declared_name_and_the_main_word_of_its_host(
    declared: str | None, url: str | None, names: set[str]
) -> None:
    assert list_site_names(declared, url) == names
