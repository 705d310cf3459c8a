"""Batches on a Ray cluster."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from contextlib import closing, nullcontext
from pathlib import Path
from types import ModuleType
from typing import Any

import pyarrow as pa
import pytest

from cutline.config import load_settings
from cutline.errors import PipelineError
from cutline.service.enrich import cluster
from cutline.service.enrich.cluster_stages import SegmentReader, SegmentWorker, SourceRead, from_table, to_table
from cutline.service.enrich.crewing import Crewing
from cutline.service.enrich.inputs import open_sources
from cutline.service.enrich.plan import BatchPlan
from cutline.service.enrich.records import Record
from cutline.service.enrich.results import Summary
from cutline.service.enrich.segments import Segment, Span
from cutline.service.enrich.spans import DoneSpans
from cutline.service.enrich.worker import Job

HERE = Path(__file__).parent
FILES, LINES = 4, 250
LOCAL = """
import sys
sys.path.insert(0, sys.argv[1])
import cutline.service.enrich.plan
import fake_extractors
from cutline.service.enrich import enrich
cutline.service.enrich.plan.open_extractor = fake_extractors.Obedient
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


def test_every_record_is_in_the_output_once_though_a_node_is_killed(files: list[Path], tmp_path: Path) -> None:
    out = tmp_path / "out.jsonl"
    command = [sys.executable, HERE / "cluster_run.py", out, "input", str(FILES * LINES // 40), *files]
    done = subprocess.run(command, capture_output=True, text=True, check=True, timeout=400)
    lines = [line.partition("outcome: ")[2] for line in done.stdout.splitlines()]  # among those of Ray
    killed, summary, alive = filter(None, lines)
    assert (killed, alive) == ("killed", "2")
    figures = Summary.model_validate_json(summary)
    assert (figures.pages, figures.failed) == (FILES * LINES, FILES * LINES // 50)
    articles, failures = (
        [(line["source"], line["line"]) for line in map(json.loads, file.read_text().splitlines())]
        for file in (out, tmp_path / "out.jsonl.failed.jsonl")
    )
    assert articles == sorted(articles)
    assert sorted(articles + failures) == [(str(file), line) for file in files for line in range(1, LINES + 1)]


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


class TestSegmentWorker:
    @pytest.fixture
    def segment(self) -> Segment:
        return Segment(Span(0, 1, 2), None, ((1, Record("a", "page", None)), (2, Record("b", "kill", None))), {}, None)

    def test_works_off_a_segment_and_lets_the_end_of_a_source_pass(self, fakes: ModuleType, segment: Segment) -> None:
        worker = SegmentWorker(Job(fakes.Obedient, {}, tuple), 60, load_settings().enrich)
        with closing(worker):
            worked, end = (from_table(worker(to_table(given))) for given in (segment, SourceRead(0, 1)))
        assert [result.error and result.error.code for result in worked.packed] == [None, "worker-died"]
        assert end == SourceRead(0, 1)

    def test_tells_why_it_can_work_on_no_page(
        self, fakes: ModuleType, segment: Segment, files: list[Path], monkeypatch: pytest.MonkeyPatch
    ) -> None:
        with closing(SegmentWorker(Job(fakes.Unfit, {}, tuple), 60, load_settings().enrich)) as worker:
            table = worker(to_table(segment))
        plan = BatchPlan(open_sources(files, load_settings()), {}, load_settings(), Crewing(engine="ray"))
        with pytest.raises(PipelineError, match="is missing"):
            run_without_ray(plan, lambda *_: iter([table]), monkeypatch)


class TestWhatNeverArrives:
    @pytest.fixture
    def plan(self, files: list[Path]) -> BatchPlan:
        settings = load_settings()
        return BatchPlan(open_sources(files[:2], settings), {}, settings, Crewing(engine="ray", batch_size=100))

    def test_is_a_failure_of_each_of_its_records(self, plan: BatchPlan, monkeypatch: pytest.MonkeyPatch) -> None:
        lost = {(0, 101), (1, 1)}

        def run(ray: Any, plan: BatchPlan, job: Any, done: DoneSpans, seconds: float) -> Any:
            for table in SegmentReader(plan, 100, done)(to_sources(2)):
                match from_table(table):
                    case Segment(span) as segment if (span.source, span.first) not in lost:
                        yield to_table(job.fail(segment, cluster.Failure(code="arrived", message="")))
                    case SourceRead():
                        yield table

        worked = run_without_ray(plan, run, monkeypatch)
        codes = {
            (result.source, result.line): result.error.code
            for each in worked
            for result in each.packed
            if result.error is not None
        }
        assert sum(len(each.packed) for each in worked) == len(codes) == 2 * LINES
        assert {code for (_, line), code in codes.items() if line > 200} == {"arrived"}
        assert sum(code == "worker-died" for code in codes.values()) == 200

    def test_though_the_source_was_not_read_to_its_end_is_too(
        self, plan: BatchPlan, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        worked = run_without_ray(plan, lambda *_: iter(()), monkeypatch)
        assert {result.error.code for each in worked for result in each.packed} == {"worker-died"}
        assert sum(each.tally.pages for each in worked) == 2 * LINES

    def test_is_what_came_twice_only_once(self, plan: BatchPlan, monkeypatch: pytest.MonkeyPatch) -> None:
        def run(ray: Any, plan: BatchPlan, job: Any, done: DoneSpans, seconds: float) -> Any:
            for table in [*SegmentReader(plan, 100, done)(to_sources(2))] * 2:
                given = from_table(table)
                done_with = job.fail(given, cluster.Failure(code="a", message="")) if type(given) is Segment else given
                yield to_table(done_with)

        assert sum(each.tally.pages for each in run_without_ray(plan, run, monkeypatch)) == 2 * LINES


def to_sources(count: int) -> Any:
    return pa.table({"source": list(range(count))})


def run_without_ray(plan: BatchPlan, run: Any, monkeypatch: pytest.MonkeyPatch) -> list[Any]:
    monkeypatch.setattr(cluster, "_connected", lambda *_: nullcontext())
    monkeypatch.setattr(cluster, "_run", run)
    return list(cluster.work_on_cluster(plan, plan.make_job(tuple), DoneSpans(), 60))
