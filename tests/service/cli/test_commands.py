import errno
import gzip
import json
import os
import re
import socket
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

import cutline
from cutline.errors import PipelineError, UnreachableHost
from cutline.service.cli import commands
from cutline.service.formats import FORMATS

Run = Callable[..., Result]


class TestMain:
    def test_every_command_of_the_table_exists_and_says_what_the_table_says(self) -> None:
        for name, sentence in commands.COMMANDS.items():
            command = commands.main.get_command(None, name)  # type: ignore[arg-type]
            assert command is not None and command.help is not None
            assert command.help.startswith(sentence.rstrip("."))

    def test_the_version_names_what_answers_depend_on(self, run: Run) -> None:
        python = ".".join(map(str, sys.version_info[:3]))
        versions = rf"cutline {re.escape(cutline.__version__)} \(Python {python}\S*, spaCy \d[\d.]+, lxml \d[\d.]+\)\n"
        assert re.fullmatch(versions, run("--version").stdout)

    @pytest.mark.parametrize("command", [(), *((name,) for name in commands.COMMANDS)])
    def test_help_documents_every_exit_code(self, run: Run, command: tuple[str, ...]) -> None:
        result = run(*command, "--help")
        assert result.exit_code == 0
        for code, meaning in commands.MEANINGS.items():
            assert re.search(rf"^ +{int(code)} +{re.escape(meaning)}$", result.stdout, re.MULTILINE)

    def test_an_unknown_command_is_a_usage_error(self, run: Run) -> None:
        result = run("extrct")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "No such command 'extrct'" in result.stderr


class TestExtract:
    def test_a_stored_page_becomes_one_line_of_json(self, run: Run, folder: Path) -> None:
        result = run("extract", folder / "b.html", "--url", "https://e.org/b")
        article = json.loads(result.stdout)
        assert (result.exit_code, result.stderr) == (0, "")
        assert (article["text"], article["url"]) == ("Page b", "https://e.org/b")
        assert "id" not in article

    def test_stdin_is_a_page(self, run: Run) -> None:
        assert json.loads(run("extract", "-", input="Piped").stdout)["text"] == "Piped"

    def test_an_address_is_fetched(self, run: Run, extractor: Any) -> None:
        run("extract", "https://e.org/x")
        assert (extractor.calls[0]["html"], extractor.calls[0]["url"]) == (None, "https://e.org/x")

    def test_every_option_reaches_the_extractor(self, run: Run, extractor: Any) -> None:
        options = (
            "--method first-subtree --render never --favor recall --all-pages --no-images --no-nlp "
            "--include dropped --include html"
        )
        run("extract", "-", *options.split(), "--language", "pt-BR", input="Page")
        assert extractor.calls == [
            {
                "html": b"Page",
                "url": None,
                "charset": None,
                "is_live": False,
                "method": "first-subtree",
                "render": "never",
                "favor": "recall",
                "pages": "all",
                "images": False,
                "nlp": False,
                "include": frozenset({"dropped", "evidence", "html"}),
                "language": "pt-BR",
            }
        ]

    def test_a_folder_is_its_pages_by_path_each_with_its_source_as_id(self, run: Run, folder: Path) -> None:
        lines = [json.loads(line) for line in run("extract", folder).stdout.splitlines()]
        assert [(line["id"], line["text"]) for line in lines] == [
            (str(folder / "b.html"), "Page b"),
            (str(folder / "deep" / "a.HTM"), "Page a"),
        ]

    def test_one_failing_source_costs_none_of_the_others(self, run: Run, folder: Path) -> None:
        (folder / "b.html").write_text("")
        result = run("extract", "gone.html", folder)
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        assert result.exit_code == 1
        assert [line.get("error", {}).get("code") for line in lines] == ["bad-source", "empty-page", None]
        assert result.stderr.splitlines() == [
            "cutline: gone.html: There is no such file or folder; a URL begins with http:// or https://.",
            f"cutline: {folder / 'b.html'}: The page is empty.",
        ]

    def test_empty_name_is_not_the_current_folder(self, run: Run, folder: Path, monkeypatch: Any) -> None:
        monkeypatch.chdir(folder)
        result = run("extract", "b.html", "")
        assert (result.exit_code, result.stdout) == (2, "")
        assert "The name of a SOURCE is empty" in result.stderr

    @pytest.mark.parametrize("form", list(FORMATS))
    def test_each_format_of_one_page_is_what_its_module_renders(
        self, run: Run, folder: Path, form: str, build: Any
    ) -> None:
        article = build.article((build.block(0, "Page b"),), title="Title")
        assert run("extract", folder / "b.html", "--format", form).stdout == FORMATS[form].render(article)

    def test_markdown_may_be_called_md(self, run: Run, folder: Path) -> None:
        named = [run("extract", folder / "b.html", "--format", name).stdout for name in ("md", "markdown")]
        assert named[0] == named[1] != ""

    def test_several_pages_as_html_are_one_document(self, run: Run, folder: Path) -> None:
        document = run("extract", folder, "--format", "html").stdout
        assert [document.count(mark) for mark in ("<!DOCTYPE", "<article", "</html>")] == [1, 2, 1]

    def test_warnings_are_sentences_beside_text(self, run: Run, extractor: Any, build: Any) -> None:
        extractor.extract = lambda *_, **__: build.article(warnings=("short_article",))
        result = run("extract", "-", "--format", "text", input="x")
        assert (result.exit_code, result.stdout) == (0, "")
        assert result.stderr == "cutline: -: The text is short for an article.\n"


