"""The names in a byline."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import takewhile

from cutline.dom.metadata.plain_text import fold
from cutline.dom.words import list_words

MAX_CHARACTERS = 500  # of a byline
MAX_NAME = 60  # characters
MAX_WORDS = 6
MIN_IDEOGRAPHS, MAX_IDEOGRAPHS = 2, 6  # characters of a name in Chinese, Japanese or Korean, where it is one word
MIN_LONE = 3  # characters of a name of one word

PREPOSITIONS = list_words("bylines", "openings")
AUTHOR_LABELS = list_words("bylines", "author_labels")
LABELS = AUTHOR_LABELS + list_words("bylines", "labels")
OPENING = PREPOSITIONS + LABELS
JOINING = list_words("bylines", "joining")
ROLES = frozenset(list_words("bylines", "roles"))
AGENCIES = frozenset(list_words("bylines", "small_agencies"))
WIRES = AGENCIES.union(list_words("bylines", "agencies"))
BEATS = frozenset(list_words("bylines", "beats")) | WIRES
INTERFACE = frozenset(list_words("bylines", "interface"))
FIRST_NAMES = frozenset(list_words("bylines", "first_names"))
SURNAMES = frozenset(list_words("bylines", "surnames"))
NO_NAMES = INTERFACE | ROLES | frozenset(list_words("bylines", "no_names"))
OF_OTHER_WORK = frozenset(list_words("bylines", "other_work"))
PARTICLES = frozenset(list_words("bylines", "particles"))
SOURCES = frozenset(list_words("bylines", "sources"))
OF_ORGANISATIONS = frozenset(list_words("bylines", "organisations"))

ACCOUNT = re.compile(r"[\d._-]")  # in a name of one word
PLACEHOLDERS = frozenset(list_words("bylines", "placeholders"))
OFFICES = frozenset({"author", "editor"})  # placeholders that end the name of an office: "Science Editor"

IDEOGRAPHS = re.compile("[぀-ヿ㐀-鿿가-힣]")
# Interface words of the same.
OF_LISTS = re.compile(
    "報導|报道|報道|編輯|编辑|提供|一覧|著者|作者|記者|记者|更多|分享|名片|編集|기자|구독|기사|더보기"
)
PUNCTUATION = " .:\"'*_=\n"
CONTACT = re.compile(r"<[^<>]*>|[^\s,;]{1,100}@[^\s,;]{1,100}|@\S+|https?://\S*|www\.\S*|\([^()]*\)|\[[^\[\]]*\]")
BRACKETED = re.compile(r"\A\s*[\[【]([^\[\]【】]*)[\]】]\s*\Z")
SPLIT = re.compile(r"[,;/／|｜+•·、，；\n]| [-–—] ")
JOIN = re.compile(rf"\s(?:{'|'.join(JOINING)})\s", re.IGNORECASE)


# "新华社记者王立武、陈诺", "本报记者　黄　娴": the paper, the office, and nothing but names
CHINESE = r"[㐀-鿿]{0,8}[记記]者[\s　]{0,2}(?=[㐀-鿿]{1,4}(?:[\s　、，／/]{1,2}[㐀-鿿]{1,4}){0,5}\s*\Z)"
SPACED_NAME = re.compile(
    r"(?<![㐀-鿿])([㐀-鿿])[\s　]([㐀-鿿])(?![㐀-鿿])"
)  # a name of two characters, set as wide as one of three
# How the names of papers, sites and stations end.
OF_ASIAN_PAPERS = re.compile(
    r"[㐀-鿿぀-ヿ](?:[报報网網社]|新[闻聞]|电视台|電視台|ニュース|テレビ|放送|オンライン)\Z|[가-힣]{2}(?:일보|신문|뉴스|방송|경제|데일리|투데이|타임스)\Z"
)
# "윤서진 기자": in Korean, the name comes first.
KOREAN = r"[가-힣]{2,4}\s?(?:[가-힣]{2}\s?)?기자\s*(?:\Z|[\w.+-]{1,60}@)"
# What people did for an article that others wrote: "Reviewed by", "Fotos von".
OTHER_ROLE = re.compile(r"\b(?:by|von|par|por)\Z", re.IGNORECASE)
# "Ann Lee on 3 May 2024", "Ann Lee 3 May 2024", "Ann Lee 2 hours ago"
DATED = re.compile(
    r"\s(?:(?-i:on|On|at|am|um|le|el|em|il|den|op|dnia)(?:\s\w{2,10}\.?){0,2}\s\d|\d{1,2}\.?\s\w{3,10}\.?\s\d{4}\b"
    r"|\d{1,4}[./-]\d{1,2}[./-]\d{1,4}|\d{1,2}:\d\d\b|\d{1,2}\smin(?:ute)?s?\b|\d{1,2}\s\w{3,7}\sago\b|(?:updated|published|posted)\b).*\Z",
    re.IGNORECASE,
)
OF_KOREANS = re.compile(r"(?<=[가-힣]{2})\s(?:선임|수석|객원|인턴|전문|수습)\s?기자\Z")
# "Jane Doe in London", "Jane Doe for The Courier"
PLACE = re.compile(
    r"(?<=\w)\s(?:in|aus|à|(?:[Ss]pecial\s(?:to|for)|[Ff]or|für|pour|para)(?:\s(?:[Tt]he|die|den|das|la|le))?)\s(?=[A-ZÀ-Þ]).*\Z"
)
SPECIAL = re.compile(r"special\s(?:to|for)\s", re.IGNORECASE)
# "Ann Lee, Bo Ek, and Cy Oh"
JOINED_PART = re.compile(rf"\A(?:{'|'.join(JOINING)})\s(?=\S+\s\S)", re.IGNORECASE)
# What neither part of a turned name is: "Berlin, Reuters", "Herald, Inc.", "Lee, MD".
NO_PERSONS = WIRES | OF_ORGANISATIONS | {"co", "corp", "esq", "jr", "md", "phd", "sa", "sr"}
# "Lee, Ann", "Lee, Ann B.", as catalogues have it.
TURNED = re.compile(r"\s*([^\W\d_][\w'’-]+),\s([^\W\d_][\w'’-]*\.?(?:\s?[^\W\d_]\.?){0,2})\s*")
# "de Ioana Pricop"
OF_ROMANIAN = re.compile(r"\A[Dd]e (?=[A-ZÀ-ÞȘȚĂ][\w-]+ [A-ZÀ-ÞȘȚĂ][\w-]+\Z)")


def _join_words(words: tuple[str, ...]) -> str:
    """Return an expression that matches any of the words, the longest first."""
    return "|".join(map(re.escape, sorted(words, key=len, reverse=True)))


START = re.compile(
    rf"\A(?:(?:{_join_words(OPENING)})(?:\s*[:：／/・＝●｜|]\s*|\s+)|記者(?=[㐀-鿿]{{2,4}}(?:\Z|[／/]))|{CHINESE})+",
    re.IGNORECASE,
)
BYLINE_START = re.compile(
    rf"\s*+[\[【]?(?:(?:{_join_words(PREPOSITIONS)})(?:[\s:：／/・＝]|$)"
    rf"|(?:{_join_words(LABELS)})\s?[:：／/・＝●｜|]|(?:{_join_words(AUTHOR_LABELS)})\s*\Z|記者[㐀-鿿]{{2,4}}\s?[／/]|{CHINESE}|{KOREAN})",
    re.IGNORECASE,
)


def read_names(byline: str, site_keys: frozenset[str] = frozenset()) -> list[str]:
    """Return the names in a byline, without what opens and joins them, roles, places, addresses and the site's name.

    Args:
        byline: such as `By Ann Lee and Bo Ek, Reuters`.
        site_keys: folded names of the site.
    """
    if len(byline) > MAX_CHARACTERS or fold(byline) in site_keys:
        return []
    byline = SPACED_NAME.sub(r"\1\2", START.sub("", BRACKETED.sub(r"\1", byline).strip(PUNCTUATION)))
    parts = [part for part in map(_strip, SPLIT.split(CONTACT.sub(" ", byline))) if any(map(str.isalpha, part))]
    names: list[str] = []
    for number, part in enumerate(parts):
        if number and (_is_other_role(part) or _is_other_role(parts[number - 1])):
            continue
        for name in map(_cut_source, map(_drop_role, _split_joined(part))):
            if _is_name(name) and fold(name) not in site_keys and (len(parts) == 1 or not _is_single(name)):
                names.append(name)
    return unique_names(names)


def names_author(text: str, authors: Iterable[str]) -> bool:
    """Return whether a text opens like a byline and then has names of the page's authors, and no others."""
    names = read_names(text) if BYLINE_START.match(text[:MAX_CHARACTERS]) is not None else []
    return bool(names) and set(map(fold, authors)).issuperset(map(fold, names))


