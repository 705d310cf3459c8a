"""Cuts texts into words as the tokeniser of a spaCy pipeline does, without spaCy.

spaCy takes longer to import than all else together. What it does is told in its documentation ("How spaCy's tokenizer
works"); a test holds both to the same words.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any, NamedTuple

RUNS = re.compile(r"\s+|\S+")
# What a special case says of each of its words, by spaCy's number or name: how it is written, and its norm.
ORTH, NORM = (65, "ORTH"), (67, "NORM")


class Word(NamedTuple):
    """A word of a text: where it begins, how it is written, and its norm if a special case gives it one."""

    start: int
    text: str
    norm: str | None = None

    @property
    def end(self) -> int:
        """The place behind it."""
        return self.start + len(self.text)


Written = tuple[str, str | None]  # a word and its norm


class Tokeniser:
    """Cuts texts into words; what it keeps does not depend on what it has cut."""

    def __init__(self, stored: Mapping[str, Any]) -> None:
        """Take what spaCy stores of a tokeniser.

        Raises:
            KeyError: something is missing.
        """
        self._find_prefix = _compile(stored["prefix_search"]).search
        self._find_suffix = _compile(stored["suffix_search"]).search
        self._find_infixes = _compile(stored["infix_finditer"]).finditer
        self._match_word = _compile(stored["token_match"]).match
        self._match_address = _compile(stored["url_match"]).match
        self._special: dict[str, list[Written]] = {}
        torn = stored["exceptions"] if not stored["faster_heuristics"] else filter(self._is_torn, stored["exceptions"])
        self._torn: dict[str, list[list[str]]] = defaultdict(list)  # by their first words
        for text in torn:
            words = [word.text for word in self._cut_runs(text)]
            self._torn[words[0]].append(words)
        self._special = {
            text: [(_get(part, ORTH), _get(part, NORM)) for part in parts]
            for text, parts in stored["exceptions"].items()
        }

    def cut(self, text: str) -> list[Word]:
        """Return the words of a text; blanks are no words, other white space is.

        It takes time with the square of the characters that no white space divides.
        """
        words = list(self._cut_runs(text))
        if self._torn.keys().isdisjoint(word.text for word in words):
            return words
        return list(self._mend(words, text))

    def _cut_runs(self, text: str) -> Iterator[Word]:
        """Yield the words of each run of white space or of other characters."""
        for run in RUNS.finditer(text):
            start, written = run.start(), run[0]
            if start and written[0] == " ":  # one blank behind a word
                start, written = start + 1, written[1:]
            for word, norm in self._cut_run(written) if written else ():
                yield Word(start, word, norm)
                start += len(word)

    def _cut_run(self, run: str) -> Iterable[Written]:
        before: list[str] = []
        behind: list[str] = []
        rest, size = run, 0
        while len(rest) != size and rest and rest not in self._special and not self._match_word(rest):
            size = len(rest)
            rest = self._peel(rest, before, behind)
        words: list[Written] = [(word, None) for word in before]
        if rest:
            words += self._special.get(rest) or [(word, None) for word in self._cut_middle(rest)]
        words += [(word, None) for word in reversed(behind)]
        return words

    def _peel(self, text: str, before: list[str], behind: list[str]) -> str:
        """Move what begins and what ends a text to the words before and behind it, and return the rest."""
        prefix = text[: _measure(self._find_prefix(text))]
        rest = text[len(prefix) :]
        if prefix and rest in self._special:
            before.append(prefix)
            return rest
        suffix = rest[len(rest) - _measure(self._find_suffix(rest)) :]
        if suffix and text[: -len(suffix)] in self._special:
            behind.append(suffix)
            return text[: -len(suffix)]
        before += [prefix] if prefix else []
        behind += [suffix] if suffix else []
        return text[len(prefix) : len(text) - len(suffix)]

    def _cut_middle(self, text: str) -> Iterator[str]:
        """Yield what stands before, between and behind the infixes of a text, and these."""
        start = 0
        if not self._match_word(text) and not self._match_address(text):
            for infix in self._find_infixes(text):
                if infix.start():
                    yield from filter(None, (text[start : infix.start()], infix[0]))
                    start = infix.end()
        if text[start:]:
            yield text[start:]

    def _is_torn(self, text: str) -> bool:
        """Whether a special case is cut where it is part of a longer text."""
        return bool(
            _measure(self._find_prefix(text))
            or _measure(self._find_suffix(text))
            or any(self._find_infixes(text))
            or " " in text
        )

    def _mend(self, words: Sequence[Word], text: str) -> Iterator[Word]:
        """Yield the words with those that together are a special case replaced by its own."""
        chosen = dict(_choose_spans(self._find_torn(words)))
        place = 0
        while place < len(words):
            end = chosen.get(place, place + 1)
            start = words[place].start
            special = self._special.get(text[start : words[end - 1].end]) if place in chosen else None
            if special is None:
                yield from words[place:end]
            else:
                for word, norm in special:
                    yield Word(start, word, norm)
                    start += len(word)
            place = end

    def _find_torn(self, words: Sequence[Word]) -> Iterator[tuple[int, int]]:
        """Yield the first word and the one behind the last of what may be a special case."""
        for place, word in enumerate(words):
            for parts in self._torn.get(word.text, ()):
                if [other.text for other in words[place : place + len(parts)]] == parts:
                    yield place, place + len(parts)


def _choose_spans(spans: Iterable[tuple[int, int]]) -> Iterator[tuple[int, int]]:
    """Yield the spans that meet no longer one, and none of the same length before them."""
    seen: set[int] = set()
    for start, end in sorted(spans, key=lambda span: (span[0] - span[1], span[0])):
        if start not in seen and end - 1 not in seen:
            yield start, end
        seen.update(range(start, end))


def _get(part: Mapping[Any, str], names: Iterable[object]) -> Any:
    return next((part[name] for name in names if name in part), None)


def _measure(match: re.Match[str] | None) -> int:
    return match.end() - match.start() if match else 0


def _compile(pattern: str | None) -> re.Pattern[str]:
    """Compile one of the tokeniser's patterns; one that is missing never matches."""
    return re.compile(pattern if pattern is not None else r"(?!)")
