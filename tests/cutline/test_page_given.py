"""A page that was given is told from what only names one."""

from pathlib import Path

import pytest

import cutline
from cutline.errors import OptionError
from cutline.page_given import read_given


@pytest.mark.parametrize("html", ["<p>one", "One line.", "See https://courier.example/a", "", b"<p>a.html", "渡" * 300])
def test_a_page_is_itself(html: str | bytes) -> None:
    assert read_given(html) == html


def test_a_path_is_read(tmp_path: Path) -> None:
    page = tmp_path / "page.html"
    page.write_bytes("<p>caf\xe9".encode("latin-1"))
    assert read_given(page) == b"<p>caf\xe9"


def test_an_address_asks_for_url() -> None:
    with pytest.raises(OptionError, match=r"Did you mean url='https://courier\.example/a'\?"):
        cutline.extract(" https://courier.example/a ")


def test_the_name_of_a_file_asks_for_a_path() -> None:
    with pytest.raises(OptionError, match=r"Did you mean pathlib\.Path\('pages/a\.html'\)\?"):
        cutline.extract("pages/a.html")


@pytest.mark.parametrize("html", ["www.courier.example/story", "orf.at", b"orf.at", "saved.txt"])
def test_a_single_word_asks_for_either(html: str | bytes) -> None:
    with pytest.raises(
        OptionError, match=r"is not a page\. Did you mean url='https://\S+' or pathlib\.Path\('\S+'\)\?"
    ):
        cutline.extract(html)


def test_bytes_are_as_text() -> None:
    with pytest.raises(OptionError, match=r"Did you mean url='https://courier\.example/a'\?"):
        cutline.extract(b"https://courier.example/a")


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(OptionError, match=r"a\.html cannot be read: No such file or directory\."):
        cutline.extract(tmp_path / "a.html")