def turn_names(value: str, site_keys: frozenset[str]) -> str:
    """Return a declared value such as `Lee, Ann B.; Ek, Bo` with the surnames last; any other one as it is.

    Args:
        value: of a tag that names authors.
        site_keys: folded names of the site.
    """
    turned = [TURNED.fullmatch(name) for name in value[:MAX_CHARACTERS].split(";")]
    return "; ".join([f"{name[2]} {name[1]}" for name in turned if name and _has_person(name, site_keys)]) or value


def _has_person(name: re.Match[str], site_keys: frozenset[str]) -> bool:
    """Return whether a turned name is that of a person, not of an agency, a paper or the site."""
    words = [fold(word) for word in name.groups()]
    return site_keys.isdisjoint(words) and NO_PERSONS.isdisjoint(words)


def drop_organisations(names: list[str], site_keys: frozenset[str]) -> list[str]:
    """Return the names without papers, agencies, offices (`Head of Sales`) and parts of the site, if any is left."""
    return [name for name in names if not (is_organisation(name) or _is_division(name, site_keys))] or names


def _is_division(name: str, site_keys: frozenset[str]) -> bool:
    """Return whether a name begins with the initials that are the site's name: `BBC Scotland`."""
    first, *rest = name.split()
    return bool(rest) and first.isupper() and fold(first) in site_keys


