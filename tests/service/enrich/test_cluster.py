"""Batches on a Ray cluster."""

import json
import os
import socket
import subprocess
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pytest

import cutline
from cutline.config import load_settings
from cutline.errors import OptionError, PipelineError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.enrich import cluster
from cutline.service.enrich.batches import Batch, DoneSpans, Record, SourceSpan
from cutline.service.enrich.cluster import BatchExtractor, InputRead, from_table, read_sources, to_table
from cutline.service.enrich.inputs import open_inputs
from cutline.service.enrich.plan import RunOptions, RunPlan
from cutline.service.enrich.workers import RecordWork, Task
from cutline.service.pages.extraction import Failure

HERE = Path(__file__).parent
FILES, LINES = 2, 250
LOCAL = """
import sys
sys.path.insert(0, sys.argv[1])
import cutline.service.enrich.enrichment
import fake_extractors
from cutline.service.enrich import enrich
cutline.service.enrich.enrichment.open_extractor = fake_extractors.Obedient
pages = [("a", "first"), ("empty", ["second"]), ("kill", None), ("c", 4)]
for result, context in enrich(pages, engine="ray", workers=2, batch_size=3):
    print(result.line, result.article.text if result.article else result.error.code, context)
"""


@pytest.fixture
def files(tmp_path: Path) -> list[Path]:
    """Pages in several files, some of which fail."""
    paths = [tmp_path / f"{number}.jsonl" for number in range(FILES)]
    for path in paths:
        pages = ["empty" if number % 50 == 7 else "sleep 0.01" for number in range(LINES)]
        path.write_text("".join(json.dumps({"id": "same", "html": page}) + "\n" for page in pages))
    return paths


