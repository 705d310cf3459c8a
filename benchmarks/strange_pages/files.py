"""Files of pages with strangers: gzipped JSON lines that `cutline enrich` reads."""

from __future__ import annotations

import gzip
import json
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TextIO

from data_files import read_rows

from strange_pages.labelled import LabelledArticle
from strange_pages.making import Stranger

AS_IT_WAS = "as-it-was"


@dataclass(frozen=True, slots=True)
class StrangePage:
    """One page of such a file, without its HTML.

    `base` is the id of the page in the corpus; `strangers` and `replaced` are as in `Stranger`, empty for an unchanged
    page.
    """

    id: str
    kind: str
    lang: str
    base: str
    strangers: tuple[str, ...]
    replaced: tuple[str, ...]


def write_pages(made: Iterable[tuple[LabelledArticle, list[Stranger]]], out: Path) -> Counter[str]:
    """Write each unchanged page, followed by those with strangers; return the number of each kind."""
    counts: Counter[str] = Counter()
    with gzip.open(out, "wt", encoding="utf-8") as lines:
        for article, strangers in made:
            counts[AS_IT_WAS] += 1
            _write(lines, f"{AS_IT_WAS}/{article.id}", AS_IT_WAS, article, {"html": article.html})
            for stranger in strangers:
                counts[stranger.kind] += 1
                _write(lines, f"{stranger.kind}/{counts[stranger.kind]}", stranger.kind, article, _describe(stranger))
    return counts


def read_pages(path: Path) -> Iterator[StrangePage]:
    """Yield the pages in a file that `write_pages` wrote."""
    for page in read_rows(path):
        yield StrangePage(
            id=page["id"],
            kind=page["kind"],
            lang=page["lang"],
            base=page["base"],
            strangers=_read_texts(page.get("intruder", ())),
            replaced=tuple(page.get("replaced", ())),
        )


def _read_texts(texts: str | Sequence[str]) -> tuple[str, ...]:
    return (texts,) if isinstance(texts, str) else tuple(texts)


def _write(lines: TextIO, page_id: str, kind: str, article: LabelledArticle, more: Mapping[str, object]) -> None:
    page = {"id": page_id, "kind": kind, "url": article.url, "site": article.site, "lang": article.lang}
    lines.write(json.dumps({**page, "base": article.id, **more}, ensure_ascii=False) + "\n")


def _describe(stranger: Stranger) -> dict[str, object]:
    """Return the fields of a stranger's page; a single text is written without a list."""
    first, *others = stranger.texts
    fields: dict[str, object] = {"html": stranger.html, "intruder": stranger.texts if others else first}
    return {**fields, "replaced": stranger.replaced} if stranger.replaced else fields
