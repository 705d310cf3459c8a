"""Folders of pages."""

import gzip
from pathlib import Path
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.page_given import PageGiven
from cutline.service.enrich.batches import Record
from cutline.service.enrich.inputs import open_inputs


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """Pages at two depths, and files that are none."""
    (tmp_path / "b").mkdir()
    (tmp_path / "b" / "deep.XHTML").write_text("deep")
    (tmp_path / "a.html").write_text("first")
    (tmp_path / "c.htm.gz").write_bytes(gzip.compress(b"third"))
    (tmp_path / "notes.txt").write_text("no page")
    return tmp_path


def test_pages_come_in_the_order_of_their_names_with_their_paths_for_ids(read: Any, folder: Path) -> None:
    assert read(folder) == [
        (1, Record("a.html", PageGiven(b"first"))),
        (2, Record("b/deep.XHTML", PageGiven(b"deep"))),
        (3, Record("c.htm.gz", PageGiven(b"third"))),
    ]


def test_a_page_that_is_too_large_damaged_or_gone_is_an_error(read: Any, folder: Path) -> None:
    (folder / "a.html").write_bytes(b"x" * 101)
    (folder / "b" / "deep.XHTML").unlink()
    (folder / "b" / "link.html").symlink_to(folder / "a.html")
    (folder / "c.htm.gz").write_bytes(gzip.compress(b"third")[:-5])
    large, linked, cut = [record.error for _, record in read(folder, max_bytes=100)]
    assert (large.code, linked.code, cut.code) == ("page-too-large", "page-too-large", "bad-source")
    (source,) = open_inputs(folder, load_settings())
    first, *_ = [item.content for item in source.items()]
    (folder / "a.html").unlink()
    assert "No such file" in first.read().error.message


def test_its_description_changes_with_any_page(folder: Path) -> None:
    (source,) = open_inputs(folder, load_settings())
    before = source.describe()
    (folder / "notes.txt").write_text("still no page")
    assert source.describe() == before
    (folder / "b" / "new.html").touch()
    assert source.describe() != before
