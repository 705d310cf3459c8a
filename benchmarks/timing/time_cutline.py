"""CPU time of the whole extraction per page, by the cutline installed for the running Python.

Reads one line of JSON per page, [html, url], and answers with the milliseconds of CPU time for text, images and NLP,
without a browser; refused pages count too.
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
