"""Splits of sites."""

import pytest

from cutline.errors import TrainingError
from cutline.models.train.folds import find_fold, split_sites

SITES = [f"site{number % 7}.example" for number in range(20)]


def test_the_part_of_a_site_does_not_depend_on_other_sites() -> None:
    assert find_fold("courier.example", 5) == 0
    assert {find_fold(f"{number}.example", 5) for number in range(100)} == set(range(5))


def test_each_page_is_held_out_once() -> None:
    held_out = [index for _, test in split_sites(SITES, 3) for index in test]
    assert sorted(held_out) == list(range(20))


def test_pages_of_a_site_are_never_trained_and_held_out_together() -> None:
    for train, test in split_sites(SITES, 3):
        assert sorted(train + test) == list(range(20))
        assert {SITES[index] for index in train}.isdisjoint(SITES[index] for index in test)


@pytest.mark.parametrize("sites", [[], ["one.example"] * 9])
def test_sites_that_cannot_be_split_are_one_sentence(sites: list[str]) -> None:
    with pytest.raises(TrainingError, match="too few sites"):
        list(split_sites(sites, 3))
