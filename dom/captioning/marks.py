"""How pages say of an element that it is a caption."""

from __future__ import annotations

import re
from functools import lru_cache

from lxml.html import HtmlElement

# Words in class, itemprop and the like, in many languages.
CAPTION = re.compile(
    r"caption|cutline|bildunterschrift|bildtext|legend[ae]?(?-i:(?![a-z]))|leyenda|didascalia|pie-?(?:de-?)?foto|foto-?pie"
    r"|onderschrift|bijschrift",
    re.I,
)
# A word for the picture before one for a text: `img__description`, `mediaSubtitle`. Teasers have such classes too.
PICTURE_TEXT = re.compile(
    r"(?:image|img|photo|picture|pic|media|bild|foto|figure|fig)s?[_-]*(?:\w{1,12}[_-]+)?"
    r"(?:desc(?:r|ription)?|text|info|subtitle|legend|untertitel|subtext)(?-i:(?![a-z]))",
    re.I,
)
# In every name that the first expression finds, one of these; in those that the second one does, one of both others.
# They are seen faster than by the expressions.
CAPTION_WORDS = (
    "caption cutline bildunterschrift bildtext legend leyenda didascalia foto onderschrift bijschrift".split()
)
PICTURE_WORDS = "image img photo pic media bild foto fig".split()
TEXT_WORDS = "desc text info subtitle legend untertitel".split()
# Words for what has a picture and a little text, but no caption: portraits of authors, forms, ratings.
OTHER = re.compile(
    r"(?:^|[\s_-])(?:authors?|autor|auteur|byline|bio|newsletter|sign-?up|subscri\w+|favorites?|footer|ratings?|promo"
    r"|related|recommend\w*|social|comments?)(?:$|[\s_-])",
    re.I,
)
OTHER_TAGS = frozenset(("footer", "nav", "form", "fieldset"))
ATTRIBUTES = ("class", "itemprop", "data-testid", "id")
MAX_CHARACTERS = 300  # of an attribute that are looked at
KNOWN_NAMES = 2_000  # names kept in memory; a page repeats its own


def is_called_caption(element: HtmlElement) -> bool:
    """Whether an element is a `figcaption`, or calls itself a caption."""
    return element.tag == "figcaption" or _is_caption(_read_names(element))


def is_called_caption_or_picture_text(element: HtmlElement) -> bool:
    """Whether an element is called a caption, or calls itself a text that belongs to a picture."""
    return element.tag == "figcaption" or _is_caption_or_picture_text(_read_names(element))


def is_called_otherwise(element: HtmlElement) -> bool:
    """Whether an element says that it is an author's portrait, a form, a rating or the like."""
    return element.tag in OTHER_TAGS or _is_other(_read_names(element))


def _read_names(element: HtmlElement) -> str:
    names = " ".join(filter(None, map(element.get, ATTRIBUTES)))
    if len(names) <= MAX_CHARACTERS:
        return names
    return " ".join([name[:MAX_CHARACTERS] for name in map(element.get, ATTRIBUTES) if name])


@lru_cache(KNOWN_NAMES)
def _is_caption(names: str) -> bool:
    return CAPTION.search(names) is not None


@lru_cache(KNOWN_NAMES)
def _is_caption_or_picture_text(names: str) -> bool:
    has = names.lower().__contains__
    if names.isascii() and not any(map(has, CAPTION_WORDS)):
        return any(map(has, TEXT_WORDS)) and any(map(has, PICTURE_WORDS)) and PICTURE_TEXT.search(names) is not None
    return CAPTION.search(names) is not None or PICTURE_TEXT.search(names) is not None


@lru_cache(KNOWN_NAMES)
def _is_other(names: str) -> bool:
    return OTHER.search(names) is not None
