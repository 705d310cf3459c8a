"""What `cutline compare` prints."""

from collections.abc import Callable
from typing import Any

import pytest
from click.testing import Result

from cutline.page_views import Agreement, ComparedBlock, MethodsCompared

Run = Callable[..., Result]


def make_comparison(*_: object) -> MethodsCompared:
    return MethodsCompared(
        rendered=False,
        methods=("auto", "first-subtree", "v-wrapper"),
        blocks=(
            ComparedBlock(text="The ferry sails.", xpath="/p[1]", kept_by=("auto", "v-wrapper")),
            ComparedBlock(text="Menu", xpath="/p[2]", kept_by=()),
        ),
        agreements=(Agreement(methods=("first-subtree", "v-wrapper"), f1=0.25),),
        warnings={"auto": ("short_article",)},
    )


def test_each_column_is_named_above_it(run: Run, extractor: Any) -> None:
    extractor.compare_page = make_comparison
    lines = run("compare", "-", input="x").stdout.splitlines()
    start = lines.index("auto")
    assert lines[start : start + 4] == ["auto", "│ first-subtree", "│ │ v-wrapper", "● · ●  The ferry sails."]
    assert "–    –    0.25 auto".split() not in [line.split() for line in lines]
    assert "–    –    0.25 first-subtree" in lines and "–    0.25 –    v-wrapper" in lines


def test_a_warning_is_a_sentence(run: Run, extractor: Any) -> None:
    extractor.compare_page = make_comparison
    assert run("compare", "-", input="x").stdout.endswith("auto: The text is short for an article.\n")


def test_methods_can_be_chosen(run: Run, extractor: Any) -> None:
    run("compare", "-", "--method", "v-wrapper", "--method", "auto", "--method", "auto", "--render", "never", input="x")
    assert (extractor.calls[0]["methods"], extractor.calls[0]["render"]) == (("v-wrapper", "auto"), "never")


def test_a_wrapper_is_read_without_changing_the_methods(run: Run, extractor: Any) -> None:
    result = run("compare", "-", "--wrapper", "site.json", input="x")
    assert result.exit_code == 0 and len(extractor.calls[0]["methods"]) == 10


@pytest.mark.parametrize("option", ["--no-images", "--no-nlp", "--include=dropped", "--language=en"])
def test_options_that_change_nothing_are_not_offered(run: Run, option: str) -> None:
    result = run("compare", "-", option, input="x")
    assert (result.exit_code, "No such option" in result.stderr) == (2, True)
