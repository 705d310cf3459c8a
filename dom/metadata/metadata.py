"""What a page says about itself."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.metadata.authors import find_author_links, find_authors
from cutline.dom.metadata.dates import find_dates
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.declared_images import DeclaredImage, find_declared_images, find_favicon
from cutline.dom.metadata.declared_titles import find_site_name
from cutline.dom.metadata.json_ld import JsonLdNode, as_list, read_text
from cutline.dom.metadata.language import find_declared_language
from cutline.dom.metadata.other_boxes import is_inside_others
from cutline.dom.metadata.plain_text import to_plain_lines
from cutline.dom.metadata.site_names import read_site_keys, read_site_name
from cutline.dom.metadata.titles import find_title
from cutline.dom.metadata.topics import find_breadcrumbs, find_keywords, find_section
from cutline.dom.metadata.visible_text import place_elements, read_visible_text
from cutline.dom.metadata.written_dates import guess_language
from cutline.dom.web_addresses import absolute_url, find_web_address, has_path, is_web_address
from cutline.dom.words import join_patterns
from cutline.types import AuthorLink, Breadcrumb

MAX_ADDRESSES = 10  # looked at
MAX_CHARACTERS = 2_000  # of an address; browsers and servers take little more
# The properties that hold a part, by type.
STEPS = {
    "Recipe": ("recipeIngredient", "ingredients", "recipeInstructions"),
    "HowToSection": ("name",),
    "HowToStep": ("name", "text"),
    "HowToDirection": ("text",),
    "HowToTip": ("text",),
}
ANSWERS = {"Question": ("name",), "Answer": ("text",)}  # of a list of questions; in a forum, people ask
QUESTIONS = "FAQPage"
MAX_PARTS = 1_000  # of a page; cookbooks and long lists of questions have some hundred

MAX_LINKS = 20  # looked at
MAX_BOXES = 6  # around a link whose names are looked at
MAX_NAMES = 500  # characters of an element's classes
DEED = re.compile(r"//(?:[a-z]+\.)?creativecommons\.org/(?:licen[cs]es|publicdomain)/\w", re.IGNORECASE)
RELATIONS = frozenset({"license", "licence"})
PICTURES = frozenset({"figure", "figcaption", "aside", "blockquote"})
BOX_NAME = re.compile(r"licen[cs]|copyright|rights|footer|colophon|impressum|attribution", re.IGNORECASE)
TAGS = ("dc:rights", "dcterms:rights", "dcterms:license", "dc:rights:license", "citation_license", "license")
WORK = re.compile(join_patterns("notices", "own_work"), re.IGNORECASE)
MAX_SENTENCE = 600  # characters around a link to a licence


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None or empty if it says nothing.

    Attributes:
        title: the headline as a reader sees it, without the name of the site.
        authors: the names of the authors.
        published: ISO 8601: a date (`2024-05-03`), or date and time with seconds and offset if the page states both
            (`2024-05-03T15:47:00+02:00`). A time without an offset is left out, and so is one in UTC where readers see
            another day.
        modified: the date of the last change, in the same format.
        site_name: the name of the site.
        language: as declared, BCP 47; it may be wrong (`find_language` compares it with the text).
        canonical_url: the absolute http(s) address that the page states as its own.
        summary: the description that the page declares for link previews.
        article_body: the article's text as JSON-LD states it, each paragraph that it marks on a line of its own; it may
            be cut short, or hold captions and notes.
        article_parts: the lines of what JSON-LD and microdata state as ingredients, steps, questions and answers.
        declared_images: what the page declares to be the article's pictures, each once: Open Graph's, Twitter's, those
            in JSON-LD. They may be the site's logo, or other sizes of the pictures shown.
        types: what it declares to be or to hold, such as `NewsArticle`, `Product` or Open Graph's `article`; sorted.
        keywords: what the article is about, each keyword once.
        section: the section of the site, such as `Politics`.
        breadcrumbs: the way to the page from the site's front page, often with both of them.
        author_links: the pages of the authors.
        license: the absolute http(s) address of the article's licence.
        favicon: the absolute http(s) address of the site's largest icon.
    """

    title: str | None
    authors: tuple[str, ...]
    published: str | None
    modified: str | None
    site_name: str | None
    language: str | None
    canonical_url: str | None
    summary: str | None
    article_body: str | None = None
    article_parts: tuple[str, ...] = ()
    declared_images: tuple[DeclaredImage, ...] = ()
    types: tuple[str, ...] = ()
    keywords: tuple[str, ...] = ()
    section: str | None = None
    breadcrumbs: tuple[Breadcrumb, ...] = ()
    author_links: tuple[AuthorLink, ...] = ()
    license: str | None = None
    favicon: str | None = None

    @property
    def images(self) -> tuple[str, ...]:
        """The absolute http(s) addresses of the declared pictures."""
        return tuple(image.url for image in self.declared_images)


def read_metadata(
    root: HtmlElement, declared: Declarations, name: str | None = None, site: str | None = None
) -> Metadata:
    """Return what the page says about itself; the tree is not changed.

    Args:
        root: the page's `<html>` element.
        declared: what it declares for machines.
        name, site: what software that wrote it from code calls the page and the whole documentation.
    """
    site_keys = read_site_keys(declared)
    title = name or find_title(root, declared, site_keys)
    language = find_declared_language(root, declared)
    trail = find_breadcrumbs(root, declared)
    places = cache(lambda: place_elements(root, title))
    authors = find_authors(declared, places if name is None else tuple, site_keys)  # code has no bylines
    published, modified = find_dates(root, declared, places, language or guess_language(title or ""))
    return Metadata(
        title=title,
        authors=authors,
        published=published,
        modified=modified,
        site_name=read_site_name(declared) or site or find_site_name(root, declared, title),
        language=language,
        canonical_url=find_canonical_url(root, declared),
        summary=_read_summary(declared),
        article_body=find_article_body(declared),
        article_parts=find_article_parts(declared),
        declared_images=find_declared_images(declared),
        types=_read_types(declared),
        keywords=find_keywords(root, declared, site_keys),
        section=find_section(declared, trail, title, site_keys),
        breadcrumbs=trail,
        author_links=find_author_links(root, declared, authors),
        license=find_license(root, declared),
        favicon=find_favicon(root, declared.base_url),
    )


