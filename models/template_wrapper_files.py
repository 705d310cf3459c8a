"""The file format of a template wrapper: JSON, one line per template node, children referenced by number."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from pathlib import Path

from pydantic import BaseModel, ConfigDict, Field, ValidationError

from cutline.dom.templates.page_trees import TEXT_TAG
from cutline.dom.templates.patterns import ChildSlot, Label, PatternNode, Quantifier, TemplateWrapper, walk_pattern
from cutline.errors import ModelError, WrapperMissing

# What must be equal in the file; `format` changes when its fields or their meaning do.
EXPECTED = {"model": "template-wrapper", "format": 1}
MAX_BYTES = 50_000_000  # thousands of nodes take less than one million
MAX_DEPTH = 100  # levels; deeper trees are not learned
RELEARN = "learn it again with `cutline train template-wrapper`"


class _Record(BaseModel):
    model_config = ConfigDict(strict=True, frozen=True, extra="forbid")


class _FactorRecord(_Record):
    quantifier: Quantifier
    nodes: list[int] = Field(min_length=1)


class _NodeRecord(_Record):
    tag: str
    tokens: list[str]
    variants: list[str]
    text: str | None
    label: Label | None
    count: int = Field(ge=1)
    factors: list[_FactorRecord]


class _WrapperRecord(_Record):
    model: str
    format: int
    site: str
    pages: int = Field(ge=1)
    learned_with: dict[str, str]
    vocabulary: list[str]
    nodes: list[_NodeRecord] = Field(min_length=1)


def save_template_wrapper(file: Path, wrapper: TemplateWrapper, versions: Mapping[str, str]) -> None:
    """Write a wrapper into a file, with the versions of the packages that learned it.

    Raises:
        OSError: it cannot be written.
    """
    head = {
        **EXPECTED,
        "site": wrapper.site,
        "pages": wrapper.pages,
        "learned_with": dict(versions),
        "vocabulary": sorted(wrapper.vocabulary),
    }
    nodes = list(walk_pattern(wrapper.root))
    numbers = {node: number for number, node in enumerate(nodes)}
    lines = ",\n".join(json.dumps(_to_record(node, numbers), ensure_ascii=False) for node in nodes)
    opening = json.dumps(head, ensure_ascii=False).removesuffix("}")
    file.write_text(f'{opening}, "nodes": [\n{lines}\n]}}\n', encoding="utf-8")


def load_template_wrapper(name: str) -> TemplateWrapper:
    """Return the wrapper in a file.

    Args:
        name: path of the file; empty if none is configured.

    Raises:
        WrapperMissing: the name is empty.
        ModelError: the file is missing, damaged, or made by another version.
    """
    if not name:
        raise WrapperMissing(
            "The method template-wrapper needs the wrapper of the page's site: learn one from labelled pages with "
            "`cutline train template-wrapper`, and name its file with --wrapper, Extractor(wrapper=...) or the setting "
            "template_wrapper.file."
        )
    try:
        with Path(name).open("rb") as opened:
            content = opened.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:
        reason = error.strerror if isinstance(error, OSError) else None
        raise ModelError(f"The wrapper {name} cannot be read: {reason or error}; {RELEARN}.") from error
    if len(content) > MAX_BYTES:
        raise ModelError(f"The wrapper {name} is not a wrapper: it has more than {MAX_BYTES:,} bytes; {RELEARN}.")
    return _read_wrapper(name, content)


def _read_wrapper(name: str, content: bytes) -> TemplateWrapper:
    try:
        record = _WrapperRecord.model_validate_json(content)
    except ValidationError as error:
        first = error.errors(include_input=False, include_url=False)[0]
        place = ".".join(str(part) for part in first["loc"]) or "the file"
        raise ModelError(
            f"The wrapper {name} is damaged or not a wrapper: {place}: {first['msg']}; {RELEARN}."
        ) from error
    if {"model": record.model, "format": record.format} != EXPECTED:
        raise ModelError(f"The wrapper {name} was made by another version of cutline; {RELEARN}.")
    try:
        root = _build(record.nodes)
    except ValueError as error:
        raise ModelError(f"The wrapper {name} is damaged or not a wrapper: {error}; {RELEARN}.") from error
    return TemplateWrapper(record.site, record.pages, frozenset(record.vocabulary), root)


def _to_record(node: PatternNode, numbers: Mapping[PatternNode, int]) -> dict[str, object]:
    return {
        "tag": node.tag,
        "tokens": sorted(node.tokens),
        "variants": sorted(node.variants),
        "text": node.text,
        "label": node.label,
        "count": node.count,
        "factors": [
            {"quantifier": slot.quantifier, "nodes": [numbers[one] for one in slot.alternatives]} for slot in node.slots
        ],
    }


def _build(records: Sequence[_NodeRecord]) -> PatternNode:
    """Return the root node; raise ValueError unless the nodes form one tree, children after their parents."""
    _check_tree(records)
    nodes: dict[int, PatternNode] = {}
    for number in reversed(range(len(records))):
        record = records[number]
        nodes[number] = PatternNode(
            tag=record.tag,
            tokens=frozenset(record.tokens),
            variants=frozenset(record.variants),
            text=record.text,
            label=record.label,
            count=record.count,
            slots=tuple(
                ChildSlot(slot.quantifier, tuple(nodes[child] for child in slot.nodes)) for slot in record.factors
            ),
        )
    return nodes[0]


def _check_tree(records: Sequence[_NodeRecord]) -> None:
    depths = {0: 1}
    for number, record in enumerate(records):
        if number not in depths:
            raise ValueError(f"node {number} has no parent before it")
        if record.tag == TEXT_TAG and record.factors:
            raise ValueError(f"node {number} is a text and has children")
        for child in (child for slot in record.factors for child in slot.nodes):
            if not number < child < len(records) or child in depths:
                raise ValueError(f"node {number} has a child {child} that does not exist or has another parent")
            depths[child] = depths[number] + 1
    if max(depths.values()) > MAX_DEPTH:
        raise ValueError(f"it has more than {MAX_DEPTH} levels")
