"""The names in a byline."""

from __future__ import annotations

import re
from collections.abc import Iterable

from cutline.dom.metadata.plain_text import fold

MAX_CHARACTERS = 500  # of a byline
MAX_NAME = 60  # characters
MAX_WORDS = 6

# The words that open a byline, those that join names, and those that say what somebody does, in the languages of the
# larger news sites. A page in another language loses little by it: sources for machines rarely hold any of them.
OPENING = (
    "by", "text by", "written by", "posted by", "story by", "words by", "reported by", "published by", "von", "text",
    "text von", "eine analyse von", "ein kommentar von", "ein gastbeitrag von", "kommentar von", "interview von",
    "analyse von", "par", "texte", "texte par", "propos recueillis par", "por", "texto", "di", "testo", "a cura di",
    "door", "av", "af", "tekst", "autor", "autorin", "autoren", "author", "authors", "auteur", "autore", "od", "przez",
    "napsal", "napsala", "skrevet av", "skriven av", "oleh", "автор", "авторы", "текст", "文", "取材・文", "글",
)  # fmt: skip
JOINING = (
    "and", "with", "und", "mit", "et", "avec", "y", "con", "e", "com", "en", "met", "och", "og", "med", "i", "a", "ve",
    "dan", "ja", "és", "и", "та", "і", "और", "&",
)  # fmt: skip
ROLES = frozenset({
    "editor", "editors", "reporter", "reporters", "correspondent", "journalist", "columnist", "contributor", "writer",
    "staff", "producer", "officer", "director", "author", "admin", "administrator", "team", "desk", "guest",
    "redaktion", "redakteur",
    "redakteurin", "redaktør", "redaktor", "redacción", "redaccion", "redazione", "rédaction", "redactie", "redactor",
    "redactora", "redaktionen", "korrespondent", "korrespondentin", "journalistin", "volontär", "volontärin",
    "chefredakteur", "ressortleiter", "reporterin", "autor", "autorin", "autorenprofil", "corresponsal", "periodista",
    "journaliste", "correspondant", "giornalista", "corrispondente", "jornalista", "repórter", "redator",
    "verslaggever", "journalisten", "muhabiri", "корреспондент", "редактор", "журналист", "редакция", "기자", "특파원",
    "記者", "特派員", "編集部",
})  # fmt: skip
OF_PICTURES = frozenset({
    "photo", "photos", "photography", "photographs", "foto", "fotos", "fotografie", "bild", "bilder", "illustration",
    "illustrationen", "grafik", "image", "images", "video", "kuva", "zdjęcia", "фото", "写真", "사진",
})  # fmt: skip
PARTICLES = frozenset({
    "af", "al", "av", "bin", "da", "das", "de", "del", "della", "der", "di", "dos", "du", "e", "el", "ibn", "la", "le",
    "ten", "ter", "und", "van", "vom", "von", "y", "zu", "zum", "zur",
})  # fmt: skip
# Papers and agencies of several words, folded; beside a person they say where the text was taken from.
SOURCES = frozenset({
    "associatedpress", "bleacherreport", "bloombergnews", "canadianpress", "financialtimes", "newyorktimes",
    "pressassociation", "theassociatedpress", "thecanadianpress", "theguardian", "thenewyorktimes",
    "thewallstreetjournal", "thewashingtonpost", "wallstreetjournal", "washingtonpost",
})  # fmt: skip
AGENCIES = frozenset({"afp", "ap", "apa", "dpa", "epd", "kna", "ots", "rtr", "sda", "sid"})  # written small as well

PUNCTUATION = " .:\"'*_\n"
CONTACT = re.compile(r"<[^<>]*>|[^\s,;]{1,100}@[^\s,;]{1,100}|@\S+|https?://\S*|www\.\S*|\([^()]*\)|\[[^\[\]]*\]")
SPLIT = re.compile(r"[,;/|｜+•·、，；\n]| [-–—] ")
JOIN = re.compile(rf"\s(?:{'|'.join(JOINING)})\s", re.IGNORECASE)
LONGEST_FIRST = "|".join(map(re.escape, sorted(OPENING, key=len, reverse=True)))
START = re.compile(rf"\A(?:(?:{LONGEST_FIRST})(?:\s*[:：]\s*|\s+))+", re.IGNORECASE)


def read_names(byline: str, site_keys: frozenset[str] = frozenset()) -> list[str]:
    """Return the names in a byline, without what opens and joins them, roles, places, addresses and the site's name.

    Args:
        byline: such as `By Ann Lee and Bo Ek, Reuters`.
        site_keys: folded names of the site.
    """
    if len(byline) > MAX_CHARACTERS or fold(byline) in site_keys:
        return []
    parts = [part for part in map(_strip, SPLIT.split(CONTACT.sub(" ", byline))) if part]
    names = []
    for part in parts:
        for name in map(_drop_role, _split_joined(part)):
            if _is_name(name) and fold(name) not in site_keys and (len(parts) == 1 or not _is_single(name)):
                names.append(name)
    return unique_names(names)


def drop_organisations(names: list[str]) -> list[str]:
    """Return the names without papers, English-language agencies and offices (`Head of Sales`), if any is left then."""
    people = [name for name in names if fold(name) not in SOURCES and "of" not in name.split()]
    return people or names


def is_full_name(name: str) -> bool:
    """Return whether a text looks like first and last name, not like a single name or a sentence."""
    words = name.split()
    ends_well = bool(words) and words[-1] not in PARTICLES
    return ends_well and 2 <= len(words) <= MAX_WORDS and all(word[0].isupper() or word in PARTICLES for word in words)


def unique_names(names: Iterable[str]) -> list[str]:
    """Return each name once, in its first spelling; case and punctuation make no other name."""
    found: dict[str, str] = {}
    for name in names:
        found.setdefault(fold(name), name)
    return list(found.values())


def _strip(part: str) -> str:
    """Return a part without punctuation, opening words and label; nothing if the label is that of a picture."""
    label, colon, rest = part.rpartition(": ")
    if any(word.casefold() in OF_PICTURES for word in label.split()):
        return ""
    return START.sub("", (rest if colon else part).strip(PUNCTUATION))


def _split_joined(part: str) -> list[str]:
    """Split at joining words between full names: `José Ortega y Gasset` is one."""
    names = JOIN.split(part)
    return names if all(" " in name for name in names) else [part]


def _drop_role(part: str) -> str:
    """Return nothing for a part that says what somebody does; in scripts without capitals, the name before the role."""
    words = part.split()
    while words and words[-1] in ROLES and _is_caseless(words[-1]):
        words.pop()
    return "" if any(word.casefold() in ROLES for word in words) else " ".join(words)


def _is_name(name: str) -> bool:
    return (
        0 < len(name) <= MAX_NAME
        and len(name.split()) <= MAX_WORDS
        and any(map(str.isalpha, name))
        and not any(map(str.isdigit, name))
        and (not name[0].islower() or name in AGENCIES)
        and name.casefold() not in OPENING
    )


def _is_single(name: str) -> bool:
    """Return whether a name is one word: beside others in a byline it is a place or a paper."""
    return " " not in name and not _is_caseless(name) and name not in AGENCIES


def _is_caseless(word: str) -> bool:
    return word.upper() == word.lower()
