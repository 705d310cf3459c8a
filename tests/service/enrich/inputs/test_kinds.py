"""How a source is known by its name."""

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.errors import SourceError
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Record
from cutline.service.enrich.inputs import open_inputs


@pytest.mark.parametrize(
    ("name", "sentence"),
    [("missing.jsonl", "There is no file"), ("empty", "holds no page"), ("table.csv", "does not say what it holds")],
)
def test_what_cannot_be_read_is_an_error_at_once(read: Any, tmp_path: Path, name: str, sentence: str) -> None:
    (tmp_path / "empty").mkdir()
    (tmp_path / "table.csv").touch()
    with pytest.raises(SourceError, match=sentence):
        read(tmp_path / name)


def test_an_address_is_told_how_to_give_addresses() -> None:
    with pytest.raises(SourceError, match=r"is an address, not a file.*\.txt file.*\['https://courier.example/a'\]"):
        open_inputs("https://courier.example/a", load_settings())


@pytest.mark.parametrize("given", [{"html": "<p>"}, b"<p>", 5, None])
def test_a_single_record_is_no_source(given: Any) -> None:
    with pytest.raises(SourceError, match="a single record into a list"):
        open_inputs(given, load_settings())


def test_several_files_are_read_one_after_the_other(tmp_path: Path) -> None:
    for name in "ba":
        (tmp_path / f"{name}.html").write_text(f"Page {name}")
    sources = open_inputs([str(tmp_path / "b.html"), str(tmp_path / "a.html")], load_settings())
    assert [source.name for source in sources] == [f"{tmp_path}/b.html", f"{tmp_path}/a.html"]
    assert [item.content.read() for source in sources for item in source.items()] == [
        Record("b.html", PageGiven(b"Page b")),
        Record("a.html", PageGiven(b"Page a")),
    ]


def test_mappings_and_texts_with_a_context_are_records(read: Any) -> None:
    given = [{"id": 2, "html": ""}, {"html": ""}, ("<p>", "x"), ("<p>", ["y"]), "<p>"]
    records = [record for _, record in read(given)]
    assert records[:3] == [Record(2, PageGiven("")), Record(None, PageGiven("")), Record("x", PageGiven("<p>"))]
    assert [record.error.code for record in records[3:]] == ["bad-source"] * 2


def test_a_list_of_addresses_is_one_a_line(read: Any, tmp_path: Path) -> None:
    file = tmp_path / "addresses.txt"
    file.write_bytes(b"\xef\xbb\xbfhttps://example.org/a\r\n\n# later\n  https://example.org/b \n\xff\n")
    assert read(file) == [
        (1, Record(None, PageGiven(None, "https://example.org/a"))),
        (4, Record(None, PageGiven(None, "https://example.org/b"))),
        (5, Record(None, PageGiven(None, "\ufffd"))),
    ]


@pytest.mark.parametrize("given", ["<p>A page", [" <html><p>A page", "<p>another"]])
def test_a_page_that_is_no_record_is_not_taken_for_a_path(given: object) -> None:
    with pytest.raises(SourceError, match="give each page as a record") as caught:
        open_inputs(given, load_settings())
    assert "A page" not in str(caught.value)


def test_addresses_are_records_of_their_own() -> None:
    given = ["https://courier.example/a", "https://courier.example/b"]
    for source in (given, tuple(given), iter(given)):
        (opened,) = open_inputs(source, load_settings())
        assert [item.content.page.url for item in opened.items()] == given  # type: ignore[union-attr]


def test_a_table_is_one_clear_error() -> None:
    class Frame:
        columns = ("html", "url")

        def __iter__(self) -> Iterator[str]:
            return iter(self.columns)

    with pytest.raises(SourceError, match=r"give its rows: frame\.to_dict\('records'\)"):
        open_inputs(Frame(), load_settings())
