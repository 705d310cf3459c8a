"""What a batch gives for its records, and how it is written."""

from __future__ import annotations

import gzip
import json
import sys
from collections.abc import Iterable
from contextlib import AbstractContextManager, nullcontext
from pathlib import Path
from time import monotonic
from typing import IO, Self, cast

from pydantic import Field

from cutline.errors import CutlineError
from cutline.service.enrich.surrogates import replace_surrogates
from cutline.types import Article, Frozen


class Failure(Frozen):
    """Why a record has no article."""

    code: str = Field(description="The `code` of an error in `cutline.errors`, or `internal-error`.")
    message: str

    @classmethod
    def of(cls, error: CutlineError) -> Self:
        """Return what an error says."""
        return cls(code=error.code, message=replace_surrogates(str(error)))


class Enriched(Frozen):
    """The result of one record: its article, or why there is none."""

    id: str | int | None = Field(description="The record's own, as it was given; null where it has none.")
    line: int | None = Field(
        default=None, ge=1, description="The record's line in the file, or its number among the records; from 1."
    )
    article: Article | None = None
    error: Failure | None = None

    @classmethod
    def of(cls, record_id: str | int | None, outcome: Article | Failure, line: int | None = None) -> Self:
        """Return the result of a record."""
        if isinstance(outcome, Failure):
            return cls(id=record_id, line=line, error=outcome)
        return cls(id=record_id, line=line, article=outcome)


class Summary(Frozen):
    """What became of a batch."""

    pages: int = Field(ge=0, description="Records that were worked off, the failed ones included.")
    failed: int = Field(ge=0, description="Records that have an error instead of an article.")
    seconds: float = Field(ge=0, description="Wall time.")


def write_results(results: Iterable[Enriched], out: str | Path) -> Summary:
    """Write each result as one line of JSON, as soon as it comes, and return how many there were.

    Args:
        results: the results of a batch.
        out: a file, compressed if its name ends in .gz; `-` is standard output. A file that is there is replaced.

    Raises:
        OSError: the file cannot be written.
    """
    begin = monotonic()
    pages = failed = 0
    with _open(out) as stream:
        for result in results:
            stream.write(to_line(result).encode())
            pages += 1
            failed += result.error is not None
    return Summary(pages=pages, failed=failed, seconds=monotonic() - begin)


def to_line(result: Enriched) -> str:
    """Return a result as one line of JSON: the id, the record's line, then the fields of the article, or the error."""
    if result.article is not None:
        fields = result.article.model_dump_json()[1:]
    else:
        fields = result.model_dump_json(include={"error"})[1:]
    line = "" if result.line is None else f'"line":{result.line},'
    return f'{{"id":{json.dumps(result.id, ensure_ascii=False)},{line}{fields}\n'


def _open(out: str | Path) -> AbstractContextManager[IO[bytes]]:
    if str(out) == "-":
        return nullcontext(sys.stdout.buffer)
    if str(out).endswith(".gz"):
        return cast(IO[bytes], gzip.open(out, "wb", compresslevel=6))
    return Path(out).open("wb")
