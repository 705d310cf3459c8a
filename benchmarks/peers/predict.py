"""Run one peer over a corpus of pages, in the peer's environment. Standard library only.

usage: predict.py FOLDER CORPUS.jsonl.gz OUT.jsonl [--seconds 60] [--function extract]

FOLDER holds the peer's `peer.py` with `extract(html, url) -> Prediction`. OUT gets a line for each page with its id and
prediction, or the error. If a page takes longer than `--seconds` of wall time, its process is killed.
"""

from __future__ import annotations

import argparse
import gzip
import importlib.util
import json
import multiprocessing
from collections.abc import Callable, Iterator
from multiprocessing.connection import Connection
from pathlib import Path

from prediction import Prediction

SECONDS_A_PAGE = 60.0
SECONDS_TO_START = 300.0
Extract = Callable[[str, str | None], Prediction]


class PeerFailed(Exception):
    """The peer could not be started."""


def load_extract(folder: Path, function: str) -> Extract:
    spec = importlib.util.spec_from_file_location("peer", folder / "peer.py")
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return getattr(module, function)


def serve(folder: Path, function: str, pages: Connection) -> None:
    """Answer pages with records until the other end is closed."""
    extract = load_extract(folder, function)
    pages.send("ready")
    while True:
        try:
            page_id, html, url = pages.recv()
        except EOFError:
            return
        try:
            record = extract(html, url).as_record(page_id)
        except Exception as error:
            record = failure(page_id, f"{type(error).__name__}: {error}")
        pages.send(record)


def failure(page_id: str, message: str) -> dict[str, object]:
    return {"id": page_id, "error": message}


class PeerProcess:
    """A process of a peer, restarted after a page has hung or killed it."""

    def __init__(self, folder: Path, function: str, seconds: float) -> None:
        self._folder, self._function, self._seconds = folder, function, seconds
        self._start()

    def predict(self, page: dict) -> dict[str, object]:
        """Return the record of the page: a prediction or an error."""
        self._pages.send((page["id"], page["html"], page.get("url")))
        if not self._pages.poll(self._seconds):
            self._restart()
            return failure(page["id"], f"no answer within {self._seconds:g} seconds")
        try:
            return self._pages.recv()
        except (EOFError, ConnectionError):
            code = self._restart()
            return failure(page["id"], f"the process ended with exit code {code}")

    def close(self) -> None:
        self._pages.close()
        self._process.kill()
        self._process.join()

    def _start(self) -> None:
        context = multiprocessing.get_context("spawn")
        self._pages, theirs = context.Pipe()
        self._process = context.Process(target=serve, args=(self._folder, self._function, theirs), daemon=True)
        self._process.start()
        theirs.close()
        try:
            if not self._pages.poll(SECONDS_TO_START) or self._pages.recv() != "ready":
                raise EOFError
        except (EOFError, ConnectionError) as error:
            self.close()
            raise PeerFailed(f"{self._folder.name} could not be started; its own message is above") from error

    def _restart(self) -> int | None:
        self._process.join(timeout=1)
        code = self._process.exitcode
        self.close()
        self._start()
        return code


def read_pages(corpus: Path) -> Iterator[dict]:
    with gzip.open(corpus, "rt", encoding="utf-8") as lines:
        yield from map(json.loads, lines)


def predict_corpus(peer: PeerProcess, corpus: Path, out: Path) -> None:
    """Write the peer's records for the pages of the corpus to `out`."""
    try:
        with open(out, "w", encoding="utf-8") as records:
            for page in read_pages(corpus):
                records.write(json.dumps(peer.predict(page)) + "\n")
    finally:
        peer.close()


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("corpus", type=Path)
    parser.add_argument("out", type=Path)
    parser.add_argument("--seconds", type=float, default=SECONDS_A_PAGE)
    parser.add_argument("--function", default="extract", help="function of peer.py; one for each kind of settings")
    args = parser.parse_args()
    predict_corpus(PeerProcess(args.folder, args.function, args.seconds), args.corpus, args.out)


if __name__ == "__main__":
    main()
