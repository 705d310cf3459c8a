"""What an article is about, in the words of its page: keywords, and the section of the site."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from typing import cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, as_list, read_text
from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.visible_text import read_visible_text
from cutline.dom.web_addresses import split_address
from cutline.dom.words import list_words
from cutline.types import Breadcrumb

KEYWORD_TAGS = ("news_keywords", "keywords", "article:tag", "og:article:tag", "parsely-tags")
SECTION_TAGS = ("article:section", "og:section", "parsely-section", "cxenseparse:section", "articlesection")
MAX_KEYWORDS = 50
MAX_VALUES = 500  # looked at; some sites list the tags of the whole site
MAX_CHARACTERS = 60  # of a keyword or a section; what is longer is a sentence
MAX_WORDS = 7
MAX_LINKS = 300  # of a page, to pages of tags
TAG_LEVELS = 3  # elements around a link to a tag, up to the box that all tags of one article share
PARTS = re.compile(r"\s*[,;|、،؛，；\n]\s*")
BOOKKEEPING = re.compile(r"\w[\w ]*:\s?\S")  # `Page Type: Article`, which sites write for their own statistics
LEAST_BOOKKEEPING = 2  # of them in one source, from which they are no titles such as `Mission: Impossible`
# Written for programs: `BNT_MISC`, `wgg:hardware`, `type-story->`, an address, a number alone, an identifier.
NOT_WORDS = re.compile(r"[_<>{}=\[\]\\]|://|^\w+:\w|^[\W\d]*$|^[\da-f-]{16,}$|^@|^[a-z-]+: ")
NO_VALUE = frozenset({"none", "null", "undefined", "false", "true", "na", "default"})
NO_SECTION = frozenset({"all", "article", "articles", "uncategorized", "uncategorised", "unkategorisiert"})
RELATIONS = XPath("//a/@rel")
NO_TAGS = ("nav", "header")  # in which links lead to the site's favourite tags
HOME = frozenset(list_words("lists", "home"))


def find_keywords(root: HtmlElement, declared: Declarations, site_keys: frozenset[str]) -> tuple[str, ...]:
    """Return the keywords of the article, each once: those that the page declares, else those that it shows as tags.

    At most 50 of at most 60 characters; the site's name, sentences and what only programs read are left out.

    Args:
        root: the page.
        declared: what it declares.
        site_keys: folded names of the site.
    """
    declared_words = _clean_all(_list_declared(declared), site_keys)
    return declared_words or _clean_all([_list_shown(root)], site_keys)


def _list_declared(declared: Declarations) -> Iterator[list[str]]:
    """Yield the keywords of each source, as written."""
    yield list(_read_json_ld(declared.article.get("keywords")))
    for name in KEYWORD_TAGS:
        yield _split(list(declared.tags.all(name)))


def _read_json_ld(keywords: Json) -> Iterator[str]:
    """Return JSON-LD's keywords: a string with commas, or a list of strings or of `DefinedTerm`s."""
    yield from _split(list(filter(None, map(read_text, as_list(keywords)[:MAX_VALUES]))))


def _split(values: Sequence[str]) -> list[str]:
    """Return the parts of a single value; if there are several, each is a keyword, commas included."""
    return PARTS.split(values[0], MAX_VALUES) if len(values) == 1 else list(values)


def _list_shown(root: HtmlElement) -> list[str]:
    """Return the texts of the links to tags, from the box that holds most of them.

    Teasers of other stories have tags too. If two boxes hold equally many, nobody knows which are the article's.
    """
    boxes: dict[HtmlElement, list[str]] = {}
    relations = cast("list[etree._ElementUnicodeResult]", RELATIONS(root))
    links = [cast("HtmlElement", value.getparent()) for value in relations if value.lower().split() == ["tag"]]
    for link in (link for link in links[:MAX_LINKS] if next(link.iterancestors(*NO_TAGS), None) is None):
        boxes.setdefault(_find_box(link), []).append(read_visible_text(link))
    largest = max(map(len, boxes.values()), default=0)
    fullest = {tuple(texts) for texts in boxes.values() if len(texts) == largest}
    return list(fullest.pop()) if len(fullest) == 1 else []


def _find_box(link: HtmlElement) -> HtmlElement:
    """Return the lowest element around a link that holds another link, else the outermost one that is looked at."""
    box = link
    for level, around in enumerate(link.iterancestors(), start=1):
        box = around
        if level == TAG_LEVELS or len(list(islice(around.iter("a"), 2))) > 1:
            break
    return box


def _clean_all(sources: Iterable[Sequence[str]], site_keys: frozenset[str]) -> tuple[str, ...]:
    found: dict[str, str] = {}
    for words in sources:
        for word in _drop_bookkeeping(words[:MAX_VALUES]):
            key = fold(word := word.strip(" .#\"'“”"))
            if _is_keyword(word, key) and key not in site_keys:
                found.setdefault(key, word)
    return tuple(found.values())[:MAX_KEYWORDS]


def _drop_bookkeeping(words: Sequence[str]) -> Sequence[str]:
    others = [word for word in words if not BOOKKEEPING.match(word)]
    return others if len(words) - len(others) >= LEAST_BOOKKEEPING else words


def _is_keyword(word: str, key: str) -> bool:
    if not key or len(word) > MAX_CHARACTERS or len(word.split()) > MAX_WORDS:
        return False
    return key not in NO_VALUE and NOT_WORDS.search(word) is None


def find_section(
    declared: Declarations, trail: Sequence[Breadcrumb], title: str | None, site_keys: frozenset[str]
) -> str | None:
    """Return the section of the site that the article is in: as declared, or else the last one of its breadcrumb trail.

    Args:
        declared: what the page declares.
        trail: its breadcrumbs.
        title: of the article, with which some trails end.
        site_keys: folded names of the site.
    """
    for value in (*as_list(declared.article.get("articleSection"))[:1], *declared.tags.all(*SECTION_TAGS)):
        for section in _split([read_text(value) or ""])[:1]:
            if _is_section(section, fold(section), site_keys):
                return section
    return _read_trail(declared.url, trail, fold(title or ""), site_keys)


def _read_trail(page: str | None, trail: Sequence[Breadcrumb], title_key: str, site_keys: frozenset[str]) -> str | None:
    """Return the last name of a breadcrumb trail that is neither the front page, nor this page, nor a tag."""
    here = split_address(page or "").path.rstrip("/")
    for step in reversed(trail):
        key = fold(step.name)
        path = split_address(step.url or "").path.rstrip("/")  # the front page has none, nor has often this page
        if path not in ("", here) and not _is_same(key, title_key) and _is_section(step.name, key, site_keys):
            return step.name
    return None


def _is_section(name: str, key: str, site_keys: frozenset[str]) -> bool:
    return _is_keyword(name, key) and key not in HOME | NO_SECTION | site_keys


def _is_same(key: str, title_key: str) -> bool:
    return bool(title_key) and (key in title_key or title_key in key)
