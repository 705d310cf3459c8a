"""What an article is about: its keywords, its section, and the way to it from the front page."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import chain, islice
from typing import TypeAlias, cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, as_list, read_text
from cutline.dom.metadata.plain_text import collapse, fold, to_plain_text
from cutline.dom.metadata.visible_text import UNSEEN, read_visible_text
from cutline.dom.web_addresses import absolute_url, is_web_address, split_address
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

Step: TypeAlias = "tuple[str, str | None]"  # a name, and an address as written
MAX_STEPS = 20  # of a trail; a box with more is a menu
MAX_BOXES = 10  # looked at
MAX_STEP_NAME = 300  # of the name of a step; the last one is often the title
MAX_PARTS = 100  # elements behind the last link of a trail
SEPARATORS = " /\\|»›>→⟩❯·•:«‹<–—-"  # between steps
WHOLE_PAGE = frozenset({"html", "body", "main", "article"})
# Of RDFa, of style sheets and of screen readers. `@class` and so on are read in half the time of `*[@class]`.
NAMES = XPath(
    "//@class[contains(., 'rumb')] | //@id[contains(., 'rumb')] | //@typeof[contains(., 'rumb')] "
    "| //nav/@aria-label[contains(., 'rumb')]"
)
NAME = re.compile(r"(?<![a-z])(?<!has-)(?<!with-)(?<!no-)(?:bread[-_ ]?)?crumbs?(?:list)?(?![a-z])", re.IGNORECASE)
STEPS = XPath(".//*[@itemprop='itemListElement' or @property='itemListElement']")
OLD_STEPS = XPath("descendant-or-self::*[contains(@typeof, ':Breadcrumb') or contains(@itemtype, 'y.org/Breadcrumb')]")
STEP_NAME = XPath(".//*[@itemprop='name' or @property='name' or @itemprop='title' or @property='v:title']")
ITEMS = XPath(".//li")
LINKS = XPath("descendant-or-self::*[self::a or self::link][@href]")


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


def find_breadcrumbs(root: HtmlElement, declared: Declarations) -> tuple[Breadcrumb, ...]:
    """Return the steps of the first trail that leads anywhere: of JSON-LD, microdata or RDFa, or one that readers see.

    Args:
        root: the page.
        declared: what it declares.
    """
    for trail in chain(_list_stated(declared), _list_marked(declared), _list_shown_trails(root)):
        given = islice(filter(_leads_to_page, trail), MAX_STEPS + 1)
        steps = [_make_step(name, address, declared.base_url) for name, address in given]
        named = tuple(step for step in steps if step.name)
        if len(steps) <= MAX_STEPS and any(step.url for step in named):
            return named
    return ()


def _leads_to_page(step: Step) -> bool:
    """Return whether a step has no address or one of a page; buttons such as "Print" have that of a script."""
    return not (step[1] or "").strip().lower().startswith(("javascript:", "mailto:", "#"))


def _make_step(name: str, address: str | None, base_url: str | None) -> Breadcrumb:
    url = absolute_url(address, base_url) if address else None
    return Breadcrumb(
        name=name.strip(SEPARATORS)[:MAX_STEP_NAME], url=url if url is not None and is_web_address(url) else None
    )


def _list_stated(declared: Declarations) -> Iterator[Iterator[Step]]:
    for node in declared.json_ld.nodes:
        if "BreadcrumbList" in node.types:
            items = [item for item in as_list(node.properties.get("itemListElement")) if isinstance(item, dict)]
            yield map(_read_item, sorted(items[: MAX_STEPS + 1], key=_read_position))


def _read_position(item: Mapping[str, Json]) -> int:
    position = read_text(item.get("position")) or ""
    return int(position) if position.isdecimal() and len(position) <= len(str(MAX_STEPS)) else 0


def _read_item(item: Mapping[str, Json]) -> Step:
    page = item.get("item")
    inner = page if isinstance(page, dict) else {}
    address = inner.get("@id") or inner.get("url") or (page if isinstance(page, str) else None)
    name = to_plain_text(read_text(item.get("name")) or read_text(inner.get("name")) or "")
    return name, address if isinstance(address, str) else None


def _list_marked(declared: Declarations) -> Iterator[Iterator[Step]]:
    """Yield the trails of microdata."""
    boxes = (_find_list(step) for step in declared.microdata.get("itemListElement", ())[:MAX_BOXES])
    for box in dict.fromkeys(box for box in boxes if box is not None):
        yield map(_read_step, _select(STEPS, box))


def _find_list(step: HtmlElement) -> HtmlElement | None:
    typed = (box for box in step.iterancestors() if box.get("itemtype"))
    box = next(typed, None)
    return box if box is not None and "BreadcrumbList" in box.get("itemtype", "") else None


def _list_shown_trails(root: HtmlElement) -> Iterator[Iterator[Step]]:
    """Yield the steps of each box that is named after breadcrumbs."""
    for value in cast("list[etree._ElementUnicodeResult]", NAMES(root))[:MAX_BOXES]:
        box = cast("HtmlElement", value.getparent())
        if box.tag not in WHOLE_PAGE and NAME.search(value):
            yield _list_steps(box)


def _list_steps(box: HtmlElement) -> Iterator[Step]:
    """Yield the steps that are marked, else the items of a list, else the links, and the words behind the last.

    In the oldest vocabulary, steps hold the steps behind them.
    """
    if items := _select(STEPS, box) or _select(OLD_STEPS, box) or _select(ITEMS, box):
        yield from map(_read_step, items)
        return
    links = _select(LINKS, box)
    yield from map(_read_step, links)
    if links:
        yield collapse(" ".join(_list_behind(links[-1], box))), None


def _select(steps: XPath, box: HtmlElement) -> list[HtmlElement]:
    return cast("list[HtmlElement]", steps(box))[: MAX_STEPS + 1]


def _read_step(step: HtmlElement) -> Step:
    link = next(iter(_select(LINKS, step)), None)
    marked = next(iter(_select(STEP_NAME, step)), None)
    named = next(each for each in (marked, link, step) if each is not None)
    name = named.get("content") or read_visible_text(named)
    if link is None:
        return name, None
    tooltip = link.get("title") if marked is None else None  # of a name that is empty, it says "Go to ."
    return name or link.get("aria-label") or tooltip or "", link.get("href")


def _list_behind(link: HtmlElement, box: HtmlElement) -> Iterator[str]:
    """Yield the texts between the end of a link and the end of the box."""
    for element in climb_to(box, link):
        yield element.tail or ""
        for sibling in islice(element.itersiblings("*"), MAX_PARTS):
            yield "" if sibling.tag in UNSEEN else read_visible_text(sibling)
            yield sibling.tail or ""
