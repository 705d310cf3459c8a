"""The article's text as a page states it for machines."""

from __future__ import annotations

from cutline.dom.metadata.declarations import Declarations
from cutline.dom.metadata.json_ld import as_list
from cutline.dom.metadata.plain_text import to_plain_lines


def find_article_body(declared: Declarations) -> str | None:
    """Return the `articleBody` of the article's JSON-LD, each paragraph that it marks on a line; None if there is none.

    Many publishers mark no paragraphs: their text is one line.
    """
    texts = (text for text in as_list(declared.article.get("articleBody")) if isinstance(text, str))
    return "\n".join(line for text in texts for line in to_plain_lines(text)) or None
