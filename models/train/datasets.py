"""The open data sets that name recognition is trained on: use, origin and licence of each."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cutline.errors import TrainingError

SUFFIXES = (".jsonl.gz", ".jsonl")


class Use(StrEnum):
    """How the training command uses a data set."""

    TRAIN = "trained on"
    DEV = "chooses the best of the models"
    TEST = "measured only"
    NONE = "not read"


@dataclass(frozen=True, slots=True)
class DataSet:
    """One labelled data set; `name` is its file name without `.jsonl.gz` or `.jsonl`."""

    name: str
    use: Use
    title: str
    licence: str
    source: str


UNIVERSAL_NER = "https://www.universalner.org"

# Only this table decides which files are trained on. TEST and NONE never reach the training reader.
DATA_SETS = {
    data.name: data
    for data in (
        DataSet("ewt-train", Use.TRAIN, "Universal NER, English EWT", "CC BY-SA 4.0", UNIVERSAL_NER),
        DataSet("gmb", Use.TRAIN, "Groningen Meaning Bank", "public-domain texts", "https://gmb.let.rug.nl"),
        DataSet("crossner", Use.TRAIN, "CrossNER", "MIT", "https://github.com/zliucr/CrossNER"),
        DataSet(
            "btc", Use.TRAIN, "Broad Twitter Corpus", "CC BY 4.0", "https://github.com/GateNLP/broad_twitter_corpus"
        ),
        DataSet("gum", Use.TRAIN, "GUM, open genres", "CC BY 4.0", "https://gucorpling.org/gum"),
        DataSet("wnut17", Use.TRAIN, "WNUT 2017", "CC BY 4.0", "https://noisy-text.github.io/2017"),
        DataSet("wikigold", Use.TRAIN, "WikiGold", "CC BY 4.0", "https://aclanthology.org/W09-3302"),
        DataSet("ewt-dev", Use.DEV, "Universal NER, English EWT", "CC BY-SA 4.0", UNIVERSAL_NER),
        DataSet("ewt-test", Use.TEST, "Universal NER, English EWT", "CC BY-SA 4.0", UNIVERSAL_NER),
        DataSet("pud", Use.TEST, "Universal NER, English PUD", "CC BY-SA 4.0", UNIVERSAL_NER),
        DataSet("gum-captions", Use.NONE, "GUM, captions and bodies", "CC BY 4.0", "https://gucorpling.org/gum"),
    )
}


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of labelled texts and its data set."""

    path: Path
    data: DataSet


def describe_data_set(name: str) -> DataSet:
    """Return the data set with this name; unknown ones are for training unless the name ends in -dev or -test."""
    if name in DATA_SETS:
        return DATA_SETS[name]
    use = Use.DEV if name.endswith("-dev") else Use.TEST if name.endswith("-test") else Use.TRAIN
    return DataSet(name, use, name, "not stated", "given by the user")


def find_data_files(given: Iterable[Path]) -> tuple[DataFile, ...]:
    """Return the data files in the given files and folders; of a folder, every `*.jsonl` and `*.jsonl.gz`.

    Raises:
        TrainingError: a path does not exist, is not a JSON lines file, or two files have the same name.
    """
    found: dict[str, DataFile] = {}
    for path in (file for one in given for file in _list_files(one)):
        name = name_data_set(path)
        if name in found and found[name].path.resolve() != path.resolve():
            raise TrainingError(f"{path} and {found[name].path} have the same name; leave one of them out.")
        found[name] = DataFile(path, describe_data_set(name))
    return tuple(found[name] for name in sorted(found))


def name_data_set(path: Path) -> str:
    """Return the name of a file's data set."""
    suffix = next((suffix for suffix in SUFFIXES if path.name.endswith(suffix)), "")
    return path.name.removesuffix(suffix)


def select_files(files: Sequence[DataFile], use: Use) -> tuple[DataFile, ...]:
    """Return the files with this use, in the given order."""
    return tuple(file for file in files if file.data.use is use)


def _list_files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for suffix in SUFFIXES for file in path.glob(f"*{suffix}"))
    if not path.is_file():
        raise TrainingError(f"There is no file or folder {path}; --data names labelled texts or their folder.")
    if not path.name.endswith(SUFFIXES):
        raise TrainingError(f"{path} is not labelled texts: the file's name has to end in {' or '.join(SUFFIXES)}.")
    return [path]
