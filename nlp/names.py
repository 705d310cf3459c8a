"""Mentions that name the same person, organisation or place, as one name."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import chain

from cutline.nlp.background import Background
from cutline.nlp.name_forms import (
    ACRONYM,
    ACRONYM_ENDING,
    ACRONYM_S,
    ALIASES,
    FUNCTION_WORDS,
    LONGEST_NAME,
    NO_FORMS,
    POSSESSIVE,
    SUFFIXES,
    TOKEN,
    NameForms,
    WordForms,
    drop_accents,
    find_origins,
    find_tokens,
    fold_tokens,
    fold_words,
    join_words,
)
from cutline.nlp.pipeline import Mention

COMMON_ZIPF = 4.2  # from which a surname may as well be the place of that name: London 5.3, Sydney 4.5, Richmond 4.1
BRANDS = 3  # supposed persons with one first name, from which it alone is nobody's: "Glossier Makeup" is no person
SHORTEST_SURNAME = 4  # characters of a surname that is known by itself, though nothing marked it as a name


@dataclass(frozen=True, slots=True)
class Name:
    """A name with all its forms: `text` is the fullest one on the page as mostly written, `label` the majority's."""

    text: str
    label: str


class _WrittenForms:
    """How often each form of a name stands in an article: as it is written, and with each label.

    Attributes:
        forms: counts of what is written, by the folded form.
    """

    def __init__(self) -> None:
        self.forms: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._labels: defaultdict[str, Counter[str]] = defaultdict(Counter)
        self._inflected: set[str] = set()

    def add(self, key: str, mention: Mention, *, is_inflected: bool) -> None:
        """Count a mention."""
        written = _write_form(mention.text)
        self.forms[key][written] += 1
        self._labels[key][mention.label] += 1
        if is_inflected or ACRONYM_S.fullmatch(written):
            self._inflected.add(written)

    def label(self, key: str) -> str:
        """Return the most common label of a form."""
        return self._labels[key].most_common(1)[0][0]

    @cached_property
    def persons(self) -> Mapping[str, None]:
        """The forms that are persons, in their order."""
        return dict.fromkeys(key for key in self.forms if self.label(key) == "PERSON")

    def is_acronym(self, key: str) -> bool:
        """Whether a form is one word that is always written as an acronym."""
        return " " not in key and all(map(_is_acronym, self.forms[key]))

    def name_all(self, keys: Mapping[str, str]) -> dict[str, Name]:
        """Return the name of each key; `keys` maps each form to the one that stands for it."""
        joined: defaultdict[str, Counter[str]] = defaultdict(Counter)
        for form, counts in self._labels.items():
            joined[keys[form]].update(counts)
        return {
            key: Name(
                _choose_form(self.forms[key], self._inflected),
                "PERSON" if key in self.persons else counts.most_common(1)[0][0],
            )
            for key, counts in joined.items()
        }


