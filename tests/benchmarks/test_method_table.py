"""The table of the methods."""

from markdown_tables import draw_table
from method_figures.scores import Counts, PageScore, render_methods


def score(counts: Counts, title: bool | None) -> PageScore:
    return PageScore(counts, counts, 0.5, title, 2.0)


def test_a_method_has_means_over_pages_beside_the_pooled_figure() -> None:
    pages = [score(Counts(1, 1, 1, 2), True), score(Counts(0, 2, 2, 4), False)]
    assert render_methods({"v-wrapper": pages}).splitlines()[-1] == (
        "| `v-wrapper` | 0.500 | 0.500 | 0.500 | 0.500 | 0.333 | 0.500 | 0.500 | 0.500 | 2.0 |"
    )


def test_a_method_that_names_no_title_has_an_empty_cell() -> None:
    assert render_methods({"single-pass": [score(Counts(1, 1, 1, 1), None)]}).endswith("| 0.500 |  | 2.0 |")


def test_columns_of_figures_stand_to_the_right() -> None:
    assert draw_table(["a", "b", "c"], [["x", "1", "2"]]) == "| a | b | c |\n|---|---:|---:|\n| x | 1 | 2 |"
