from __future__ import annotations

import gzip
import importlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from functools import partial
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.errors import ConfigError, CutlineError, OptionError, PipelineError, SourceError, WorkerDied
from cutline.service.enrich import Enriched, Summary, enrich
from cutline.service.enrich.batch import extract_records
from cutline.service.enrich.crew import Crew
from cutline.service.enrich.records import Record, read_records
from cutline.service.enrich.worker import Job

HERE = Path(__file__).parent
SETTINGS = load_settings().enrich
EITHER_WAY = pytest.mark.parametrize("workers", [1, 2])

Extract = Callable[..., Iterator[Enriched]]


@pytest.fixture
def fakes(monkeypatch: pytest.MonkeyPatch) -> ModuleType:
    """The module of fake extractors, where workers find it too."""
    monkeypatch.syspath_prepend(HERE)
    return importlib.import_module("fake_extractors")


@pytest.fixture
def extract(fakes: ModuleType) -> Extract:
    """Run a batch of pages with the obedient extractor: `extract(["a", "kill"], workers=2, page_seconds=1)`."""

    def run(pages: Iterable[Any], workers: int = 2, make: Any = fakes.Obedient, **changes: Any) -> Iterator[Enriched]:
        records = ({"html": page} if isinstance(page, str) else page for page in pages)
        settings = SETTINGS.model_copy(update=changes)
        return extract_records(read_records(records, 10_000), Job(make, {"nlp": False}), workers, settings)

    return run


@pytest.fixture
def crew(fakes: ModuleType) -> Iterator[Crew]:
    """One worker with the obedient extractor."""
    with Crew(Job(fakes.Obedient, {}), 1, page_seconds=60) as crew:
        yield crew


@pytest.fixture
def public(fakes: ModuleType, monkeypatch: pytest.MonkeyPatch) -> Callable[..., Any]:
    """`enrich` with the obedient extractor."""
    monkeypatch.setattr("cutline.extractor.Extractor", fakes.Obedient)
    return enrich


def told(results: Iterable[Enriched]) -> list[str]:
    """Return the text of each result, or the code of its error."""
    return [result.article.text if result.article else result.error.code for result in results]


def is_running(pid: int) -> bool:
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_until(is_so: Callable[[], bool], seconds: float = 20) -> None:
    begin = time.monotonic()
    while not is_so():
        assert time.monotonic() - begin < seconds
        time.sleep(0.01)


def workers_of(pid: int) -> list[int]:
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    return [int(child) for child in children if b"enrich.worker" in Path(f"/proc/{child}/cmdline").read_bytes()]


class TestOrder:
    @EITHER_WAY
    def test_of_results_is_that_of_records(self, extract: Extract, workers: int) -> None:
        pages = ["sleep 0.2", "a", "b", "sleep 0.05", *map(str, range(30))]
        results = list(extract(pages, workers=workers))
        assert told(results) == pages
        assert [result.id for result in results] == list(range(len(pages)))

    @EITHER_WAY
    def test_of_no_records_is_nothing(self, extract: Extract, workers: int) -> None:
        assert told(extract([], workers=workers)) == []


class TestReadAhead:
    @pytest.mark.parametrize(("workers", "most"), [(1, 1), (2, 6)])
    def test_is_bounded_while_the_first_page_takes_its_time(self, extract: Extract, workers: int, most: int) -> None:
        pulled = 0

        def pages() -> Iterator[str]:
            nonlocal pulled
            for page in ["sleep 0.5", *["a"] * 50]:
                pulled += 1
                yield page

        results = extract(pages(), workers=workers, records_in_flight=3)
        next(results)
        assert pulled <= most
        for returned, _ in enumerate(results, start=2):
            assert pulled <= returned + most

    def test_does_not_begin_before_the_first_result_is_asked_for(self, extract: Extract) -> None:
        def pages() -> Iterator[str]:
            raise AssertionError
            yield

        extract(pages())

    def test_goes_on_past_a_slow_page(self, extract: Extract, tmp_path: Path) -> None:
        pages = [f"await {tmp_path}/sign", "a", "b", f"touch {tmp_path}/sign"]
        assert told(extract(pages)) == pages