class NameBook:
    """The names of one article: which mentions are the same name, how it is written, and its label."""

    def __init__(
        self,
        mentions: Iterable[Mention],
        name_forms: NameForms = NO_FORMS,
        background: Background | None = None,
    ) -> None:
        """Take all mentions of the article in their order, and the forms of names and the words of its language."""
        mentions = list(mentions)
        self._name_forms = name_forms
        folded = {mention: fold_words(mention, name_forms) for mention in dict.fromkeys(mentions)}
        self._words = WordForms([(folded[mention], mention.label) for mention in mentions], name_forms)
        self._folds: dict[Mention, str] = {}
        self._beginnings: dict[str, str] = {}  # of each token
        written = self._read_forms(mentions, folded)
        self._acronyms = {key for key in written.forms if written.is_acronym(key)}
        firsts = Counter(key.partition(" ")[0] for key in written.persons if " " in key)
        parts = ((part, key) for key in written.persons for part in _person_parts(key) if firsts[part] < BRANDS)
        self._by_part = _choose_fuller(parts, written.forms)
        self._by_initials = _choose_fuller(_pair_initials(written), written.forms)
        surnames = _list_mislabelled(written.forms, written.persons, background) if background else frozenset()
        self._key = self._join_forms(written, surnames)
        self._longest = self._measure_longest(chain(self._key, self._by_part, ALIASES))
        self._names = written.name_all(self._key)

    def _read_forms(self, mentions: Sequence[Mention], folded: Mapping[Mention, Sequence[str]]) -> _WrittenForms:
        written = _WrittenForms()
        for mention in mentions:
            if key := self.fold(mention):
                written.add(key, mention, is_inflected=key != join_words(folded[mention]))
        return written

    def _join_forms(self, written: _WrittenForms, surnames: Collection[str]) -> dict[str, str]:
        """Return the key of each form: its fullest one; `surnames` are those of persons that the labels hide."""
        fuller: dict[str, str] = {}
        for key in written.forms:
            label = "PERSON" if key in surnames else written.label(key)
            fuller[key] = self._find_fuller(key, label, key in self._acronyms) or key
        return {key: _follow(key, fuller) for key in written.forms}

    def fold(self, mention: Mention) -> str:
        """Return a mention in the form in which equal names are equal; empty where nothing of a name remains.

        Case, accents, hyphens, possessives, articles, the points of initials, and a person's titles are dropped:
        "President Obama's" is "obama", "U.S." is "united states", but "General Motors" stays. Each word is in the form
        of it that stands for all on the page.
        """
        key = self._folds.get(mention)
        if key is None:
            words = fold_words(mention, self._name_forms)
            key = self._folds[mention] = join_words(self._words.fold(words, mention.label))
        return key

    def count(self, text: str, mentions: Iterable[Mention]) -> Counter[str]:
        """Return how often each name stands in a text, by its key; a name that is not in this book is its own key.

        A name of the book counts wherever its words stand, marked as a mention or not, but not inside a person's longer
        name or one with another label: "New York" is in "New York City", not in "The New York Times".
        """
        counts: Counter[str] = Counter()
        unknown: dict[str, str] = {}
        for mention in mentions:
            if form := self.fold(mention):
                key = self._resolve(mention, form)
                counts[key] += 1
                if form not in self._key:
                    unknown[form] = mention.label
        if not self._key:
            return counts
        return counts | Counter(key for _, _, key in self._locate(find_tokens(text), unknown))

    def name(self, key: str) -> Name:
        """Return the name with that key."""
        return self._names[key]

    def __contains__(self, key: str) -> bool:
        """Whether there is a name with that key."""
        return key in self._names

    def find_places(self, text: str) -> list[tuple[int, int, str]]:
        """Return where names of this book stand in a text, found as they are counted: start, end and key of each."""
        folded = drop_accents(text)
        origin = find_origins(text)
        if len(origin) != len(folded):  # accents that are letters only together with the one before them
            return []
        spans = [token.span() for token in TOKEN.finditer(folded)]
        found = self._locate([folded[start:end] for start, end in spans], {}) if self._key else ()
        return [(origin[spans[first][0]], origin[spans[end - 1][1] - 1] + 1, key) for first, end, key in found]

    def _locate(self, tokens: Sequence[str], unknown: Mapping[str, str]) -> Iterator[tuple[int, int, str]]:
        """Yield the names of this book that stand among the words of a text, the longest where they overlap.

        Each has its first word, the one after its last, and its key. `unknown` gives the labels of the names in the
        text that are not in this book.
        """
        longest = self._longest | self._measure_longest(unknown) if unknown else self._longest
        behind, inside, label = 0, 0, ""
        for start, written in enumerate(tokens):
            if written[0].islower() or start < behind or not (most := longest[self._begin(written)]):
                continue
            folded = fold_tokens(tokens[start : start + most], self._name_forms)
            for end in range(start + len(folded), start, -1):
                form = " ".join(self._words.fold(folded[: end - start], "PERSON"))
                if form in unknown and end > inside:
                    inside, label = end, unknown[form]
                elif (key := self._look_up(form, written)) and (end > inside or self._fits_inside(key, label)):
                    yield start, end, key
                    behind = end
                    break

    def _measure_longest(self, forms: Iterable[str]) -> Counter[str]:
        """Return how many words the longest name has, of those that begin alike."""
        longest: Counter[str] = Counter()
        for form in forms:
            first = self._cut_first(form)
            longest[first] = min(LONGEST_NAME, max(longest[first], form.count(" ") + 1))
        return longest

    def _begin(self, token: str) -> str:
        """Return what names begin with that this token may begin."""
        beginning = self._beginnings.get(token)
        if beginning is None:
            [base] = self._words.fold(fold_tokens([token], self._name_forms), "PERSON")
            beginning = self._beginnings[token] = self._cut_first(base)
        return beginning

    def _cut_first(self, form: str) -> str:
        return self._words.cut_ending(form.partition(" ")[0])

    def _fits_inside(self, key: str, label: str) -> bool:
        """Whether a name may be what a longer one with that label speaks of."""
        return label != "PERSON" and self._names[key].label == label

    def _look_up(self, form: str, written: str) -> str | None:
        """Return the key of a form that stands in a text; WHO and US are no names where Who and Us are written."""
        name = ALIASES.get(form, form)
        is_acronym = form in self._acronyms or (name != form and len(form) < 4)
        if is_acronym and not written[: len(form)].isupper():
            return None
        is_known = len(form) >= SHORTEST_SURNAME and not self._name_forms.capitalises_nouns
        surname = self._by_part.get(form) if is_known else None
        return self._key.get(name) or (self._key[surname] if surname and surname.endswith(form) else None)

    def _resolve(self, mention: Mention, form: str) -> str:
        """Return the key of a mention that may be shorter or fuller than the article's form of the name."""
        if form in self._key:
            return self._key[form]
        if fuller := self._find_fuller(form, mention.label, _is_acronym(mention.text)):
            return self._key[fuller]
        if mention.label == "PERSON":
            for part in _person_parts(form):
                # "Obama", once known as Barack Obama, is not Michelle Obama.
                if self._key.get(part) == part and self._names[part].label == "PERSON":
                    return part
        return next((self._key[short] for short in _initials(form) if short in self._acronyms), form)

    def _find_fuller(self, form: str, label: str, is_acronym: bool) -> str | None:
        """Return the article's fuller form of a person's name or of an acronym."""
        fuller = self._by_part.get(form) if label == "PERSON" else None
        return fuller or (self._by_initials.get(form) if is_acronym else None)


