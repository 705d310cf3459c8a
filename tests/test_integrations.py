"""The loaders in docs/integrations.md work with what LangChain and LlamaIndex ask of a loader."""

import re
import sys
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

import cutline

DOCUMENT = (Path(__file__).parents[1] / "docs" / "integrations.md").read_text(encoding="utf-8")
LANGCHAIN, LLAMA = re.findall(r"```python\n(.*?)```", DOCUMENT, re.DOTALL)
EXAMPLE = (Path(__file__).parents[1] / "examples" / "ferry.html").read_text(encoding="utf-8")
URL = "https://courier.example/2026/ferry-returns"


@dataclass
class Document:
    """What both libraries call a document: its text and what is known of it."""

    page_content: str = ""
    text: str = ""
    metadata: dict[str, Any] = field(default_factory=dict)


class BaseLoader:
    """LangChain's, which makes lists of what a loader yields."""

    def load(self) -> list[Document]:
        return list(self.lazy_load())  # type: ignore[attr-defined]


class BaseReader:
    """LlamaIndex's, which does the same with arguments."""

    def load_data(self, *args: Any, **options: Any) -> list[Document]:
        return list(self.lazy_load_data(*args, **options))  # type: ignore[attr-defined]


@pytest.fixture(autouse=True)
def libraries(monkeypatch: pytest.MonkeyPatch) -> None:
    """Stand in for the modules that the loaders import, and for the web."""
    given = {
        "langchain_core": {},
        "langchain_core.document_loaders": {"BaseLoader": BaseLoader},
        "langchain_core.documents": {"Document": Document},
        "llama_index": {},
        "llama_index.core": {},
        "llama_index.core.readers": {},
        "llama_index.core.readers.base": {"BaseReader": BaseReader},
        "llama_index.core.schema": {"Document": Document},
    }
    for name, names in given.items():
        module = ModuleType(name)
        vars(module).update(names)
        monkeypatch.setitem(sys.modules, name, module)
    enrich = cutline.enrich

    def offline(records: Iterable[dict[str, Any]], **options: Any) -> Iterator[Any]:
        pages = {URL: EXAMPLE}
        return enrich([{**record, "html": pages.get(record["url"], "")} for record in records], **options)

    monkeypatch.setattr(cutline, "enrich", offline)


def run(code: str, name: str) -> Any:
    names: dict[str, Any] = {}
    exec(code, names)
    return names[name]


def test_langchain_s_loader_gives_documents_and_goes_on_after_a_failure() -> None:
    loader = run(LANGCHAIN, "CutlineLoader")(["https://courier.example/gone", URL], images=False)
    (document,) = loader.load()
    assert document.page_content.startswith("The council of Port Ellery")
    assert (document.metadata["url"], document.metadata["authors"]) == (URL, ("Ines Halloran", "Tom Okafor"))


def test_llamaindex_s_reader_does_the_same() -> None:
    (document,) = run(LLAMA, "CutlineReader")().load_data([URL], images=False, nlp=False)
    assert document.text.startswith("The council of Port Ellery")
    assert document.metadata["published"] == "2026-05-04T06:30:00+02:00"