class TestFailure:
    @EITHER_WAY
    def test_of_a_page_is_its_result(self, extract: Extract, workers: int) -> None:
        results = list(extract(["a", "empty", "b"], workers=workers))
        assert told(results) == ["a", "empty-page", "b"]
        assert results[1].error.message == "The page is empty."

    @EITHER_WAY
    def test_that_is_a_bug_is_its_result_and_logged(
        self, extract: Extract, workers: int, caplog: Any, capfd: Any
    ) -> None:
        results = list(extract(["a", {"id": "x", "html": "bug secret"}, "b"], workers=workers))
        assert told(results) == ["a", "internal-error", "b"]
        assert "ZeroDivisionError" in results[1].error.message
        logged = caplog.text + capfd.readouterr().err
        assert "internal error on record 'x'" in logged
        assert "Traceback" in logged

    @EITHER_WAY
    def test_that_every_page_would_meet_ends_the_batch(self, extract: Extract, workers: int) -> None:
        with pytest.raises(PipelineError, match="does not fit"):
            list(extract(["hopeless", "a"], workers=workers))

    @EITHER_WAY
    def test_to_make_an_extractor_ends_the_batch(self, extract: Extract, fakes: ModuleType, workers: int) -> None:
        with pytest.raises(PipelineError, match="is missing"):
            list(extract(["a"], workers=workers, make=fakes.Unfit))

    @EITHER_WAY
    def test_of_the_source_comes_after_the_results_before_it(self, extract: Extract, workers: int) -> None:
        def pages() -> Iterator[str]:
            yield "sleep 0.1"
            yield "b"
            raise RuntimeError("the cursor was closed")

        results = extract(pages(), workers=workers)
        assert [next(results).id, next(results).id] == [0, 1]
        with pytest.raises(RuntimeError, match="cursor"):
            next(results)


class TestWorker:
    def test_that_dies_costs_its_page_and_nobody_else_anything(self, extract: Extract) -> None:
        results = list(extract(["a", "sleep 0.5", "kill", "crash", "exit", "b", "c"]))
        assert told(results) == ["a", "sleep 0.5", *["worker-died"] * 3, "b", "c"]
        messages = [result.error.message for result in results if result.error]
        for message, end in zip(messages, ["SIGKILL", "crashed", "status 3"], strict=True):
            assert end in message

    def test_that_hangs_is_killed_in_time_and_costs_its_page(self, extract: Extract) -> None:
        results = extract(["pid", "hang", "a", "pid"], page_seconds=1)
        begin = next(results) and time.monotonic()
        rest = list(results)
        assert told(rest)[:2] == ["page-timeout", "a"]
        assert 0.9 < time.monotonic() - begin < 10
        assert "longer than 1 s" in rest[0].error.message

    def test_is_not_late_while_the_consumer_takes_its_time(self, extract: Extract) -> None:
        results = extract(["a", "sleep 0.2", "b"], page_seconds=1)
        next(results)
        time.sleep(1.3)
        assert told(results) == ["sleep 0.2", "b"]

    def test_killed_while_it_waits_costs_nothing(self, crew: Crew) -> None:
        (pid,) = told(_ask(crew, "pid"))
        os.kill(int(pid), signal.SIGKILL)
        wait_until(lambda: not crew.has_idle)
        assert told(_ask(crew, "a")) == ["a"]

    def test_that_dies_while_it_starts_is_replaced(self, extract: Extract, fakes: ModuleType, tmp_path: Path) -> None:
        for token in "ab":
            (tmp_path / token).touch()
        assert told(extract(["a", "b"], make=_late_starter(fakes, tmp_path))) == ["a", "b"]

    def test_that_never_starts_ends_the_batch(self, extract: Extract, fakes: ModuleType, tmp_path: Path) -> None:
        for token in "abcdefghijkl":
            (tmp_path / token).touch()
        with pytest.raises(WorkerDied, match="status 4"):
            list(extract(["a", "b"], make=_late_starter(fakes, tmp_path)))

    def test_has_one_numeric_thread(self, crew: Crew) -> None:
        assert told(_ask(crew, "threads")) == ["1"]

    def test_takes_a_page_larger_than_any_buffer(self, crew: Crew) -> None:
        assert told(_ask(crew, "x" * 5_000_000)) == ["x" * 5_000_000]


def _ask(crew: Crew, page: str) -> list[Enriched]:
    while not crew.has_idle:
        assert not crew.collect(5)
    crew.give(0, Record("x", page, None))
    return list(crew.collect(60).values())


def _late_starter(fakes: ModuleType, tokens: Path) -> Callable[[], Any]:
    return partial(fakes.LateStarter, tokens)


