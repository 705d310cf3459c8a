"""Memory of one process over many pages.

usage: memory.py CORPUS.jsonl.gz... [--pages 10000]

The pages of the corpora are extracted repeatedly, each time with different words (every name gets a number), so that no
cache can hit. Prints the resident memory after every tenth of the pages.
"""

import argparse
import itertools
import os
import re
from collections.abc import Iterator
from pathlib import Path

from data_files import find_data, read_rows

from cutline import CutlineError, Extractor
from cutline.processes import count_own_bytes

CAPITALISED = re.compile(r"\b[A-Z][a-z]{3,}\b")


def endless_pages(corpora: list[Path]) -> Iterator[tuple[str, str]]:
    for turn in itertools.count():
        for corpus in corpora:
            for page in read_rows(corpus):
                yield CAPITALISED.sub(rf"\g<0>x{turn}", page["html"]) if turn else page["html"], page.get("url")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpora", nargs="+", type=find_data)
    parser.add_argument("--pages", type=int, default=10_000)
    args = parser.parse_args()
    extractor = Extractor()
    for count, (html, url) in enumerate(itertools.islice(endless_pages(args.corpora), args.pages), start=1):
        try:
            extractor.extract(html, url=url)
        except CutlineError as error:
            print(f"{url}: {error}")
        if count % (args.pages // 10) == 0:
            print(f"{count:6} pages  {count_own_bytes(os.getpid()) / 1e6:7.0f} MB", flush=True)


if __name__ == "__main__":
    main()
