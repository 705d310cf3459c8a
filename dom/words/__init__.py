"""Words and phrases in many languages, and names that tools give: data to be read and mended by who knows them.

Import `list_words`, `join_patterns` and `read_table`. A list has commas between its words. A table has lists or regular
expressions by language, the latter with `|` or a new line between them; case does not matter, unless the table says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["join_patterns", "list_words", "read_table"]


def list_words(subject: str, name: str) -> tuple[str, ...]:
    """Return the words of a list, or of the lists of all languages of a table, in their order."""
    said = _read(subject)[name]
    lists = [said] if isinstance(said, str) else said.values()
    words = (" ".join(word.split()) for each in lists for word in each.split(","))
    return tuple(filter(None, words))


def join_patterns(subject: str, name: str) -> str:
    """Return one regular expression for all languages of a table."""
    return "|".join(line for patterns in read_table(subject, name).values() for line in patterns.strip().splitlines())


def read_table(subject: str, name: str) -> Mapping[str, str]:
    """Return a table as it is written."""
    table: Mapping[str, str] = _read(subject)[name]
    return table


@cache
def _read(subject: str) -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{subject}.toml").read_text(encoding="utf-8"))
