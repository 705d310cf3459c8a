"""Pages whose article is known: the labels that extraction is measured against."""

from __future__ import annotations

import gzip
import zlib
from collections.abc import Iterator
from pathlib import Path
from typing import TextIO, cast

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cutline.errors import SourceError

ARTICLE = "article"  # a type of page
ENCODING = "utf-8-sig"  # some editors begin a file with a byte order mark


class _Labels(BaseModel):
    model_config = ConfigDict(frozen=True, extra="ignore")


class LabelledImage(_Labels):
    """A picture that belongs to the article: its address in the page, those of its size variants, its caption."""

    src: str | None = None
    gold_urls: tuple[str | None, ...] | None = None
    caption: str | None = None


class OtherImage(_Labels):
    """A picture that is not the article's, or of which nobody can say."""

    src: str | None = None


class LabelledPage(_Labels):
    """What is known of one page; a part that is absent or empty is not scored.

    `with_` and `without` are snippets that must and must not be in the text. `images` is None where the page's images
    are not labelled, and empty where none belongs to the article; `ambiguous_images` are right neither way.
    """

    id: str
    site: str | None = None
    url: str | None = None
    lang: str | None = None
    page_type: str | None = None
    html: str = ""
    title: str | None = None
    text: str | None = None
    with_: tuple[str, ...] | None = Field(default=None, alias="with")
    without: tuple[str, ...] | None = None
    images: tuple[LabelledImage, ...] | None = None
    other_images: tuple[str | OtherImage | None, ...] | None = None
    ambiguous_images: tuple[str | OtherImage | None, ...] | None = None

    @property
    def is_article(self) -> bool:
        """Whether it is an article, as is every page of a corpus without types of pages."""
        return self.page_type in (None, ARTICLE)


def read_labelled_pages(path: Path) -> Iterator[LabelledPage]:
    """Yield the pages of a corpus: JSON lines, gzipped where the name ends in `.gz`.

    Raises:
        SourceError: the file cannot be read, a line of it is not a labelled page, or two have the same id.
    """
    line_of: dict[str, int] = {}
    try:
        with _open(path) as lines:
            for number, line in enumerate(lines, start=1):
                if line.strip():
                    page = _read_line(line, f"Line {number} of {path}")
                    if (first := line_of.setdefault(page.id, number)) != number:
                        raise SourceError(f"Lines {first} and {number} of {path} have the same id; leave one out.")
                    yield page
    except (OSError, EOFError, zlib.error, UnicodeDecodeError) as error:
        raise SourceError(f"The corpus {path} cannot be read: {error}.") from error


def _open(path: Path) -> TextIO:
    return (
        cast(TextIO, gzip.open(path, "rt", encoding=ENCODING)) if path.suffix == ".gz" else path.open(encoding=ENCODING)
    )


def _read_line(line: str, place: str) -> LabelledPage:
    try:
        return LabelledPage.model_validate_json(line)
    except ValidationError as error:
        first = error.errors()[0]
        field = ".".join(str(part) for part in first["loc"])
        message = first["msg"].replace(" at line 1 column ", " at character ")
        raise SourceError(f"{place} is not a labelled page: {f'{field}: ' if field else ''}{message}.") from error
