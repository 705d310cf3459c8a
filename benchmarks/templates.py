"""How `auto` reads the same texts in templates of blogs, newsletters and documentation, short or long, with comments.

usage: templates.py CORPUS.jsonl.gz... [--texts N]

Labelled English articles of the corpora are written into the templates in `blog_templates`, with paragraphs of other
articles as comments. Printed for each template: the mean word F1 of the kept text, for texts of a few paragraphs (up to
120 words), of an article, and of fifteen articles joined, with 0, 10 and 80 comments. The shipped models were trained
on these articles, but in no such template.
"""

from __future__ import annotations

import argparse
import random
import re
from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from statistics import fmean
from string import Template

from data_files import find_data
from markdown_tables import draw_row, draw_table

from cutline import Extractor
from cutline.models.evaluation import word_f1
from cutline.models.labelled_pages import read_labelled_pages

TEMPLATES = Path(__file__).with_name("blog_templates")
COMMENTS = (0, 10, 80)
SHORT, SHORTEST = 120, 50  # words of a short text
USUAL = range(300, 2500)  # words of an article
JOINED = 15  # articles in a long text
LEAST_COMMENT, MOST_COMMENT = 60, 500  # characters
NAMES = ("Ann", "Bob K.", "sheila", "mgr1", "Anonymous", "Theo")
URL = "https://lake.example/2015/05/post.html"

Text = tuple[str, ...]  # its paragraphs


@dataclass(frozen=True, slots=True)
class BlogTemplate:
    """A page with places for a title, paragraphs and comments, and how each is written; there may be no comments."""

    name: str
    page: Template
    paragraph: Template
    comment: Template

    @classmethod
    def read(cls, path: Path) -> BlogTemplate:
        """Return the template in a file: a line for paragraphs, one for comments, and the page."""
        paragraph, comment, page = path.read_text(encoding="utf-8").split("\n", 2)
        parts = (Template(line.partition(": ")[2]) for line in (paragraph, comment))
        return cls(path.stem, Template(page), *parts)

    def write(self, text: Text, comments: Sequence[str]) -> str:
        """Return the page of a text."""
        written = (
            self.comment.substitute(number=number, name=NAMES[number % len(NAMES)], text=escape(comment))
            for number, comment in enumerate(comments, start=1)
        )
        paragraphs = "".join(self.paragraph.substitute(text=escape(paragraph)) for paragraph in text)
        return self.page.substitute(title="On lakes and boats", paragraphs=paragraphs, comments="".join(written))


def read_texts(corpora: Sequence[Path]) -> list[Text]:
    """Return the labelled English articles, shuffled with a fixed seed."""
    pages = (page for path in corpora for page in read_labelled_pages(path))
    texts = [
        tuple(part.strip() for part in re.split(r"\n+", page.text) if part.strip())
        for page in pages
        if page.text and page.is_article and (page.lang or "en") == "en"
    ]
    random.Random(0).shuffle(texts)
    return texts


def size(text: Text) -> int:
    """Return the number of words."""
    return sum(len(paragraph.split()) for paragraph in text)


def measure(extractor: Extractor, template: BlogTemplate, texts: Sequence[Text], comments: Sequence[str]) -> float:
    """Return the mean word F1 of texts in a template."""
    pages = (template.write(text, comments) for text in texts)
    articles = (extractor.extract(page, url=URL, images=False, nlp=False) for page in pages)
    return fmean(word_f1(article.text, "\n".join(text)) for article, text in zip(articles, texts, strict=True))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", type=find_data, nargs="+", metavar="CORPUS")
    parser.add_argument("--texts", type=int, default=12, help="how many of each length")
    args = parser.parse_args()
    texts, extractor = read_texts(args.corpora), Extractor()
    starts = [text[:3] for text in texts]
    usual = [text for text in texts if size(text) in USUAL]
    lengths = {
        "short": [text for text in starts if SHORTEST < size(text) < SHORT][: args.texts],
        "usual": usual[: args.texts],
        "long": [sum(usual[number * JOINED : (number + 1) * JOINED], ()) for number in range(max(1, args.texts // 3))],
    }
    others = [part[:MOST_COMMENT] for text in usual[-200:] for part in text if len(part) > LEAST_COMMENT]
    columns = [f"{length}, {count}" for length in lengths for count in COMMENTS]
    print(draw_table(("template", *columns)))
    for template in map(BlogTemplate.read, sorted(TEMPLATES.glob("*.html"))):
        cells = [
            f"{measure(extractor, template, chosen, others[:count]):.3f}"
            if count == 0 or template.comment.template
            else ""
            for chosen in lengths.values()
            for count in COMMENTS
        ]
        print(draw_row((template.name, *cells)), flush=True)


if __name__ == "__main__":
    main()
