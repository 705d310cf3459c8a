"""The public function: from records or a file to results or a file."""

from __future__ import annotations

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.errors import ConfigError, OptionError, SourceError
from cutline.service.enrich import Summary, enrich


@pytest.fixture
def public(fakes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`enrich` with the obedient extractor."""
    monkeypatch.setattr("cutline.extractor.Extractor", fakes.Obedient)
    return enrich


class TestEnrich:
    def test_yields_a_result_for_each_record(self, public: Any) -> None:
        results = public([{"id": "a", "html": "x"}, {"url": "https://example.org/"}, {"id": "c", "html": b"empty"}])
        first, second, third = results
        assert (first.id, first.article.text, first.error) == ("a", "x", None)
        assert (second.id, second.line, second.article.text) == (None, 2, "fetched https://example.org/")
        assert (third.id, third.article, third.error.code) == ("c", None, "empty-page")

    @pytest.mark.parametrize("workers", [1, 2])
    def test_passes_the_options_on(self, public: Any, workers: int) -> None:
        (result,) = public([{"html": "options"}], workers=workers, nlp=False, include=["dropped"])
        assert "'nlp': False" in result.article.text
        assert "dropped" in result.article.text
        assert "url" not in result.article.text

    @pytest.mark.parametrize("ending", ["", ".gz"])
    def test_reads_and_writes_files(self, public: Any, tmp_path: Path, ending: str) -> None:
        source, out = tmp_path / f"pages{ending}", tmp_path / f"articles{ending}"
        lines = b'{"id": "a", "html": "\xc3\xa4"}\n{"html": 5}\n{"id": "\xc3\xb6", "html": "empty"}\n'
        source.write_bytes(gzip.compress(lines) if ending else lines)
        summary = public(source, out)
        assert isinstance(summary, Summary)
        assert (summary.pages, summary.failed) == (3, 2)
        written = gzip.decompress(out.read_bytes()) if ending else out.read_bytes()
        article, bad, empty = written.decode().splitlines()
        (whole,) = public([{"html": "ä"}])
        assert json.loads(article) == {"id": "a", "line": 1} | json.loads(whole.article.model_dump_json())
        assert article.startswith('{"id":"a","line":1,"url":null')
        assert bad.startswith('{"id":null,"line":2,"error":{"code":"bad-source"')
        assert empty == '{"id":"ö","line":3,"error":{"code":"empty-page","message":"The page is empty."}}'

    def test_writes_to_standard_output(self, public: Any, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        public([{"html": "empty"}], "-")
        assert capsysbinary.readouterr().out.startswith(b'{"id":null,"line":1,"error":{"code":"empty-page"')

    def test_takes_settings_from_a_file(self, public: Any, tmp_path: Path) -> None:
        settings = tmp_path / "cutline.toml"
        settings.write_text("[enrich]\nmax_line_bytes = 12\n")
        source = tmp_path / "pages.jsonl"
        source.write_text('{"html":"a"}\n{"html":"abc"}\n')
        assert [result.error.code for result in public(source, config=settings)] == ["bad-source", "bad-source"]
        assert [result.article.text for result in public(source)] == ["a", "abc"]

    @pytest.mark.parametrize(
        ("given", "sentence"),
        [
            ({"metod": "auto"}, "There is no option 'metod'"),
            ({"method": "none"}, "The option 'method' cannot be 'none'"),
            ({"url": "https://example.org/"}, "belongs to each record"),
            ({"workers": 0}, "whole number from 1"),
            ({"workers": "2"}, "whole number from 1"),
            ({"workers": True}, "whole number from 1"),
        ],
    )
    def test_refuses_a_wrong_option_before_the_first_record(self, given: dict[str, Any], sentence: str) -> None:
        def records() -> Iterator[dict[str, str]]:
            raise AssertionError
            yield

        with pytest.raises(OptionError, match=sentence):
            enrich(records(), **given)

    def test_refuses_a_wrong_settings_file_at_once(self, tmp_path: Path) -> None:
        with pytest.raises(ConfigError):
            enrich([], config=tmp_path / "missing.toml")

    def test_does_not_write_over_its_source(self, public: Any, tmp_path: Path) -> None:
        file = tmp_path / "pages.jsonl"
        file.write_text('{"html": "a"}\n')
        with pytest.raises(OptionError, match="written over"):
            public(file, str(file))
        assert file.read_text() == '{"html": "a"}\n'

    def test_does_not_empty_its_output_when_the_source_is_missing(self, public: Any, tmp_path: Path) -> None:
        out = tmp_path / "articles.jsonl"
        out.write_text("yesterday's")
        with pytest.raises(SourceError):
            public(tmp_path / "missing.jsonl", out)
        assert out.read_text() == "yesterday's"

    def test_gives_the_same_lines_with_any_number_of_workers(self, public: Any, tmp_path: Path) -> None:
        records = [{"html": page} for page in ["a", "empty", "bug", "b"]] + [{"html": 5}]
        for workers in (1, 3):
            public(records, tmp_path / str(workers), workers=workers)
        assert (tmp_path / "1").read_bytes() == (tmp_path / "3").read_bytes()
