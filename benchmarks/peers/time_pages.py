"""CPU time of one peer per page, in the peer's environment. Standard library only.

usage: time_pages.py FOLDER

Reads one line of JSON per page, [html, url], and answers with the milliseconds of CPU time of `read_text` in
FOLDER/peer.py; pages on which the peer fails count too.
"""

from __future__ import annotations

import json
import sys
import time
from contextlib import suppress
from pathlib import Path

from predict import load_extract


def main() -> None:
    read_text = load_extract(Path(sys.argv[1]), "read_text")
    for line in sys.stdin:
        html, url = json.loads(line)
        start = time.process_time()
        with suppress(Exception):
            read_text(html, url)
        print(1000 * (time.process_time() - start), flush=True)


if __name__ == "__main__":
    main()
