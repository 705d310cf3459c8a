"""newspaper4k.

Its text and title are those of `newspaper.article`, with the tokenisers for languages without spaces installed. It has
no list of the article's images: `images` holds every image of the page. The best available answer is used: the images
in `article_html` (uncleaned, so that captions are kept) and `top_image`. Nothing is downloaded, so `top_image` is the
one declared in the page.
"""

from __future__ import annotations

from functools import partial

import newspaper
import nltk
from article_html import read_article
from prediction import Prediction, images_at

# nltk tokenises Korean; its sentence splitting before that would need data from its own server.
nltk.word_tokenize = partial(nltk.word_tokenize, preserve_line=True)


def extract(html: str, url: str | None) -> Prediction:
    article = newspaper.article(url or "", input_html=html, fetch_images=False, clean_article_html=False)
    inside = read_article(article.article_html, url).images
    known = {source for image in inside for source in image.sources}
    lead = tuple(image for image in images_at([article.top_image]) if image.url not in known)
    return Prediction(article.title, article.text, lead + inside)
