"""What the files of a spaCy pipeline say: its settings, the layers of its networks, and the moves of its recogniser."""

from __future__ import annotations

import json
from collections import defaultdict
from collections.abc import Mapping, Sequence
from configparser import RawConfigParser
from operator import itemgetter
from pathlib import Path
from typing import Any, NamedTuple

from cutline.nlp.moves import OUTSIDE
from cutline.nlp.msgpack import read_msgpack

LETTERS = {"1": "B", "2": "I", "3": "L", "4": "U"}  # of moves, by spaCy's numbers of their kinds
OUT = "5"

Config = Mapping[str, Mapping[str, Any]]


class StoredLayer(NamedTuple):
    """What is stored of a layer of thinc's: its attributes, and its weights by their names."""

    attributes: Mapping[str, Any]
    weights: Mapping[str, Any]


def read_config(file: Path) -> Config:
    """Return the settings of each section; those that refer to others stay as they are written.

    Raises:
        ValueError: the file is damaged.
    """
    parser = RawConfigParser(delimiters="=")
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string(file.read_text(encoding="utf-8"))
    return {name: {key: _read_value(value) for key, value in parser.items(name)} for name in parser.sections()}


def _read_value(text: str) -> Any:
    try:
        return json.loads(text)
    except ValueError:
        return text


def read_layers(file: Path) -> Mapping[str, Sequence[StoredLayer]]:
    """Return the layers of a network by their names, in the order in which they are computed."""
    stored = read_msgpack(file.read_bytes())
    layers: dict[str, list[StoredLayer]] = defaultdict(list)
    for node, attributes, weights in zip(stored["nodes"], stored["attrs"], stored["params"], strict=True):
        read = {name: read_msgpack(value) for name, value in attributes.items()}
        layers[node["name"]].append(StoredLayer(read, weights))
    return layers


def read_moves(file: Path) -> list[str]:
    """Return the names of a recogniser's moves in their order.

    They come by kind, then by how often their labels were seen; those of labels that were added, which count less than
    nothing, come last.
    """
    labels: Mapping[str, Mapping[str, int]] = json.loads(read_msgpack(file.read_bytes())["moves"])
    moves = [(count, label, kind) for kind, counts in sorted(labels.items()) for label, count in counts.items()]
    seen = sorted((move for move in moves if move[0] >= 0), key=itemgetter(0, 1), reverse=True)
    added = sorted((move for move in moves if move[0] < 0), key=itemgetter(0, 1), reverse=True)
    ordered = [*sorted(seen, key=itemgetter(2)), *added]
    return [OUTSIDE if kind == OUT else f"{LETTERS[kind]}-{label}" for _, label, kind in ordered]