def is_organisation(name: str) -> bool:
    """Return whether a name is one of a paper, an agency or an office."""
    words = name.casefold().split()
    return (
        OF_ASIAN_PAPERS.search(name) is not None
        or fold(name) in SOURCES
        or "of" in words
        or words[:1] == ["the"]
        or not OF_ORGANISATIONS.isdisjoint(words)
    )


def is_full_name(name: str) -> bool:
    """Return whether a text looks like first and last name, not like a single name or a sentence."""
    words = name.split()
    if IDEOGRAPHS.search(name):
        return MIN_IDEOGRAPHS <= len(fold(name)) <= MAX_IDEOGRAPHS and not OF_LISTS.search(name)
    if _is_caseless(name):
        return 2 <= len(words) <= MAX_WORDS
    ends_well = bool(words) and words[-1] not in PARTICLES
    return ends_well and 2 <= len(words) <= MAX_WORDS and all(word[0].isupper() or word in PARTICLES for word in words)


def is_lone_name(name: str) -> bool:
    """Return whether a text looks like one name, such as that of an agency or an alias."""
    return len(name) >= MIN_LONE and (name in AGENCIES or (name[0].isupper() and name.isalpha()))


def is_alias(name: str) -> bool:
    """Return whether a text is one word that may be an alias: `gizmo7`, `KT`."""
    return (
        1 < len(name) <= MAX_NAME
        and len(name.split()) == 1
        and name[0].isalpha()
        and not name.endswith(",")  # "By Christmas, 24 December 2013"
        and not CONTACT.search(name)
        and NO_NAMES.isdisjoint([name.casefold()])
        and PLACEHOLDERS.isdisjoint([name.casefold()])
    )


def is_team(name: str) -> bool:
    """Return whether a text is the name of a group, or of a site, in several words: `Team Harbour`."""
    return " " in name and is_declared_name(name) and name[0].isupper()


