"""The forms that names take in a language: case endings, titles, two scripts."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

# The endings that one word takes, that of the nominative first; "-" is none. Of two that fit, the first is read.
# Accents are dropped, as in names, and left out is what another name has as well: vocatives ("Ivane" is Ivana's too),
# Croatian -ija of -i ("Messija": "Rusija" is not "Rusi"), and plural -ov of most stems ("Ivanov" is not "Ivan").
_ENDINGS = {
    "da no nb nn sv de": "- s",
    "hr sr bs sh": """
        - a u om em|a e i oj u om|ka ke ku kom ci|ga ge gu gom zi|i og oga om omu im ih|ji jeg jega jem jemu jim|
        ac ca cu cem|ak ka ku kom|ar ra ru rom|ao la lu lom|y yja yju yjem|o a u om|o e i u om|o og oga om omu|e a u em|
        e i u om|e ih im|i a ima|e a ama|ci aca cima
    """,
    "sk cs": """
        - a u ovi om em e i ove|o a u ovi om e|a y e u ou i ovi|ka ky ce ku kou|ha hy ze hu hou|ek ka kovi kom kem ku|
        ec ca covi com ce|er ra rovi rom re|el la lovi lu lem|ol la lovi lom|en ne ni|y eho emu om ym|a ej u ou|
        i iho imu im|e i|e ych ym ymi|ice ic iciam iciach icami icim icich icemi|aty atu atum atech|
        aty atov atom atoch
    """,
    "ru": """
        - а у ом ым е|а ы и е у ой ою|я и е ю ей|й я ю ем е и|ь я ю ем е|ь и ью|ый ого ому ым ом|
        ий его ему ого ому им ом ем|ая ой ую ою|о а у ом е|ец ца цу цем цом це|ел ла лу лом ле|ые ых ым ыми|
        ие их им ими|аты атов атам атами атах
    """,
    "uk": """
        - а у ові ом им і|а и і у ою|я і ю єю|ий ого ому им|а оі ій у ою|ь я ю ем і|й я ю єм|о а у ові ом і|
        р ря рю рем рі|ів ова ову овом ові|ів єва єву євом єві|іль оля олю олем олі|га ги зі гу гою|ка ки ці ку кою|
        і их им ими|ати атів атам атами атах|ці ців цям цями цях
    """,
    "tr": "'",  # whatever stands behind an apostrophe
}
_AGREEING = "hr sr bs sh sk cs ru uk"  # all words of a name take endings, in others the last alone
_TITLES = {
    "de": "herr herrn frau dr prof",
    "fr": "m mm mme mlle monsieur madame",
    "es": "sr sra srta don dona",
    "pt": "sr sra dom dona",
    "it": "sig sig.ra signor signora",
    "nl": "dhr mevr meneer mevrouw",
    "da no nb nn sv": "hr fru herr frøken froken",
    "sk cs": "pan pana panovi panu panem panom pani panou",
    "pl": "pan pana panu panem pani pania",
    "hr sr bs sh": """
        gđa gđe gđi gđu gospodin gospodina gospodinu gospodinom gospođa gospođe gospođi gospođu gospođom
    """,
    "ru": """
        г-н г-на г-ну г-ном г-жа г-жи г-же г-жу г-жой господин господина господину господином
        госпожа госпожи госпоже госпожу госпожой
    """,
    "uk": "пан пана пану пані",
    "tr": "bay bayan sayın",
}
# Latin letters for Cyrillic ones, accents dropped: as Serbian writes itself, and as English writes Russian.
_SERBIAN = dict(zip("абвгдђежзијклмнопрстћуфхцчш", "abvgdđezzijklmnoprstcufhccs", strict=True))
_SERBIAN |= {"љ": "lj", "њ": "nj", "џ": "dz"}
_RUSSIAN = dict(zip("абвгдезийклмнопрстуфыэіґ", "abvgdeziyklmnoprstufyeig", strict=True))
_RUSSIAN |= {"ж": "zh", "х": "kh", "ц": "ts", "ч": "ch", "ш": "sh", "щ": "shch", "ъ": "", "ь": "", "ю": "yu", "я": "ya"}
_RUSSIAN |= {"ё": "e", "є": "ye"}
_DIGRAPHIC = "sr hr bs sh mk"
_NOUNS_ARE_CAPITALISED = "de lb"

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
    endings = _look_up(_ENDINGS, language)
    is_digraphic = language in _DIGRAPHIC.split()
    return NameForms(
        paradigms=tuple(
            tuple("" if ending == "-" else ending for ending in part.split())
            for part in endings.split("|")
            if part not in ("", "'")
        ),
        agrees=language in _AGREEING.split(),
        titles=frozenset(title.replace("-", " ") for title in _look_up(_TITLES, language).split()),
        letters=_SERBIAN if is_digraphic else _RUSSIAN,
        is_digraphic=is_digraphic,
        cuts_apostrophes=endings == "'",
        capitalises_nouns=language in _NOUNS_ARE_CAPITALISED.split(),
    )


def _look_up(table: Mapping[str, str], language: str) -> str:
    return next((value for languages, value in table.items() if language in languages.split()), "")
