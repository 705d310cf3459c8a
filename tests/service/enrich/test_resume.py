"""Runs that end before their time, and others that go on with them."""

import json
import os
import threading
from collections.abc import Callable
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from cutline.errors import OptionError, PipelineError
from cutline.service.enrich import enrich, journal, working_folder
from cutline.service.enrich.journal import GrowingFile, hold

pytestmark = pytest.mark.processes


Run = Callable[..., Any]


@pytest.fixture
def run(obedient: None, tmp_path: Path) -> Run:
    """Enrich the pages of a file to another with the obedient extractor: `run(pages, resume=True)`."""

    def start(pages: list[str] | None = None, out: str = "out.jsonl", **options: Any) -> Any:
        if pages is not None:
            records = [{"id": number, "html": page} for number, page in enumerate(pages)]
            _write_lines(tmp_path / "in.jsonl", records)
        return enrich(tmp_path / "in.jsonl", tmp_path / out, **{"batch_size": 2, **options})

    return start


def _write_lines(path: Path, records: list[dict[str, Any]]) -> None:
    lines = "".join(json.dumps(record) + "\n" for record in records)
    if not path.exists() or path.read_text() != lines:  # a file that is written again is another one
        path.write_text(lines)


def ids(path: Path) -> list[int]:
    return [json.loads(line)["id"] for line in path.read_text().splitlines()]


@pytest.fixture
def broken_run(run: Run, tmp_path: Path) -> list[str]:
    """The pages of a run that ended with the ninth."""
    pages = [*"abc", "empty", *"efgh", "hopeless", *"jklm"]
    with pytest.raises(PipelineError):
        run(pages)
    return pages


class TestUnfinishedRun:
    def test_leaves_no_file_under_the_final_names(self, broken_run: Any, tmp_path: Path) -> None:
        assert sorted(os.listdir(tmp_path)) == ["in.jsonl", "out.jsonl.partial"]

    def test_does_not_touch_the_files_of_an_earlier_one(self, run: Run, tmp_path: Path) -> None:
        run(["a", "empty"])
        before = {file: (tmp_path / file).read_bytes() for file in ("out.jsonl", "out.jsonl.failed.jsonl")}
        with pytest.raises(PipelineError):
            run([*"abc", "empty", "hopeless"])
        assert {file: (tmp_path / file).read_bytes() for file in before} == before

    def test_is_not_started_over_by_mistake(self, run: Run, broken_run: Any) -> None:
        with pytest.raises(OptionError, match="holds an unfinished run: continue it"):
            run()

    def test_that_has_done_nothing_is(self, run: Run) -> None:
        with pytest.raises(PipelineError):
            run(["hopeless"])
        assert run(["a"]).pages == 1


class TestResumedRun:
    @pytest.mark.parametrize("order", ["input", "ready"])
    def test_does_the_rest_and_nothing_twice(
        self, run: Run, broken_run: list[str], tmp_path: Path, order: str, fakes: ModuleType
    ) -> None:
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cutline.service.enrich.enrichment.open_extractor", fakes.Hopeful)
            summary = run(resume=True, order=order, workers=2, batch_size=3)
        assert (summary.pages, summary.failed, summary.resumed) == (13, 1, 8)
        assert sorted(ids(tmp_path / "out.jsonl")) == [0, 1, 2, *range(4, 13)]
        assert ids(tmp_path / "out.jsonl.failed.jsonl") == [3]
        assert sorted(os.listdir(tmp_path)) == ["in.jsonl", "out.jsonl", "out.jsonl.done", "out.jsonl.failed.jsonl"]

    def test_is_a_new_one_where_there_is_none(self, run: Run, tmp_path: Path) -> None:
        assert run(["a"], resume=True).pages == 1
        assert ids(tmp_path / "out.jsonl") == [0]

    @pytest.mark.parametrize("torn", [b'{"source":0,"fir', b"\n", b'{"source":0}\n'])
    def test_drops_what_was_not_written_whole(
        self, run: Run, broken_run: Any, tmp_path: Path, torn: bytes, fakes: ModuleType
    ) -> None:
        for name, piece in (("articles", b'{"id":8,'), ("failures.jsonl", b'{"id":'), ("journal.jsonl", torn)):
            with (tmp_path / "out.jsonl.partial" / name).open("ab") as file:
                file.write(piece)
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cutline.service.enrich.enrichment.open_extractor", fakes.Hopeful)
            run(resume=True)
        assert ids(tmp_path / "out.jsonl") == [0, 1, 2, *range(4, 13)]
        assert ids(tmp_path / "out.jsonl.failed.jsonl") == [3]

    def test_says_what_to_do_with_the_files_of_another_version(self, run: Run, broken_run: Any, tmp_path: Path) -> None:
        (tmp_path / "out.jsonl.partial" / working_folder.MARK).write_text('{"finished": "articles"}')
        with pytest.raises(OptionError, match=r"another version of cutline\. Start a new run without --resume"):
            run(resume=True)

    @pytest.mark.parametrize(
        ("changes", "sentence"),
        [
            ({"pages": ["other"]}, "other inputs, or the inputs have changed"),
            ({"nlp": False}, "other options"),
            ({"include": ["dropped", "html"]}, "other options"),
            ({"config": "changed.toml"}, "other settings"),
        ],
    )
    def test_is_refused_if_anything_has_changed(
        self, run: Run, broken_run: Any, tmp_path: Path, changes: dict[str, Any], sentence: str
    ) -> None:
        (tmp_path / "changed.toml").write_text("[auto]\ntext_threshold = 0.4\n")
        if "config" in changes:
            changes = {"config": tmp_path / changes["config"]}
        with pytest.raises(OptionError, match=sentence):
            run(resume=True, **changes)

    def test_may_have_other_settings_of_batches_alone(
        self, run: Run, broken_run: Any, tmp_path: Path, fakes: ModuleType
    ) -> None:
        (tmp_path / "changed.toml").write_text("[enrich]\npage_seconds = 5\n")
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr("cutline.service.enrich.enrichment.open_extractor", fakes.Hopeful)
            assert run(resume=True, config=tmp_path / "changed.toml").pages == 13

    def test_is_refused_while_the_other_runs(self, run: Run, broken_run: Any, tmp_path: Path) -> None:
        with hold(tmp_path / "out.jsonl.partial"), pytest.raises(OptionError, match="Another run writes"):
            run(resume=True)

    def test_is_refused_if_its_files_were_cut(self, run: Run, broken_run: Any, tmp_path: Path) -> None:
        (tmp_path / "out.jsonl.partial" / "articles").write_bytes(b"")
        with pytest.raises(OptionError, match="shorter than its journal says"):
            run(resume=True)


