"""Generated pages that grow in one way: in depth, in siblings, in links and so on, up to what the limits accept."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable
from dataclasses import dataclass

TITLE = "The bridge at Velt was opened"
SENTENCE = "The council of Velt met on Tuesday with Marta Novak, and the mayor opened the bridge across the river. "
STORY = f"<p>{SENTENCE * 9}</p>"


@dataclass(frozen=True, slots=True)
class Shape:
    """A way in which pages grow.

    Attributes:
        name: what there are many of.
        largest: the number of parts of the largest page measured, close to a limit.
        write: returns the page's HTML with a number of parts.
    """

    name: str
    largest: int
    write: Callable[[int], str]


def write_page(body: str, head: str = "") -> str:
    """Return the HTML of a page whose article has this body."""
    title = f"<title>{TITLE}</title>{head}"
    return f"<html><head>{title}</head><body><article><h1>{TITLE}</h1>{body}</article></body></html>"


def repeat(part: str, before: str = "", after: str = "") -> Callable[[int], str]:
    """Return a function that writes a page with a number of parts; `{n}` in a part is its number."""
    return lambda count: write_page(before + join(part, range(count)) + after)


def join(part: str, numbers: Iterable[int]) -> str:
    """Return the part once for each number, which stands where the part has `{n}`."""
    return "".join([part.replace("{n}", str(n)) for n in numbers])


def write_nested(count: int) -> str:
    """Return a page with elements inside each other."""
    return write_page(f"<div>{SENTENCE}" * count + "</div>" * count)


def write_json_ld(count: int) -> str:
    """Return a page that declares many articles, each with a reference to another one."""
    graph = [
        {"@type": "NewsArticle", "@id": f"#{n}", "headline": f"Story {n}", "author": {"@id": f"#{n - 1}"}}
        for n in range(count)
    ]
    declared = json.dumps({"@context": "https://schema.org", "@graph": graph})
    return write_page(STORY, f'<script type="application/ld+json">{declared}</script>')


def write_sources(count: int) -> str:
    """Return a page with an image in many sizes."""
    return write_page(STORY + '<img srcset="' + ", ".join(f"/p/{n}.jpg {n + 1}w" for n in range(count)) + '">')


PICTURE = '<figure><img src="/p/{n}.jpg"><figcaption>Marta Novak at pier {n}</figcaption></figure>'
PANEL = f'<p hidden role="tabpanel" id="t{{n}}">{SENTENCE}</p><a href="#t{{n}}">x</a>'
SHAPES = (
    Shape("nested elements", 90_000, write_nested),
    Shape("siblings", 19_900, repeat(f"<p>{SENTENCE}{{n}}</p>")),
    Shape("short siblings", 19_900, repeat("<p>a {n}</p>")),
    Shape("line breaks", 19_900, repeat(f"{SENTENCE}{{n}}<br>")),
    Shape("inline elements", 90_000, repeat("<b>{n}</b> ", "<p>")),
    Shape("images", 19_900, repeat(f'<p>{SENTENCE}{{n}}</p><img src="/p/{{n}}.jpg" alt="Pier {{n}}">')),
    Shape(
        "images with notes", 19_900, repeat('<p><img src="/p/{n}.jpg"><p><em>Marta Novak at pier {n}</em></p>', STORY)
    ),
    Shape(
        "links between paragraphs",
        9_900,
        repeat('<p>Pier {n} is open.</p><a href="/s/{n}">Read more about pier {n}</a>', STORY),
    ),
    Shape("figures in a row", 19_900, repeat(PICTURE, STORY)),
    Shape("images in one link", 95_000, repeat('<img src="/p/{n}.jpg">', STORY + '<a href="/x">', "</a>")),
    Shape("sizes of one image", 100_000, write_sources),
    Shape("links in a list", 19_900, repeat('<li><a href="/s/{n}">A story of number {n}</a></li>', STORY + "<ul>")),
    Shape(
        "links with names", 19_900, repeat('<li><a href="/s/{n}">Story Number {n} of Ann Lee</a></li>', STORY + "<ul>")
    ),
    Shape("links in a paragraph", 90_000, repeat('<a href="/s/{n}">story {n}</a> ', STORY + "<p>")),
    Shape("table rows", 9_900, repeat(f"<tr><td>{{n}}</td><td>{SENTENCE}</td></tr>", "<table>", "</table>")),
    Shape("attributes", 19_900, repeat(f'<p id="i{{n}}" style="color:red" data-x="{{n}}">{SENTENCE}</p>')),
    Shape("classes", 19_900, repeat('<p class="a{n} byline{n} photo-{n}">a {n}</p>')),
    Shape("text", 150_000, repeat(SENTENCE, "<p>")),
    Shape("long paragraphs", 19_900, repeat(f"<p>{SENTENCE * 8}{{n}}</p>")),
    Shape("entities", 1_000_000, repeat("&amp;&eacute;&#39;", "<p>")),
    Shape("script without spaces", 400_000, repeat("東京都庁で会議。", "<p>")),
    Shape("names", 19_900, repeat("<p>Anna Karlova{n} met Petr Dvorak{n} in Brno{n}.</p>")),
    Shape("JSON-LD", 100_000, write_json_ld),
    Shape("headings", 9_900, repeat(f"<h2>Heading {{n}}</h2><p>{SENTENCE}{{n}}</p>")),
    Shape("stories", 9_900, repeat(f"<article><h2>Story {{n}}</h2><p>{SENTENCE * 3}</p></article>")),
    Shape("hidden panels", 9_900, repeat(PANEL)),
)
