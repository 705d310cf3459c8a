"""`cutline evaluate`: quality on labelled pages."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

from cutline.models.evaluation import score_page
from cutline.models.labelled_pages import LabelledPage
from cutline.service.cli.evaluation_report import MEASURES

Run = Callable[..., Result]


@pytest.fixture
def corpus(tmp_path: Path) -> Path:
    """Three labelled pages, of which the first is found whole, the second by half, and the third fails."""
    pages = [
        {"id": "a", "lang": "en", "page_type": "article", "html": "one two", "text": "one two", "title": "Title"},
        {"id": "b", "lang": "de", "page_type": "article", "html": "one two", "text": "one three", "title": "Other"},
        {"id": "c", "lang": "en", "page_type": "forum", "html": "", "text": "one", "images": [{"src": "x.jpg"}]},
    ]
    (tmp_path / "corpus.jsonl").write_text("\n".join(map(json.dumps, pages)))
    return tmp_path / "corpus.jsonl"


class TestEvaluate:
    def test_a_table_has_every_measure_with_its_interval(self, run: Run, corpus: Path) -> None:
        result = run("evaluate", corpus, "--page-type", "article")
        rows = [line.split() for line in result.stdout.splitlines()]
        assert ["corpus.jsonl:", "2", "pages", "of", "2", "sites,", "0", "failed"] in rows
        assert ["word_f1", "words", "of", "the", "text", "0.7500", "0.500", "to", "1.000"] in rows
        assert ["title", "titles", "that", "are", "right", "0.5000", "0.000", "to", "1.000"] in rows
        assert (result.exit_code, result.stderr) == (0, "")

    def test_every_measure_has_words_that_explain_it(self) -> None:
        labels = LabelledPage.model_validate(
            {"id": "a", "title": "T", "text": "T", "with": ["T"], "without": ["T"], "images": [{"caption": "C"}]}
        )
        measures = {*score_page(labels, None), "shingle_f1", "image_f1", "caption_f1"}
        assert measures == set(MEASURES)

    def test_json_is_one_line_for_each_corpus(self, run: Run, corpus: Path) -> None:
        lines = run("evaluate", corpus, corpus, "--json", "--lang", "de").stdout.splitlines()
        assert len(lines) == 2
        loaded = json.loads(lines[0])
        assert (loaded["corpus"], loaded["pages"], loaded["failed"]) == (str(corpus), 1, 0)
        assert loaded["figures"]["word_f1"] == {"value": 0.5, "low": 0.5, "high": 0.5}

    def test_a_failed_page_scores_0_and_is_named(self, run: Run, corpus: Path) -> None:
        result = run("evaluate", corpus, "--json", "--lang", "!de")
        assert result.exit_code == 1
        assert result.stderr == "cutline: c: The page is empty.\n"
        assert json.loads(result.stdout)["figures"]["word_f1"]["value"] == 0.5

    def test_the_worst_pages_are_listed(self, run: Run, corpus: Path) -> None:
        lines = [line.split() for line in run("evaluate", corpus, "--worst", "2").stdout.splitlines()]
        start = lines.index(["Worst", "by", "the", "words", "of", "the", "text:"])
        assert lines[start + 1 : start + 3] == [["0.00", "c"], ["0.50", "b"]]
        assert lines[start + 3 :] == [["Worst", "by", "wrong", "or", "missed", "images:"], ["1", "c"]]

    def test_a_corpus_that_is_not_there_costs_none_of_the_others(self, run: Run, corpus: Path) -> None:
        result = run("evaluate", "gone.jsonl", corpus, "--json", "--lang", "de")
        assert result.exit_code == 1
        assert "gone.jsonl cannot be read" in result.stderr
        assert json.loads(result.stdout)["pages"] == 1

    def test_each_method_is_measured(self, run: Run, corpus: Path) -> None:
        lines = run("evaluate", corpus, "--json", "--methods", "auto, first-subtree,auto", "--lang", "de").stdout
        assert [json.loads(line)["method"] for line in lines.splitlines()] == ["auto", "first-subtree"]
        tables = run("evaluate", corpus, "--methods", "auto,first-subtree").stdout
        assert "corpus.jsonl by first-subtree: 3 pages" in tables

    def test_only_the_first_pages_are_measured(self, run: Run, corpus: Path) -> None:
        assert json.loads(run("evaluate", corpus, "--json", "--limit", "2").stdout)["pages"] == 2

    def test_a_report_is_written(self, run: Run, corpus: Path, tmp_path: Path) -> None:
        result = run("evaluate", corpus, "--limit", "2", "--report", tmp_path / "out.html")
        assert (result.exit_code, result.stderr) == (0, f"cutline: the report is {tmp_path / 'out.html'}.\n")
        assert "corpus.jsonl" in (tmp_path / "out.html").read_text(encoding="utf-8")

    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["--methods", "auto,dreams"], "'dreams' is not one of auto, first-subtree"),
            (["--methods", "auto,"], "'' is not one of"),
            (["--methods", "auto", "--method", "single-pass"], "--methods replaces --method"),
            (["--report", "/nowhere/at/all.html"], "There is no folder /nowhere/at"),
            (["--limit", "0"], "0 is not in the range"),
        ],
    )
    def test_a_wrong_command_line_is_one_sentence(
        self, run: Run, corpus: Path, arguments: list[str], sentence: str
    ) -> None:
        result = run("evaluate", corpus, *arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert sentence in result.stderr.replace("\n", " ")
