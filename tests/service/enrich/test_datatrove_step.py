"""A pipeline of datatrove with our step in it."""

from types import ModuleType

import pytest
from datatrove.data import Document

from cutline.service.enrich.datatrove_step import Articles


def test_documents_go_on_in_their_order_with_their_articles_or_errors(
    fakes: ModuleType, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("cutline.service.enrich.enrichment.open_extractor", fakes.Obedient)
    url = "https://example.org/a"
    documents = [
        Document(text="page a", id="1", metadata={"url": url}),
        Document(text="empty", id="2"),
        Document(text="kill", id="3"),
        Document(text="page d", id="4"),
    ]
    step = Articles(timeout=20, nlp=False)
    found = list(step.run(iter(documents)))
    assert [(document.id, document.text) for document in found] == [
        ("1", "page a"),
        ("2", ""),
        ("3", ""),
        ("4", "page d"),
    ]
    assert found[0].metadata["article"]["url"] == url
    assert [document.metadata.get("error", {}).get("code") for document in found] == [
        None, "empty-page", "worker-died", None
    ]  # fmt: skip
    assert step.stats["articles"].total == 2


def test_no_documents_are_none() -> None:
    assert list(Articles().run(None)) == []
