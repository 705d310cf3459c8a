"""Reports: an inspection, or a comparison of methods, as one file that needs nothing else."""

from __future__ import annotations

import base64

from cutline.config.settings import InspectorSettings
from cutline.dom.render.tab import MAX_SCREENSHOT_HEIGHT
from cutline.page_views import MethodsCompared, PageShown
from cutline.service.inspector.exports import STORED, list_exports
from cutline.service.inspector.page import arrange_page
from cutline.service.inspector.pictures import Pictures, embed_example
from cutline.service.inspector.templating import (
    RenderedPage,
    frame_page,
    is_web,
    make_report_policy,
    read_asset,
    render_template,
)
from cutline.service.pages.answers import Inspection

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
    picture = shown and frame_page(shown, page, _embed(shown), MAX_SCREENSHOT_HEIGHT)
    exports = list_exports(inspection.article, source, SERVICE)
    values = {
        "page": page,
        "picture": picture,
        "compared": inspection.compared,
        "exports": exports,
        "is_stored": not is_web(source),
    }
    return _render(inspection.article.title, "Inspection", limits, **values)


def render_comparison(compared: MethodsCompared, limits: InspectorSettings) -> str:
    """Return a comparison of methods as an HTML file."""
    nothing: RenderedPage | None = None
    return _render(
        compared.title,
        "Methods compared",
        limits,
        page=None,
        picture=nothing,
        compared=compared,
        exports=None,
        is_stored=False,
    )


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
