"""What the measures of an evaluation are called."""

from __future__ import annotations

from cutline.models.evaluation import PageScore

MEASURES = {
    "word_f1": "words of the text",
    "shingle_f1": "4-word shingles of the text",
    "shingle_p": "    precision",
    "shingle_r": "    recall",
    "with": "snippets found that belong to the text",
    "without": "snippets absent that do not",
    "title": "titles that are right",
    "image_f1": "images that belong to the article",
    "image_p": "    precision",
    "image_r": "    recall",
    "page_exact": "pages whose images are all right",
    "caption_f1": "words of the captions of images found",
    "caption_all": "words of all captions",
}


def count_mistakes(score: PageScore) -> int:
    """Return how many images of a page are wrong or missed."""
    return int(sum(score[name].whole - score[name].part for name in ("image_p", "image_r")))