class TestFinishedRun:
    def test_is_not_repeated(self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        first = run(["a", "empty", "c"])
        written = (tmp_path / "out.jsonl").stat().st_mtime_ns
        monkeypatch.setattr("cutline.service.enrich.enrichment.run_with_workers", None)
        again = run(resume=True, workers=2)
        assert (again.pages, again.failures, again.resumed, again.was_finished) == (3, first.failures, 3, True)
        assert (tmp_path / "out.jsonl").stat().st_mtime_ns == written
        assert not first.was_finished

    def test_keeps_its_output_from_a_run_with_other_options(self, run: Run, tmp_path: Path) -> None:
        run(["a", "b"])
        written = (tmp_path / "out.jsonl").read_bytes()
        with pytest.raises(OptionError, match=r"finished run of .*out\.jsonl was started with other options.*--resume"):
            run(resume=True, nlp=False)
        assert (tmp_path / "out.jsonl").read_bytes() == written
        assert not (tmp_path / "out.jsonl.partial").exists()

    def test_is_repeated_without_resume_or_without_its_output(self, run: Run, tmp_path: Path) -> None:
        run(["a", "b"])
        assert run().resumed == 0
        (tmp_path / "out.jsonl").unlink()
        assert run(resume=True).resumed == 0
        assert ids(tmp_path / "out.jsonl") == [0, 1]

    def test_does_not_stand_for_a_later_one_that_was_broken_off(self, run: Run, tmp_path: Path) -> None:
        run(["a"])
        with pytest.raises(PipelineError):
            run(["hopeless"])
        assert not (tmp_path / "out.jsonl.done").exists()
        assert not run(["b"], resume=True).was_finished

    def test_that_was_written_down_wrongly_is_repeated(self, run: Run, tmp_path: Path) -> None:
        run(["a"])
        (tmp_path / "out.jsonl.done").write_text("{}")
        assert not run(resume=True).was_finished


class TestEnd:
    @pytest.mark.parametrize("moves", range(9))
    def test_that_is_broken_off_anywhere_is_gone_on_with(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, moves: int
    ) -> None:
        steps = iter(range(100))

        def break_off(*_: Any, **__: Any) -> None:
            if next(steps) == moves:
                raise KeyboardInterrupt

        with monkeypatch.context() as patch:
            for module, name in ((journal, "sync"), (working_folder, "_move")):
                original = getattr(module, name)
                patch.setattr(module, name, lambda *args, do=original: (break_off(), do(*args)))
            try:
                run(["a", "empty", "c"])
            except KeyboardInterrupt:
                assert run(resume=True).pages == 3
        assert ids(tmp_path / "out.jsonl") == [0, 2]
        assert ids(tmp_path / "out.jsonl.failed.jsonl") == [1]
        assert sorted(os.listdir(tmp_path)) == ["in.jsonl", "out.jsonl", "out.jsonl.done", "out.jsonl.failed.jsonl"]

    def test_removes_dead_letters_of_an_earlier_run_if_there_are_none(self, run: Run, tmp_path: Path) -> None:
        run(["empty"])
        assert (tmp_path / "out.jsonl.failed.jsonl").exists()
        run(["a"])
        assert not (tmp_path / "out.jsonl.failed.jsonl").exists()


class TestOutput:
    def test_that_cannot_be_written_is_named_and_what_was_written_is_kept(
        self, run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        add = GrowingFile.add

        def fill_disk(self: GrowingFile, piece: bytes) -> None:
            if self.path.name == "articles" and self.size > 500:
                add(self, piece[:10])
                raise OSError(28, "No space left on device", str(self.path))
            add(self, piece)

        with monkeypatch.context() as patch:
            patch.setattr(GrowingFile, "add", fill_disk)
            with pytest.raises(OSError, match=r"No space left on device.*out\.jsonl\.partial/articles"):
                run(list("abcdef"))
        assert run(resume=True).resumed > 0
        assert ids(tmp_path / "out.jsonl") == list(range(6))

    def test_never_shows_half_a_record_to_those_who_read_it_meanwhile(self, run: Run, tmp_path: Path) -> None:
        out = tmp_path / "out.jsonl"
        seen: set[tuple[int, ...]] = set()
        has_ended = threading.Event()

        def look() -> None:
            while not has_ended.is_set():
                if out.exists():
                    seen.add(tuple(ids(out)))

        reader = threading.Thread(target=look)
        reader.start()
        try:
            for count in (3, 40, 7):
                run([*"a" * count])
        finally:
            has_ended.set()
            reader.join()
        assert tuple(range(3)) in seen
        assert seen <= {tuple(range(count)) for count in (3, 40, 7)}