class TestEnd:
    def test_of_iteration_leaves_no_worker(self, extract: Extract) -> None:
        list(extract(["a", "b"]))
        assert workers_of(os.getpid()) == []

    def test_before_the_last_result_leaves_no_worker(self, extract: Extract) -> None:
        for result in extract(["pid", "hang", *["a"] * 100]):
            pid = int(result.article.text)
            break
        assert workers_of(os.getpid()) == []
        assert not is_running(pid)

    def test_by_an_interrupt_leaves_no_worker(self, extract: Extract) -> None:
        def pages() -> Iterator[str]:
            yield from ["pid", "hang"]
            raise KeyboardInterrupt

        with pytest.raises(KeyboardInterrupt):
            list(extract(pages()))
        assert workers_of(os.getpid()) == []

    @pytest.mark.parametrize(("page", "end"), [("a", signal.SIGKILL), ("hang", signal.SIGKILL)])
    def test_of_the_parent_ends_its_workers(self, page: str, end: signal.Signals) -> None:
        parent = subprocess.Popen(
            [sys.executable, "-c", PARENT, HERE, page], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL
        )
        assert parent.stdout is not None
        parent.stdout.readline()
        workers = workers_of(parent.pid)
        assert len(workers) == 2
        parent.send_signal(end)
        parent.wait(20)
        parent.stdout.close()
        wait_until(lambda: not any(map(is_running, workers)))


# No `if __name__ == "__main__"`: a worker does not run its parent's main module.
PARENT = """
import sys
import time
sys.path.insert(0, sys.argv[1])
import fake_extractors
from cutline.config import load_settings
from cutline.service.enrich.batch import extract_records
from cutline.service.enrich.crew import Crew
from cutline.service.enrich.records import read_records
from cutline.service.enrich.worker import Job
records = read_records([{"html": "a"}, *[{"html": sys.argv[2]}] * 100], 1000)
for result in extract_records(records, Job(fake_extractors.Obedient, {}), 2, load_settings().enrich):
    print(result.id, flush=True)
    time.sleep(0.1)
"""


class TestRecords:
    @pytest.mark.parametrize(
        ("record", "reason"),
        [
            ({}, "html, url or both"),
            ({"html": None, "url": None}, "html, url or both"),
            ({"url": ""}, "html, url or both"),
            ({"html": 3}, "text or bytes, not int"),
            ({"html": float("nan")}, "text or bytes, not float"),
            ({"html": ["<p>"]}, "text or bytes, not list"),
            ({"html": "<p>", "url": 5}, "url of a record must be text, not int"),
            ({"html": "<p>", "id": [1]}, "id of a record must be text or a whole number, not list"),
            ({"html": "<p>", "id": True}, "id of a record"),
            (["<p>"], "must be an object with html or url, not list"),
            ("<p>", "must be an object with html or url, not str"),
            (None, "must be an object with html or url, not NoneType"),
        ],
    )
    def test_that_cannot_be_used_become_errors(self, record: Any, reason: str) -> None:
        good, bad, other = read_records([{"html": "a"}, record, {"html": "b"}], 1000)
        assert isinstance(good, Record) and isinstance(other, Record)
        assert (bad.id, bad.error.code) == (1, "bad-source")
        assert reason in bad.error.message

    def test_keep_their_id_when_the_rest_is_bad(self) -> None:
        (bad,) = read_records([{"id": "a", "html": 3}], 1000)
        assert bad.id == "a"

    def test_may_have_html_as_bytes_and_more_keys(self) -> None:
        record = {"id": 7, "html": b"<p>", "url": "https://example.org/", "crawled": "2024"}
        assert list(read_records([record], 1000)) == [Record(7, b"<p>", "https://example.org/")]

    def test_without_id_are_called_by_their_place(self) -> None:
        records = [{"id": "a", "html": ""}, {"html": ""}, {"id": None, "url": "https://example.org/"}]
        assert [record.id for record in read_records(records, 1000)] == ["a", 1, 2]

    def test_with_half_characters_are_mended(self) -> None:
        (record,) = read_records([{"id": "\ud83d", "html": "a\udc00b \ud83d\ude00"}], 1000)
        assert record == Record("\ufffd", "a\ufffdb 😀", None)

    @pytest.mark.parametrize("source", [{"html": "<p>"}, b"<p>", 5])
    def test_must_be_several(self, source: Any) -> None:
        with pytest.raises(SourceError, match="a single record into a list"):
            read_records(source, 1000)


