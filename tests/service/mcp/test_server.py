"""The tools of the MCP server, called by the client of the official SDK."""

import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

import anyio
import pytest
from mcp.client import Client

from cutline.config import load_settings
from cutline.extraction.extractor import Extractor
from cutline.service.mcp import Tools, make_server
from cutline.service.pages.extraction import open_extractor

EXAMPLE = (Path(__file__).parents[3] / "examples" / "ferry.html").read_text(encoding="utf-8")
URL = "https://courier.example/2026/ferry-returns"

Call = Callable[..., Any]


@cache
def shared_extractor() -> Extractor:
    return open_extractor(load_settings())


@pytest.fixture
def call() -> Call:
    """Call a tool; return the result."""

    def run(tool: str, **arguments: object) -> Any:
        async def talk() -> Any:
            async with Client(make_server(shared_extractor)) as client:
                return await client.call_tool(tool, arguments)

        return anyio.run(talk)

    return run


def test_the_three_tools_are_described() -> None:
    async def talk() -> Any:
        async with Client(make_server(shared_extractor)) as client:
            return (await client.list_tools()).tools

    tools = {tool.name: tool for tool in anyio.run(talk)}
    assert set(tools) == {"extract", "inspect", "similarity"}
    assert all(tool.description and tool.annotations.read_only_hint for tool in tools.values())
    assert tools["similarity"].input_schema["required"] == ["text", "others"]


def test_extract_returns_markdown(call: Call) -> None:
    (content,) = call("extract", html=EXAMPLE, url=URL).content
    assert content.text.startswith("# Night ferry returns to Lake Varn after eleven years")
    assert "![A white ferry on a dark lake](https://courier.example/2026/images/ferry.jpg)" in content.text


def test_extract_returns_json(call: Call) -> None:
    (content,) = call("extract", html=EXAMPLE, url=URL, format="json").content
    article = json.loads(content.text)
    assert (article["url"], len(article["images"])) == (URL, 2)


def test_inspect_says_why_each_image_was_kept_or_dropped(call: Call) -> None:
    images = call("inspect", html=EXAMPLE, url=URL).structured_content["images"]
    assert [image["kept"] for image in images] == [True, True, False, False, False]
    assert images[2]["reason"] == "ad_rule"
    assert images[2]["why"] == "Its address, or its link, points to an advertisement or a tracker."


def test_similarity_names_what_texts_share(call: Call) -> None:
    text = "Joren Haldane steered the Aurelia to Port Ellery. Haldane had waited for eleven years."
    result = call("similarity", text=text, others=["Captain Joren Haldane", "A recipe for soup"]).structured_content
    first, second = result["similarities"]
    assert (first["relevance"], second["relevance"]) == ("related", "unknown")
    assert first["similarity"]["cosine"] > 0.5
    assert first["similarity"]["evidence"]["shared"][0]["name"] == "Joren Haldane"


def test_the_pages_that_follow_are_read_if_asked_for(extractor: Any) -> None:
    tools = Tools(lambda: extractor)
    for is_asked in (True, False):
        tools.extract(url=URL, all_pages=is_asked)
    assert [call["pages"] for call in extractor.calls] == ["all", "one"]


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({}, "Give a page: either its HTML or its address."),
        ({"url": "http://127.0.0.1/"}, "is not on the public web"),
        ({"url": "file:///etc/passwd"}, "give a whole address"),
        ({"html": "  "}, "empty"),
    ],
)
def test_mistakes_are_told_in_a_sentence(call: Call, arguments: dict[str, str], sentence: str) -> None:
    result = call("extract", **arguments)
    assert result.is_error
    assert sentence in result.content[0].text
    assert "Traceback" not in result.content[0].text
