"""The forms of names: those in which equal names are equal, those of a language, and which words are forms of one."""

from __future__ import annotations

import re
import sys
import unicodedata
from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache, cached_property
from itertools import chain

from cutline.dom.words import list_words, read_table
from cutline.nlp.pipeline import Mention
from cutline.nlp.words import LETTER, fold_word

# Latin letters for Cyrillic ones: as Serbian writes itself, and as English writes Russian.
SERBIAN = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđežzijklmnoprstćufhcčš", strict=True))
SERBIAN |= {"љ": "lj", "њ": "nj", "џ": "dž"}
_RUSSIAN = dict(zip("абвгдезийклмнопрстуфыэіґ", "abvgdeziyklmnoprstufyeig", strict=True))
_RUSSIAN |= {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
_RUSSIAN |= {"ё": "e", "є": "ye"}

Paradigm = Sequence[str]


@dataclass(frozen=True, slots=True)
class NameForms:
    """The forms that names take in a language.

    Attributes:
        paradigms: the endings that one word takes, that of the nominative first.
        agrees: whether all words of a name take endings, not the last alone.
        titles: folded words before a person's name.
        letters: Latin ones for Cyrillic ones.
        is_digraphic: whether the language is written in both, letter for letter.
        cuts_apostrophes: whether what stands behind an apostrophe is an ending.
        capitalises_nouns: whether a word with a capital letter need not be a name.
    """

    paradigms: Sequence[Paradigm] = ()
    agrees: bool = False
    titles: frozenset[str] = frozenset()
    letters: Mapping[str, str] = field(default_factory=_RUSSIAN.copy)
    is_digraphic: bool = False
    cuts_apostrophes: bool = False
    capitalises_nouns: bool = False

    def write_word(self, word: str) -> str:
        """Return a folded word in the one script of all, if the language is written in two."""
        return self._replace_letters(word) if self.is_digraphic else word

    def write_latin(self, word: str) -> str:
        """Return a folded word in Latin letters, with one ending for those that English writes in several ways."""
        return re.sub("[ijy]+$", "i", self._replace_letters(word).replace("iya", "ia"))

    def _replace_letters(self, word: str) -> str:
        return word if word.isascii() else "".join(self.letters.get(letter, letter) for letter in word)


NO_FORMS = NameForms()


def find_forms_of(language: str | None) -> NameForms:
    """Return the forms of names in a language, by its primary subtag; only another script in one that is not listed."""
    language = language or "-"
    endings = _look_up("endings", language)
    is_digraphic = language in list_words("names", "digraphic")
    return NameForms(
        paradigms=tuple(
            tuple("" if ending == "-" else ending for ending in part.split())
            for part in endings.split(",")
            if part not in ("", "'")
        ),
        agrees=language in list_words("names", "agreeing"),
        titles=frozenset(title.replace("-", " ") for title in _look_up("spoken_titles", language).split()),
        letters={cyrillic: drop_accents(latin) for cyrillic, latin in SERBIAN.items()} if is_digraphic else _RUSSIAN,
        is_digraphic=is_digraphic,
        cuts_apostrophes=endings == "'",
        capitalises_nouns=language in list_words("names", "nouns_are_capitalised"),
    )


def _look_up(table: str, language: str) -> str:
    return next((value for languages, value in read_table("names", table).items() if language in languages.split()), "")


# Letters of a nominative whose endings are read. Before the same words, "Ana" may be one.
SHORTEST_LAST, SHORTEST_FRONT = 4, 3
SHORTEST_STEM = 2  # letters
LONGEST_ENDING = 6  # letters
SHORTEST_LATIN = 4  # letters of a word that is looked for in another script
LONGEST_NAME = 6  # words of a name that is looked up in a text, or has shorter forms
FEMININE = ("a", "а", "я")  # ends of bases, in Latin and in Cyrillic letters
SHORTEST_BEFORE_APOSTROPHE = 2  # letters: O'Brien and D'Alema have no endings

Stem = tuple[str, int]  # and the number of a paradigm
Ending = tuple[int, int, int]  # the number of a paradigm, the place in it, and the length of its first ending


class WordForms:
    """Which words of one page's names are forms of one word.

    The words of a name agree: "Ivana Horvata" is a form of Ivan Horvat, "Ivana Horvat" is somebody else. So a last word
    is compared with the last words of all names, and any other with those before the same words. Before a surname
    without an ending, a person's first name takes one only if it ends in -a, as a woman's does; as it stands there it
    is the likely base of those before the other forms: "Luka", not "Luke", is that of "Luke Modrića".
    """

    def __init__(self, mentions: Iterable[tuple[Sequence[str], str]], forms: NameForms) -> None:
        """Take the folded words and the label of each mention, and the forms of names in the page's language."""
        mentions = [mention for mention in mentions if mention[0]]
        self._forms = forms
        self._last = _Bases(
            Counter(words[-1] for words, _ in mentions), forms.paradigms, range(SHORTEST_LAST, sys.maxsize)
        )
        # "Novog Sada" is a form of Novi Sad, "Jana" is none of Jan.
        self._short_last = _Bases(
            Counter(self._last.find(words[-1]) for words, _ in mentions if len(words) > 1),
            forms.paradigms if forms.agrees else (),
            range(SHORTEST_FRONT, SHORTEST_LAST),
        )
        self._lemmas = frozenset(chain.from_iterable(self._list_lemmas(words, label) for words, label in mentions))
        self._front: dict[tuple[str, ...], _Front] = {}
        if forms.agrees:
            self._read_front(mentions)
        self._by_latin: dict[str, str] = {}
        if not all(word.isascii() for words, _ in mentions for word in words):
            self._by_latin = self._join_scripts(mentions)

    def fold(self, words: Sequence[str], label: str) -> list[str]:
        """Return the words of a mention, each as the word of the page that it is a form of; itself if there is none."""
        bases = self._drop_endings(words, label)
        if not self._by_latin:
            return bases
        return [self._by_latin.get(self._forms.write_latin(base), base) for base in bases]

    def cut_ending(self, word: str) -> str:
        """Return what all forms of a word begin with: all of it, in a language without endings."""
        return word[: SHORTEST_FRONT - 1] if self._forms.paradigms else word

    def _drop_endings(self, words: Sequence[str], label: str, *, is_whole: bool = True) -> list[str]:
        """Return the base of each word of a mention, or of its last words if they are not the whole of it."""
        if not words or not (self._forms.paradigms or self._forms.cuts_apostrophes):
            return list(words)
        *front, last = words[-LONGEST_NAME:]
        bases = [self._find_last(last)]  # in reverse order
        if front or not is_whole:
            bases[0] = self._short_last.find(bases[0])
        is_inflected = not self._is_plain([last], bases, label)
        for word in reversed(front):
            before = self._front.get(tuple(bases))
            bases.append(before.find(word, is_inflected) if before else word)
            is_inflected |= bases[-1] != word
        return [*words[:-LONGEST_NAME], *reversed(bases)]

    def _is_plain(self, words: Sequence[str], bases: Sequence[str], label: str) -> bool:
        """Whether the last words of a person's name, with those they are forms of, have no endings."""
        return label == "PERSON" and list(words) == list(bases) and words[-1] not in self._last.oblique

    def _find_last(self, word: str) -> str:
        """Return the base of a last word: none that a first name is known to have as its own end."""
        if self._forms.cuts_apostrophes:
            start = word.rpartition("'")[0]
            return start if len(start) >= SHORTEST_BEFORE_APOSTROPHE else word
        base = self._last.find(word)
        is_lemma = word in self._lemmas and not (self._forms.agrees and base.endswith(FEMININE))
        return word if is_lemma else base

    def _list_lemmas(self, words: Sequence[str], label: str) -> Sequence[str]:
        """Return the words of a mention that have no ending for certain."""
        *front, last = words
        is_inflected = label != "PERSON" or (self._forms.agrees and self._last.find(last) != last)
        return [] if is_inflected else front

    def _read_front(self, mentions: Sequence[tuple[Sequence[str], str]]) -> None:
        """Note which words stand before the same words: for one word first, then for two, and so on."""
        for behind in range(1, LONGEST_NAME):
            for words, label in mentions:
                if len(words) > behind:
                    bases = self._drop_endings(words[-behind:], label, is_whole=False)
                    front = self._front.setdefault(tuple(reversed(bases)), _Front(self._forms.paradigms))
                    front.add(words[-behind - 1], self._is_plain(words[-behind:], bases, label))

    def _join_scripts(self, mentions: Iterable[tuple[Sequence[str], str]]) -> dict[str, str]:
        """Return the word of the page that Latin letters stand for, where it is written in Cyrillic ones there."""
        counts = Counter(base for words, label in mentions for base in self._drop_endings(words, label))
        by_latin: defaultdict[str, dict[bool, str]] = defaultdict(dict)
        for base, _ in counts.most_common():
            latin = self._forms.write_latin(base)
            if len(latin) >= SHORTEST_LATIN:
                by_latin[latin].setdefault("\u0400" <= base[0] <= "\u04ff", base)  # Cyrillic
        return {
            latin: max(found.values(), key=lambda word: (counts[word], word))
            for latin, found in by_latin.items()
            if True in found
        }


class _Bases:
    """The base of each of some words, and of other forms of them."""

    def __init__(
        self,
        counts: Counter[str],
        paradigms: Sequence[Paradigm],
        lengths: range,
        nominatives: Collection[str] = (),
    ) -> None:
        """Take how often each word stands there, the endings of all, how many letters a base has, and likely bases."""
        self._counts, self._lengths, self._nominatives = counts, lengths, nominatives
        self._endings = _index_endings(tuple(paradigms))
        self.oblique: set[str] = set()  # bases that have an ending, since no word without it stands there
        groups = self._group_words()
        self._bases = self._join_endings(groups)
        self._by_stem = {
            stem: self._bases.get(word, word)
            for stem, words in groups.items()
            for word in [max(words, key=words.__getitem__)]
        }

    def find(self, word: str) -> str:
        """Return the word that a word is a form of; itself if there is none."""
        if word in self._counts:
            return self._bases.get(word, word)
        return next((self._by_stem[stem] for stem, _ in self._list_stems(word) if stem in self._by_stem), word)

    def _list_stems(self, word: str) -> Iterator[tuple[Stem, bool]]:
        """Yield what may be the stem of a word, with its paradigm, and whether the word has the first ending."""
        found: list[tuple[Ending, str]] = []
        for length in range(len(word), SHORTEST_STEM - 1, -1):
            stem, ending = word[:length], word[length:]
            if len(ending) > LONGEST_ENDING:
                break
            found += [(known, stem) for known in self._endings.get(ending, ())]
        for (number, place, first), stem in sorted(found):
            if len(stem) + first in self._lengths:
                yield (stem, number), not place

    def _group_words(self) -> dict[Stem, dict[str, bool]]:
        """Return the words by each stem and paradigm they may have, and whether they have its first ending."""
        groups: defaultdict[Stem, dict[str, bool]] = defaultdict(dict)
        for word in sorted(self._counts):
            for stem, is_first in self._list_stems(word):
                groups[stem][word] = is_first
        return groups

    def _join_endings(self, groups: Mapping[Stem, Mapping[str, bool]]) -> dict[str, str]:
        """Return the base of each word that stands in another form than it; the largest groups are joined first."""
        bases: dict[str, str] = {}
        joined: set[str] = set()
        for _, words in sorted(groups.items(), key=self._rank):
            free = [word for word in words if word not in joined]
            if len(free) > 1:
                base = max(free, key=lambda word: (words[word], self._counts[word], word))
                bases |= dict.fromkeys(free, base)
                joined.update(free)
                if not words[base]:
                    self.oblique.add(base)
        return bases

    def _rank(self, group: tuple[Stem, Mapping[str, bool]]) -> tuple[int, bool, bool, int, str]:
        """Return the order in which a group is joined: with more words, with a nominative, as in the table."""
        (stem, number), words = group
        firsts = [word for word, is_first in words.items() if is_first]
        is_likely = any(word in self._nominatives for word in firsts)
        return -len(words), not is_likely, not firsts, number, stem


class _Front:
    """The words that stand before the same words."""

    def __init__(self, paradigms: Sequence[Paradigm]) -> None:
        self._counts: Counter[str] = Counter()
        self._plain: Counter[str] = Counter()  # before words without endings
        self._paradigms = paradigms

    def add(self, word: str, is_plain: bool) -> None:
        """Count a word; the words behind it have no endings if it is plain."""
        self._counts[word] += 1
        self._plain[word] += is_plain

    def find(self, word: str, is_inflected: bool) -> str:
        """Return the word that a word is a form of; the words behind it have endings, or none."""
        if len(self._counts) == 1 and word in self._counts:
            return word
        return (self._inflected if is_inflected else self._uninflected).find(word)

    @cached_property
    def _inflected(self) -> _Bases:
        return _Bases(self._counts, self._paradigms, range(SHORTEST_FRONT, sys.maxsize), +self._plain)

    @cached_property
    def _uninflected(self) -> _Bases:
        feminine = [endings for endings in self._paradigms if endings[0].endswith(FEMININE)]
        return _Bases(+self._plain, feminine, range(SHORTEST_FRONT, sys.maxsize))


@cache
def _index_endings(paradigms: tuple[Paradigm, ...]) -> Mapping[str, Sequence[Ending]]:
    """Return where each ending stands in the paradigms."""
    index: defaultdict[str, list[Ending]] = defaultdict(list)
    for number, endings in enumerate(paradigms):
        for place, ending in enumerate(endings):
            index[ending].append((number, place, len(endings[0])))
    return index


ARTICLES = frozenset(list_words("names", "articles"))
TITLES = ARTICLES.union(list_words("names", "titles"))
SUFFIXES = frozenset(list_words("names", "suffixes"))
FUNCTION_WORDS = frozenset(list_words("names", "function_words"))
ALIASES = read_table("names", "aliases")
INITIALS = re.compile(r"(?:[^\W\d_]\.[ \xa0]?)+[^\W\d_]\b\.?(?:['’]s\b)?")  # "U.S.", "J. K." of "J. K. Rowling"
TOKEN = re.compile(rf"\b{INITIALS.pattern}|{LETTER}+(?:['’.&]{LETTER}+)*")
ACCENT = re.compile("[\u0300-\u0305\u0307-\u036f]|(?<![иИ])\u0306")  # without й, which is another letter than и
POSSESSIVE = re.compile(r"(?:['’]s|(?<=s)['’])$", re.I)
ACRONYM = re.compile(r"[A-Z][A-Z0-9]{1,5}")
ACRONYM_ENDING = re.compile("(?<=[A-Z]{2})-[a-z]{1,4}$")  # "HDZ-a", "US-led"
ACRONYM_S = re.compile("([A-Z]{2,6})s")  # "USAs" in Norwegian, "KPIs"


def fold_words(mention: Mention, forms: NameForms) -> list[str]:
    """Return the words of a mention, folded, without articles and a person's titles unless there is nothing else."""
    words = fold_tokens(find_tokens(_cut_acronym(mention.text)), forms)
    leading = TITLES | forms.titles if mention.label == "PERSON" else ARTICLES
    start = 0
    while length := _measure_leading(words[start : start + 2], leading):
        start += length
    return words[start:] or words


def _cut_acronym(text: str) -> str:
    """Return a mention without an ending of its last word, if that is an acronym."""
    plural = ACRONYM_S.fullmatch(text)
    return plural[1] if plural else ACRONYM_ENDING.sub("", text)


def _measure_leading(words: Sequence[str], leading: Collection[str]) -> int:
    """Return how many of two words are one title: both of "г-н", the first of "Frau Merkel"."""
    return next((length for length in (2, 1) if words and " ".join(words[:length]) in leading), 0)


def join_words(words: Sequence[str]) -> str:
    """Return a name of folded words, as the name that an alias of it stands for."""
    folded = " ".join(words)
    return ALIASES.get(folded, folded)


def drop_accents(text: str) -> str:
    """Return a text without accents, as the keys of names are."""
    return text if text.isascii() else unicodedata.normalize("NFC", ACCENT.sub("", unicodedata.normalize("NFKD", text)))


def find_origins(text: str) -> Sequence[int]:
    """Return for each character of a text without accents the place of the one that it comes from."""
    if text.isascii():
        return range(len(text))
    return [place for place, character in enumerate(text) for _ in drop_accents(character)]


def find_tokens(text: str) -> list[str]:
    """Return the words of a text, without accents."""
    return TOKEN.findall(drop_accents(text))


def fold_tokens(tokens: Iterable[str], forms: NameForms) -> list[str]:
    """Return the words of a text folded, in their basic forms."""
    return [forms.write_word(_fold_token(token)) for token in tokens]


def _fold_token(token: str) -> str:
    folded = fold_word(token)
    return re.sub(r"\W", "", folded) if token[1:2] == "." and INITIALS.fullmatch(token) else folded
