"""The file of a template wrapper: what is written is read again, and nothing else is."""

import json
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.templates.page_trees import TEXT_TAG
from cutline.dom.templates.patterns import ChildSlot, PatternNode, TemplateWrapper, walk_pattern
from cutline.errors import ModelError, WrapperMissing
from cutline.models.method_models import load_template_wrapper, save_template_wrapper

NONE = frozenset[str]()


def make_wrapper() -> TemplateWrapper:
    constant = PatternNode(TEXT_TAG, NONE, NONE, "Абонирай се", "other", 2)
    variable = PatternNode(TEXT_TAG, NONE, NONE, None, "content", 7)
    own = frozenset((".story",))
    paragraph = PatternNode("p", own, own | {".lead"}, None, "content", 7, (ChildSlot("+", (variable, constant)),))
    root = PatternNode("body", NONE, NONE, None, None, 2, (ChildSlot("*", (paragraph,)),))
    return TemplateWrapper("courier.example", 2, own, root)


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "wrapper.json"
    save_template_wrapper(path, make_wrapper(), {"cutline": "0.1.0"})
    return path


def flatten(node: PatternNode) -> list[object]:
    return [
        (one.tag, one.tokens, one.variants, one.text, one.label, one.count, [f.quantifier for f in one.slots])
        for one in walk_pattern(node)
    ]


def test_a_wrapper_is_read_as_it_was_written(file: Path) -> None:
    read, written = load_template_wrapper(str(file)), make_wrapper()
    assert (read.site, read.pages, read.vocabulary) == (written.site, written.pages, written.vocabulary)
    assert flatten(read.root) == flatten(written.root)


def test_the_same_wrapper_is_the_same_file(file: Path, tmp_path: Path) -> None:
    save_template_wrapper(tmp_path / "again.json", make_wrapper(), {"cutline": "0.1.0"})
    assert (tmp_path / "again.json").read_bytes() == file.read_bytes()


def test_each_node_is_a_line(file: Path) -> None:
    lines = file.read_text(encoding="utf-8").splitlines()
    assert [json.loads(line.rstrip(","))["tag"] for line in lines[1:-1]] == ["body", "p", TEXT_TAG, TEXT_TAG]


def test_no_wrapper_is_an_error_that_says_what_to_do() -> None:
    with pytest.raises(WrapperMissing, match=r"cutline train template-wrapper.*--wrapper"):
        load_template_wrapper("")


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"model": "v-wrapper"}, "another version"),
        ({"format": 2}, "another version"),
        ({"nodes": []}, "nodes"),
        ({"extra": 1}, "extra"),
        ({"pages": "two"}, "pages"),
        ({"site": None}, "site"),
    ],
)
def test_another_file_is_one_sentence(file: Path, change: dict[str, Any], message: str) -> None:
    file.write_text(json.dumps(json.loads(file.read_text()) | change))
    with pytest.raises(ModelError, match=message):
        load_template_wrapper(str(file))


@pytest.mark.parametrize(
    ("node", "change"),
    [
        (0, {"factors": [{"quantifier": "1", "nodes": [0]}]}),  # its own child
        (1, {"factors": [{"quantifier": "1", "nodes": [0]}]}),  # a circle
        (1, {"factors": [{"quantifier": "1", "nodes": [2, 2]}]}),  # one node in two places
        (1, {"factors": [{"quantifier": "1", "nodes": [99]}]}),
        (1, {"factors": [{"quantifier": "1", "nodes": []}]}),
        (1, {"factors": [{"quantifier": "1", "nodes": [2]}]}),  # 3 has no parent
        (1, {"factors": [{"quantifier": "{1,9}", "nodes": [2, 3]}]}),
        (2, {"factors": [{"quantifier": "1", "nodes": [3]}]}),  # below a text
        (2, {"count": 0}),
        (2, {"label": "advertisement"}),
        (2, {"tag": 5}),
    ],
)
def test_nodes_that_are_no_tree_are_one_sentence(file: Path, node: int, change: dict[str, Any]) -> None:
    record = json.loads(file.read_text())
    record["nodes"][node] |= change
    file.write_text(json.dumps(record))
    with pytest.raises(ModelError, match=r"is damaged or not a wrapper: .*learn it again"):
        load_template_wrapper(str(file))


def test_a_template_too_deep_is_one_sentence(file: Path) -> None:
    record = json.loads(file.read_text())
    chain = record["nodes"][0]
    nodes = [chain | {"factors": [{"quantifier": "1", "nodes": [n + 1]}]} for n in range(5000)]
    file.write_text(json.dumps(record | {"nodes": [*nodes, chain | {"factors": []}]}))
    with pytest.raises(ModelError, match="more than 100 levels"):
        load_template_wrapper(str(file))


@pytest.mark.parametrize("content", [b"", b"\x80\x04\x95", b"[" * 100_000, b"{}", b"null", b'{"model": NaN}'])
def test_what_is_no_json_of_ours_is_one_sentence(file: Path, content: bytes) -> None:
    file.write_bytes(content)
    with pytest.raises(ModelError):
        load_template_wrapper(str(file))


@given(st.binary(max_size=200))
def test_any_bytes_are_refused(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "any.json"
    file.write_bytes(content)
    with pytest.raises(ModelError):
        load_template_wrapper(str(file))


@pytest.mark.parametrize("name", ["none.json", ".", "nul\0.json"])
def test_a_file_that_cannot_be_read_is_one_sentence(name: str) -> None:
    with pytest.raises(ModelError, match="cannot be read"):
        load_template_wrapper(name)


def test_an_endless_file_is_read_up_to_the_limit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.models.method_models.MAX_BYTES", 1000)
    with pytest.raises(ModelError, match="more than 1,000 bytes"):
        load_template_wrapper("/dev/zero")