class TestLines:
    LINES = b"\n".join(
        [
            b'\xef\xbb\xbf{"id": "a", "html": "<p>\xc3\xa4</p>"}',
            b"",
            b'{"html": "<p>',
            b'"<p>"',
            b'{"html": "\xff"}',
            b"[" * 900,
            b'{"id": "long", "html": "' + b"x" * 5000 + b'"}',
            b'{"id": "z", "html": "\\ud83d", "other": NaN}\r',
        ]
    )

    @pytest.mark.parametrize("ending", ["", ".gz"])
    def test_of_a_file_are_records_or_errors_and_none_is_lost(self, tmp_path: Path, ending: str) -> None:
        file = tmp_path / f"pages.jsonl{ending}"
        file.write_bytes(gzip.compress(self.LINES) if ending else self.LINES)
        first, *bad, last = read_records(file, 1000)
        assert first == Record("a", "<p>ä</p>", None)
        assert last == Record("z", "\ufffd", None)
        assert [result.id for result in bad] == [1, 2, 3, 4, 5]
        assert [result.error.code for result in bad] == ["bad-source"] * 5
        assert [result.error.message[:10] for result in bad if "Line" in result.error.message] == [
            "Line 3 is ",
            "Line 5 is ",
            "Line 6 is ",
            "Line 7 has",
        ]

    def test_nested_too_deeply_are_errors(self, tmp_path: Path) -> None:
        file = tmp_path / "deep.jsonl"
        file.write_bytes(b"[" * 200_000)
        (bad,) = read_records(file, 1_000_000)
        assert "nested too deeply" in bad.error.message

    def test_too_long_are_never_in_memory(self, tmp_path: Path) -> None:
        longest = 0

        class Watched(io.BytesIO):
            def readline(self, size: int | None = -1) -> bytes:
                nonlocal longest
                line = super().readline(size)
                longest = max(longest, len(line))
                return line

        with pytest.MonkeyPatch.context() as patch:
            stdin = io.TextIOWrapper(Watched(b"x" * 100_000 + b'\n{"html": "a"}\n'))
            patch.setattr(sys, "stdin", stdin)
            bad, good = read_records("-", 1000)
        assert (bad.error.code, good.html) == ("bad-source", "a")
        assert longest <= 1001

    def test_of_a_broken_file_end_in_an_error_after_those_before(self, tmp_path: Path) -> None:
        file = tmp_path / "pages.jsonl.gz"
        file.write_bytes(gzip.compress(b'{"html": "a"}\n' * 5)[:-9])
        records = read_records(str(file), 1000)
        assert [next(records).id for _ in range(5)] == [0, 1, 2, 3, 4]
        with pytest.raises(SourceError, match="beyond line 5"):
            next(records)

    @pytest.mark.parametrize("name", ["missing.jsonl", "."])
    def test_of_no_file_are_an_error_at_once(self, tmp_path: Path, name: str) -> None:
        with pytest.raises(SourceError):
            read_records(tmp_path / name, 1000)


class TestEnrich:
    def test_yields_a_result_for_each_record(self, public: Any) -> None:
        results = public([{"id": "a", "html": "x"}, {"url": "https://example.org/"}, {"id": "c", "html": b"empty"}])
        first, second, third = results
        assert (first.id, first.article.text, first.error) == ("a", "x", None)
        assert (second.id, second.article.text) == (1, "fetched https://example.org/")
        assert (third.id, third.article, third.error.code) == ("c", None, "empty-page")

    @EITHER_WAY
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
        assert json.loads(article) == {"id": "a"} | json.loads(whole.article.model_dump_json())
        assert article.startswith('{"id":"a","url":null')
        assert json.loads(bad)["error"]["code"] == "bad-source"
        assert empty == '{"id":"ö","error":{"code":"empty-page","message":"The page is empty."}}'

    def test_writes_to_standard_output(self, public: Any, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
        public([{"html": "empty"}], "-")
        assert capsysbinary.readouterr().out.startswith(b'{"id":0,"error":{"code":"empty-page"')

    def test_takes_settings_from_a_file(self, public: Any, tmp_path: Path) -> None:
        settings = tmp_path / "cutline.toml"
        settings.write_text("[enrich]\nmax_line_bytes = 12\n")
        source = tmp_path / "pages.jsonl"
        source.write_text('{"html":"a"}\n{"html":"abc"}\n')
        assert told(public(source, config=settings)) == ["bad-source", "bad-source"]
        assert told(public(source)) == ["a", "abc"]

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


def test_the_errors_of_a_batch_are_cutline_errors() -> None:
    assert {error.code for error in CutlineError.__subclasses__()} >= {"worker-died", "page-timeout"}