def _write_form(text: str) -> str:
    written = " ".join(text.split())
    return POSSESSIVE.sub("", ACRONYM_ENDING.sub("", written)).rstrip() or written


def _pair_initials(written: _WrittenForms) -> Iterator[tuple[str, str]]:
    """Yield each acronym of the names, with the name; two letters are none of a person."""
    for key in written.forms:
        yield from ((short, key) for short in _initials(key) if len(short) > 2 or key not in written.persons)


def _choose_fuller(pairs: Iterable[tuple[str, str]], forms: Mapping[str, Counter[str]]) -> dict[str, str]:
    """Return for each short form the name it stands for: the most mentioned, of equal ones the first."""
    chosen: dict[str, str] = {}
    for short, full in pairs:
        if short not in chosen or forms[full].total() > forms[chosen[short]].total():
            chosen[short] = full
    return chosen


def _choose_form(written: Counter[str], inflected: Collection[str]) -> str:
    """Return the most common form without an ending, of equal ones the first not in capitals, as headings are."""
    return max(written, key=lambda form: (form not in inflected, written[form], not form.isupper()))


def _list_mislabelled(forms: Iterable[str], persons: Collection[str], background: Background) -> frozenset[str]:
    """Return rare surnames of persons already introduced that are labelled as something else.

    Args:
        forms: the names in the order in which they first stand in the article.
        persons: those that are persons.
        background: how common words are.
    """
    surnames: set[str] = set()
    found: set[str] = set()
    for form in forms:
        if form in persons:
            surnames.add(form.rpartition(" ")[2])
        elif form in surnames and len(form) >= SHORTEST_SURNAME and background.zipf(form) < COMMON_ZIPF:
            found.add(form)
    return frozenset(found)


def _is_acronym(form: str) -> bool:
    return ACRONYM.fullmatch(form.split()[-1].replace(".", "")) is not None


def _person_parts(key: str) -> tuple[str, ...]:
    """Return the shorter forms of a person's name, the fullest first: "john kennedy" and "j kennedy".

    "Ford F-150" is no person, whatever its label.
    """
    tokens = key.split()
    if not 2 <= len(tokens) <= LONGEST_NAME or any(map(str.isdigit, tokens)):
        return ()
    if tokens[-1] in SUFFIXES:  # a father has his son's name without it
        parts = [" ".join(tokens[start:-1]) for start in range(1, len(tokens) - 1)]
    else:
        first, last = tokens[0], tokens[-1]
        parts = [
            f"{first} {last}",
            f"{first[0]} {last}",
            *(" ".join(tokens[start:]) for start in range(1, len(tokens))),
        ]
    return tuple(part for part in dict.fromkeys((*parts, tokens[0])) if part != key and len(part) > 1)


def _initials(key: str) -> tuple[str, ...]:
    """Return the acronyms of a name of several words, with and without its function words."""
    tokens = key.split()
    if not 2 <= len(tokens) <= LONGEST_NAME:
        return ()
    full = "".join(token[0] for token in tokens)
    short = "".join(token[0] for token in tokens if token not in FUNCTION_WORDS)
    return tuple(acronym for acronym in dict.fromkeys((full, short)) if len(acronym) > 1)


def _follow(key: str, fuller: Mapping[str, str]) -> str:
    """Return the last form on the way; it ends, since a fuller form always has more words."""
    while fuller[key] != key:
        key = fuller[key]
    return key
