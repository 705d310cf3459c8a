import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import Result

from cutline.service.formats.pdf import Printed, fetch_image
from cutline.types import Article

Run = Callable[..., Result]
URL = "https://e.org/a.png"


@pytest.fixture
def press(monkeypatch: pytest.MonkeyPatch) -> SimpleNamespace:
    """What prints instead of a browser: `missing` are the images it misses, `fetch` is how it was to fetch them."""
    fake = SimpleNamespace(missing={}, fetch=None)

    def print_article(article: Article, browsers: object, settings: object, *, fetch: Any) -> Printed:
        fake.fetch = fetch
        return Printed(b"%PDF-\xff of " + article.text.encode(), fake.missing)

    monkeypatch.setattr("cutline.service.cli.extract.print_article", print_article)
    return fake


class TestWhereItGoes:
    def test_to_the_file_that_is_named(self, run: Run, press: SimpleNamespace, tmp_path: Path) -> None:
        result = run("extract", "-", "--format", "pdf", "--out", tmp_path / "a.pdf", input="Page")
        assert (result.exit_code, result.stdout, result.stderr) == (0, "", "")
        assert (tmp_path / "a.pdf").read_bytes() == b"%PDF-\xff of Page"

    def test_to_a_pipe_byte_by_byte(self, run: Run, press: SimpleNamespace) -> None:
        assert run("extract", "-", "--format", "pdf", input="Page").stdout_bytes == b"%PDF-\xff of Page"

    def test_to_no_terminal(self) -> None:
        terminal, slave = os.openpty()
        try:
            command = [sys.executable, "-m", "cutline", "extract", "gone.html", "--format", "pdf"]
            ended = subprocess.run(command, stdout=slave, stderr=subprocess.PIPE, text=True, timeout=60)
        finally:
            os.close(slave)
            os.close(terminal)
        assert ended.returncode == 2
        assert "A terminal cannot show a PDF; name a file with --out" in ended.stderr

    def test_a_page_that_fails_leaves_the_file_as_it_was(
        self, run: Run, press: SimpleNamespace, tmp_path: Path
    ) -> None:
        (tmp_path / "a.pdf").write_text("old")
        result = run("extract", "-", "--format", "pdf", "--out", tmp_path / "a.pdf", input="")
        assert (result.exit_code, result.stderr) == (1, "cutline: -: The page is empty.\n")
        assert (tmp_path / "a.pdf").read_text() == "old"

    def test_a_folder_that_is_not_there_is_one_sentence(self, run: Run, press: SimpleNamespace, tmp_path: Path) -> None:
        result = run("extract", "-", "--format", "pdf", "--out", tmp_path / "gone" / "a.pdf", input="Page")
        assert result.exit_code == 1
        assert result.stderr == f"cutline: {tmp_path / 'gone' / 'a.pdf'}: No such file or directory.\n"

    def test_one_pdf_holds_one_article(self, run: Run, press: SimpleNamespace, tmp_path: Path) -> None:
        for name in ("a.html", "b.html"):
            (tmp_path / name).write_text("Page")
        result = run("extract", tmp_path, "--format", "pdf", "--out", tmp_path / "a.pdf")
        assert result.exit_code == 2
        assert "A PDF holds one article, but there are 2 pages." in result.stderr


class TestImages:
    @pytest.mark.parametrize(
        ("source", "options", "is_fetching"),
        [
            ("-", (), False),
            ("-", ("--fetch-images",), True),
            ("https://e.org/", (), True),
            ("https://e.org/", ("--no-fetch-images",), False),
        ],
    )
    def test_are_fetched_if_the_page_was_or_if_it_is_asked_for(
        self, source: str, options: tuple[str, ...], is_fetching: bool, run: Run, press: SimpleNamespace
    ) -> None:
        assert run("extract", source, "--format", "pdf", *options, input="Page").exit_code == 0
        assert getattr(press.fetch, "func", None) is (fetch_image if is_fetching else None)

    def test_each_that_could_not_be_fetched_is_named_with_the_reason(self, run: Run, press: SimpleNamespace) -> None:
        press.missing = {URL: "e.org answered with status 404 (Not Found)", "data:" + "x" * 500: "it is no image"}
        result = run("extract", "https://e.org/", "--format", "pdf")
        assert result.exit_code == 0
        first, second = result.stderr.splitlines()
        assert first == (
            f"cutline: https://e.org/: the image {URL} is not in the PDF: e.org answered with status 404 (Not Found)."
        )
        assert len(second) < 300

    def test_those_that_were_not_to_be_fetched_are_counted(self, run: Run, press: SimpleNamespace) -> None:
        press.missing = {URL: "x", "b.png": "x"}
        result = run("extract", "-", "--format", "pdf", input="Page")
        assert result.stderr == (
            "cutline: -: 2 images are not in the PDF; use --fetch-images to fetch the images of a stored page.\n"
        )

    def test_no_other_format_takes_the_option(self, run: Run) -> None:
        result = run("extract", "-", "--fetch-images", input="Page")
        assert result.exit_code == 2
        assert "--fetch-images needs --format pdf" in result.stderr


