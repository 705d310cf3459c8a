"""`--report`: what a command shows, as one HTML file."""

import json
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from lxml import html

Run = Callable[..., Result]


def test_inspect_writes_the_page_with_all_that_was_dropped(run: Run, extractor: Any, tmp_path: Path) -> None:
    file = tmp_path / "out.html"
    result = run("inspect", "-", "--url", "https://e.org", "--report", file, input="The ferry sails")
    assert (result.exit_code, result.stdout) == (0, "")
    page = html.fromstring(file.read_text(encoding="utf-8"))
    assert page.xpath("string(//h1)") == "Title"
    assert [(block.get("data-block"), block.get("data-kept")) for block in page.find_class("block")] == [
        ("0", "true"),
        ("1", "false"),
    ]
    assert extractor.calls[0]["url"] == "https://e.org"


def test_it_needs_nothing_else_and_says_what_a_browser_may_do(run: Run) -> None:
    page = html.fromstring(run("inspect", "-", "--report", "-", input="The ferry").stdout)
    assert page.xpath("//link[not(starts-with(@href, 'data:'))] | //script/@src | //img | //iframe | //form") == []
    policy = page.xpath("string(//meta[@http-equiv='Content-Security-Policy']/@content)")
    assert re.search(r"script-src 'sha256-[^ ]+'; style-src 'sha256-[^ ]+'$", policy)
    assert "default-src 'none'" in policy and "form-action 'none'" in policy


def test_the_article_is_in_it_as_json(run: Run) -> None:
    page = html.fromstring(run("inspect", "-", "--report", "-", input="</script><!--<b>&amp;\u2028").stdout)
    article = json.loads(page.xpath("string(//script[@type='application/json'])"))
    assert article["blocks"][0]["text"] == "</script><!--<b>&amp;\u2028"
    assert len(page.xpath("//script")) == 2


def test_the_methods_are_compared_if_asked_for(run: Run, extractor: Any) -> None:
    result = run("inspect", "-", "--report", "-", "--compare", input="The ferry")
    assert "Methods side by side" in result.stdout
    assert len(extractor.calls[1]["methods"]) == 10


def test_compare_writes_its_tables(run: Run, extractor: Any) -> None:
    extractor.compare_page = lambda *_: make_comparison()
    page = html.fromstring(run("compare", "-", "--report", "-", input="The ferry").stdout)
    assert page.xpath("string(//h1)") == "Ferry <b>"
    cells = [
        cell.text_content() for cell in page.xpath("//table[@class='agreement']//td[starts-with(@class, 'agree')]")
    ]
    assert cells == ["0.87", "0.87"]
    rows = page.xpath("//table[@class='kept-by']/tbody/tr")
    assert [row.xpath("string(td[last()])") for row in rows] == ["One <i>"]
    assert [cell.get("class") for cell in rows[0].xpath("td")] == ["yes", None, "words"]


def make_comparison() -> Any:
    from cutline.page_views import Agreement, ComparedBlock, MethodsCompared

    blocks = (
        ComparedBlock(text="One <i>", xpath="/p[1]", kept_by=("auto",)),
        ComparedBlock(text="Two", xpath="/p[2]", kept_by=()),
    )
    methods = ("auto", "first-subtree")
    agreements = (Agreement(methods=methods, f1=0.87),)
    return MethodsCompared(
        title="Ferry <b>", rendered=False, methods=methods, blocks=blocks, agreements=agreements, warnings={}
    )


@pytest.mark.parametrize(
    ("command", "options", "sentence"),
    [
        ("inspect", ("--report", "-", "--json"), "--report cannot be combined with --json or --segments"),
        ("inspect", ("--report", "-", "--segments", "vips"), "--report cannot be combined with --json or --segments"),
        ("inspect", ("--compare",), "--compare needs --report"),
        ("compare", ("--report", "-", "--json"), "choose one"),
    ],
)
def test_options_that_contradict_each_other_are_refused(
    run: Run, command: str, options: tuple[str, ...], sentence: str
) -> None:
    result = run(command, "-", *options, input="The ferry")
    assert result.exit_code == 2
    assert sentence in result.stderr


def test_a_file_that_cannot_be_written_is_a_sentence(run: Run, tmp_path: Path) -> None:
    result = run("inspect", "-", "--report", tmp_path / "no" / "out.html", input="The ferry")
    assert result.exit_code == 1
    assert "No such file or directory" in result.stderr and "Traceback" not in result.stderr


def test_a_page_that_is_none_is_a_sentence(run: Run, tmp_path: Path) -> None:
    result = run("inspect", tmp_path / "none.html", "--report", "-")
    assert result.exit_code == 1
    assert "There is no such file or folder" in result.stderr
