"""Articles as Parquet."""

import sys
from pathlib import Path
from typing import Any

import pyarrow as pa
import pyarrow.parquet as pq
import pytest

from cutline.errors import OptionError
from cutline.service.enrich.outputs import ParquetFormat, choose_format, make_schema
from cutline.service.pages.extraction import Enriched, Failure
from cutline.types import Article, Entity, RelatedLink


@pytest.fixture
def article(build: Any) -> Article:
    """An article with something in nearly every field."""
    block = build.block(0, "Text")
    image = build.image("https://example.org/a.jpg", caption="Ada", width=640)
    told = {"place_score": 0.9, "relevance": "unrelated", "relevance_score": 0.04, "missing": ("Orrell", "hives")}
    verdict = image.verdict.model_copy(update={"similarity": build.similarity(), **told})
    similar = image.model_copy(update={"verdict": verdict})
    article: Article = build.article(
        (block,),
        images=(image, similar),
        authors=("Ada", "Bo"),
        related=(RelatedLink(title="More", url="https://example.org/more"),),
        entities=(Entity(name="Ada", label=None, count=2),),
        timings={"parse": 1.5},
        warnings=("short_article",),
        is_article=0.25,
    )
    return article


def write(form: ParquetFormat, folder: Path, *batches: list[Enriched]) -> Path:
    working = folder / "working"
    working.write_bytes(b"".join(form.pack(batch).articles for batch in batches))
    return form.finish(working)


def test_an_article_is_read_back_as_it_was(article: Article, tmp_path: Path) -> None:
    results = [Enriched(id=7, source="a.jsonl", line=3, article=article), Enriched(id=None, article=article)]
    rows = pq.read_table(write(ParquetFormat(1000), tmp_path, results)).to_pylist()
    assert [(row.pop("id"), row.pop("source"), row.pop("line")) for row in rows] == [("7", "a.jsonl", 3), (None,) * 3]
    for row in rows:
        row["timings"] = dict(row["timings"])
        assert Article.model_validate(row) == article


def test_every_field_has_a_column_of_its_own_type() -> None:
    schema = make_schema()
    assert schema.names == ["id", "source", "line", *Article.model_fields]
    image = schema.field("images").type.value_type
    assert image.field("width").type == pa.int64()
    assert image.field("sources").type.value_type.field("url").type == pa.string()
    assert image.field("verdict").type.field("score").type == pa.float64()
    assert image.field("verdict").type.field("relevance").type == pa.string()
    assert image.field("verdict").type.field("missing").type == pa.list_(pa.string())
    assert schema.field("is_article").type == pa.float64()


def test_batches_become_row_groups_of_the_size_that_is_set(article: Article, tmp_path: Path) -> None:
    batches = [[Enriched(id=n, article=article)] for n in range(6)]
    one = pq.ParquetFile(write(ParquetFormat(10_000_000), tmp_path, *batches))
    (tmp_path / "many").mkdir()
    many = pq.ParquetFile(write(ParquetFormat(1), tmp_path / "many", *batches))
    assert (one.num_row_groups, many.num_row_groups) == (1, 6)
    assert one.read().equals(many.read())


def test_failures_are_no_rows_and_no_articles_are_an_empty_file(tmp_path: Path) -> None:
    failed = Enriched(id="a", line=1, error=Failure(code="empty-page", message="The page is empty."))
    packed = ParquetFormat(1000).pack([failed])
    assert packed.articles == b""
    assert b'"code":"empty-page"' in packed.failures
    table = pq.read_table(write(ParquetFormat(1000), tmp_path, [failed]))
    assert (table.num_rows, table.schema.names) == (0, make_schema().names)


def test_a_missing_package_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pyarrow", None)
    with pytest.raises(OptionError, match=r"pip install '.\[parquet\]'"):
        choose_format("a.parquet")
