"""CPU time a page, by stage.

usage: speed.py CORPUS.jsonl.gz [--method METHOD]

One thread; process CPU time, so that other work on the machine does not count. Pages are read beforehand and one pass
warms up the models.
"""

import argparse
import gzip
import json
import os
import statistics
import time

os.environ["OMP_NUM_THREADS"] = "1"

from cutline import CutlineError, Extractor

MODES = {
    "everything": {},
    "without images": {"images": False},
    "text alone": {"images": False, "nlp": False},
}


def read_pages(corpus: str) -> list[tuple[str, str]]:
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        return [(page["html"], page.get("url")) for page in map(json.loads, lines)]


def time_pages(extractor: Extractor, pages: list[tuple[str, str]], **options: object) -> list[float]:
    """Return the milliseconds of CPU time that each page takes."""
    spent = []
    for html, url in pages:
        start = time.process_time()
        try:
            extractor.extract(html, url=url, **options)
        except CutlineError as error:
            print(f"{url}: {error}")
        spent.append(1000 * (time.process_time() - start))
    return spent


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("corpus")
    parser.add_argument("--method", default=None)
    args = parser.parse_args()
    method = {"method": args.method} if args.method else {}
    pages, extractor = read_pages(args.corpus), Extractor()
    time_pages(extractor, pages[:20], **method)
    print(f"{'ms CPU a page':16} {'median':>8} {'mean':>8} {'p95':>8}")
    for name, options in MODES.items():
        spent = sorted(time_pages(extractor, pages, **method, **options))
        p95 = spent[int(0.95 * len(spent))]
        print(f"{name:16} {statistics.median(spent):8.1f} {statistics.mean(spent):8.1f} {p95:8.1f}")


if __name__ == "__main__":
    main()
