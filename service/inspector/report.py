"""What a viewer takes away: reports, the article in a format, and the calls that return it."""

from __future__ import annotations

import base64
import shlex
from collections.abc import Mapping
from dataclasses import dataclass
from urllib.parse import urlencode

from cutline.config.settings import InspectorSettings
from cutline.options import Options
from cutline.page_views import MethodsCompared, PageShown
from cutline.service.formats import FORMATS
from cutline.service.inspector.page import arrange_page
from cutline.service.inspector.templating import (
    Pictures,
    embed_example,
    frame_page,
    is_web,
    make_report_policy,
    read_asset,
    render_template,
)
from cutline.service.pages.extraction import Inspection
from cutline.types import Article, PagesMode

STORED = "page.html"  # the name of a page that was not fetched
# What would end the element that JSON stands in, or begin another; they are the same characters to JSON.
ESCAPES = {ord("<"): "\\u003c", ord(">"): "\\u003e", ord("&"): "\\u0026", 0x2028: "\\u2028", 0x2029: "\\u2029"}
FILES = {"markdown": ("Markdown", "article.md"), "html": ("HTML", "article.html")}


@dataclass(frozen=True, slots=True)
class Export:
    """A text to copy; `file` is its name if it is to be downloaded, too."""

    id: str
    title: str
    text: str
    file: str = ""
    media_type: str = ""


@dataclass(frozen=True, slots=True)
class Exports:
    """What is taken from a page: documents, the calls that return it, and its JSON, escaped for a `<script>`."""

    documents: tuple[Export, ...]
    calls: tuple[Export, ...]
    json: str


def list_exports(article: Article, source: str, service: str) -> Exports:
    """Return what can be taken from an inspection.

    Args:
        article: with everything that was dropped.
        source: the address or the file that was read.
        service: the address of the HTTP API.
    """
    documents = tuple(
        Export(name, title, FORMATS[name].render(article), file, FORMATS[name].media_type)
        for name, (title, file) in FILES.items()
    )
    return Exports(documents, list_calls(article, source, service), FORMATS["json"].render(article).translate(ESCAPES))


def read_options_of(article: Article) -> Options:
    """Return the options that an article tells of."""
    pages: PagesMode = "all" if article.joined_pages else "one"
    return Options(method=article.method, favor=article.model.favor, pages=pages)


FLAGS = {("pages", "all"): ("--all-pages",)}  # of the command line, for options with their values


def list_calls(article: Article, source: str, service: str) -> tuple[Export, ...]:
    """Return the calls that give the same article, with the options that were chosen."""
    chosen = read_options_of(article).model_copy(update={"render": "always" if article.rendered else "auto"})
    options = chosen.model_dump(exclude_defaults=True)
    was_fetched = is_web(source)
    given = {"url": source} if was_fetched else {"url": article.url} if article.url else {}
    file = "" if was_fetched else source
    return (
        Export("curl", "curl", _write_curl(f"{service.rstrip('/')}/v1/extract", file, given | options)),
        Export("python", "Python", _write_python(file, given | options)),
        Export("command", "Command line", _write_command(source, options if was_fetched else given | options)),
    )


def _write_curl(address: str, file: str, options: Mapping[str, str]) -> str:
    query = f"{address}?{urlencode(options)}" if options else address
    body = f" -H 'Content-Type: text/html' --data-binary {shlex.quote(f'@{file}')}" if file else ""
    return f"curl -s {shlex.quote(query)}{body}"


def _write_python(file: str, options: Mapping[str, str]) -> str:
    arguments = [f"{name}={value!r}" for name, value in options.items()]
    opening = f"page = open({file!r}, 'rb').read()\n" if file else ""
    call = ", ".join((["page"] if file else []) + arguments)
    return f"import cutline\n\n{opening}article = cutline.extract({call})\nprint(article.markdown)"


def _write_command(source: str, options: Mapping[str, str]) -> str:
    flags = (part for name, value in options.items() for part in FLAGS.get((name, value), (f"--{name}", value)))
    return shlex.join(["cutline", "extract", source, *flags, "--format", "markdown"])


HOME = ""  # a report has no address to go home to
SERVICE = "http://localhost:8000"  # where `cutline serve` answers


def render_report(inspection: Inspection, limits: InspectorSettings, source: str = STORED) -> str:
    """Return an inspection as an HTML file; its pictures are fetched when the reader asks for them.

    Args:
        inspection: the inspection.
        limits: what is shown of it at most.
        source: the address or the file that was read.
    """
    page = arrange_page(inspection, limits)
    shown = inspection.shown
    picture = shown and frame_page(shown, page, _embed(shown))
    exports = list_exports(inspection.article, source, SERVICE)
    values = {"page": page, "picture": picture, "compared": inspection.compared, "exports": exports}
    return _render(inspection.article.title, "Inspection", limits, **values, is_stored=not is_web(source))


def render_comparison(compared: MethodsCompared, limits: InspectorSettings) -> str:
    """Return a comparison of methods as an HTML file."""
    return _render(compared.title, "Methods compared", limits, compared=compared, page=None)


def _render(title: str | None, kind: str, limits: InspectorSettings, **values: object) -> str:
    style, script = read_asset("inspector.css"), read_asset("inspector.js")
    return render_template(
        "report.html",
        title=title,
        kind=kind,
        home=HOME,
        style=style,
        script=script,
        policy=make_report_policy(style, script),
        pictures=Pictures("unasked", embed_example),
        max_blocks=limits.max_blocks,
        **values,
    )


def _embed(shown: PageShown) -> str:
    return f"data:{shown.media_type};base64,{base64.b64encode(shown.picture).decode()}"
