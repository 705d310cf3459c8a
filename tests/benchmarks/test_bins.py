"""Pages in groups by size."""

from method_figures.bins import group_by_size


def test_a_group_ends_before_the_next_one_begins() -> None:
    groups = group_by_size([0, 99, 100, 5000], float, (0, 100, 1000))
    assert groups == {"0 to 99": [0, 99], "100 to 999": [100], "1,000 and more": [5000]}


def test_empty_groups_and_what_is_too_small_for_the_first_are_left_out() -> None:
    assert group_by_size([0, 60], float, (1, 50, 100)) == {"50 to 99": [60]}
