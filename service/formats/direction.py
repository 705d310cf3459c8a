"""Which way a language is written."""

from __future__ import annotations

RIGHT_TO_LEFT = frozenset("ar arc ckb dv fa he ks nqo prs ps sd syr ug ur yi".split())  # primary subtags of BCP 47
RIGHT_TO_LEFT_SCRIPTS = frozenset("adlm arab hebr mand nkoo rohg samr syrc thaa".split())
SCRIPT_LENGTH = 4  # letters of a script's subtag, as no other subtag after a language's has without a digit


def find_direction(language: str | None) -> str:
    """Return HTML's `dir` for a text in a language (a BCP 47 tag): `rtl`, `ltr`, or `auto` if it is not known."""
    if not language:
        return "auto"
    primary, *others = language.lower().split("-")
    script = next((other for other in others if len(other) == SCRIPT_LENGTH and other.isalpha()), None)
    is_right_to_left = primary in RIGHT_TO_LEFT if script is None else script in RIGHT_TO_LEFT_SCRIPTS
    return "rtl" if is_right_to_left else "ltr"
