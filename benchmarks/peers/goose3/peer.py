"""goose3.

It uses the stop words of the page's language, as its documentation recommends for languages without spaces. Its image
is the page's Open Graph image, to which `top_image` falls back if nothing is downloaded; the body it returns has none.
"""

from __future__ import annotations

import re

from goose3 import Goose
from goose3.text import StopWordsArabic, StopWordsChinese, StopWordsJapanese, StopWordsKorean
from prediction import Prediction, images_at

STOP_WORDS = {"ar": StopWordsArabic, "ja": StopWordsJapanese, "ko": StopWordsKorean, "zh": StopWordsChinese}
PAGE_LANGUAGE = re.compile(r"<html[^>]*\blang\s*=\s*[\"']?([a-z]{2})", re.IGNORECASE)


def extract(html: str, url: str | None) -> Prediction:
    with Goose(find_stop_words(html)) as goose:
        article = goose.extract(raw_html=html, url=url)
    image = article.opengraph.get("image")
    lead = image[:1] if isinstance(image, list) else [image]
    return Prediction(article.title, article.cleaned_text, images_at(lead))


def find_stop_words(html: str) -> dict[str, object]:
    named = PAGE_LANGUAGE.search(html)
    stop_words = STOP_WORDS.get(named.group(1).lower()) if named else None
    return {"stopwords_class": stop_words} if stop_words else {}
