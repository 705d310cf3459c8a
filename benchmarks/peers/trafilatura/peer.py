"""trafilatura, with its defaults and with `favor_precision`.

The latter gives better texts of news, the former of other pages. An image's caption is its `title` or `alt`;
trafilatura returns no other.
"""

from __future__ import annotations

from functools import partial
from typing import Any

import trafilatura
from lxml import etree
from prediction import Image, Prediction


def extract(html: str, url: str | None) -> Prediction:
    return predict(html, url)


def extract_precision(html: str, url: str | None) -> Prediction:
    return predict(html, url, favor_precision=True)


def read_text(html: str, url: str | None) -> str | None:
    return trafilatura.extract(html, url=url, include_comments=False)


def predict(html: str, url: str | None, **settings: Any) -> Prediction:
    document = trafilatura.bare_extraction(html, url=url, include_comments=False, with_metadata=True, **settings)
    if document is None:
        return Prediction()
    # A separate run, since including images changes trafilatura's text.
    find = partial(trafilatura.extract, include_comments=False, include_images=True, output_format="xml")
    return Prediction(document.title, document.text or "", read_images(find(html, url=url, **settings)))


def read_images(xml: str | None) -> tuple[Image, ...]:
    graphics = etree.fromstring(xml.encode()).iter("graphic") if xml else ()
    found = {node.get("src"): node.get("title") or node.get("alt") for node in graphics}
    return tuple(Image(src, (src,), caption) for src, caption in found.items() if src)
