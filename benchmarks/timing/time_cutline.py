"""CPU time of the whole job over pages, by the cutline of whichever Python runs this.

Reads a line of JSON a page, [html, url], and answers with the milliseconds of CPU time that it took, text, images and
NLP, without a browser; a page that is refused counts all the same.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress

from cutline import CutlineError, Extractor


def main() -> None:
    extractor = Extractor()
    extractor.load_models()
    for line in sys.stdin:
        html, url = json.loads(line)
        start = time.process_time()
        with suppress(CutlineError):
            extractor.extract(html, url=url, render="never")
        print(1000 * (time.process_time() - start), flush=True)


if __name__ == "__main__":
    main()
