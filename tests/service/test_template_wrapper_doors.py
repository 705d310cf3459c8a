"""The method `template-wrapper` at every door: learned by the command line, named once, used by all."""

import json
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from click.testing import CliRunner, Result

import cutline
from cutline import Extractor
from cutline.config import load_settings
from cutline.errors import ModelError, WrapperMissing
from cutline.service.cli import main

STORIES = (
    "The ferry left the harbour at noon with forty people. Nobody had thought that it would come back so late.",
    "The council will speak about a second boat on Monday. Its captain has sailed the lake for thirty years.",
    "A storm from the north kept all boats away. The harbour was closed until the evening of the next day.",
)


def write_page(story: str) -> str:
    shown = "".join(f"<p>{sentence}.</p>" for sentence in story.rstrip(".").split(". "))
    menu, footer = "<nav><a>Home</a><a>Sport</a></nav>", "<footer><p>Subscribe</p></footer>"
    return f"<body>{menu}<div class=story>{shown}</div>{footer}</body>"


PAGE = write_page(STORIES[2])
TEXT = STORIES[2].replace(". ", ".\n\n")


def run(*arguments: object, **more: str) -> Result:
    return CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="cutline", **more)


@pytest.fixture(scope="module")
def corpus(tmp_path_factory: pytest.TempPathFactory) -> Path:
    path = tmp_path_factory.mktemp("corpus") / "pages.jsonl"
    rows = [
        {"id": f"{site}-{number}", "site": site, "html": write_page(story), "text": story}
        for site in ("courier.example", "herald.example")
        for number, story in enumerate(STORIES[:2])
    ]
    path.write_text("".join(json.dumps(row) + "\n" for row in rows))
    return path


