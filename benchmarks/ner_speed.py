"""Tokens of article text that the name pipeline reads in a CPU second, tokenisation included.

usage: ner_speed.py CORPUS.jsonl.gz

One thread; process CPU time. The texts are the paragraphs of the corpus's labelled ones.
"""

import argparse
import gzip
import json
import os
import time

os.environ["OMP_NUM_THREADS"] = "1"

import spacy
from threadpoolctl import threadpool_limits

from cutline.models import SHIPPED_NER
from cutline.nlp.pipeline import use_numpy_products


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    args = parser.parse_args()
    with gzip.open(args.corpus, "rt", encoding="utf-8") as lines:
        paragraphs = [text for page in map(json.loads, lines) for text in page["text"].split("\n\n")]
    nlp = spacy.load(SHIPPED_NER)
    for name, prepare in (("thinc's blis", lambda nlp: None), ("numpy's products, as shipped", use_numpy_products)):
        prepare(nlp)
        with threadpool_limits(1), nlp.memory_zone():
            start = time.process_time()
            tokens = sum(len(doc) for doc in nlp.pipe(paragraphs))
            spent = time.process_time() - start
        print(f"{name}: {tokens:,} tokens, {tokens / spent:,.0f} a CPU second")


if __name__ == "__main__":
    main()
