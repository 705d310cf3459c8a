"""The words of a text that is written without spaces, by how frequent they are."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from itertools import groupby

LONGEST = 8  # characters of a word that is looked up; longer ones are put together of these
UNKNOWN = 11.0  # cost of one character that is no word, in powers of ten; more than any word of the table costs
# A word written in katakana from end to end is a foreign one; where it is unknown it is better left whole than cut.
KATAKANA = re.compile("[\u30a1-\u30fa\u30fc]+")
COMMON = 6.0  # Zipf frequency from which one character is a word by itself, as 说 ("says"), and no part of a name
SCALE = 9.0  # the Zipf frequency of a word that is all of a text


def cut_run(run: str, spelled: str, zipfs: Mapping[str, float], stopwords: Collection[str]) -> list[str]:
    """Return the words of a run of characters, by the likeliest split if each word stands there by itself.

    Characters beside each other that are left over are one word, since most of those are names: 小池百合子.

    Args:
        run: of a script without spaces.
        spelled: the same in the characters of the table, one for each.
        zipfs: the Zipf frequencies of words.
        stopwords: single characters among these are never joined, nor are very frequent ones.

    Source: the unigram model; Viterbi, IEEE Transactions on Information Theory 13, 1967.
    """
    words = _split(run, _find_starts(spelled, zipfs))
    return list(_join_left_over(words, zipfs, stopwords))


def _find_starts(text: str, zipfs: Mapping[str, float]) -> list[int]:
    """Return for each place behind a character where the last word of the likeliest split up to there begins."""
    foreign = {match.end(): match.start() for match in KATAKANA.finditer(text)}
    costs, starts = [0.0], [0]
    for end in range(1, len(text) + 1):
        best, begin = costs[-1] + UNKNOWN, end - 1
        for start in range(max(0, end - LONGEST), end):
            zipf = zipfs.get(text[start:end])
            if zipf is not None and costs[start] + SCALE - zipf < best:
                best, begin = costs[start] + SCALE - zipf, start
        if end in foreign and costs[foreign[end]] + UNKNOWN < best:
            best, begin = costs[foreign[end]] + UNKNOWN, foreign[end]
        costs.append(best)
        starts.append(begin)
    return starts


def _split(run: str, starts: list[int]) -> list[str]:
    words: list[str] = []
    end = len(run)
    while end:
        words.append(run[starts[end] : end])
        end = starts[end]
    return words[::-1]


def _join_left_over(words: list[str], zipfs: Mapping[str, float], stopwords: Collection[str]) -> Iterator[str]:
    def is_left_over(word: str) -> bool:
        return len(word) == 1 and word not in stopwords and not _is_hiragana(word) and zipfs.get(word, 0.0) < COMMON

    for are_left_over, group in groupby(words, is_left_over):
        if are_left_over:
            yield "".join(group)
        else:
            yield from group


def _is_hiragana(character: str) -> bool:
    """Whether it is of the script in which Japanese writes its endings and particles."""
    return "\u3041" <= character <= "\u309f"
