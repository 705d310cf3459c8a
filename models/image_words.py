"""Plain words for each feature of an image."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from cutline.dom.features.elements import AROUND_TAGS
from cutline.dom.features.image_places import BEYOND, FAR, FAR_CHARACTERS, LEVELS, NEAREST_TAGS
from cutline.dom.features.image_sources import ADDRESS_WORDS, EXTENSIONS
from cutline.dom.features.images import CAPTION_SOURCES

Say = Callable[[float], str]  # converts the value of a feature to a phrase about the image

MARKS_OF = {
    "comment": "comments",
    "share": "buttons for sharing",
    "related": "other stories",
    "navigation": "menus",
    "advertisement": "advertisements",
    "subscription": "subscriptions",
    "footer": "footers",
    "author": "authors",
    "meta": "dates and sections",
    "caption": "pictures and captions",
    "consent": "notices",
    "side": "side columns",
    "tag": "topics",
    "body": "an article's body",
    "title": "titles",
    "lead": "leads",
    "unseen": "what is not shown",
    "embed": "boxes and embedded posts",
    "list": "lists and cards",
    "contents": "tables of contents",
}
WORDS_OF = {
    "logo": "logos",
    "icon": "icons",
    "person": "portraits",
    "advertisement": "advertisements",
    "small": "thumbnails",
    "large": "large pictures",
    "service": "apps and subscriptions",
    "offer": "offers and downloads",
    "device": "phones and wide windows",
    "network": "social networks",
}
LINKS = ("has no link", "links to a picture", "links to this page", "links to another page", "links to another site")
SOURCES_OF = dict(
    zip(
        CAPTION_SOURCES,
        (
            "its caption is a figcaption",
            "its caption is the text of its block",
            "its caption stands beside it",
            "its caption is named by an aria attribute",
            "its caption is kept in an attribute",
            "its caption is declared for machines",
            "its caption is its alternative text",
        ),
        strict=True,
    )
)
NAMED = {
    "address": "address",
    "alt": "alternative text",
    "class": "class",
    "frame": "frame's class",
    "link": "link's address",
}  # where words about an image may be
HALF = 0.5
CLOSE = 3.0  # segments, levels, or log of characters: up to this, something is close
AFTER_TEXT = 0.99  # share of the text before an image, from which it counts as after the text


def describe_feature(column: str, value: float) -> str:
    """Return what a feature says about an image, such as "links to another page".

    Args:
        column: one of `IMAGE_COLUMNS`.
        value: its value for the image.
    """
    return PHRASES[column](value)


def _either(yes: str, no: str, limit: float = 0.0) -> Say:
    """Say `yes` for values above a limit, else `no`."""
    return lambda value: yes if value > limit else no


def _always(phrase: str) -> Say:
    return lambda value: phrase


def _count(known: str, unknown: str) -> Say:
    """Insert a number into `known`, or say `unknown` if it is 0 or less."""
    return lambda value: known.format(f"{value:.0f}") if value > 0 else unknown


def _known(say: Say, unknown: str) -> Say:
    """Say `unknown` for values below 0."""
    return lambda value: unknown if value < 0 else say(value)


def _place(value: float) -> str:
    if value <= 0:
        return "stands before the text"
    return "stands behind the text" if value >= AFTER_TEXT else "stands within the text"


def _gap(what: str, where: str, close: float, nowhere: float) -> Say:
    """Say how far away something is, or that it is not there."""
    near, far = f"{what} right {where}", f"{what} some way {where}"
    return lambda value: (near if value <= close else far) if value < nowhere else f"no {what} {where}"


def _say_extension(value: float) -> str:
    return f"is a {EXTENSIONS[int(value)]} file" if value >= 0 else "its address names no kind of picture"


def _say_link(value: float) -> str:
    return LINKS[int(value)]


def _say_caption_source(value: float) -> str:
    return SOURCES_OF[CAPTION_SOURCES[int(value)]] if value >= 0 else "has no caption"


IN_ROOT = _either("stands in the part of the page that holds the text", "stands outside the part that holds the text")
CAPTION = _either("has a caption of its own", "has no caption")
LARGEST = _count("is at most {} pixels wide", "tells nothing of its size")
BESIDE_TEXT = _gap("article text", "beside it", CLOSE, BEYOND)

_LEVEL_PHRASES = {
    "characters": _either("text", "no text"),
    "links": _either("links", "no links"),
    "kept": _either("article text", "no article text"),
    "of_article": _either("part of the article", "nothing of the article"),
    "images": _either("other images", "no other image", 1),
    "headings": _either("headings", "no headings"),
    "segments": _either("text", "no text"),
}
_NEIGHBOUR_PHRASES: dict[str, Say] = {
    "in_root": IN_ROOT,
    "caption": CAPTION,
    "link": _say_link,
    "largest": LARGEST,
    "up_to_article_text": lambda value: f"has {BESIDE_TEXT(value)}",
}
_ALIKE_PHRASES = {
    "in_root": _either("stand in the part that holds the text", "stand outside the part that holds the text", HALF),
    "link": _either("link to other pages", "do not link to other pages", HALF),
    "caption": _either("have captions", "have no captions", HALF),
    "article_before_share": lambda value: _place(value).replace("stands", "stand"),
    "up_to_article_text": lambda value: f"have {BESIDE_TEXT(value)}",
}


def _list_names() -> Iterator[tuple[str, Say]]:
    for mark, what in MARKS_OF.items():
        for part, where in (("near", "near"), ("below_root", "within the text's part around"), ("around", "around")):
            yes, no = (f"{one} element {where} it is named after {what}" for one in ("an", "no"))
            yield f"{part}_{mark}", _either(yes, no)
    for word, what in ((word, WORDS_OF[word]) for word in ADDRESS_WORDS):
        for part, name in NAMED.items():
            yield f"{part}_{word}", _either(f"its {name} has a word of {what}", f"its {name} has no word of {what}")
    for part, name in (("alt", "alternative text"), ("file", "file's name")):
        yield f"{part}_words", _either(f"its {name} has words", f"its {name} has no words")
        yield f"{part}_in_text", _known(_share_words(name, "the text"), f"its {name} has no words")
        yield f"{part}_in_title", _known(_share_words(name, "the title"), f"its {name} has no words")
        yield f"{part}_in_authors", _either(f"its {name} names an author", f"its {name} names no author")


def _share_words(name: str, where: str) -> Say:
    return _either(f"most words of its {name} stand in {where}", f"few words of its {name} stand in {where}", HALF)


def _list_tags() -> Iterator[tuple[str, Say]]:
    for tag in AROUND_TAGS:
        yield f"in_{tag}", _either(f"stands in a <{tag}>", f"stands in no <{tag}>")
    for tag in NEAREST_TAGS:
        yield f"up_to_{tag}", _either(f"no <{tag}> near around it", f"a <{tag}> near around it", BEYOND - 1)


def _list_levels() -> Iterator[tuple[str, Say]]:
    for level in range(LEVELS):
        where = "in its own element" if level == 0 else f"in the element {level} levels above it"
        for name, say in _LEVEL_PHRASES.items():
            yield f"level{level}_{name}", _known(_in_place(say, where), "its element is near the top of the page")


def _in_place(say: Say, where: str) -> Say:
    return lambda value: f"{say(value)} {where}"


def _list_neighbours() -> Iterator[tuple[str, Say]]:
    for by, side in ((-1, "before"), (1, "behind")):
        for name, say in _NEIGHBOUR_PHRASES.items():
            image = f"the image {side} it"
            yield f"{name}{by:+d}", _known(_of_image(say, image), f"no image {side} it")
    for name, say in _ALIKE_PHRASES.items():
        yield f"alike_{name}", _of_image(say, "images that stand like it")


def _of_image(say: Say, image: str) -> Say:
    return lambda value: f"{image} {say(value)}"


PHRASES: dict[str, Say] = {
    "article_before_share": _place,
    "article_before": _either("text of the article before it", "no text of the article before it"),
    "article_behind": _either("text of the article behind it", "no text of the article behind it"),
    "article": _always("the length of the article"),
    "segments_to_previous": _gap("paragraph of the article", "before it", CLOSE, FAR),
    "segments_to_next": _gap("paragraph of the article", "behind it", CLOSE, FAR),
    "characters_to_previous": _gap("article text", "before it", CLOSE, FAR_CHARACTERS),
    "characters_to_next": _gap("article text", "behind it", CLOSE, FAR_CHARACTERS),
    "in_root": IN_ROOT,
    "h1_before": _either("stands behind a main heading", "stands before any main heading"),
    "page_h1": _either("the page has a main heading", "the page has no main heading"),
    "images_before": _either("other images before it", "is the page's first image"),
    "images_behind": _either("other images behind it", "is the page's last image", 1),
    "page_images": _count("is one of {} images", ""),
    "segments_before": _either("stands in the page's lower half", "stands in the page's upper half", HALF),
    "score_around": _either("text like the article's around it", "text unlike the article's around it", HALF),
    "score_before": _either("text like the article's before it", "text unlike the article's before it", HALF),
    "score_behind": _either("text like the article's behind it", "text unlike the article's behind it", HALF),
    "depth": _count("stands in {} elements", "stands in no element"),
    "up_to_article_text": BESIDE_TEXT,
    "article_there": _either("beside most of the article", "beside little of the article", HALF),
    "up_to_text": _gap("text", "beside it", CLOSE, BEYOND),
    "width": _count("is {} pixels wide", "declares no width"),
    "height": _count("is {} pixels high", "declares no height"),
    "aspect": _known(_either("is wider than high", "is not wider than high", 1), "declares no shape"),
    "widest_source": _count("is offered up to {} pixels wide", "is offered in no width by name"),
    "width_in_address": _count("its address says {} pixels", "its address names no width"),
    "largest": LARGEST,
    "sources": _count("is offered under {} addresses", "has no address"),
    "placeholder": _either("is a placeholder", "is no placeholder"),
    "hidden": _either("is not shown", "is shown"),
    "extension": _say_extension,
    "same_host": _either("comes from the page's own host", "comes from another host"),
    "same_domain": _either("comes from the page's own site", "comes from another site"),
    "copies": _either("stands several times in the page", "stands once in the page", 1),
    "declared": _either("is declared as the article's", "is not declared as the article's"),
    "page_declared": _either("the page declares pictures", "the page declares no pictures"),
    "page_news": _either("the page says it is news", "the page does not say it is news"),
    "page_posting": _either("the page says it is a posting", "the page does not say it is a posting"),
    "page_captioned": _either("most images beside the text have captions", "few images beside the text do", HALF),
    "page_in_root": _count("{} images stand in the part that holds the text", "no image stands there"),
    "lazy": _either("is loaded late", "is not said to be loaded late"),
    "eager": _either("is loaded first", "is not said to be loaded first"),
    "link": _say_link,
    "link_characters": _either("has a link", "has no link"),
    "alt_characters": _either("has an alternative text", "has no alternative text"),
    "no_alt": _either("leaves out the alternative text", "says what its alternative text is"),
    "poster": _either("is the still of a video", "is no still of a video"),
    "background": _either("is the background of an element", "is no background"),
    "caption_source": _say_caption_source,
    "caption": CAPTION,
    "caption_links": _known(_either("its caption holds links", "its caption holds no links"), "has no caption"),
    "credit": _either("has a credit", "has no credit"),
    "caption_ends_sentence": _either("its caption ends like a sentence", "no caption that ends like a sentence"),
    "alike": _either("several images stand alike", "no other image stands like it", 1),
    **dict(_list_names()),
    **dict(_list_tags()),
    **dict(_list_levels()),
    **dict(_list_neighbours()),
}
