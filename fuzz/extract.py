"""Hostile pages, made by libFuzzer, through all of cutline: decode, parse, extract.

    make fuzz                              # a minute
    make fuzz FUZZ_SECONDS=1800
    python fuzz/extract.py build/crash-... # one page that failed, again

The first byte chooses how the rest, the page, is read. A page may be refused with a `CutlineError`; anything else that
is raised, an article that is not the same after its way through JSON, and one that differs when it is extracted again,
is a fault. A page on which libFuzzer's time or memory runs out is one as well.
"""

from __future__ import annotations

import sys
from typing import Any

import atheris

# atheris 3.0 never frees what an instrumented comparison of arrays returns, and these make large ones for each page:
# instrumented, they take more memory with every page, up to any limit.
ARRAYS_COMPARED = [
    "cutline.models.trees",
    "cutline.dom.features.characters",
    "cutline.dom.features.characters",
    "cutline.dom.features.characters",
]

with atheris.instrument_imports(include=["cutline"], exclude=ARRAYS_COMPARED):
    from cutline.errors import CutlineError
    from cutline.extraction.extractor import Extractor
    from cutline.types import Article

ADDRESSES = (None, "https://courier.example/2026/ferry-returns")
CHARSETS = (None, "utf-8", "iso-8859-1", "utf-16", "shift_jis", "gb18030", "koi8-r", "utf-7")
METHODS = ("auto", "first-subtree")
INCLUDE = ("dropped", "html", "entities")

extractor = Extractor()


def choose_options(choice: int) -> dict[str, Any]:
    """Return the options that the first byte stands for: a bit for the method, one for the names, and so on."""
    return {
        "method": METHODS[choice & 1],
        "nlp": choice & 14 == 14,  # seldom: the pipeline takes ten times as long as all the rest, and is not ours
        "url": ADDRESSES[choice >> 4 & 1],
        "charset": CHARSETS[choice >> 5],
    }


def test_page(data: bytes) -> None:
    """Extract one page, given as bytes and as text."""
    if not data:
        return
    options = choose_options(data[0])
    article = extract(data[1:], options)
    if article is None:
        return
    assert extract(data[1:], options) == article, "the same page gives another article"
    assert Article.model_validate_json(article.model_dump_json()) == article, "JSON changes the article"
    extract(data[1:].decode("utf-8", "surrogateescape"), options | {"charset": None})


def extract(page: bytes | str, options: dict[str, Any]) -> Article | None:
    """Return the article, or nothing where the page is refused."""
    try:
        return extractor.extract(page, render="never", include=INCLUDE, **options)
    except CutlineError as error:
        assert str(error).endswith((".", "?")), f"no sentence: {error}"
        return None


def load_models() -> None:
    """Have all loaded before the first page is timed."""
    for choice in range(16):
        test_page(bytes([choice]) + b"<img src=a.jpg width=800><p>Aruna Lind sailed to Holm on Monday. " * 20)


if __name__ == "__main__":
    load_models()
    atheris.Setup(sys.argv, test_page)
    atheris.Fuzz()
