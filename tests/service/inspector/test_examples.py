"""The examples of the first page show what they promise."""

from __future__ import annotations

from typing import Any

import cutline
from cutline.service.inspector.pictures import EXAMPLES, read_example


def read(name: str) -> cutline.Article:
    file, address = EXAMPLES[name]
    return cutline.extract(read_example(file).decode(), url=address, include=["dropped"])


def test_each_example_is_inspected_at_a_click(visitor: Any, inspecting: Any) -> None:
    page = visitor.read(visitor.get("/"))
    names = page.xpath("//form[@class='example']//button/@value")
    assert names == list(EXAMPLES)
    for name in names:
        assert visitor.post("/inspections/example", data={"example": name}).status_code == 303
    assert [call["url"] for call in inspecting.calls] == [address for _, address in EXAMPLES.values()]
    assert visitor.post("/inspections/example", data={"example": "../secret"}).status_code == 303
    assert inspecting.calls[-1]["url"] == EXAMPLES["news"][1]


def test_the_essay_has_its_notes() -> None:
    assert [note.label for note in read("essay").notes] == ["1", "2", "3"]


def test_the_strangers_are_dropped() -> None:
    article = read("strangers")
    assert article.dropped is not None
    strange = [part.verdict.reason for part in (*article.dropped.blocks, *article.dropped.images)].count("off_topic")
    assert strange == 2
    assert [image.caption and image.caption.split()[0] for image in article.images] == ["Captain", "The"]
