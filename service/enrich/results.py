"""What a batch gives for its records."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Self

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
    source: str | None = Field(default=None, description="The file or folder it came from; null where there is none.")
    line: int | None = Field(
        default=None, ge=1, description="The record's line in the file, or its number among the records; from 1."
    )
    url: str | None = Field(default=None, description="The record's address, as it was given, if it has no article.")
    article: Article | None = None
    error: Failure | None = None

    @classmethod
    def of(cls, record_id: str | int | None, outcome: Article | Failure, line: int | None = None) -> Self:
        """Return the result of a record."""
        if isinstance(outcome, Failure):
            return cls(id=record_id, line=line, error=outcome)
        return cls(id=record_id, line=line, article=outcome)


class FailureCount(Frozen):
    """How many records failed in one way."""

    count: int = Field(ge=1)
    message: str = Field(description="Of the first of them.")


class Tally(Frozen):
    """What became of some records."""

    pages: int = Field(default=0, ge=0, description="Records that were worked off, the failed ones included.")
    failures: dict[str, FailureCount] = Field(default={}, description="The failed ones by the code of their error.")
    skipped: dict[str, int] = Field(default={}, description="What inputs hold besides pages, counted by what it is.")

    @classmethod
    def of(cls, results: Iterable[Enriched], skipped: dict[str, int]) -> Tally:
        """Return the tally of some results, and of what was skipped between their records."""
        tally = Tally(skipped=skipped)
        for result in results:
            tally += Tally(pages=1, failures=_count_failure(result.error) if result.error else {})
        return tally

    @property
    def failed(self) -> int:
        """How many records have no article."""
        return sum(failure.count for failure in self.failures.values())

    def __add__(self, other: Tally) -> Tally:
        """Return the tally of both."""
        failures = dict(self.failures)
        for code, more in other.failures.items():
            known = failures.get(code)
            failures[code] = FailureCount(count=known.count + more.count, message=known.message) if known else more
        skipped = {
            why: self.skipped.get(why, 0) + other.skipped.get(why, 0) for why in {**self.skipped, **other.skipped}
        }
        return Tally(pages=self.pages + other.pages, failures=failures, skipped=skipped)


class Summary(Frozen):
    """What became of a batch."""

    pages: int = Field(ge=0, description="Records that were worked off, the failed ones included.")
    failed: int = Field(ge=0, description="Records that have an error instead of an article.")
    seconds: float = Field(ge=0, description="Wall time.")
    resumed: int = Field(default=0, ge=0, description="Those of `pages` that an earlier run had worked off.")
    failures: dict[str, FailureCount] = Field(default={}, description="The failed ones by the code of their error.")
    skipped: dict[str, int] = Field(default={}, description="What inputs hold besides pages, counted by what it is.")

    @classmethod
    def of(cls, tally: Tally, seconds: float, resumed: int = 0) -> Summary:
        """Return the summary of a batch."""
        return cls(
            pages=tally.pages,
            failed=tally.failed,
            seconds=seconds,
            resumed=resumed,
            failures=tally.failures,
            skipped=tally.skipped,
        )


def to_line(result: Enriched) -> str:
    """Return a result as one line of JSON: where the record came from, then the fields of the article, or the error."""
    if result.article is not None:
        fields = result.article.model_dump_json()[1:]
    else:
        fields = result.model_dump_json(include={"error"})[1:]
    named = {"source": result.source, "line": result.line, "url": result.url}
    place = "".join(f'"{name}":{_dump(value)},' for name, value in named.items() if value is not None)
    return f'{{"id":{_dump(result.id)},{place}{fields}\n'


def _count_failure(error: Failure) -> dict[str, FailureCount]:
    return {error.code: FailureCount(count=1, message=error.message)}


def _dump(value: str | int | None) -> str:
    return json.dumps(value, ensure_ascii=False)
