"""Enrich JSON lines with trafilatura in a `multiprocessing.Pool`; prints the number of pages and seconds.

usage: pool.py IN.jsonl OUT.jsonl WORKERS [images]

This is what users of trafilatura write themselves: JSON of text and metadata; with `images` also the images in the
text.
"""

from __future__ import annotations

import json
import multiprocessing
import sys
import time
from functools import partial

import trafilatura

CHUNK = 16  # pages that a worker takes at once


def enrich(line: str, with_images: bool) -> str:
    page = json.loads(line)
    article = trafilatura.extract(
        page["html"],
        url=page.get("url"),
        output_format="json",
        with_metadata=True,
        include_comments=False,
        include_images=with_images,
    )
    return json.dumps({"id": page.get("id"), "article": json.loads(article) if article else None}) + "\n"


def main() -> None:
    source, out, workers = sys.argv[1:4]
    begin, pages = time.monotonic(), 0
    with (
        open(source, encoding="utf-8") as lines,
        open(out, "w", encoding="utf-8") as articles,
        multiprocessing.Pool(int(workers)) as pool,
    ):
        for article in pool.imap(partial(enrich, with_images="images" in sys.argv), lines, CHUNK):
            articles.write(article)
            pages += 1
    print(pages, time.monotonic() - begin)


if __name__ == "__main__":
    main()
