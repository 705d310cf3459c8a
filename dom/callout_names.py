"""What says that an element is a callout, and of which type: names, as tools write them, or a title with an icon."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from html import unescape
from itertools import islice
from typing import cast
from unicodedata import category

from lxml.html import HtmlElement

from cutline.dom.segments import TextSegment
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import join_patterns, list_words, read_table
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
NOT_OF_ARTICLE = re.compile(join_patterns("elements", "of_site"), re.IGNORECASE)
LAST_WORD = re.compile(r"(?:^|[-_])([a-z]+(?:-(?:also|point|practice))?)$")

# Themes put a prefix before such classes: `hx-rounded-lg`, `hx:rounded-lg`.
UTILITY = re.compile(r"(?:^|\s)(?:[a-z]{1,3}[-:])?(rounded|border|bg|p(?=[xy]?-\d))(?=[-xy\s]|$)")
LEAST_UTILITIES = 3  # kinds of such classes: a box has a colour, a border, round corners, space inside
COLOUR = re.compile(r"(?<![a-z])(yellow|amber|orange|red|rose|green|emerald|teal)-\d")
COLOURS: dict[str, CalloutType] = {
    **dict.fromkeys(("yellow", "amber", "orange"), "warning"),
    **dict.fromkeys(("red", "rose"), "caution"),
    **dict.fromkeys(("green", "emerald", "teal"), "tip"),
}
BOLD = re.compile(r"(?:^|[\s-])font-(?:medium|semibold|bold|extrabold)(?=\s|$)")
NAMED_ICON = re.compile(r"(?<![a-z])(?:fa|lucide|icon|bi|mdi|octicon|tabler-icon)-([a-z]+)")
NO_CALLOUT = ("img", "picture", "video", "iframe", "button", "pre", "table", "form")
MAX_TEXT = 1_500  # characters of such a callout
MAX_TITLE = 100  # characters of its title
MOST_LINKED = 0.5  # share of linked text, from which it is a card that leads elsewhere
LEAST_WORDS = 3  # words of a callout without a title
MAX_PIECES = 40  # elements before the first text, among which an icon is


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


@lru_cache(maxsize=1_000)
def may_be_utility_box(classes: str) -> bool:
    """Return whether classes may be those of such a callout; quick."""
    return ("bg-" in classes or "border-" in classes) and len(set(UTILITY.findall(classes))) >= LEAST_UTILITIES


def read_utility_box(
    element: HtmlElement, segments: Sequence[TextSegment]
) -> tuple[str | None, CalloutType, TextSegment | None] | None:
    """Return the word for the type, the type and the title of such a callout; None if an element is none.

    It has an icon and a title, an icon and one text, or begins with a word for a type in bold letters. Cards in a row,
    links to elsewhere, pictures, forms and listings are none.

    Args:
        element: an element for which `may_be_utility_box` holds.
        segments: its text.
    """
    if _leads_elsewhere(segments) or _is_card(element) or _has_others(element):
        return None
    first, *others = segments
    title = first if others and len(first.text) <= MAX_TITLE and _is_bold(element, first) else None
    word, icon = _read_label(first, title), _find_icon(element, first)
    if word is None and (icon is None or (title is None and len(first.text.split()) < LEAST_WORDS)):
        return None
    named = word or _name_icon(icon)
    colour = COLOUR.search(f"{element.get('class', '')} {element.get('style', '')}")
    return named, TYPES.get(named or "", COLOURS[colour[1]] if colour else "note"), title


def _leads_elsewhere(segments: Sequence[TextSegment]) -> bool:
    """Return whether the text of a box is too long for a callout, or mostly links."""
    size = sum(len(segment.text) for segment in segments)
    return size > MAX_TEXT or sum(segment.link_characters for segment in segments) > MOST_LINKED * size


def _has_others(element: HtmlElement) -> bool:
    """Return whether a box has what callouts have not: pictures, forms, listings, buttons."""
    return next(element.iter(*NO_CALLOUT), None) is not None or any(map(_is_button, element.iter("a")))


def _is_button(link: HtmlElement) -> bool:
    """Return whether a link looks like a button: it has no text beside it, or is a box of utility classes itself."""
    around = link.getparent()
    texts = (around.text, *(child.tail for child in around))
    is_alone = len(around) == 1 and not any(text and not text.isspace() for text in texts)
    return is_alone or may_be_utility_box(link.get("class", ""))


def _is_card(element: HtmlElement) -> bool:
    """Return whether an element is one of several in a row, or a link."""
    classes, around = element.get("class"), element.getparent()
    beside = (each for each in (element.getprevious(), element.getnext()) if each is not None)
    return (
        any(each.get("class") == classes for each in beside)
        or any(each.tag == "a" for each in islice(element.iterancestors(), 3))
        or (around is not None and "grid" in around.get("class", ""))
    )


def _is_bold(element: HtmlElement, segment: TextSegment) -> bool:
    """Return whether all of a text is in bold letters."""
    if segment.block.tag in HEADING_TAGS:
        return True
    return all(_is_run_bold(element, run.parent) for run in segment.runs if any(map(str.isalnum, run.text)))


def _is_run_bold(element: HtmlElement, parent: HtmlElement) -> bool:
    for around in _climb_inside(element, parent):
        if around.tag in ("b", "strong") or BOLD.search(around.get("class", "")):
            return True
    return False


def _climb_inside(element: HtmlElement, inner: HtmlElement) -> Iterator[HtmlElement]:
    while inner is not None and inner is not element:
        yield inner
        inner = inner.getparent()


def _read_label(first: TextSegment, title: TextSegment | None) -> str | None:
    """Return the word for a type that a title is, or that the first text begins with in bold letters."""
    run = next(run for run in first.runs if run.text.strip())
    if title is not None:
        said = title.text
    elif run.parent.tag in ("b", "strong"):
        said = run.text
    else:
        return None
    found = FIRST_WORD.match(said)
    return found[0].strip(" \n:.!⚠️").lower() if found and is_type(said) else None


def _find_icon(element: HtmlElement, first: TextSegment) -> HtmlElement | None:
    """Return the icon before the first text of an element, or what a symbol before the text is in."""
    run = next(run for run in first.runs if run.text.strip())
    for inner in islice(element.iterdescendants(), MAX_PIECES):
        if inner is run.parent:
            break
        if inner.tag == "svg" or (inner.tag in ("i", "span") and "icon" in inner.get("class", "")):
            return inner
    return run.parent if category(run.text.strip()[0]) == "So" else None


def _name_icon(icon: HtmlElement | None) -> str | None:
    """Return the word for a type that an icon is named after."""
    if icon is None:
        return None
    said = [*NAMED_ICON.findall(icon.get("class", "")), icon.get("aria-label", "").lower()]
    return next((word for word in said if word in TYPES), None)
