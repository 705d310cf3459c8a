"""Results of records: an article or a failure, and their JSON lines."""

from __future__ import annotations

import json
from typing import Self

from pydantic import Field

from cutline.errors import CutlineError
from cutline.types import Article, Frozen


def replace_surrogates(text: str) -> str:
    """Return a text with U+FFFD for each lone surrogate, which JSON escapes and file names may contain."""
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16", "surrogatepass").decode("utf-16", "replace")
    return str(text)


class Failure(Frozen):
    """Why a page has no article."""

    code: str = Field(description="The name of the error, as in the `type` of a problem document.")
    message: str = Field(description="What happened, in a sentence.")

    @classmethod
    def of(cls, error: CutlineError) -> Self:
        """Return the failure for an error."""
        return cls(code=error.code, message=replace_surrogates(str(error)))


class Enriched(Frozen):
    """The result of one record: its article or its failure."""

    id: str | int | None = Field(description="The id given with the record; null if there is none.")
    source: str | None = Field(default=None, description="The file or folder it came from; null if there is none.")
    line: int | None = Field(
        default=None, ge=1, description="The record's line in the file, or its number among the records; from 1."
    )
    article: Article | None = None
    error: Failure | None = None
    url: str | None = Field(
        default_factory=lambda fields: getattr(fields.get("article"), "url", None),
        description="The page's address: that of its article, or else the one given with the record; null if unknown.",
    )

    @classmethod
    def of(cls, record_id: str | int | None, outcome: Article | Failure, line: int | None = None) -> Self:
        """Return the result for an outcome."""
        if isinstance(outcome, Failure):
            return cls(id=record_id, line=line, error=outcome)
        return cls(id=record_id, line=line, article=outcome)


def to_line(result: Enriched) -> str:
    """Return a result as a JSON line: where the record came from, then the article's fields, or the error."""
    if result.article is not None:
        fields = result.article.model_dump_json()[1:]
    else:
        fields = result.model_dump_json(include={"error"})[1:]
    named = {"source": result.source, "line": result.line, "url": None if result.article else result.url}
    place = "".join(f'"{name}":{_dump(value)},' for name, value in named.items() if value is not None)
    return f'{{"id":{_dump(result.id)},{place}{fields}\n'


def _dump(value: str | int | None) -> str:
    return json.dumps(value, ensure_ascii=False)
