"""What the letters and signs of MathML are in TeX, as `symbols.toml` lists them."""

from __future__ import annotations

import tomllib
import unicodedata
from collections.abc import Mapping
from pathlib import Path
from typing import Any

TABLE: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("symbols.toml").read_text(encoding="utf-8"))


def _read(name: str) -> dict[str, str]:
    words = TABLE[name].split()
    return {sign: f"\\{command}" for sign, command in zip(words[::2], words[1::2], strict=True)}


def _read_marks(name: str) -> dict[str, str]:
    return {sign: command for command, signs in TABLE[name].items() for sign in signs}


RELATIONS, BINARY, LARGE = _read("relations"), _read("binary") | {"−": "-", "–": "-"}, _read("large")
OTHERS = _read("others") | {"〈": r"\langle", "〉": r"\rangle", "\u00a0": "~", "∥": r"\|"}
ESCAPED = {sign: f"\\{sign}" for sign in "{}%#&_$"} | {"\\": r"\backslash", "~": r"\sim", "^": r"\hat{}"}
# Function applied, times, separator, plus: there without a sign.
INVISIBLE = dict.fromkeys("\u2061\u2062\u2063\u2064\u200b\u200c\u200d\ufeff\u2060", "")
SIGNS = {**_read("letters"), **OTHERS, **BINARY, **LARGE, **RELATIONS, **ESCAPED, **INVISIBLE}
SPACED = frozenset((*RELATIONS.values(), *BINARY.values(), *"=<>+-", ":=", "==")) - {r"\to\to", r"\ast", r"\circ"}

FUNCTIONS = frozenset(TABLE["functions"].split())
WITH_LIMITS = frozenset((*LARGE.values(), *(f"\\{name}" for name in TABLE["functions_with_limits"].split())))
OVER, UNDER = _read_marks("over"), _read_marks("under")
WIDE: Mapping[str, str] = TABLE["wide"]
VARIANTS: Mapping[str, str] = TABLE["variants"]


def read_variant(letter: str) -> tuple[str, str | None]:
    """Return a letter of Unicode's mathematical alphabets as a plain one, and its variant, such as `double-struck`."""
    name = unicodedata.name(letter, "")
    if letter in SIGNS or not name.startswith(("MATHEMATICAL", "DOUBLE-STRUCK", "SCRIPT", "BLACK-LETTER")):
        return letter, None
    plain = unicodedata.normalize("NFKC", letter)
    variant = next((variant for words, variant in TABLE["variant_names"].items() if words in name), None)
    is_known = plain.isalnum() or plain in SIGNS  # such as `∂`, which Unicode has in italics
    return (plain, variant) if plain != letter and is_known else (letter, None)
