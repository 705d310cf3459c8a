"""magic-html, with its extractor for articles."""

from __future__ import annotations

from article_html import read_article
from magic_html import GeneralExtractor
from prediction import Prediction

EXTRACTOR = GeneralExtractor()


def extract(html: str, url: str | None) -> Prediction:
    found = EXTRACTOR.extract(html, base_url=url or "")
    article = read_article(found["html"], url)
    return Prediction(found["title"], article.text, article.images)
