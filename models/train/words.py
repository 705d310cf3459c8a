"""The tables of how frequent words are, made of the word lists of wordfreq."""

from __future__ import annotations

import gzip
import shutil
import tempfile
from collections import defaultdict
from collections.abc import Mapping, Sequence
from importlib.metadata import version
from itertools import islice
from pathlib import Path

from cutline.errors import TrainingError
from cutline.models.word_frequencies import DENSE_LANGUAGES, SIMPLIFIED, SUFFIX, write_pairs, write_table

MOST_WORDS = 11_000  # of a language, the most frequent; rarer ones are all alike to whoever weighs them
MOST_DENSE_WORDS = 30_000  # of a language that is cut by its words, which rare ones help
README = "README.md"
CENTIBELS, LARGEST = 10, 90  # a step of the lists in a tenth of the Zipf scale; tenths of a word that is all of a text
ABOUT = """\
# How frequent words are

One table a language, gzipped text: on each line a Zipf frequency (log10 of occurrences in 10^9 words), a tab, and the
words that have it, folded. {words:,} words a language at most, {dense:,} of Chinese and Japanese; `{simplified}` holds
traditional characters, each followed by its simplified form. Made by `cutline train words` from the lists "small" of
wordfreq {version}, whose steps of 0.01 are rounded to 0.1. {languages} languages: {codes}.

## Licence

These files are licensed under the Creative Commons Attribution-ShareAlike 4.0 International licence (CC BY-SA 4.0),
https://creativecommons.org/licenses/by-sa/4.0/, as the data of wordfreq is:

- Robyn Speer, wordfreq, https://github.com/rspeer/wordfreq, https://doi.org/10.5281/zenodo.7199437
- It contains data extracted from Google Books Ngrams (http://books.google.com/ngrams) and Google Books Syntactic Ngrams
  (http://commondatastorage.googleapis.com/books/syntactic-ngrams/index.html).
- It contains data derived from the Leeds Internet Corpus of the University of Leeds Centre for Translation Studies
  (http://corpus.leeds.ac.uk/list.html), from Wikipedia (http://www.wikipedia.org) and from ParaCrawl
  (https://paracrawl.eu).
- It contains data from OPUS OpenSubtitles 2018 (http://opus.nlpl.eu/OpenSubtitles.php), which originates from the
  OpenSubtitles project (http://www.opensubtitles.org/).
- It contains data from the word lists SUBTLEX-US, SUBTLEX-UK, SUBTLEX-CH, SUBTLEX-DE and SUBTLEX-NL by Marc Brysbaert
  and others, freely available at http://crr.ugent.be/programs-data/subtitle-frequencies. Whoever passes them on must
  credit their authors and say that SUBTLEX is freely available.
"""


def train_words(out: Path) -> tuple[str, ...]:
    """Write the table of each language, with a file that says what they are and their licence; return the languages.

    The same version of wordfreq gives the same bytes.

    Args:
        out: a folder; tables in it are replaced.

    Raises:
        TrainingError: wordfreq is not installed, or the folder holds something else.
    """
    try:
        import wordfreq
        from wordfreq.util import data_path
    except ImportError as error:
        raise TrainingError("The word lists need wordfreq; install cutline with the extra `train`.") from error
    _check_folder(out)
    languages = tuple(sorted(wordfreq.available_languages("small")))
    with tempfile.TemporaryDirectory() as made:
        for language in languages:
            levels = _choose_words(wordfreq.get_frequency_list(language, "small"), language in DENSE_LANGUAGES)
            write_table(Path(made) / f"{language}{SUFFIX}", levels)
        write_pairs(
            Path(made) / f"{SIMPLIFIED}{SUFFIX}", _read_simplified(Path(data_path("_chinese_mapping.msgpack.gz")))
        )
        (Path(made) / README).write_text(_describe(languages), encoding="utf-8")
        out.mkdir(parents=True, exist_ok=True)
        for file in Path(made).iterdir():
            shutil.copyfile(file, out / file.name)
    return languages


def _check_folder(out: Path) -> None:
    if out.exists() and not out.is_dir():
        raise TrainingError(f"{out} is a file; name a folder.")
    strange = sorted(path.name for path in out.glob("*") if not path.name.endswith((SUFFIX, README)))
    if strange:
        raise TrainingError(f"{out} holds {strange[0]}, which is no table of words; name another folder.")


def _choose_words(ranked: Sequence[Sequence[str]], is_dense: bool) -> Mapping[float, Sequence[str]]:
    """Return the most frequent words by their Zipf frequency.

    Args:
        ranked: the words of each frequency in centibels below that of a word that is all of a text.
        is_dense: whether the language is written without spaces.
    """
    levels: defaultdict[float, list[str]] = defaultdict(list)
    words = ((place, word) for place, level in enumerate(ranked) for word in sorted(level) if _has_letter(word))
    for place, word in islice(words, MOST_DENSE_WORDS if is_dense else MOST_WORDS):
        levels[(LARGEST - round(place / CENTIBELS)) / CENTIBELS].append(word)
    return levels


def _has_letter(word: str) -> bool:
    return any(map(str.isalpha, word))


def _read_simplified(file: Path) -> dict[str, str]:
    import msgpack

    with gzip.open(file) as stored:
        pairs: dict[int, str] = msgpack.load(stored, raw=False, strict_map_key=False)
    return {chr(code): simplified for code, simplified in pairs.items()}


def _describe(languages: Sequence[str]) -> str:
    return ABOUT.format(
        words=MOST_WORDS,
        dense=MOST_DENSE_WORDS,
        simplified=f"{SIMPLIFIED}{SUFFIX}",
        version=version("wordfreq"),
        languages=len(languages),
        codes=", ".join(languages),
    )