@pytest.fixture(scope="module")
def wrapper(corpus: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    out = tmp_path_factory.mktemp("wrapper") / "wrapper.json"
    assert run("train", "template-wrapper", "--data", corpus, "--out", out, "--site", "courier.example").exit_code == 0
    return out


class TestTrain:
    def test_what_was_learned_and_how_to_use_it_is_said(self, corpus: Path, tmp_path: Path) -> None:
        out = tmp_path / "w.json"
        result = run("train", "template-wrapper", "--data", corpus, "--out", out, "--site", "herald.example")
        first, *_, last = result.stderr.splitlines()
        assert (result.exit_code, result.stdout) == (0, "")
        assert first.startswith("2 pages of herald.example, ")
        assert last == f"cutline: the wrapper of herald.example is {out}; use it with --wrapper {out}."

    def test_a_site_has_to_be_chosen(self, corpus: Path, tmp_path: Path) -> None:
        result = run("train", "template-wrapper", "--data", corpus, "--out", tmp_path / "w.json")
        assert result.exit_code == 1
        assert "choose one with --site" in result.stderr

    def test_other_models_have_no_site(self, corpus: Path, tmp_path: Path) -> None:
        result = run("train", "naive-bayes", "--data", corpus, "--out", tmp_path, "--site", "courier.example")
        assert result.exit_code == 2
        assert "--site works with template-wrapper" in result.stderr


class TestCommandLine:
    def test_extract_takes_the_wrapper_and_with_it_the_method(self, wrapper: Path) -> None:
        article = json.loads(run("extract", "-", "--wrapper", wrapper, "--no-nlp", input=PAGE).stdout)
        assert (article["method"], article["text"]) == ("template-wrapper", TEXT)

    def test_inspect_shows_its_reasons(self, wrapper: Path) -> None:
        shown = run("inspect", "-", "--wrapper", wrapper, "--no-nlp", "--verbose", input=PAGE).stdout
        assert shown.count("content_node") == 2
        assert "other_node" in shown

    @pytest.mark.processes
    def test_enrich_and_its_workers_take_it(self, wrapper: Path) -> None:
        records = f"{json.dumps({'id': 'a', 'html': PAGE})}\n"
        for workers in ("1", "2"):
            result = run("enrich", "-", "--wrapper", wrapper, "--no-nlp", "--workers", workers, input=records)
            assert json.loads(result.stdout)["text"] == TEXT

    def test_compare_shows_it_beside_the_others(self, wrapper: Path) -> None:
        shown = json.loads(run("compare", "-", "--json", "--render", "never", "--wrapper", wrapper, input=PAGE).stdout)
        assert "template-wrapper" in shown["methods"]
        kept = [block["text"] for block in shown["blocks"] if "template-wrapper" in block["kept_by"]]
        assert "\n\n".join(kept) == TEXT

    def test_compare_without_one_leaves_it_out_with_a_warning(self) -> None:
        shown = json.loads(run("compare", "-", "--json", "--render", "never", input=PAGE).stdout)
        assert "template-wrapper" not in shown["methods"]
        assert shown["warnings"]["template-wrapper"] == ["no_wrapper"]

    def test_the_method_without_a_wrapper_is_one_sentence(self) -> None:
        result = run("extract", "-", "--method", "template-wrapper", input=PAGE)
        assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (2, "", 1)
        assert "cutline train template-wrapper" in result.stderr

    def test_another_method_has_no_wrapper(self, wrapper: Path) -> None:
        result = run("extract", "-", "--method", "first-subtree", "--wrapper", wrapper, input=PAGE)
        assert result.exit_code == 2
        assert "--wrapper needs --method template-wrapper" in result.stderr

    def test_a_file_that_is_no_wrapper_is_one_sentence(self, corpus: Path) -> None:
        result = run("extract", "-", "--wrapper", corpus, input=PAGE)
        assert (result.exit_code, result.stderr.count("\n")) == (2, 1)
        assert f"The wrapper {corpus} is damaged" in result.stderr


class TestPython:
    def test_an_extractor_takes_a_wrapper(self, wrapper: Path) -> None:
        article = Extractor(wrapper=wrapper).extract(PAGE, method="template-wrapper", nlp=False)
        assert (article.text, article.model.classifier) == (TEXT, "template-wrapper")

    def test_a_batch_without_one_ends_at_once(self) -> None:
        with pytest.raises(WrapperMissing):
            list(cutline.enrich([{"html": PAGE}], method="template-wrapper"))

    def test_a_missing_file_is_an_error(self, tmp_path: Path) -> None:
        with pytest.raises(ModelError, match="cannot be read"):
            Extractor(wrapper=tmp_path / "none.json").extract(PAGE, method="template-wrapper")


class TestService:
    def test_the_settings_name_the_wrapper(self, serve_extractor: Any, wrapper: Path, tmp_path: Path) -> None:
        config = tmp_path / "my.toml"
        config.write_text(f'[template_wrapper]\nfile = "{wrapper}"\n')
        client = serve_extractor(Extractor(config), load_settings(config))
        served = client.post("/v1/extract", json={"html": PAGE, "method": "template-wrapper", "nlp": False})
        assert served.json["text"] == TEXT

    def test_a_request_names_no_file(self, serve_extractor: Any, wrapper: Path) -> None:
        client = serve_extractor(Extractor(), load_settings())
        served = client.post("/v1/extract", json={"html": PAGE, "wrapper": str(wrapper)})
        assert (served.status_code, served.json["errors"][0]["pointer"]) == (422, "#/wrapper")

    @pytest.mark.processes
    def test_a_damaged_wrapper_is_known_before_the_first_request(self, corpus: Path, tmp_path: Path) -> None:
        config = tmp_path / "my.toml"
        config.write_text(f'[template_wrapper]\nfile = "{corpus}"\n')
        command = [sys.executable, "-m", "cutline", "serve", "--port", "0", "--config", config]
        result = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
        assert result.returncode == 2
        assert "is damaged" in result.stderr and "Traceback" not in result.stderr
