"""Tokens of article text that a shipped name pipeline reads in a CPU second, tokenisation included.

usage: ner_speed.py CORPUS.jsonl.gz [--pipeline en|xx]

One thread; process CPU time. The texts are the paragraphs of the corpus's labelled ones, those of one page at a time:
all of them for `en`, those in other languages than English for `xx`. Each way of reading starts with a freshly loaded
pipeline.
"""

import argparse
import os
import time
from collections.abc import Callable
from pathlib import Path

os.environ["OMP_NUM_THREADS"] = "1"

from data_files import find_data, read_rows
from threadpoolctl import threadpool_limits

from cutline.models import SHIPPED_NER, SHIPPED_NER_MANY
from cutline.nlp.pipeline import SHIPPED, describe_spacy, load_pipeline, open_language

Read = Callable[[list[str]], object]
LABELS = {label: label for label in ("PERSON", "ORG", "LOC")}
PIPELINES = {"en": SHIPPED_NER, "xx": SHIPPED_NER_MANY}


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus", type=find_data)
    parser.add_argument("--pipeline", choices=PIPELINES, default="en")
    args = parser.parse_args()
    folder = PIPELINES[args.pipeline]
    rows = (row for row in read_rows(args.corpus) if row.get("text"))
    pages = [row["text"].split("\n\n") for row in rows if args.pipeline == "en" or row.get("lang") not in (None, "en")]
    cut = open_language(folder).make_doc
    tokens = sum(len(cut(text)) for page in pages for text in page)
    for name, make_reader in READERS.items():
        spent = time_reading(make_reader(folder), pages)
        print(f"{name}: {tokens:,} tokens, {tokens / spent:,.0f} a CPU second", flush=True)


def time_reading(read: Read, pages: list[list[str]]) -> float:
    with threadpool_limits(1):
        start = time.process_time()
        for page in pages:
            read(page)
        return time.process_time() - start


def read_by_spacy(folder: Path) -> Read:
    return describe_spacy(open_language(folder)).find


def read_all(folder: Path) -> Read:
    return load_pipeline(SHIPPED, LABELS, folder).find_mentions


def read_capitalised(folder: Path) -> Read:
    return load_pipeline(SHIPPED, LABELS, folder, "capitalised").find_mentions


READERS = {
    "spaCy, numpy's products": read_by_spacy,
    "cutline's network": read_all,
    "the same on capitalised words": read_capitalised,
}


if __name__ == "__main__":
    main()
