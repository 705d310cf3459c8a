"""The names that say that an element is a callout, as the tools that write them call it, and of which type it is."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from html import unescape
from typing import cast

from cutline.dom.words import list_words, read_table
from cutline.types import CalloutType

FRAMES = frozenset(list_words("callouts", "frames"))
SHARED_FRAMES = frozenset(list_words("callouts", "shared_frames"))
PANEL = frozenset(("panel", "conf-macro"))  # the classes of a panel of Confluence, which has no type
FOLDS = frozenset(("kg-toggle-card", "notion-toggle"))  # what a reader can fold away without `<details>`: Ghost, Notion
MAX_WORD = 40  # characters of a word for a type
PERHAPS_ATTRIBUTES = ("data-type", "data-status", "data-admonition-type")  # hold the type, or something else
ATTRIBUTES = ("data-callout", "data-callout-type", "data-panel-type")  # hold the type
TYPES = cast(
    dict[str, CalloutType],
    {word.strip(): name for name, words in read_table("callouts", "types").items() for word in words.split(",")},
)
ALONE = frozenset(list_words("callouts", "alone"))
# The classes of elements that may be callouts; Microsoft writes `NOTE`.
BOX_NAMES = PANEL | {"MuiAlert-root"} | FRAMES | FOLDS | SHARED_FRAMES | ALONE | frozenset(map(str.upper, ALONE))
_WORDS = "|".join(sorted(TYPES, key=len, reverse=True))
FIRST_WORD = re.compile(rf"\W{{0,3}}(?:{_WORDS})s?\b", re.IGNORECASE)
# What a callout begins with in Markdown, where the page shows it as it is: `[!NOTE]`, `[!tip]- Folded`.
ALERT = re.compile(r"\[!([A-Za-z][\w-]{1,30})\][+-]?\s*")
# The label that a text begins with: `Note: The quay is new.` A bold one, `<b>Remarque :</b>`, may be in any language.
LABEL = re.compile(rf"\W{{0,3}}({_WORDS})s?\s?[:：]", re.IGNORECASE)
BOLD_LABEL = re.compile(r"\s*<(?P<tag>b|strong)>(?P<inside>[^<]{1,60})</(?P=tag)>(?P<after>\s?[:：])?")
TITLE = re.compile(r"title|heading|panelHeader|(?:^|[-_\s])(?:header|label)(?=$|[-_\s])", re.IGNORECASE)
# Bars of a whole site, calls to sign up, and messages of forms.
NOT_OF_ARTICLE = re.compile(
    r"cookie|consent|gdpr|newsletter|subscri|sign-?up|log-?in|paywall|promo|advert|sponsor|dismiss(?!ible)|toast|modal|pop-?up|error-"
    r"message|sr-only|donat",
    re.IGNORECASE,
)
LAST_WORD = re.compile(r"(?:^|[-_])([a-z]+(?:-(?:also|point|practice))?)$")


def find_word(attributes: Mapping[str, str]) -> str | None:
    """Return the page's own word for the type of a callout, in lower case, such as `danger`; None if it has none."""
    for name in ATTRIBUTES:
        if word := attributes.get(name, "")[:MAX_WORD].strip().lower():
            return word
    for name in PERHAPS_ATTRIBUTES:
        if (word := attributes.get(name, "").lower()) in TYPES:
            return word
    names = attributes.get("class", "").lower().split()
    if noted := find_word_beside_note(names):
        return noted
    ranked = sorted(
        (name for name in names if name != "book-hint"), key=lambda name: name in FRAMES or name in SHARED_FRAMES
    )  # `hint warning` is no hint
    words = [found[1] for name in ranked if (found := LAST_WORD.search(name))]
    known = [word for word in words if word in TYPES]
    return next((word for word in known if word in ALONE), next(iter(known), None))


def find_word_beside_note(names: Sequence[str]) -> str | None:
    """Return the type in the classes of a note as Hexo's themes write it: `note warning flat`, `note note-warning`."""
    if "note" not in names:
        return None
    words = (name.removeprefix("note-") for name in names if name != "note")
    return next((word for word in words if word in TYPES), None)


def is_type(text: str) -> bool:
    """Return whether a text only names a type of callouts, such as "Note:"."""
    return text.strip(" :.!").casefold() in TYPES


def measure_label(text: str, html: str | None) -> int:
    """Return how many characters the label at the beginning of a callout's text has; 0 if there is none.

    It is a word for a type with a colon, or in bold letters with a colon, as a word for a type or on a line of its own.

    Args:
        text: the text of the first block.
        html: the same with its inline markup; None if it has none.
    """
    if plain := LABEL.match(text):
        return plain.end()
    bold = BOLD_LABEL.match(html or "")
    if bold is None:
        return 0
    words = unescape(bold["inside"]).strip()
    size = len(words) + len(bold["after"] or "")
    is_label = words.endswith((":", "：")) or bold["after"] or is_type(words) or size == len(text)
    return size if is_label and text.startswith(words) else 0
