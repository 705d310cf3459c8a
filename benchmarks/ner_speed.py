"""Tokens of article text per CPU second that the name pipeline reads, tokenisation included.

usage: ner_speed.py CORPUS.jsonl.gz

One thread; process CPU time. The texts are the paragraphs of the labelled texts, one page at a time. Each variant
starts with a newly loaded pipeline.
"""

import argparse
import gzip
import json
import os
import time
from collections.abc import Callable

os.environ["OMP_NUM_THREADS"] = "1"

import spacy
from spacy.language import Language
from threadpoolctl import threadpool_limits

from cutline.models import SHIPPED_NER
from cutline.nlp.network import NameNetwork, read_network
from cutline.nlp.passages import CapitalisedPassages
from cutline.nlp.pipeline import use_numpy_products

Read = Callable[[list[str]], object]


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    args = parser.parse_args()
    with gzip.open(args.corpus, "rt", encoding="utf-8") as lines:
        pages = [page["text"].split("\n\n") for page in map(json.loads, lines)]
    cut = spacy.load(SHIPPED_NER).make_doc
    tokens = sum(len(cut(text)) for page in pages for text in page)
    for name, make_reader in READERS.items():
        spent = time_reading(make_reader(spacy.load(SHIPPED_NER)), pages)  # a reader modifies it
        print(f"{name}: {tokens:,} tokens, {tokens / spent:,.0f} a CPU second", flush=True)


def time_reading(read: Read, pages: list[list[str]]) -> float:
    with threadpool_limits(1):
        start = time.process_time()
        for page in pages:
            read(page)
        return time.process_time() - start


def read_by_spacy(nlp: Language) -> Read:
    return lambda texts: list(nlp.pipe(texts))


def read_by_spacy_with_numpy(nlp: Language) -> Read:
    use_numpy_products(nlp)
    return read_by_spacy(nlp)


def read_all(nlp: Language) -> Read:
    return load_network(nlp).find_names


def read_capitalised(nlp: Language) -> Read:
    network, choose = load_network(nlp), CapitalisedPassages(nlp.Defaults.stop_words)
    return lambda texts: network.find_names(texts, choose)


def load_network(nlp: Language) -> NameNetwork:
    use_numpy_products(nlp)
    network = read_network(nlp)
    assert network is not None
    return network


READERS = {
    "spaCy, thinc's blis": read_by_spacy,
    "spaCy, numpy's products": read_by_spacy_with_numpy,
    "cutline's network": read_all,
    "the same on capitalised words": read_capitalised,
}


if __name__ == "__main__":
    main()
