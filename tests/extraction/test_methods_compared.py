"""What several methods keep of one page."""

from typing import Any

import pytest

from cutline import Extractor
from cutline.errors import OptionError
from cutline.extraction.page_views import check_methods

STORY = "The mayor of Holm spoke to the council again. " * 12
PAGE = f"<body><ul><li><a href=/a>Home</a></li></ul><div><p>{STORY}</p><p>{STORY}</p></div></body>"


@pytest.fixture(scope="module")
def compared() -> Any:
    methods = ("first-subtree", "max-subsequence")
    return Extractor().compare(PAGE, url="https://e.example/", render="never", methods=methods)


def test_each_block_tells_which_methods_keep_it(compared: Any) -> None:
    assert [block.kept_by for block in compared.blocks] == [(), compared.methods, compared.methods]


def test_methods_that_keep_the_same_text_agree(compared: Any) -> None:
    (agreement,) = compared.agreements
    assert agreement.f1 == 1.0


def test_what_a_method_had_to_do_without_is_said(compared: Any) -> None:
    assert compared.warnings == {"max-subsequence": ("no_layout",)}
    assert not compared.rendered


@pytest.mark.parametrize("methods", [[], "first-subtree", ["first-subtree", "x"], [5], None])
def test_methods_are_a_list_of_known_ones(methods: Any) -> None:
    with pytest.raises(OptionError, match="method"):
        check_methods(methods)


def test_half_the_text_in_common_is_an_f1_of_two_thirds() -> None:
    half = f"<section><p>{STORY}</p><p>{STORY}</p></section>"
    page = f"<body>{half}{half}</body>"
    methods = ("first-subtree", "max-subsequence")
    (agreement,) = Extractor().compare(page, render="never", methods=methods).agreements
    assert agreement.f1 == pytest.approx(2 / 3, abs=0.001)
