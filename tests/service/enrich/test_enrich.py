"""The public function: from records or a file to results or a file."""

import gzip
import json
from collections.abc import Callable, Iterator
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest
import zstandard

from cutline.config import load_settings
from cutline.errors import ConfigError, OptionError, SourceError, UnreachableHost
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.enrich import Summary, enrich
from cutline.service.enrich.enrichment import plan_run
from cutline.service.enrich.plan import read_run_options
from cutline.service.pages.extraction import to_line

COMPRESS = {"": bytes, ".gz": gzip.compress, ".zst": zstandard.compress}
DECOMPRESS = {
    "": bytes,
    ".gz": gzip.decompress,
    ".zst": lambda data: zstandard.ZstdDecompressor().stream_reader(data, read_across_frames=True).read(),
}


@pytest.fixture
def public(fakes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`enrich` with the obedient extractor."""
    monkeypatch.setattr("cutline.service.enrich.enrichment.open_extractor", fakes.Obedient)
    return enrich


class TestEnrich:
    def test_yields_a_result_for_each_record(self, public: Any) -> None:
        url = "https://example.org/"
        first, second, third = public(
            [{"id": "a", "html": "x"}, {"html": "y"}, {"id": "c", "url": url, "html": b"empty"}]
        )
        assert (first.id, first.article.text, first.error) == ("a", "x", None)
        assert (second.id, second.line, second.article.text) == (None, 2, "y")
        assert (third.id, third.url, third.article, third.error.code) == ("c", url, None, "empty-page")

    def test_names_the_address_of_each_page_that_has_one(self, public: Any) -> None:
        url = "https://example.org/"
        results = list(public([{"html": "x", "url": url}, {"html": "y"}, {"html": "empty", "url": url}]))
        assert [result.url for result in results] == [url, None, url]
        assert [to_line(result).count('"url":') for result in results] == [1, 1, 1]

    def test_fetches_the_pages_of_records_without_one(self, public: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        class Fetcher:
            def __init__(self, *_: Any) -> None:
                pass

            def fetch(self, url: str) -> PageGiven:
                if url.endswith("gone"):
                    raise UnreachableHost("There is no host.")
                return PageGiven(b"page", f"{url}?", "latin-1", is_live=True)

            def close(self) -> None:
                pass

        monkeypatch.setattr("cutline.service.fetch.HttpPageFetcher", Fetcher)
        addresses = [*(f"https://example.org/{n}" for n in range(40)), "https://example.org/gone"]
        *results, gone = public({"url": url} for url in addresses)
        assert [result.article.url for result in results] == [f"{url}?" for url in addresses[:-1]]
        assert {result.article.text for result in results} == {"page"}
        assert (gone.url, gone.error.code) == (addresses[-1], "unreachable-host")

    @pytest.mark.parametrize("workers", [1, 2])
    def test_gives_the_context_of_each_text_back(self, public: Any, workers: int) -> None:
        context = object()
        pages = [("a", context), ("empty", None), (b"c", {"row": 3})]
        results = list(public(pages, workers=workers))
        assert [given for _, given in results] == [context, None, {"row": 3}]
        assert [result.article and result.article.text for result, _ in results] == ["a", None, "c"]

    @pytest.mark.parametrize("workers", [1, 2])
    def test_passes_the_options_on(self, public: Any, workers: int) -> None:
        (result,) = public([{"html": "options"}], workers=workers, nlp=False, include=["dropped"])
        assert "'nlp': False" in result.article.text
        assert "dropped" in result.article.text
        assert "url" not in result.article.text

    @pytest.mark.parametrize("ending", ["", ".gz", ".zst"])
    def test_reads_and_writes_files(self, public: Any, tmp_path: Path, ending: str) -> None:
        source, out = tmp_path / f"pages.jsonl{ending}", tmp_path / f"articles.jsonl{ending}"
        lines = b'{"id": "a", "html": "\xc3\xa4"}\n{"html": 5}\n{"id": "\xc3\xb6", "html": "empty", "url": "u"}\n'
        source.write_bytes(COMPRESS[ending](lines))
        summary = public(source, out)
        assert isinstance(summary, Summary)
        assert (summary.pages, summary.failed) == (3, 2)
        assert {code: failure.count for code, failure in summary.failures.items()} == {"bad-source": 1, "empty-page": 1}
        (article,) = DECOMPRESS[ending](out.read_bytes()).decode().splitlines()
        (whole,) = public([{"html": "ä"}])
        place = {"id": "a", "source": str(source), "line": 1}
        assert json.loads(article) == place | json.loads(whole.article.model_dump_json())
        bad, empty = Path(f"{out}.failed.jsonl").read_text().splitlines()
        assert bad.startswith(f'{{"id":null,"source":"{source}","line":2,"error":{{"code":"bad-source"')
        error = '"error":{"code":"empty-page","message":"The page is empty."}'
        assert empty == f'{{"id":"ö","source":"{source}","line":3,"url":"u",{error}}}'

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
            ({"metod": "auto"}, "There is no option 'metod'.*Did you mean 'method'"),
            ({"worker": 4}, "There is no option 'worker'.*Did you mean 'workers'"),
            ({"method": "none"}, "The option 'method' cannot be 'none'"),
            ({"url": "https://example.org/"}, "belongs to each record"),
            ({"workers": 0}, "The option 'workers' cannot be 0: .* greater than or equal to 1"),
            ({"workers": "2"}, "The option 'workers' cannot be '2': .* valid integer"),
            ({"workers": True}, "The option 'workers' cannot be True"),
            ({"engine": "spark"}, "The option 'engine' cannot be 'spark': .* 'local' or 'ray'"),
            ({"order": "random"}, "The option 'order' cannot be 'random'"),
            ({"batch_size": 0}, "The option 'batch_size' cannot be 0"),
            ({"timeout": 0}, "The option 'timeout' cannot be 0"),
            ({"timeout": float("nan")}, "The option 'timeout' cannot be nan"),
            ({"resume": True}, "needs 'out'"),
            ({"out": "-", "resume": True}, "cannot be resumed"),
            ({"out": "articles.csv"}, "give a name in .jsonl"),
            ({"out": "."}, "is a folder"),
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

    @pytest.mark.processes
    def test_gives_the_same_lines_with_any_number_of_workers(self, public: Any, tmp_path: Path) -> None:
        records = [{"html": page} for page in ["a", "empty", "bug", "b"]] + [{"html": 5}]
        for workers in (1, 3):
            public(records, tmp_path / str(workers), workers=workers, batch_size=workers)
        for name in ("{}", "{}.failed.jsonl"):
            assert (tmp_path / name.format(1)).read_bytes() == (tmp_path / name.format(3)).read_bytes()


def test_an_empty_name_of_the_output_is_refused() -> None:
    with pytest.raises(OptionError, match="'out' is empty"):
        enrich([{"html": "<p>Page"}], "")


def test_a_timeout_also_limits_the_fetches_of_workers() -> None:
    plan = plan_run([{"html": "<p>a"}], Options(), read_run_options(timeout=3.0), load_settings())
    assert plan.settings.enrich.page_seconds == 3.0
