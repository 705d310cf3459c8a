"""What is gained if the texts of several pages are read for names at once.

usage: name_batches.py CORPUS.jsonl.gz [--rounds 3]

Each call that pages of the corpus make is repeated by itself, then merged with those of as many pages; CPU seconds.
"""

from __future__ import annotations

import argparse
import gzip
import json
import os
import time
from collections.abc import Sequence
from itertools import chain
from unittest.mock import patch

os.environ["OMP_NUM_THREADS"] = "1"

from cutline import Extractor
from cutline.nlp.pipeline import NamePipeline

SIZES = (1, 8, 32)  # pages at once


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--rounds", type=int, default=3)
    arguments = parser.parse_args()
    extractor = Extractor()
    pages = collect_texts(extractor, arguments.corpus)
    print(f"{len(pages)} pages with texts to read, {sum(map(len, pages)) / len(pages):.0f} texts each")
    for size in SIZES:
        batches = [[*chain(*pages[first : first + size])] for first in range(0, len(pages), size)]
        seconds = min(read_all(extractor.pipeline, batches) for _ in range(arguments.rounds))
        print(f"{size:3} at once: {1000 * seconds / len(pages):.1f} ms a page", flush=True)


def collect_texts(extractor: Extractor, corpus: str) -> list[list[str]]:
    """Return the texts that each page has read for names."""
    pages: list[list[str]] = []
    find = NamePipeline.find_mentions

    def note(pipeline: NamePipeline, texts: Sequence[str]) -> object:
        pages[-1].extend(texts)
        return find(pipeline, texts)

    with patch.object(NamePipeline, "find_mentions", note), gzip.open(corpus, "rt", encoding="utf-8") as lines:
        for page in map(json.loads, lines):
            pages.append([])
            extractor.extract(page["html"], url=page.get("url"))
    return [texts for texts in pages if texts]


def read_all(pipeline: NamePipeline, batches: list[list[str]]) -> float:
    begin = time.process_time()
    for texts in batches:
        pipeline.find_mentions(texts)
    return time.process_time() - begin


if __name__ == "__main__":
    main()
