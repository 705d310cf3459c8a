"""A table says where the pages of a folder came from."""

import gzip
from collections.abc import Callable
from pathlib import Path

import pytest
from click.testing import Result

import cutline
from cutline.config import Settings
from cutline.errors import OptionError, SourceError
from cutline.service.enrich.inputs import give_addresses, open_inputs
from cutline.service.enrich.inputs.folder import describe_misses, read_addresses

Run = Callable[..., Result]
FERRY, LAKE = "https://courier.example/ferry", "https://courier.example/lake"
PAGE = "<article><p>The ferry is back on the lake.</p></article>"


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    pages = tmp_path / "pages"
    (pages / "2026").mkdir(parents=True)
    (pages / "ferry.html").write_text(PAGE)
    (pages / "2026" / "lake.html").write_text(PAGE)
    (pages / "other.html").write_text(PAGE)
    return pages


def test_pages_get_the_addresses_of_the_table(folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(f"title,file,url\nx,./ferry.html,{FERRY}\ny,2026/lake.html, {LAKE} \nz,other.html,\n")
    results = cutline.enrich(folder, addresses=table, images=False, nlp=False)
    assert {each.id: each.article and each.article.url for each in results} == {
        "2026/lake.html": LAKE,
        "ferry.html": FERRY,
        "other.html": None,
    }


def test_the_table_may_be_json_lines_and_compressed(tmp_path: Path) -> None:
    table = tmp_path / "table.jsonl.gz"
    table.write_bytes(gzip.compress(f'{{"file": "a.html", "url": "{FERRY}", "n": 1}}\n\n'.encode()))
    assert read_addresses(table) == {"a.html": FERRY}


@pytest.mark.parametrize(("name", "delimiter"), [("table.csv", ";"), ("table.tsv", "\t")])
def test_the_columns_may_be_parted_by_semicolons_or_tabs(tmp_path: Path, name: str, delimiter: str) -> None:
    table = tmp_path / name
    rows = [("url", "file", "title"), (f"{FERRY}?a=1,2", "a.html", "Ferry, lake")]
    table.write_text("\n".join(map(delimiter.join, rows)))
    assert read_addresses(table) == {"a.html": f"{FERRY}?a=1,2"}


@pytest.mark.parametrize(
    ("name", "content", "says"),
    [
        ("a.csv", b"path,url\na,b\n", "its first line has no column file, but reads 'path,url'"),
        ("a.csv", b"a.html,https://a.example/\n", "its first line has no column file and url, but reads 'a.html,https"),
        ("a.csv", b"", "its first line has no column file and url, but reads ''"),
        ("a.csv", b"file,url\na\n", "record 1 has no file and url"),
        ("a.jsonl", b'{"file": 5, "url": "x"}', "record 1 has no file and url"),
        ("a.jsonl", b"[1]", "record 1 has no file and url"),
        ("a.jsonl", b"{", "cannot be read"),
        ("a.csv", b"file,url\na.html,golem.de/x\n", "record 1 has the url .golem.de/x., which is not a web address"),
        ("a.csv", b"file,url\n\xff,b", "not UTF-8"),
        ("a.csv.gz", b"no gzip", "cannot be read"),
    ],
)
def test_a_table_that_cannot_be_read_says_why(tmp_path: Path, name: str, content: bytes, says: str) -> None:
    (tmp_path / name).write_bytes(content)
    with pytest.raises(SourceError, match=says):
        read_addresses(tmp_path / name)


def test_a_table_that_is_not_there_says_so(folder: Path) -> None:
    with pytest.raises(SourceError, match="There is no table"):
        cutline.enrich(folder, addresses="nowhere.csv")


def test_records_with_their_own_addresses_need_none(tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text("file,url\n")
    with pytest.raises(OptionError, match="folders of pages"):
        cutline.enrich([{"html": PAGE}], addresses=table)


def test_another_table_is_another_input(folder: Path, tmp_path: Path, settings: Settings) -> None:
    first, second = tmp_path / "a.csv", tmp_path / "b.csv"
    first.write_text(f"file,url\nferry.html,{FERRY}\n")
    second.write_text(f"file,url\nferry.html,{LAKE}\n")
    inputs = open_inputs(folder, settings)
    described = {give_addresses(inputs, table)[0][0].describe() for table in (first, second)}
    assert len(described) == 2


class TestDescribeMisses:
    def test_a_table_that_fits_gives_no_note(self) -> None:
        assert describe_misses("t.csv", {"a.html": FERRY}, ["a.html"]) == ()

    def test_rows_and_pages_that_do_not_fit_are_counted_with_the_first_examples(self) -> None:
        addresses = {name: FERRY for name in ("a.html", "x.html", "y.html")}
        assert describe_misses("t.csv", addresses, ["a.html", *(f"{n}.html" for n in range(2_000))]) == (
            "Rows of t.csv that match no page: 2, such as x.html, y.html.",
            "Pages without a row in t.csv: 2,000, such as 0.html, 1.html, 2.html.",
        )

    def test_a_table_that_matches_nothing_is_an_error_that_shows_both_kinds_of_names(self) -> None:
        with pytest.raises(SourceError, match=r"names such as pages/a.html, the pages are a.html. Write the path"):
            describe_misses("t.csv", {"pages/a.html": FERRY}, ["a.html"])

    def test_a_table_without_addresses_is_an_error(self) -> None:
        with pytest.raises(SourceError, match=r"The table t.csv has no row with a url."):
            describe_misses("t.csv", {}, ["a.html"])


def test_the_command_says_what_does_not_fit_and_reads_all_pages(run: Run, folder: Path, tmp_path: Path) -> None:
    table = tmp_path / "table.csv"
    table.write_text(f"file,url\nferry.html,{FERRY}\nferry.htm,{FERRY}\n")
    result = run("enrich", folder, "--addresses", table)
    assert result.exit_code == 0
    assert result.stdout.count("\n") == 3
    assert result.stderr.splitlines()[:2] == [
        f"cutline: Rows of {table} that match no page: 1, such as ferry.htm.",
        f"cutline: Pages without a row in {table}: 2, such as 2026/lake.html, other.html.",
    ]
