"""cutline: the article of a web page and the images that belong to it, with the evidence.

>>> import cutline
>>> article = cutline.extract(html, url="https://example.org/story")
>>> [(image.url, image.caption, image.verdict.score) for image in article.images]
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    __version__: str
    from cutline.errors import CutlineError
    from cutline.options import Options, OptionsGiven
    from cutline.service.client import AsyncClient, Client
    from cutline.service.discover import FoundPage, discover
    from cutline.service.enrich import enrich
    from cutline.service.pages.api import Extractor, extract, similarity
    from cutline.types import Article, Block, ComparedText, Image, Similarity, Verdict

__all__ = [
    "Article",
    "AsyncClient",
    "Block",
    "Client",
    "ComparedText",
    "CutlineError",
    "Extractor",
    "FoundPage",
    "Image",
    "Options",
    "OptionsGiven",
    "Similarity",
    "Verdict",
    "__version__",
    "discover",
    "enrich",
    "extract",
    "similarity",
]

# Where each public name lives; a module is imported when its name is first used, so that `import cutline` is instant.
_HOMES = {
    "AsyncClient": "cutline.service.client",
    "Client": "cutline.service.client",
    "CutlineError": "cutline.errors",
    "Options": "cutline.options",
    "OptionsGiven": "cutline.options",
    "Extractor": "cutline.service.pages.api",
    "FoundPage": "cutline.service.discover",
    "discover": "cutline.service.discover",
    "enrich": "cutline.service.enrich",
    "extract": "cutline.service.pages.api",
    "similarity": "cutline.service.pages.api",
} | dict.fromkeys(("Article", "Block", "ComparedText", "Image", "Similarity", "Verdict"), "cutline.types")


def __getattr__(name: str) -> object:
    if name != "__version__" and name not in _HOMES:
        raise AttributeError(f"module 'cutline' has no attribute {name!r}")
    find: Callable[[str], object] = import_module("importlib.metadata").version
    value = find(__name__) if name == "__version__" else getattr(import_module(_HOMES[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return list(__all__)