def test_without_a_browser_it_is_one_sentence_that_says_what_to_install(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setenv("CUTLINE_CHROMIUM", "/nowhere/chromium")
    result = run("extract", "-", "--format", "pdf", "--out", tmp_path / "a.pdf", input="Page")
    assert (result.exit_code, result.stdout, result.stderr.count("\n")) == (1, "", 1)
    assert "install the system's package chromium" in result.stderr
    assert not (tmp_path / "a.pdf").exists()


def test_a_page_without_article_is_mentioned(run: Run, press: SimpleNamespace, extractor: Any, build: Any) -> None:
    extractor.extract = lambda *_, **__: build.article(warnings=("no_article",))
    result = run("extract", "-", "--format", "pdf", input="x")
    assert (result.exit_code, result.stderr) == (0, "cutline: -: No text on the page was taken for an article.\n")


class TestOut:
    @pytest.mark.parametrize("form", ["json", "text", "markdown", "html"])
    def test_every_format_goes_to_the_file_that_is_named(self, form: str, run: Run, tmp_path: Path) -> None:
        printed = run("extract", "-", "--format", form, input="Page").stdout_bytes
        result = run("extract", "-", "--format", form, "--out", tmp_path / "a", input="Page")
        assert (result.exit_code, result.stdout) == (0, "")
        assert (tmp_path / "a").read_bytes() == printed

    def test_several_articles_go_to_one_file(self, run: Run, tmp_path: Path) -> None:
        for name in ("a.html", "b.html"):
            (tmp_path / name).write_text(f"Page {name}")
        run("extract", tmp_path, "--format", "text", "--out", tmp_path / "all.txt")
        assert (tmp_path / "all.txt").read_text().count("Page") == 2

    def test_the_page_is_not_written_over(self, run: Run, tmp_path: Path) -> None:
        (tmp_path / "a.html").write_text("Page")
        result = run("extract", tmp_path / "a.html", "--out", tmp_path / "a.html")
        assert (result.exit_code, (tmp_path / "a.html").read_text()) == (2, "Page")


class TestSavingImages:
    @pytest.fixture
    def picture(self, extractor: Any, build: Any) -> str:
        """The address of an image that each page has, beside one that cannot be had."""
        address = "data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA="
        images = (build.image(address), build.image("http://127.0.0.1/a.png"))
        extractor.extract = lambda *_, **__: build.article(images=images)
        return address

    def test_those_of_one_page_are_in_the_folder(self, run: Run, picture: str, tmp_path: Path) -> None:
        result = run("extract", "-", "--save-images", tmp_path / "images", input="Page")
        assert json.loads(result.stdout)["images"][0]["url"] == picture
        assert [file.name for file in (tmp_path / "images").iterdir()] == ["01.gif"]
        assert result.stderr.startswith("cutline: -: the image http://127.0.0.1/a.png is not saved: ")

    def test_those_of_several_pages_are_in_a_folder_each(self, run: Run, picture: str, tmp_path: Path) -> None:
        for name in ("a.html", "b.html"):
            (tmp_path / name).write_text("Page")
        run("extract", tmp_path, "--save-images", tmp_path / "images")
        found = sorted(str(file.relative_to(tmp_path)) for file in tmp_path.rglob("*.gif"))
        assert found == ["images/0001/01.gif", "images/0002/01.gif"]

    def test_the_exit_code_says_whether_all_are_saved(
        self, run: Run, extractor: Any, build: Any, tmp_path: Path
    ) -> None:
        for address, code in (("data:image/gif;base64,R0lGODlhAQABAAAAACwAAAAAAQABAAA=", 0), ("http://127.0.0.1/a", 1)):
            extractor.extract = lambda *_, address=address, **__: build.article(images=(build.image(address),))
            result = run("extract", "-", "--save-images", tmp_path / "images", input="Page")
            assert (result.exit_code, json.loads(result.stdout)["images"][0]["url"]) == (code, address)

    def test_without_images_there_are_none_to_save(self, run: Run, tmp_path: Path) -> None:
        result = run("extract", "-", "--no-images", "--save-images", tmp_path, input="Page")
        assert (result.exit_code, "--save-images cannot be combined" in result.stderr) == (2, True)
