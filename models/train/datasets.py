"""The open data sets that names are learned from: language, use, origin and licence of each."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from enum import StrEnum
from pathlib import Path

from cutline.errors import TrainingError

SUFFIXES = (".jsonl.gz", ".jsonl")
ENGLISH = "en"
LANGUAGE = re.compile(r"([a-z]{2})-.+")  # the name of a data set that tells its language; without one it is English


class Use(StrEnum):
    """How the training command uses a data set."""

    TRAIN = "trained on"
    DEV = "chooses the best of the models"
    TEST = "measured only"
    NONE = "not read"


@dataclass(frozen=True, slots=True)
class DataSet:
    """One labelled data set; `name` is its file's name without `.jsonl.gz` or `.jsonl`, `language` a subtag as `da`."""

    name: str
    use: Use
    title: str
    licence: str
    source: str
    language: str = ENGLISH


@dataclass(frozen=True, slots=True)
class Collection:
    """Data sets of one origin and language, such as `da-ddt-train` and `da-ddt-test`; they begin with `name`."""

    name: str
    title: str
    licence: str
    source: str

    def describe(self, part: str) -> DataSet:
        """Return its data set of that name, whose last word tells the use."""
        return DataSet(part, _find_use(part), self.title, self.licence, self.source, self.name.partition("-")[0])


UNIVERSAL_NER = "https://www.universalner.org"
GERMEVAL = "https://sites.google.com/site/germeval2014ner"
LINSPECTOR = "https://github.com/UKPLab/linspector"
EUROPEANA = "https://github.com/EuropeanaNewspapers/ner-corpora"

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


COLLECTIONS = (
    Collection("zh-gsdsimp", "Universal NER, Chinese GSDSIMP", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("hr-set", "Universal NER, Croatian SET", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("sr-set", "Universal NER, Serbian SET", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("da-ddt", "Universal NER, Danish DDT", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("pt-bosque", "Universal NER, Portuguese Bosque", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("sk-snk", "Universal NER, Slovak SNK", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("sv-talbanken", "Universal NER, Swedish Talbanken", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("de-pud", "Universal NER, German PUD", "CC BY-SA 3.0", UNIVERSAL_NER),
    Collection("pt-pud", "Universal NER, Portuguese PUD", "CC BY-SA 3.0", UNIVERSAL_NER),
    Collection("ru-pud", "Universal NER, Russian PUD", "CC BY-SA 3.0", UNIVERSAL_NER),
    Collection("sv-pud", "Universal NER, Swedish PUD", "CC BY-SA 4.0", UNIVERSAL_NER),
    Collection("de-germeval", "GermEval 2014", "CC BY 4.0", GERMEVAL),
    Collection("ru-wikiner", "WikiNER of linspector, Russian", "CC BY 4.0", LINSPECTOR),
    Collection("de-europeana_onb", "Europeana Newspapers, German of the ÖNB", "CC0", EUROPEANA),
    Collection("de-europeana", "Europeana Newspapers, German", "CC0", EUROPEANA),
    Collection("fr-europeana", "Europeana Newspapers, French", "CC0", EUROPEANA),
    Collection("nl-europeana", "Europeana Newspapers, Dutch", "CC0", EUROPEANA),
)


@dataclass(frozen=True, slots=True)
class DataFile:
    """A file of labelled texts and its data set."""

    path: Path
    data: DataSet


def describe_data_set(name: str) -> DataSet:
    """Return the data set of that name; an unknown one is for training unless its name ends in -dev or -test.

    One whose name begins as `de-` does is of that language, any other unknown one of English.
    """
    if name in DATA_SETS:
        return DATA_SETS[name]
    for known in COLLECTIONS:
        if name.startswith(f"{known.name}-"):
            return known.describe(name)
    found = LANGUAGE.fullmatch(name)
    return DataSet(name, _find_use(name), name, "not stated", "given by the user", found[1] if found else ENGLISH)


def _find_use(name: str) -> Use:
    return Use.DEV if name.endswith("-dev") else Use.TEST if name.endswith("-test") else Use.TRAIN


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


def select_languages(files: Sequence[DataFile], languages: Sequence[str]) -> tuple[DataFile, ...]:
    """Return the files in these languages, in the order given."""
    return tuple(file for file in files if file.data.language in languages)


def _list_files(path: Path) -> list[Path]:
    if path.is_dir():
        return sorted(file for suffix in SUFFIXES for file in path.glob(f"*{suffix}"))
    if not path.is_file():
        raise TrainingError(f"There is no file or folder {path}; --data names labelled texts or their folder.")
    if not path.name.endswith(SUFFIXES):
        raise TrainingError(f"{path} is not labelled texts: the file's name has to end in {' or '.join(SUFFIXES)}.")
    return [path]
