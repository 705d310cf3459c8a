import json

from lxml.html import HtmlElement, document_fromstring

from cutline.dom.metadata import Metadata, read_metadata
from cutline.dom.metadata.declarations import read_declarations

URL = "https://www.daily-herald.example/news/2024/storm"


def build_page(head: str = "", body: str = "", json_ld: object = None, lang: str = "") -> HtmlElement:
    script = f'<script type="application/ld+json">{json.dumps(json_ld)}</script>' if json_ld is not None else ""
    return document_fromstring(f"<html {lang}><head>{head}{script}</head><body>{body}<p>Text.</p></body></html>")


def read_page(
    head: str = "", body: str = "", json_ld: object = None, lang: str = "", url: str | None = URL
) -> Metadata:
    """Read the metadata of a page made of parts."""
    root = build_page(head, body, json_ld, lang)
    return read_metadata(root, read_declarations(root, url))
