"""How one name is written in several forms in a language: case endings, titles, two scripts."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import chain

SHORTEST_STEM = 4  # letters that two forms of one word have in common at least, before their endings

# The endings that one word takes, that of the nominative first; "-" is none. Accents are dropped, as in names.
_ENDINGS = {
    "da no nb nn sv de": "- s",
    "hr sr bs sh": """
        - a u om em e|a e i u o om|ac ca cu cem ce|ak ka ku kom|ar ra ru rom|
        ki kog koga kom komu kim|ski skog skoga skom skomu skim|ska ske skoj sku skom|o a u om|e a u em
    """,
    "sk cs": """
        - a u ovi om em e i ove|a y e u ou o i ovi|ek ka kovi kom ku|ec ca covi com ce|er ra rovi rom re|
        y eho emu om ym|a ej u ou|o a u om|i iho imu im
    """,
    "ru": """
        - а у ом ым е|а ы и е у ой ою|я и е ю ей|й я ю ем е|ь я ю ем е|ь и ью|ый ого ому ым ом|ий его ему ого ому им ом|
        ая ой ую ою|о а у ом|ец ца цу цем цом це
    """,
    "uk": """
        - а у ові ом им і|а и і у ою|я і ю єю|ий ого ому им|а ої ій у ою|ь я ю ем і|й я ю єм
    """,
    "tr": "'",  # whatever stands behind an apostrophe
}
_TITLES = {
    "de": "herr herrn frau dr prof",
    "fr": "m mm mme mlle monsieur madame",
    "es": "sr sra srta don dona",
    "pt": "sr sra dom dona",
    "it": "sig sigra signor signora",
    "nl": "dhr mevr meneer mevrouw",
    "da no nb nn sv": "hr fru herr froken",
    "sk cs": "pan pani",
    "pl": "pan pani",
    "hr sr bs sh": "g gda gospodin gospodja gospoda г гђа господин госпођа",
    "ru": "г жа н господин госпожа",
    "uk": "пан пані",
    "tr": "bay bayan sayin",
}
# Latin letters for Cyrillic ones, accents dropped: as Serbian writes itself, and as English writes Russian.
_SERBIAN = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđezzijklmnoprstcufhccs", strict=True))
_SERBIAN |= {"љ": "lj", "њ": "nj", "џ": "dz"}
_RUSSIAN = dict(zip("абвгдезийклмнопрстуфыэіґ", "abvgdeziyklmnoprstufyeig", strict=True))
_RUSSIAN |= {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
_RUSSIAN |= {"ё": "e", "є": "ye"}
_SERBIAN_LANGUAGES = ("sr", "hr", "bs", "sh", "mk")

_NOUNS_ARE_CAPITALISED = ("de", "lb")

Paradigm = Sequence[str]
Stem = tuple[str, int]  # and the number of a paradigm


@dataclass(frozen=True, slots=True)
class NameForms:
    """The forms that names take in a language.

    Attributes:
        paradigms: the endings that one word takes, that of the nominative first.
        titles: folded words before a person's name.
        letters: Latin ones for Cyrillic ones.
        cuts_apostrophes: whether what stands behind an apostrophe is an ending.
        capitalises_nouns: whether a word with a capital letter need not be a name.
    """

    paradigms: Sequence[Paradigm] = ()
    titles: frozenset[str] = frozenset()
    letters: Mapping[str, str] = field(default_factory=_RUSSIAN.copy)
    cuts_apostrophes: bool = False
    capitalises_nouns: bool = False

    def list_stems(self, word: str) -> Iterator[tuple[str, int, bool]]:
        """Yield what may be the stem of a word, the number of its paradigm, and whether it has the first ending."""
        for number, endings in enumerate(self.paradigms):
            for place, ending in enumerate(endings):
                if word.endswith(ending) and len(word) - len(ending) >= SHORTEST_STEM:
                    yield word[: len(word) - len(ending)], number, not place

    def write_latin(self, word: str) -> str:
        """Return a folded word in Latin letters, without the endings that English writes in several ways."""
        latin = "".join(self.letters.get(letter, letter) for letter in word)
        return latin.replace("iya", "ia").rstrip("iy") or latin


NO_FORMS = NameForms()


def find_forms_of(language: str | None) -> NameForms:
    """Return the forms of names in a language, by its primary subtag; only another script in one that is not listed."""
    language = language or ""
    endings = _look_up(_ENDINGS, language)
    return NameForms(
        paradigms=tuple(
            tuple("" if ending == "-" else ending for ending in part.split())
            for part in endings.split("|")
            if endings != "'"
        )
        if endings
        else (),
        titles=frozenset(_look_up(_TITLES, language).split()),
        letters=_SERBIAN if language in _SERBIAN_LANGUAGES else _RUSSIAN,
        cuts_apostrophes=endings == "'",
        capitalises_nouns=language in _NOUNS_ARE_CAPITALISED,
    )


def _look_up(table: Mapping[str, str], language: str) -> str:
    return next((value for languages, value in table.items() if language in languages.split()), "")


class WordForms:
    """Which words of one page's names are forms of one word: such as stand there in two forms at least."""

    def __init__(self, names: Iterable[Sequence[str]], forms: NameForms) -> None:
        """Take the names as folded words, and the forms of names in the page's language."""
        names = list(names)
        self._forms = forms
        self._counts = Counter(chain.from_iterable(names))
        groups = self._group_words()
        self._bases = self._join_endings(groups, _list_namesakes(names))
        self._by_stem = {
            stem: self._bases.get(word, word)
            for stem, words in groups.items()
            for word in [max(words, key=words.__getitem__)]
        }
        self._by_latin = self._join_scripts()

    def find_base(self, word: str) -> str:
        """Return the word of the page that a word is a form of; itself if there is none."""
        if self._forms.cuts_apostrophes:
            word = word.partition("'")[0]
        base = self._bases.get(word, word)
        if word not in self._counts:
            stems = ((stem, number) for stem, number, _ in self._forms.list_stems(word))
            base = next((self._by_stem[stem] for stem in stems if stem in self._by_stem), word)
        return self._by_latin.get(self._forms.write_latin(base), base) if self._by_latin else base

    def _group_words(self) -> dict[Stem, dict[str, bool]]:
        """Return the words by each stem and paradigm they may have, and whether they have its first ending."""
        groups: defaultdict[Stem, dict[str, bool]] = defaultdict(dict)
        for word in sorted(self._counts):
            for stem, number, is_first in self._forms.list_stems(word):
                groups[stem, number][word] = is_first
        return groups

    def _join_endings(self, groups: Mapping[Stem, Mapping[str, bool]], apart: set[tuple[str, str]]) -> dict[str, str]:
        """Return the base of each word that stands in another form than it; the largest groups are joined first."""
        bases: dict[str, str] = {}
        joined: set[str] = set()
        for _, words in sorted(groups.items(), key=self._rank):
            free = [word for word in words if word not in joined]
            base = max(free, key=lambda word: (words[word], self._counts[word], word), default="")
            forms = [word for word in free if word != base and (base, word) not in apart]
            if forms:
                bases |= dict.fromkeys(forms, base)
                joined |= {base, *forms}
        return bases

    def _rank(self, group: tuple[Stem, Mapping[str, bool]]) -> tuple[int, int, Stem]:
        """Return the order in which a group is joined: with more words, then of a paradigm with fewer other endings."""
        (stem, number), words = group
        return -len(words), len(self._forms.paradigms[number]), (stem, number)

    def _join_scripts(self) -> dict[str, str]:
        """Return for Latin letters the word that they stand for, where one is written in both scripts."""
        if all(map(str.isascii, self._counts)):
            return {}
        by_latin: defaultdict[str, dict[bool, str]] = defaultdict(dict)
        for word, _ in self._counts.most_common():
            base = self._bases.get(word, word)
            latin = self._forms.write_latin(base)
            if len(latin) >= SHORTEST_STEM:
                by_latin[latin].setdefault(_is_cyrillic(base), base)
        return {
            latin: max(found.values(), key=lambda word: (self._counts[word], word))
            for latin, found in by_latin.items()
            if len(found) > 1
        }


def _is_cyrillic(word: str) -> bool:
    return "\u0400" <= word[0] <= "\u04ff"


def _list_namesakes(names: Collection[Sequence[str]]) -> set[tuple[str, str]]:
    """Return pairs of first words that the same words follow: Ivan and Ivana Horvat are two.

    In another case the surname of a man would have another ending too; a woman's first name ends in a vowel in each.
    """
    firsts: defaultdict[tuple[str, ...], set[str]] = defaultdict(set)
    for name in names:
        if len(name) > 1:
            firsts[tuple(name[1:])].add(name[0])
    return {(one, other) for words in firsts.values() for one in words for other in words if other.startswith(one)}
