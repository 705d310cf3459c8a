"""What a page says about itself."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache

from lxml.html import HtmlElement

from cutline.dom.metadata.addresses import find_canonical_url
from cutline.dom.metadata.article_text import find_article_body
from cutline.dom.metadata.authors import find_authors
from cutline.dom.metadata.dates import find_modified, find_published
from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.declared_images import DeclaredImage, find_declared_images
from cutline.dom.metadata.headline_places import place_elements
from cutline.dom.metadata.json_ld import read_text
from cutline.dom.metadata.language_tags import find_declared_language
from cutline.dom.metadata.site_names import read_site_keys, read_site_name
from cutline.dom.metadata.titles import find_title


@dataclass(frozen=True, slots=True)
class Metadata:
    """What a page says about itself; None or empty where it says nothing.

    Attributes:
        title: the headline as a reader sees it, without the name of the site.
        authors: the names of those who wrote the article.
        published: ISO 8601: a date (`2024-05-03`), or date and time with seconds and offset where the page says both
            (`2024-05-03T15:47:00+02:00`). A time whose offset is not known is left out.
        modified: the same, for the last change.
        site_name: the name of the site.
        language: as declared, BCP 47; it may be wrong (`find_language` compares it with the text).
        canonical_url: the absolute http(s) address under which the page wants to be known.
        summary: the description meant for readers of links.
        article_body: the article's text as JSON-LD states it, each paragraph that it marks on a line of its own; it may
            be cut short, or hold captions and notes.
        declared_images: what the page declares to be the article's pictures, each once: Open Graph's, Twitter's, those
            in JSON-LD. They may be the site's logo, or other sizes of the pictures shown.
        types: what it declares to be or to hold, such as `NewsArticle`, `Product` or Open Graph's `article`; sorted.
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
    declared_images: tuple[DeclaredImage, ...] = ()
    types: tuple[str, ...] = ()

    @property
    def images(self) -> tuple[str, ...]:
        """The absolute http(s) addresses of the declared pictures."""
        return tuple(image.url for image in self.declared_images)


def read_metadata(root: HtmlElement, declared: Declarations) -> Metadata:
    """Return what the page says about itself; the tree is not changed.

    Args:
        root: the page's `<html>` element.
        declared: what it declares for machines.
    """
    site_keys = read_site_keys(declared)
    title = find_title(root, declared, site_keys)
    language = find_declared_language(root, declared)
    places = cache(lambda: place_elements(root, title))
    return Metadata(
        title=title,
        authors=find_authors(declared, places, site_keys),
        published=find_published(root, declared, places, language),
        modified=find_modified(declared),
        site_name=read_site_name(declared),
        language=language,
        canonical_url=find_canonical_url(root, declared),
        summary=_read_summary(declared),
        article_body=find_article_body(declared),
        declared_images=find_declared_images(declared),
        types=_read_types(declared),
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
