"""resiliparse: the text of the main content. It has no images, and its title is the document's.

Captions, alternative texts, bullets, comments and the title are left out with its own options.
"""

from __future__ import annotations

from prediction import Prediction
from resiliparse.extract.html2text import extract_plain_text
from resiliparse.parse.html import HTMLTree


def extract(html: str, url: str | None) -> Prediction:
    tree = HTMLTree.parse(html)
    return Prediction(tree.title, find_text(tree))


def read_text(html: str, url: str | None) -> str:
    return find_text(HTMLTree.parse(html))


def find_text(tree: HTMLTree) -> str:
    return extract_plain_text(
        tree,
        main_content=True,
        preserve_formatting=True,
        list_bullets=False,
        alt_texts=False,
        comments=False,
        post_meta=False,
        skip_elements=["figcaption", "h1"],
    )
