"""Words and phrases in many languages, a file for each subject: to be read and mended by who speaks the language.

Import `list_words` and `join_patterns`. A list has commas between its words. A table has regular expressions by
language, with `|` or a new line between them; case does not matter, unless the table says so.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from pathlib import Path
from typing import Any

__all__ = ["join_patterns", "list_words"]


def list_words(subject: str, name: str) -> tuple[str, ...]:
    """Return the words of a list, in its order."""
    words = (" ".join(word.split()) for word in _read(subject)[name].split(","))
    return tuple(filter(None, words))


def join_patterns(subject: str, name: str) -> str:
    """Return one regular expression for all languages of a table."""
    return "|".join(line for patterns in _read(subject)[name].values() for line in patterns.strip().splitlines())


@cache
def _read(subject: str) -> Mapping[str, Any]:
    return tomllib.loads(Path(__file__).with_name(f"{subject}.toml").read_text(encoding="utf-8"))
