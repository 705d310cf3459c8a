"""Training of the word frequency tables, from the word lists of wordfreq."""

from __future__ import annotations

import gzip
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path

import msgpack
import wordfreq
from wordfreq.util import data_path

from cutline.models.train.training import Trained, check_out, fill_card
from cutline.models.word_frequencies import DENSE_LANGUAGES, SIMPLIFIED, SUFFIX, write_pairs, write_table

MOST_WORDS = 11_000  # most frequent words per language; all rarer ones get the same weight anyway
MOST_DENSE_WORDS = 30_000  # of a language that is segmented by its words, where rare ones help
README = "README.md"
CENTIBELS, LARGEST = 10, 90  # the lists use centibels; 90 is ten times the Zipf frequency of a word with share 1


def train_words(out: Path) -> Trained[int]:
    """Write the table of each language and a README with content and licence; return how many languages.

    The same version of wordfreq gives the same bytes.

    Args:
        out: a folder; tables in it are replaced.

    Raises:
        TrainingError: the folder holds something else.
    """
    check_out(out, (SUFFIX, README), "a word table")
    languages = tuple(sorted(wordfreq.available_languages("small")))
    with tempfile.TemporaryDirectory() as made:
        for language in languages:
            levels = _choose_words(wordfreq.get_frequency_list(language, "small"), language in DENSE_LANGUAGES)
            write_table(Path(made) / f"{language}{SUFFIX}", levels)
        write_pairs(
            Path(made) / f"{SIMPLIFIED}{SUFFIX}", _read_simplified(Path(data_path("_chinese_mapping.msgpack.gz")))
        )
        readme = fill_card(
            "words.md",
            words=MOST_WORDS,
            dense=MOST_DENSE_WORDS,
            simplified=f"{SIMPLIFIED}{SUFFIX}",
            version=version("wordfreq"),
            languages=len(languages),
            codes=", ".join(languages),
        )
        (Path(made) / README).write_text(readme, encoding="utf-8")
        out.mkdir(parents=True, exist_ok=True)
        for file in Path(made).iterdir():
            shutil.copyfile(file, out / file.name)
    return Trained(out, len(languages))


def _choose_words(ranked: Sequence[Sequence[str]], is_dense: bool) -> Mapping[float, Sequence[str]]:
    """Return the most frequent words by Zipf frequency.

    Args:
        ranked: words by their frequency in centibels below a share of 1.
        is_dense: whether the language is written without spaces.
    """
    levels: defaultdict[float, list[str]] = defaultdict(list)
    words = ((place, word) for place, level in enumerate(ranked) for word in sorted(level))
    lettered = (each for each in words if any(map(str.isalpha, each[1])))
    for place, word in islice(lettered, MOST_DENSE_WORDS if is_dense else MOST_WORDS):
        levels[(LARGEST - round(place / CENTIBELS)) / CENTIBELS].append(word)
    return levels


def _read_simplified(file: Path) -> dict[str, str]:
    with gzip.open(file) as stored:
        pairs: dict[int, str] = msgpack.load(stored, raw=False, strict_map_key=False)
    return {chr(code): simplified for code, simplified in pairs.items()}
