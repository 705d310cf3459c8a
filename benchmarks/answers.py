"""Stored articles of this repository's pages, which tests/cutline/test_same_answers.py compares later versions with.

usage: answers.py

Rewrites tests/cutline/answers.jsonl.gz. Run it for changes that are meant to change answers (new models, settings,
rules), after reviewing the difference, and never for a change of speed only.
"""

from __future__ import annotations

import gzip
import json
from argparse import ArgumentParser, RawDescriptionHelpFormatter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from data_files import read_rows

from cutline import Extractor

ROOT = Path(__file__).parents[1]
ANSWERS = ROOT / "tests" / "cutline" / "answers.jsonl.gz"
PAGES = (*sorted((ROOT / "benchmarks" / "styled").glob("*.html")), ROOT / "examples" / "ferry.html")
MODES: dict[str, dict[str, object]] = {
    "text only": {"images": False, "nlp": False},
    "text and images": {"nlp": False, "include": ("dropped",)},
    "everything": {"include": ("dropped", "html", "entities")},
    "first-subtree": {"method": "first-subtree", "include": ("dropped",)},
}


def list_answers(extractor: Extractor) -> Iterator[tuple[str, dict[str, Any]]]:
    """Yield a name and the article for each page in each mode, without the article's `model`."""
    for page in PAGES:
        html = page.read_text(encoding="utf-8")
        for mode, options in MODES.items():
            article = extractor.extract(html, url=f"https://pages.example/{page.name}", **options)
            yield f"{page.stem}, {mode}", article.model_dump(mode="json", exclude={"model"})


def read_answers() -> dict[str, dict[str, Any]]:
    """Return the stored articles."""
    return dict(read_rows(ANSWERS))


def main() -> None:
    ArgumentParser(description=__doc__, formatter_class=RawDescriptionHelpFormatter).parse_args()
    text = "".join(json.dumps(answer, ensure_ascii=False) + "\n" for answer in list_answers(Extractor()))
    ANSWERS.write_bytes(gzip.compress(text.encode(), mtime=0))


if __name__ == "__main__":
    main()