class TestEnrich:
    def test_every_record_becomes_a_line_in_order_and_the_figures_go_to_stderr(self, run: Run, tmp_path: Path) -> None:
        records = [{"id": "a", "html": "Page a", "url": "https://e.org"}, {"id": "b", "html": ""}, {"html": "Page c"}]
        (tmp_path / "in.jsonl").write_text("\n".join(map(json.dumps, records)))
        result = run("enrich", tmp_path / "in.jsonl")
        lines = [json.loads(line) for line in result.stdout.splitlines()]
        assert [(line["id"], line.get("text"), line.get("url")) for line in lines] == [
            ("a", "Page a", "https://e.org"),
            ("b", None, None),
            (None, "Page c", None),
        ]
        assert [(line["source"], line["line"]) for line in lines] == [(f"{tmp_path}/in.jsonl", n) for n in (1, 2, 3)]
        assert lines[1]["error"] == {"code": "empty-page", "message": "The page is empty."}
        assert result.exit_code == 1
        figures, failures = result.stderr.splitlines()
        assert figures.startswith("cutline: 3 pages, 1 failed, ")
        assert failures == "cutline: 1 empty-page, such as: The page is empty."

    @pytest.mark.processes
    def test_a_worker_extracts_pages_of_a_folder_to_a_file(self, tmp_path: Path) -> None:
        (tmp_path / "pages").mkdir()
        for name in "ab":
            (tmp_path / "pages" / f"{name}.html").write_text(f"<p>Page {name}" if name == "a" else "")
        command = [sys.executable, "-m", "cutline", "enrich", tmp_path / "pages", "--out", tmp_path / "out.jsonl.gz"]
        done = subprocess.run([*command, "--no-nlp", "--method", "first-subtree"], capture_output=True, text=True)
        with gzip.open(tmp_path / "out.jsonl.gz", "rt") as stream:
            (article,) = [json.loads(line) for line in stream]
        (failure,) = (tmp_path / "out.jsonl.gz.failed.jsonl").read_text().splitlines()
        assert (article["id"], json.loads(failure)["id"]) == ("a.html", "b.html")
        assert (done.returncode, done.stdout) == (1, "")
        assert "cutline: 2 pages, 1 failed, " in done.stderr  # behind a line of progress, if it takes long
        places = f"the articles are in {tmp_path}/out.jsonl.gz, the failures in {tmp_path}/out.jsonl.gz.failed.jsonl."
        assert done.stderr.splitlines()[-1] == f"cutline: {places}"

    @pytest.mark.processes
    def test_a_finished_run_is_not_resumed_and_leaves_with_its_exit_code(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "in.jsonl").write_text('{"html": ""}\n')
        command = ["enrich", tmp_path / "in.jsonl", "--out", tmp_path / "out.jsonl", "--no-nlp"]
        assert run(*command).exit_code == 1
        again, other = run(*command, "--resume"), run(*command, "--resume", "--no-images")
        places = f"the articles are in {tmp_path}/out.jsonl, the failures in {tmp_path}/out.jsonl.failed.jsonl"
        how = "run the command without --resume to start over."
        assert (again.exit_code, again.stderr) == (1, f"cutline: already finished: {places}; {how}\n")
        assert (other.exit_code, "was started with other options" in other.stderr) == (2, True)

    def test_results_go_to_stdout_without_out(self, run: Run) -> None:
        result = run("enrich", "-", "--include", "dropped", input='{"html": "Page"}\n')
        line = json.loads(result.stdout)
        assert (line["id"], line["line"], line["text"], len(line["dropped"]["blocks"])) == (None, 1, "Page", 1)
        assert (result.exit_code, result.stderr.count("\n")) == (0, 1)
        assert result.stderr.startswith("cutline: 1 page, 0 failed, ")

    def test_a_full_disk_is_one_sentence(self, run: Run) -> None:
        result = run("enrich", "-", "--out", "/dev/full", input='{"html": "Page"}\n')
        assert (result.exit_code, result.stderr) == (1, "cutline: No space left on device.\n")

    def test_a_folder_that_is_not_there_is_one_sentence(self, run: Run, tmp_path: Path) -> None:
        result = run("enrich", "-", "--out", tmp_path / "gone" / "out.jsonl", input='{"html": "x"}')
        assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
        assert "No such file or directory" in result.stderr