@pytest.mark.cluster
def test_every_record_is_in_the_output_once_though_a_node_is_killed(files: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, HERE / "cluster_run.py", out, "input", str(FILES * LINES // 40), *files]
    subprocess.run(command, capture_output=True, text=True, check=True, timeout=400)
    outcome = json.loads((tmp_path / "outcome.json").read_text())
    assert outcome == {"alive": 2, "pages": FILES * LINES, "failed": FILES * LINES // 50}
    articles, failures = (
        [(line["source"], line["line"]) for line in map(json.loads, file.read_text().splitlines())]
        for file in (out, tmp_path / "out.jsonl.failed.jsonl")
    )
    assert articles == sorted(articles)
    assert sorted(articles + failures) == [(str(file), line) for file in files for line in range(1, LINES + 1)]


@pytest.mark.cluster
def test_results_come_back_one_by_one_with_their_contexts() -> None:
    environment = os.environ | {"PYTHONPATH": str(HERE)}
    done = subprocess.run(
        [sys.executable, "-c", LOCAL, HERE], capture_output=True, text=True, check=True, env=environment, timeout=400
    )
    assert [line for line in done.stdout.splitlines() if line[:1].isdigit()] == [
        "1 a first",
        "2 empty-page ['second']",
        "3 worker-died None",
        "4 c 4",
    ]


ARRIVED = Failure(code="arrived", message="")


class TestBatchExtractor:
    @pytest.fixture
    def batch(self) -> Batch:
        return Batch(
            SourceSpan(0, 1, 2),
            None,
            ((1, Record("a", PageGiven("page"))), (2, Record("b", PageGiven("kill")))),
            {},
            None,
        )

    def test_works_off_a_batch_and_lets_the_end_of_a_source_pass(self, fakes: ModuleType, batch: Batch) -> None:
        worker = BatchExtractor(RecordWork(fakes.Obedient, Options(), tuple), load_settings().enrich)
        with closing(worker):
            finished, end = (from_table(worker(to_table(given))) for given in (batch, InputRead(0, 1)))
        assert [result.error and result.error.code for result in finished.packed] == [None, "worker-died"]
        assert end == InputRead(0, 1)

    def test_tells_why_it_can_work_on_no_page(
        self, fakes: ModuleType, batch: Batch, files: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with closing(BatchExtractor(RecordWork(fakes.Unfit, Options(), tuple), load_settings().enrich)) as worker:
            table = worker(to_table(batch))
        plan = RunPlan(open_inputs(files, load_settings()), Options(), load_settings(), RunOptions(engine="ray"))
        with pytest.raises(PipelineError, match="is missing"):
            run_without_ray(plan, lambda *_: iter([table]), monkeypatch)


class TestWhatNeverArrives:
    @pytest.fixture
    def plan(self, files: list[Path]) -> RunPlan:
        settings = load_settings()
        return RunPlan(open_inputs(files[:2], settings), Options(), settings, RunOptions(engine="ray", batch_size=100))

    def test_is_a_failure_of_each_of_its_records(self, plan: RunPlan, monkeypatch: pytest.MonkeyPatch) -> None:
        lost = {(0, 101), (1, 1)}

        def run(ray: Any, plan: RunPlan, work: Any, done: DoneSpans) -> Any:
            for table in read_sources(plan, 100, done, to_sources(2)):
                match from_table(table):
                    case Batch(span) as batch if (span.source, span.first) not in lost:
                        yield to_table(lose(work, batch))
                    case InputRead():
                        yield table

        finished = run_without_ray(plan, run, monkeypatch)
        codes = {
            (result.source, result.line): result.error.code
            for each in finished
            for result in each.packed
            if result.error is not None
        }
        assert sum(len(each.packed) for each in finished) == len(codes) == 2 * LINES
        assert {code for (_, line), code in codes.items() if line > 200} == {"arrived"}
        assert sum(code == "worker-died" for code in codes.values()) == 200

    def test_though_the_source_was_not_read_to_its_end_is_too(
        self, plan: RunPlan, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        finished = run_without_ray(plan, lambda *_: iter(()), monkeypatch)
        assert {result.error.code for each in finished for result in each.packed} == {"worker-died"}
        assert sum(each.tally.pages for each in finished) == 2 * LINES

    def test_is_what_came_twice_only_once(self, plan: RunPlan, monkeypatch: pytest.MonkeyPatch) -> None:
        def run(ray: Any, plan: RunPlan, work: Any, done: DoneSpans) -> Any:
            for table in [*read_sources(plan, 100, done, to_sources(2))] * 2:
                given = from_table(table)
                yield to_table(lose(work, given) if isinstance(given, Batch) else given)

        assert sum(each.tally.pages for each in run_without_ray(plan, run, monkeypatch)) == 2 * LINES


def lose(work: RecordWork, batch: Batch) -> object:
    return work.give_up(Task(batch, dict.fromkeys(range(len(batch.items)), ARRIVED)))


def to_sources(count: int) -> Any:
    return pa.table({"source": list(range(count))})


def run_without_ray(plan: RunPlan, run: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(cluster, "_connected", lambda *_: nullcontext())
    monkeypatch.setattr(cluster, "_run", run)
    return list(cluster.work_on_cluster(plan, RecordWork(Any, plan.options, tuple), DoneSpans()))


@pytest.mark.parametrize("scheme", ["", "ray://"])
@pytest.mark.processes
def test_a_cluster_that_does_not_answer_is_one_sentence(scheme: str, tmp_path: Path) -> None:
    (tmp_path / "pages.jsonl").write_text('{"html": "<p>Page"}\n')
    with socket.create_server(("127.0.0.1", 0)) as server:
        address = f"{scheme}127.0.0.1:{server.getsockname()[1]}"
    command = [sys.executable, "-m", "cutline", "enrich", tmp_path / "pages.jsonl", "--engine", "ray"]
    # In a process of its own: Ray changes how the process that imports it writes its log.
    done = subprocess.run([*command, "--ray-address", address], capture_output=True, text=True)
    assert f"The Ray cluster at {address} cannot be used: " in done.stderr.splitlines()[-1]
    assert "Traceback" not in done.stderr
    assert (done.returncode, done.stdout) == (2, "")


def test_an_address_without_the_engine_is_refused() -> None:
    with pytest.raises(OptionError, match="goes with the engine"):
        cutline.enrich([{"html": "<p>Page"}], ray_address="127.0.0.1:6379")
