"""The data sets that names are learned from: language, use, origin and licence of each; and their files."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cutline.errors import TrainingError

SUFFIXES = (".jsonl.gz", ".jsonl")
ENGLISH = "en"
LANGUAGE = re.compile(r"([a-z]{2})-.+")  # the name of a data set that tells its language; without one it is English
UNKNOWN = {"licence": "not stated", "source": "given by the user"}


class Use(StrEnum):
    """How the training command uses a data set."""

    TRAIN = "trained on"
    DEV = "chooses the best of the models"
    TEST = "measured only"
    NONE = "not read"


@dataclass(frozen=True, slots=True)
class DataFile:
    """A labelled data set and its file.

    `name` is the file's name without `.jsonl.gz` or `.jsonl`, `language` a subtag as `da`.
    """

    path: Path
    name: str
    use: Use
    title: str
    licence: str
    source: str
    language: str


TABLE = tomllib.loads(Path(__file__).with_name("datasets.toml").read_text(encoding="utf-8"))


def describe_file(path: Path) -> DataFile:
    """Return the data set in a file; an unknown one is for training unless its name ends in -dev or -test.

    One whose name begins as `de-` does is of that language, any other of English.
    """
    name = name_data_set(path)
    found = LANGUAGE.fullmatch(name)
    collections = (fields for known, fields in TABLE.items() if "use" not in fields and name.startswith(f"{known}-"))
    fields = TABLE.get(name) or next(collections, UNKNOWN | {"title": name})
    guessed = "DEV" if name.endswith("-dev") else "TEST" if name.endswith("-test") else "TRAIN"
    use = Use[fields.get("use", guessed)]
    language = found[1] if found else ENGLISH
    return DataFile(path, name, use, fields["title"], fields["licence"], fields["source"], language)


def find_data_files(given: Iterable[Path]) -> tuple[DataFile, ...]:
    """Return the data files in the given files and folders; of a folder, every `*.jsonl` and `*.jsonl.gz`.

    Raises:
        TrainingError: a path does not exist, is not a JSON lines file, or two files have the same name.
    """
    found: dict[str, DataFile] = {}
    for path in (file for one in given for file in _list_files(one)):
        file = describe_file(path)
        if (known := found.setdefault(file.name, file)).path.resolve() != path.resolve():
            raise TrainingError(f"{path} and {known.path} have the same name; leave one of them out.")
    return tuple(found[name] for name in sorted(found))


def name_data_set(path: Path) -> str:
    """Return the name of a file's data set."""
    suffix = next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), "")
    return path.name.removesuffix(suffix)


def select_files(files: Sequence[DataFile], use: Use) -> tuple[DataFile, ...]:
    """Return the files with this use, in the given order."""
    return tuple(file for file in files if file.use is use)


def select_languages(files: Sequence[DataFile], languages: Sequence[str]) -> tuple[DataFile, ...]:
    """Return the files in these languages, in the order given."""
    return tuple(file for file in files if file.language in languages)


def _list_files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for suffix in SUFFIXES for file in path.glob(f"*{suffix}"))
    if not path.is_file():
        raise TrainingError(f"There is no file or folder {path}; --data names labelled texts or their folder.")
    if not path.name.endswith(SUFFIXES):
        raise TrainingError(f"{path} is not labelled texts: the file's name has to end in {' or '.join(SUFFIXES)}.")
    return [path]