class TestServe:
    def test_a_port_that_is_taken_is_one_sentence(self, run: Run) -> None:
        with socket.create_server(("127.0.0.1", 0)) as taken:
            port = taken.getsockname()[1]
            result = run("serve", "--port", port)
        sentence = (
            f"cannot start: Cannot listen on 127.0.0.1 port {port}: Address already in use; "
            f"open http://127.0.0.1:{port} if cutline runs there already, or pass --port 0 for a free port."
        )
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert sentence in result.stderr

    @pytest.mark.parametrize(
        ("number", "advice"),
        [(errno.EACCES, "pass a --port from 1024 on."), (errno.EADDRNOTAVAIL, "pass a --host of this machine.")],
    )
    def test_an_address_that_may_not_be_used_comes_with_advice(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, number: int, advice: str
    ) -> None:
        def refuse(*_: object, **__: object) -> None:
            raise OSError(number, os.strerror(number))

        monkeypatch.setattr(socket, "create_server", refuse)
        assert f"; {advice}" in run("serve", "--port", 80).stderr


class TestTrain:
    def test_data_takes_several_paths(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[tuple[Any, ...]] = []

        def train_ner(data: Any, out: Path, seed: int) -> SimpleNamespace:
            calls.append((data, out, seed))
            return SimpleNamespace(folder=out)

        monkeypatch.setattr("cutline.models.train.ner.train_ner", train_ner)
        result = run("train", "ner", "--data", "a", "b", "--data", "c", "--out", "model", "--seed", "7")
        assert [({str(path) for path in data}, str(out), seed) for data, out, seed in calls] == [
            ({"a", "b", "c"}, "model", 7)
        ]
        assert (result.exit_code, result.stdout) == (0, "")
        assert "the pipeline is in model" in result.stderr

    def test_names_are_learned_in_several_languages(self, run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
        calls: list[object] = []

        def train_ner(data: Any, out: Path, seed: int, languages: list[str]) -> SimpleNamespace:
            calls.append(languages)
            return SimpleNamespace(folder=out)

        monkeypatch.setattr("cutline.models.train.ner.train_ner", train_ner)
        run("train", "ner", "--data", "a", "--languages", "da,hr", "--out", "model")
        assert calls == [["da", "hr"]]
        assert run("train", "body", "--data", "a", "--languages", "da", "--out", "model").exit_code == 2

    @pytest.mark.parametrize(("what", "name"), [("body", "body"), ("images", "images"), ("is-article", "pages")])
    def test_a_model_is_taught_from_another(
        self, run: Run, monkeypatch: pytest.MonkeyPatch, what: str, name: str
    ) -> None:
        calls: list[tuple[Any, ...]] = []

        def teach(data: Any, out: Path, start: str, seed: int) -> SimpleNamespace:
            calls.append((data, out, start, seed))
            return SimpleNamespace(folder=out)

        monkeypatch.setattr(f"cutline.models.train.teaching.teach_{name}", teach)
        result = run("train", what, "--from", "cutline", "--data", "own.jsonl", "--out", "taught")
        assert calls == [((Path("own.jsonl"),), Path("taught"), "cutline", 0)]
        assert "the model is in taught" in result.stderr

    def test_a_missing_package_is_one_sentence(self, run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
        monkeypatch.setitem(sys.modules, "lightgbm", None)
        for module in ("boosting", "body"):
            monkeypatch.delitem(sys.modules, f"cutline.models.train.{module}", raising=False)
        result = run("train", "body", "--data", "own.jsonl", "--out", tmp_path / "out")
        assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
        assert "Training needs the package lightgbm: pip install '.[train]' in a checkout of cutline." in result.stderr

    def test_data_that_cannot_be_trained_on_is_one_sentence(self, run: Run, tmp_path: Path) -> None:
        result = run("train", "ner", "--data", tmp_path / "gone", "--out", tmp_path / "model")
        assert (result.exit_code, result.stderr.count("\n")) == (1, 1)
        assert "There is no file or folder" in result.stderr


class TestMistakes:
    @pytest.mark.parametrize(
        ("arguments", "sentence"),
        [
            (["extract"], "Missing argument 'SOURCE...'"),
            (["extract", "-", "--colour"], "No such option '--colour'"),
            (["extract", "-", "--render", "often"], "'often' is not one of 'auto', 'always', 'never'"),
            (["extract", "-", "--language", "english!"], "--language: 'english!'"),
            (["extract", "-", "--config", "gone.toml"], "gone.toml cannot be read: No such file or directory."),
            (["extract", "https://e.org", "--url", "https://e.org"], "--url needs exactly one stored page"),
            (["extract", "a", "b", "--url", "https://e.org"], "--url needs exactly one stored page"),
            (["serve", "--port", "70000"], "70000 is not in the range"),
            (["train", "dreams", "--data", "x", "--out", "y"], "'dreams' is not"),
            (["train", "ner", "--from", "cutline", "--data", "x", "--out", "y"], "--from works with body, images"),
        ],
    )
    def test_a_wrong_command_line_is_one_sentence_and_exit_code_2(
        self, run: Run, arguments: list[str], sentence: str
    ) -> None:
        result = run(*arguments)
        assert (result.exit_code, result.stdout) == (2, "")
        assert sentence in result.stderr and "Traceback" not in result.stderr

    def test_a_wrong_setting_is_named(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "c.toml").write_text("[page]\nmax_bites = 3\n")
        result = run("extract", "-", "--config", tmp_path / "c.toml")
        assert result.exit_code == 2
        assert "There is no setting 'page.max_bites'" in result.stderr

    def test_an_unusable_pipeline_ends_the_run_at_once(self, run: Run, folder: Path, extractor: Any) -> None:
        extractor.raises = PipelineError("The pipeline is missing.")
        result = run("extract", folder)
        assert (result.exit_code, result.stderr) == (2, "cutline: The pipeline is missing.\n")
        assert len(extractor.calls) == 1

    def test_an_unreachable_host_is_one_sentence(self, run: Run, extractor: Any) -> None:
        extractor.raises = UnreachableHost("The host e.invalid has no address.")
        result = run("extract", "http://e.invalid")
        assert result.exit_code == 1
        assert result.stderr == "cutline: http://e.invalid: The host e.invalid has no address.\n"

    def test_compressed_pages_are_read_alone_and_in_folders(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "p1.html.gz").write_bytes(gzip.compress(b"Page 1"))
        (tmp_path / "p2.HTML").write_bytes(b"Page 2")
        assert json.loads(run("extract", tmp_path / "p1.html.gz").stdout)["text"] == "Page 1"
        lines = run("extract", tmp_path).stdout.splitlines()
        assert [json.loads(line)["text"] for line in lines] == ["Page 1", "Page 2"]

    def test_a_damaged_compressed_page_is_one_sentence(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "p.html.gz").write_bytes(gzip.compress(b"Page 1")[:-4])
        result = run("extract", tmp_path / "p.html.gz")
        assert (result.exit_code, result.stdout) == (1, "")
        assert "p.html.gz: The file cannot be read: Compressed file ended" in result.stderr

    def test_a_folder_without_pages_says_what_it_looked_for(self, run: Run, tmp_path: Path) -> None:
        result = run("extract", tmp_path)
        assert result.exit_code == 1
        assert "has no pages: no file in it ends in .html or .htm or .xhtml." in result.stderr

    @pytest.mark.parametrize("name", ["x" * 5000, "a\0b"])
    def test_a_name_that_no_file_can_have_is_one_sentence(self, run: Run, name: str) -> None:
        result = run("extract", name)
        assert result.exit_code == 1
        assert result.stderr.count("\n") == 1

    def test_an_endless_file_is_read_up_to_the_limit(self, run: Run, extractor: Any, tmp_path: Path) -> None:
        (tmp_path / "c.toml").write_text("[page]\nmax_bytes = 1000\n")
        run("extract", "/dev/zero", "--config", tmp_path / "c.toml")
        assert len(extractor.calls[0]["html"]) == 1001

    def test_a_file_over_the_limit_is_not_read(self, run: Run, extractor: Any, tmp_path: Path) -> None:
        (tmp_path / "c.toml").write_text("[page]\nmax_bytes = 1000\n")
        (tmp_path / "big.html").write_text("x" * 5000)
        result = run("extract", tmp_path / "big.html", "--config", tmp_path / "c.toml")
        assert result.exit_code == 1
        assert "The file has 5,000 bytes; the limit is 1,000." in result.stderr
        assert extractor.calls == []

    def test_a_bug_on_one_page_costs_none_of_the_others(self, run: Run, folder: Path, extractor: Any) -> None:
        extractor.raises = RuntimeError("a bug")
        result = run("extract", folder)
        assert result.exit_code == 1
        assert [json.loads(line)["error"]["code"] for line in result.stdout.splitlines()] == ["internal-error"] * 2

    def test_ctrl_c_ends_with_130_and_no_traceback(self, run: Run, extractor: Any) -> None:
        extractor.raises = KeyboardInterrupt()
        result = run("extract", "-", input="x")
        assert (result.exit_code, result.stderr) == (130, "cutline: stopped.\n")
