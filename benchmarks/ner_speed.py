"""Tokens of article text that the name pipeline reads in a CPU second, tokenisation included.

usage: ner_speed.py CORPUS.jsonl.gz

One thread; process CPU time. The texts are the paragraphs of the corpus's labelled ones, those of one page at a time.
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
from cutline.nlp.network import read_network
from cutline.nlp.passages import CapitalisedPassages
from cutline.nlp.pipeline import use_numpy_products


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    args = parser.parse_args()
    with gzip.open(args.corpus, "rt", encoding="utf-8") as lines:
        paragraphs = [page["text"].split("\n\n") for page in map(json.loads, lines)]
    nlp = spacy.load(SHIPPED_NER)
    network, shipped = read_network(nlp), read_network(nlp)
    assert network is not None
    assert shipped is not None
    choose = CapitalisedPassages(nlp.Defaults.stop_words)
    report("spaCy, thinc's blis", nlp, lambda texts: list(nlp.pipe(texts)), paragraphs)
    use_numpy_products(nlp)
    report("spaCy, numpy's products", nlp, lambda texts: list(nlp.pipe(texts)), paragraphs)
    report("cutline's network", nlp, network.find_names, paragraphs)
    report("the same on capitalised words", nlp, lambda texts: shipped.find_names(texts, choose), paragraphs)


def report(name: str, nlp: Language, read: Callable[[list[str]], object], pages: list[list[str]]) -> None:
    with threadpool_limits(1), nlp.memory_zone():
        tokens = sum(len(nlp.make_doc(text)) for page in pages for text in page)
        start = time.process_time()
        for page in pages:
            read(page)
        spent = time.process_time() - start
    print(f"{name}: {tokens:,} tokens, {tokens / spent:,.0f} a CPU second")


if __name__ == "__main__":
    main()
