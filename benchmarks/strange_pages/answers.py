"""What a reader said of pages: the text, the pictures and the blocks that it kept or dropped."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from strange_pages.labelled import base_name, collapse_space

UNRELATED = "unrelated"  # the relevance of a verdict
UNRELATED_REASONS = ("off_topic", "unrelated", "dissimilar")


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block of the page, whether it is in the text, and whether its verdict says that it is about something else."""

    text: str
    is_kept: bool
    is_unrelated: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """What was kept of a page.

    `text` is as it was given, `images` are as the scorer reads them, `names` those of all their files; of `blocks`
    the kept ones come first.
    """

    text: str
    images: tuple[Mapping[str, Any], ...]
    names: frozenset[str]
    blocks: tuple[JudgedBlock, ...]


def read_answers(predictions: Path) -> dict[str, Answer]:
    """Return the answers of a file that `cutline enrich --include dropped` wrote, by page; failed pages have none."""
    with predictions.open(encoding="utf-8") as lines:
        return {record["id"]: _read_answer(record) for record in map(json.loads, lines) if not record.get("error")}


def _read_answer(record: Mapping[str, Any]) -> Answer:
    images = tuple({"url": image["url"], "sources": image["sources"]} for image in record["images"])
    addresses = (address for image in images for address in (image["url"], *(each["url"] for each in image["sources"])))
    dropped = (record.get("dropped") or {}).get("blocks", ())
    return Answer(
        text=record["text"],
        images=images,
        names=frozenset(map(base_name, addresses)),
        blocks=(
            *(_read_block(block, is_kept=True) for block in record["blocks"]),
            *(_read_block(block, is_kept=False) for block in dropped),
        ),
    )


def _read_block(block: Mapping[str, Any], *, is_kept: bool) -> JudgedBlock:
    verdict = block["verdict"]
    is_unrelated = verdict.get("relevance") == UNRELATED or verdict["reason"] in UNRELATED_REASONS
    return JudgedBlock(collapse_space(block["text"]), is_kept, is_unrelated)
