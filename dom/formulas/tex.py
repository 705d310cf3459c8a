"""TeX as a page has it, cleaned: without delimiters, comments and what renderers add."""

from __future__ import annotations

import re
from collections.abc import Iterator

from cutline.dom.segments import INVISIBLE

# Delimiters around the whole of a formula, and whether they display it on a line of its own.
DELIMITERS = (("$$", "$$", True), (r"\[", r"\]", True), (r"\(", r"\)", False), ("$", "$", False))
# Environments around the whole that say no more than that, and all that say so.
ENVIRONMENT = re.compile(r"\\begin\{(equation|displaymath|math)(\*?)\}(.*)\\end\{\1\2\}", re.DOTALL)
DISPLAYS = re.compile(r"\\begin\{(?:equation|align|gather|multline|eqnarray|displaymath|flalign)\b\*?\}")
COMMENT = re.compile(r"(?<!\\)((?:\\\\)*+)%[^\n]*\n")
CDATA = re.compile(r"%\s*<!\[CDATA\[|%\s*\]\]>|<!\[CDATA\[|\]\]>")  # of kramdown, which wrote XHTML
ENTITIES = {"lt": "<", "gt": ">", "amp": "&", "nbsp": " ", "space": " ", "plus": "+"}
ENTITY = re.compile(rf"&({'|'.join(ENTITIES)});")
DOLLAR = re.compile(r"\\.|\$", re.DOTALL)  # in a text within a formula
STYLES = re.compile(r"\\(?:display|text)style(?![A-Za-z])\s*")
NOT_IN_XML = re.compile("[^\t\n\x20-\ud7ff\ue000-\ufffd\U00010000-\U0010ffff]")
SIGNS = re.compile(r"[\\^_{}=<>+*/|]")  # in nearly all formulas, and in hardly any words
TEXTS = re.compile(r"\\(?:text|mbox|mathrm|operatorname)\w*\s*\{[^{}]*\}")  # commands with words in them
PROSE = re.compile(r"(?<![\\A-Za-z])(?:[A-Za-z]{3,},?\s+){3}")  # three words in a row
LONGEST_PLAIN = 12  # characters of a formula without any sign, such as `x` or `f(n-1)`


def split_delimiters(tex: str) -> tuple[str, bool | None]:
    """Return TeX without the delimiters around it, and whether they say that it is displayed; None without any."""
    text = tex.strip()
    for opening, closing, is_displayed in DELIMITERS:
        inner = text[len(opening) : -len(closing)]
        if text.startswith(opening) and text.endswith(closing) and len(text) >= len(opening) + len(closing):
            return (text, None) if re.search(rf"(?<!\\){re.escape(closing)}", inner) else (inner, is_displayed)
    return text, None


def split_environment(tex: str) -> tuple[str, bool]:
    """Return TeX without an environment that only says that it is displayed, and whether there is one that says so."""
    found = ENVIRONMENT.fullmatch(tex.strip())
    return (found[3], True) if found else (tex, DISPLAYS.search(tex) is not None)


def replace_entities(tex: str) -> str:
    """Return TeX without the entities that pages write in scripts and addresses, where they are none."""
    return ENTITY.sub(lambda found: ENTITIES[found[1]], tex)


def clean_tex(tex: str) -> str:
    """Return TeX in one line, without comments; a formula in a text in it, between dollars, gets brackets."""
    text = COMMENT.sub(r"\1", CDATA.sub(" ", NOT_IN_XML.sub("", INVISIBLE.sub("", tex))))
    text = strip_style(" ".join(text.split()))
    return "".join(_replace_dollars(text)) if "$" in text else text


def strip_style(tex: str) -> str:
    r"""Return TeX without the `{\displaystyle ...}` that MediaWiki and others put around the whole."""
    if tex.startswith("{") and STYLES.match(tex, 1) and _closes_at_end(tex):
        return STYLES.sub("", tex[1:-1], count=1).strip()
    found = STYLES.match(tex)
    return tex[found.end() :] if found else tex


def is_tex(text: str) -> bool:
    """Return whether a text that may be TeX or words, such as an alternative text, is TeX."""
    stripped = text.strip()
    if not stripped or "://" in stripped:
        return False
    if PROSE.search(TEXTS.sub("", stripped)):
        return False
    if "\\" in stripped or "^" in stripped or split_delimiters(stripped)[1] is not None:
        return True
    return len(stripped) <= LONGEST_PLAIN and (" " not in stripped or SIGNS.search(stripped) is not None)


def _closes_at_end(tex: str) -> bool:
    """Return whether the brace that a text begins with is closed by its last character."""
    depth = 0
    for found in re.finditer(r"\\.|[{}]", tex):
        sign = found[0]
        depth += (sign == "{") - (sign == "}")
        if depth == 0 and sign == "}":
            return found.end() == len(tex)
    return False


def _replace_dollars(tex: str) -> Iterator[str]:
    r"""Yield the pieces of TeX with its dollars as `\(` and `\)`; one without its counterpart is a sign."""
    dollars = [found.start() for found in DOLLAR.finditer(tex) if found[0] == "$"]
    odd = dollars.pop() if len(dollars) % 2 else None
    end, is_open = 0, False
    for place in dollars:
        is_open = not is_open
        yield tex[end:place] + (r"\(" if is_open else r"\)")
        end = place + 1
    yield tex[end:] if odd is None else f"{tex[end:odd]}\\${tex[odd + 1 :]}"