def is_declared_name(name: str, site_keys: frozenset[str] = frozenset()) -> bool:
    """Return whether a declared name may be that of a team, an agency or an alias, and not an account or an address."""
    words = name.casefold().split()
    *before, last = words or [""]
    blanks = before if before and last in OFFICES else words
    is_account = len(words) == 1 and ACCOUNT.search(name) is not None and fold(name) not in site_keys
    return (
        0 < len(words) <= MAX_WORDS
        and MIN_LONE <= len(name) <= MAX_NAME
        and any(map(str.isalpha, name))
        and not (is_account or CONTACT.search(name) or SPLIT.search(name))
        and PLACEHOLDERS.isdisjoint(blanks)
    )


def unique_names(names: Iterable[str]) -> list[str]:
    """Return each name once, in its first spelling; case and punctuation make no other name."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(fold(name), name)
    return list(found.values())


def _strip(part: str) -> str:
    """Return a part without punctuation, opening words and label; nothing if the label is that of a picture."""
    label, _, rest = JOINED_PART.sub("", part.strip(PUNCTUATION)).rpartition(": ")
    if any(word.casefold() in OF_OTHER_WORK for word in label.split()):
        return ""
    name = OF_ROMANIAN.sub("", START.sub("", rest.strip(PUNCTUATION)))
    name = OF_KOREANS.sub("", DATED.sub("", name))
    before = PLACE.sub("", name)
    return before if " " in before and not is_organisation(name) else name


def _is_other_role(part: str) -> bool:
    words = part.casefold()
    if SPECIAL.match(part):
        return True
    return words in OF_OTHER_WORK or (OTHER_ROLE.search(part) is not None and words not in OPENING)


def _cut_source(name: str) -> str:
    """Return a name without the agency right behind it: "Ann Lee The Associated Press"."""
    words = name.split()
    cuts = (cut for cut in range(2, len(words) - 1) if fold("".join(words[cut:])) in SOURCES)
    return " ".join(words[: next(cuts, len(words))])


def _split_joined(part: str) -> list[str]:
    """Split at joining words between full names, of which `José Ortega y Gasset` is one; leave out agencies.

    An office stays whole, of which `Head of Marketing and Community Development` is one.
    """
    names = [name for name in JOIN.split(part) if name.casefold() not in WIRES]
    is_office = bool(names) and not {"of", *ROLES}.isdisjoint(names[0].casefold().split())
    return names if names and not is_office and all(" " in name for name in names) else [part]


def _drop_role(part: str) -> str:
    """Return nothing for a part that says what somebody does; in scripts without capitals, the name before the role."""
    words = part.split()
    if _is_also_name(words):
        return part
    while words and words[-1] in ROLES and _is_caseless(words[-1]):
        words.pop()
    if any(word.casefold() in ROLES for word in words):
        words = _cut_role(words)
    return "" if any(word.casefold() in ROLES for word in words) else " ".join(words)


def _cut_role(words: list[str]) -> list[str]:
    """Return first name and surname before a role of two words or more, such as "AP Sports Writer"; else nothing."""
    role = list(takewhile(lambda word: word.casefold() in ROLES | BEATS, reversed(words)))
    name = words[: len(words) - len(role)]
    return name if len(role) > 1 and 1 < len(name) < 4 and not is_organisation(" ".join(name)) else []


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= MAX_NAME
        and len(name.split()) <= MAX_WORDS
        and any(map(str.isalpha, name))
        and not any(map(str.isdigit, name))
        and not OF_LISTS.search(name)
        and (not name[0].islower() or name in AGENCIES)
        and name.casefold() not in OPENING
        and (INTERFACE.isdisjoint(name.casefold().split()) or _is_also_name(name.split()))
    )


def _is_also_name(words: list[str]) -> bool:
    """Return whether the one word of interfaces or roles among others with capitals is a first name or a surname."""
    if not 2 <= len(words) <= 3 or not all(word[0].isupper() for word in words):
        return False
    first, *_, last = folded = [word.casefold() for word in words]
    odd = [word for word in folded if word in NO_NAMES]
    return (odd == [first] and first in FIRST_NAMES) or (odd == [last] and last in SURNAMES)


def _is_single(name: str) -> bool:
    """Return whether a name is one word: beside others in a byline it is a place or a paper."""
    return " " not in name and not _is_caseless(name) and name not in AGENCIES


def _is_caseless(word: str) -> bool:
    return word.upper() == word.lower()
