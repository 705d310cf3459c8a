"""Memory of one process over many pages.

usage: memory.py CORPUS.jsonl.gz... [--pages 10000]

The pages of the corpora are extracted repeatedly, each time with different words (every name gets a number), so that no
cache can hit. Prints the resident memory after every tenth of the pages.
"""

import argparse
import gzip
import itertools
import json
import re
from collections.abc import Iterator
from pathlib import Path

from data_files import find_data

from cutline import CutlineError, Extractor

CAPITALISED = re.compile(r"\b[A-Z][a-z]{3,}\b")


def endless_pages(corpora: list[str]) -> Iterator[tuple[str, str]]:
    for turn in itertools.count():
        for corpus in corpora:
            with gzip.open(corpus, "rt", encoding="utf-8") as lines:
                for page in map(json.loads, lines):
                    yield CAPITALISED.sub(rf"\g<0>x{turn}", page["html"]) if turn else page["html"], page.get("url")


def resident_megabytes() -> float:
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 1e6


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
            print(f"{count:6} pages  {resident_megabytes():7.0f} MB", flush=True)


if __name__ == "__main__":
    main()
