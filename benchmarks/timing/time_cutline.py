"""CPU time of the extraction per page, by the cutline installed for the running Python.

usage: time_cutline.py [OPTIONS]

Reads one line of JSON per page, [html, url], and answers with the milliseconds of CPU time without a browser; refused
pages count too. OPTIONS is a JSON object of options of `extract`; without it, text, images and NLP are read.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress

from cutline import CutlineError, Extractor
from cutline.processes import freeze_loaded


def main() -> None:
    options = {"render": "never", **json.loads(sys.argv[1] if len(sys.argv) > 1 else "{}")}
    extractor = Extractor()
    extractor.load_models()
    freeze_loaded()  # as worker processes do
    for line in sys.stdin:
        html, url = json.loads(line)
        start = time.process_time()
        with suppress(CutlineError):
            extractor.extract(html, url=url, **options)
        print(1000 * (time.process_time() - start), flush=True)


if __name__ == "__main__":
    main()
