"""newspaper4k.

Its text and title are those of `newspaper.article`, with the tokenisers for languages without spaces installed. It has
no list of the article's images: `images` holds every image of the page. Its best answer is taken, the images in
`article_html` (left as it stands, so that their captions are in it) and `top_image`. Nothing is downloaded: `top_image`
is the one the page names.
"""

from __future__ import annotations

from functools import partial

import newspaper
import nltk
from article_html import read_article
from prediction import Prediction, images_at

# Korean is cut into words by nltk, whose splitting of sentences before that needs data from its own server.
nltk.word_tokenize = partial(nltk.word_tokenize, preserve_line=True)


def extract(html: str, url: str | None) -> Prediction:
    article = newspaper.article(url or "", input_html=html, fetch_images=False, clean_article_html=False)
    inside = read_article(article.article_html, url).images
    known = {source for image in inside for source in image.sources}
    lead = tuple(image for image in images_at([article.top_image]) if image.url not in known)
    return Prediction(article.title, article.text, lead + inside)
