"""The breadcrumb trail of a page: the way from the site's front page to the article."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from itertools import chain, islice
from typing import TypeAlias, cast

from lxml import etree
from lxml.etree import XPath
from lxml.html import HtmlElement

from cutline.dom.ancestors import climb_to
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import Json, as_list, read_text
from cutline.dom.metadata.plain_text import collapse, to_plain_text
from cutline.dom.metadata.visible_text import UNSEEN, read_visible_text
from cutline.dom.web_addresses import absolute_url, is_web_address
from cutline.types import Breadcrumb

Step: TypeAlias = "tuple[str, str | None]"  # a name, and an address as written

MAX_STEPS = 20  # of a trail; a box with more is a menu
MAX_BOXES = 10  # looked at
MAX_CHARACTERS = 300  # of the name of a step; the last one is often the title
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


def find_breadcrumbs(root: HtmlElement, declared: Declarations) -> tuple[Breadcrumb, ...]:
    """Return the steps of the first trail that leads anywhere: of JSON-LD, microdata or RDFa, or one that readers see.

    Args:
        root: the page.
        declared: what it declares.
    """
    for trail in chain(_list_stated(declared), _list_marked(declared), _list_shown(root)):
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
        name=name.strip(SEPARATORS)[:MAX_CHARACTERS], url=url if url is not None and is_web_address(url) else None
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


def _list_shown(root: HtmlElement) -> Iterator[Iterator[Step]]:
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
