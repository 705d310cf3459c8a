"""readability-lxml.

The text is that of `summary()`. The images come from a second run with `keep_all_images`, which finds more right ones,
but includes more of the page in the text.
"""

from __future__ import annotations

from article_html import read_article
from prediction import Prediction
from readability import Document


def extract(html: str, url: str | None) -> Prediction:
    document = Document(html, url=url)
    title = document.short_title()
    text = read_article(document.summary(html_partial=True), url).text
    images = read_article(document.summary(html_partial=True, keep_all_images=True), url).images
    return Prediction(title, text, images)


def read_text(html: str, url: str | None) -> str:
    return Document(html, url=url).summary(html_partial=True)