def _read_summary(declared: Declarations) -> str | None:
    tags = declared.tags
    return (
        tags.first("og:description", "description")
        or read_text(declared.article.get("description"))
        or tags.first("twitter:description", "dc:description", "dcterms:description")
    )


def _read_types(declared: Declarations) -> tuple[str, ...]:
    opened = declared.tags.first("og:type")
    return tuple(
        sorted({name for node in declared.json_ld.nodes for name in node.types} | ({opened} if opened else set()))
    )


def find_canonical_url(root: HtmlElement, declared: Declarations) -> str | None:
    """Return the first absolute http(s) address that the page declares as its own, or None.

    The address of the front page counts only on the front page: some templates declare it everywhere.
    """
    is_front_page = not has_path(declared.url or "")
    addresses = islice(_list_addresses(root, declared), MAX_ADDRESSES)
    urls = (find_web_address(address, declared.base_url, MAX_CHARACTERS) for address in addresses)
    return next((url for url in urls if url and (is_front_page or has_path(url))), None)


def _list_addresses(root: HtmlElement, declared: Declarations) -> Iterator[str]:
    for link in root.iter("link"):
        if "canonical" in (link.get("rel") or "").lower().split():
            yield (link.get("href") or "").strip()
    yield from declared.tags.all("og:url")
    if isinstance(url := declared.article.get("url"), str):
        yield url.strip()


def find_article_body(declared: Declarations) -> str | None:
    """Return the `articleBody` of the article's JSON-LD, each paragraph that it marks on a line; None if there is none.

    Many publishers mark no paragraphs: their text is one line.
    """
    texts = (text for text in as_list(declared.article.get("articleBody")) if isinstance(text, str))
    return "\n".join(line for text in texts for line in to_plain_lines(text)) or None


def find_article_parts(declared: Declarations) -> tuple[str, ...]:
    """Return the declared parts of the article, a line for each, in document order."""
    lines = (line for text in _list_texts(declared) for line in to_plain_lines(text))
    return tuple(islice(lines, MAX_PARTS))


def _list_texts(declared: Declarations) -> Iterator[str]:
    for node in declared.json_ld.nodes:
        known = ANSWERS | STEPS if _is_among_questions(node) else STEPS
        for name in sorted(node.types & known.keys()):
            values = (value for key in known[name] for value in as_list(node.properties.get(key)))
            yield from (value for value in values if isinstance(value, str))
    for key in STEPS["Recipe"]:
        yield from map(read_visible_text, declared.microdata.get(key, ()))


def _is_among_questions(node: JsonLdNode) -> bool:
    above = node.parent
    while above is not None and QUESTIONS not in above.types:
        above = above.parent
    return above is not None


def find_license(root: HtmlElement, declared: Declarations) -> str | None:
    """Return the address of the article's licence: as declared, or the Creative Commons deed that its foot links to.

    Licences of pictures, quotes and comments are none of the article's.

    Args:
        root: the page.
        declared: what it declares.
    """
    absolute = (absolute_url(address, declared.base_url) for address in islice(_list(root, declared), MAX_LINKS))
    return next((url for url in absolute if url and is_web_address(url)), None)


def _list(root: HtmlElement, declared: Declarations) -> Iterator[str]:
    """Yield the addresses of licences, the surest first."""
    named = islice(filter(_names_license, root.iter("link", "a")), MAX_LINKS)
    links = [link for link in named if not _is_of_part(link)]
    for link in links:
        if not RELATIONS.isdisjoint(link.get("rel", "").lower().split()):
            yield link.get("href", "")
    for value in (*as_list(declared.article.get("license")), *as_list(declared.page.get("license"))):
        address = (value.get("url") or value.get("@id")) if isinstance(value, dict) else value
        if isinstance(address, str) and is_web_address(address):  # many write a sentence
            yield address
    yield from filter(is_web_address, declared.tags.all(*TAGS))
    for link in links:
        if DEED.search(link.get("href", "")) and _is_of_article(link):
            yield link.get("href", "")


def _names_license(link: HtmlElement) -> bool:
    return "licen" in (link.get("rel") or "") or "creativecommons.org/" in (link.get("href") or "")


def _is_of_part(link: HtmlElement) -> bool:
    return any(around.tag in PICTURES for around in link.iterancestors()) or is_inside_others(link)


def _is_of_article(link: HtmlElement) -> bool:
    """Return whether a link stands in a box for rights, in a footer, or in a sentence about the work as a whole."""
    boxes = list(islice(link.iterancestors(), MAX_BOXES))
    if any(box.tag == "footer" or _is_named(box) for box in boxes):
        return True
    return any(WORK.search(text) for text in map(read_visible_text, boxes[:2]) if len(text) <= MAX_SENTENCE)


def _is_named(box: HtmlElement) -> bool:
    names = f"{box.get('class') or ''} {box.get('id') or ''}"[:MAX_NAMES]
    return box.tag != "body" and BOX_NAME.search(names) is not None
