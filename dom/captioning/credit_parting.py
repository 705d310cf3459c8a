"""How to separate the caption and the credit in a text."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import chain, takewhile

from cutline.dom.captioning.credits import (
    AGENCY,
    AGENCY_BEFORE_LABEL,
    BARE_LABEL,
    BEFORE_NOUNS,
    BOTH_LABELS,
    BRACKETS,
    CAPTION_LABEL,
    CONNECTORS,
    CREDIT_AT_END,
    CREDIT_IN_BRACKETS,
    CREDIT_LABEL,
    DOMAIN,
    GETTY_BEFORE_IMAGES,
    IN_BRACKETS,
    JOINED_LABEL,
    LABEL_WORDS,
    LOOSE_LABEL,
    NO_CREDIT_IN_BRACKETS,
    OWNER,
    OWNERS_PARTED,
    PERMITTED,
    PICTURE_LABEL,
    SENTENCE_END,
    SET_APART,
    SIGNS_AT_END,
    STARTS_AS_CREDIT,
    TAIL,
    TAILS,
    TAKEN_BY,
    VIA_AGENCY,
)
from cutline.dom.captioning.marks import WORD
from cutline.dom.captioning.pieces import PROMPT, SEPARATOR, Piece
from cutline.dom.metadata.dates import is_date_note
from cutline.dom.scripts import count_words
from cutline.dom.words import join_patterns

# "Figure 2." or "Abb. 3: ...", as a caption begins; not "Figure 2 shows".
FIGURE_LABEL = re.compile(
    rf"(?:{join_patterns('pictures', 'figures')})\.?\s?\d{{1,3}}(?:[.-]\d{{1,2}})?[a-z]?\s?(?:[.:：|–—-]|$)"
    r"|[図图圖]\s?\d{1,3}(?!\d)",
    re.I,
)
LABELS = (FIGURE_LABEL, CAPTION_LABEL, CREDIT_LABEL)
# How a line ends that the next one goes on from: with a sign, or a word that a noun follows.
UNFINISHED = re.compile(rf"(?:[,;:–—-]|\b(?:{join_patterns('pictures', 'unfinished')}))$")
# A bracket that ends in the next piece, as in "The mayor (Photo by Jo Doe via <a>Agency</a>)".
UNCLOSED = re.compile(r"\s*[(\[]([^()\[\]]*)$")
BEFORE_CREDIT = " |/–—-"  # signs between a caption and the credit
INITIALS = re.compile(r"(?:[^\W\d_]\.\s?){2,4}")  # "J. D."
MAX_CREDIT = 160  # characters of a credit
MAX_NAMES = 8  # words of a credit that only names people or agencies
MIN_BEFORE = 4  # words of a caption, from which names in a separate piece after it are its credit
MAX_LONE_NAMES = 3  # words of a caption that may be just a name
MIN_DESCRIBED = 3  # words of an alternative text that describes an image
MIN_SMALL = 3  # lower-case words, without connectors, that a name does not have
MAX_HOLDER = 4  # words of a name with a party behind it
MIN_SENTENCE = 10  # words, from which a sentence is a caption even in the place of a credit

NO_NAME = re.compile(r"([a-zß-ÿ]+)\s[a-zß-ÿ]+\.?")  # two words in small letters: "the author"
KNOWN_CREDITS = 500  # credits cached; pages repeat the same people and agencies
MAX_LABELS = 2  # labels before one name: "© Foto: Jo Doe"
LETTER = re.compile(r"[^\W\d_]")
LEADING = re.compile(r"^[\s/|,·•–—+-]+")


@lru_cache(KNOWN_CREDITS)  # several stages read the texts beside one picture
def part_credit(pieces: tuple[Piece, ...]) -> tuple[str | None, str | None]:
    """Return the caption and the credit in the pieces of a text; None for either if there is none.

    A piece is credit if the page marks it, if it starts like a credit, or if it is the last and only names people or
    agencies. In a piece with both, the credit comes last. Labels before the name ("Photo:") are left out.
    """
    parted = chain.from_iterable(map(_part_at_labels, pieces))
    bare = [own for piece in parted if (own := _drop_spoken_label(piece)).text]
    if not bare:
        return None, None
    captions, credits = _move_owners(*_sort_pieces(bare))
    text, opened = _split_unclosed(" ".join(caption for caption in captions if not SEPARATOR.fullmatch(caption)))
    caption, found = _split(text)
    named = _join([found, *_put_before(credits, opened)])
    caption = JOINED_LABEL.sub("", caption.rstrip(BEFORE_CREDIT)).rstrip(BEFORE_CREDIT) if named else caption
    return None if _says_nothing(caption) else caption, named or None


def is_lone_name(text: str, alt: str) -> bool:
    """Return whether a caption is just the maker's name: a short name that the descriptive alternative text lacks."""
    words, described = text.split(), frozenset(WORD.findall(alt.lower()))
    return (
        len(words) <= MAX_LONE_NAMES
        and len(described) >= MIN_DESCRIBED
        and _are_names(words)
        and SENTENCE_END.search(text) is None
        and described.isdisjoint(WORD.findall(text.lower()))
    )


def are_names(text: str) -> bool:
    """Return whether a text may be nothing but the names of people and agencies."""
    words = text.split()
    return 1 < len(words) <= MAX_NAMES and _are_names(words) and SENTENCE_END.search(text) is None


def drop_credit(text: str) -> str:
    """Return the description of an image without its credit; empty if it is just a credit."""
    return part_credit((Piece(text, False),))[0] or "" if text.strip() else ""


def is_labelled(text: str) -> bool:
    """Return whether a text says that it is a caption or a credit: where it begins, or by a credit where it ends."""
    return any(label.match(text) for label in LABELS) or _ends_with_labelled_credit(text)


def _ends_with_labelled_credit(text: str) -> bool:
    """Return whether a text is a caption and a credit that says so: "The mayor. Photo: Jo Doe", "市長（李明撮影）".

    The label is a word for a picture, set apart from the sentence before: "they paint a clear picture: ..." is text.
    """
    caption, credit = _split(text)
    if not caption or _is_description(credit):
        return False
    is_labelled = PICTURE_LABEL.match(credit) is not None and SET_APART.search(text[: text.rindex(credit)]) is not None
    return is_labelled or TAKEN_BY.search(credit) is not None


def read_owner(text: str) -> str | None:
    """Return the names in a text of nothing but an agency, or of several owners: "Getty Images", "Jo Doe/BBC".

    "Politics/Europe" and "Photo 1/5" are none.
    """
    owner = strip_credit(text)
    if len(text.split()) > MAX_NAMES or SENTENCE_END.search(text) or not _are_names(owner.split()):
        return None
    parts = owner.split("/")
    is_shared = len(parts) > 1 and any(" " in part.strip() for part in parts) and not any(map(str.isdigit, owner))
    return owner if is_shared or text.startswith("©") or any(map(AGENCY.match, parts)) else None


def _part_at_labels(piece: Piece) -> tuple[Piece, ...]:
    """Return the credit and the caption of a line that has both, each behind its label; else the piece."""
    both = BOTH_LABELS.fullmatch(piece.text)
    return (Piece(both[1], True), Piece(both[2], False)) if both else (piece,)


def _drop_spoken_label(piece: Piece) -> Piece:
    """Return a piece without what screen readers say before a caption."""
    label = CAPTION_LABEL.match(piece.text)
    return Piece(piece.text[label.end() :], piece.is_credit) if label else piece


def _says_nothing(caption: str) -> bool:
    """Return whether a text only labels an image, says when the page was changed, or prompts readers."""
    return (
        LABEL_WORDS.issuperset(WORD.findall(caption.lower()))
        or PROMPT.fullmatch(caption) is not None
        or is_date_note(caption)
    )


def _move_owners(captions: list[str], credits: list[str]) -> tuple[list[str], list[str]]:
    """Return captions and credits, with sentences among the credits as captions, and the names that end these not."""
    if not captions and len(credits) > 1:  # names such as "copyright-description" mark the caption too
        captions = list(filter(_describes, credits))
        credits = [credit for credit in credits if credit not in captions]
    while captions and _ends_with_names(captions, credits):
        credits.insert(0, captions.pop())
    return ([], [*captions, *credits]) if _names_owners(" ".join(captions)) else (captions, credits)


def _put_before(credits: list[str], opened: str) -> list[str]:
    """Return credits behind the beginning of one, if there is any, which the first goes on with if it has no label."""
    if opened and credits and STARTS_AS_CREDIT.match(credits[0]) is None:
        return [f"{opened} {credits[0]}", *credits[1:]]
    return [opened, *credits] if opened else credits


def _sort_pieces(pieces: Sequence[Piece]) -> tuple[list[str], list[str]]:
    captions: list[str] = []
    credits: list[str] = []
    label = credit = ""
    for piece in pieces:
        caption, credit = _sort_piece(piece, label, credit)
        label = piece.text if BARE_LABEL.fullmatch(piece.text) else ""
        if label and not label[-1].isalnum():
            caption = ""
        elif label and piece is not pieces[-1]:  # "Credit", with the name in a piece of its own
            caption = credit = ""
        captions += [caption] if caption and caption not in captions else []
        credits += [credit] if credit else []
    return [caption for caption in captions if not _is_truncated(caption, captions)], credits


def _sort_piece(piece: Piece, label: str, before: str) -> tuple[str, str]:
    """Return the caption and the credit in a piece, given the label and the credit that are the piece before it."""
    text = piece.text
    starts = STARTS_AS_CREDIT.match(text) is not None and len(text) <= MAX_CREDIT and not _is_description(text)
    if piece.is_credit and not starts:
        return _split_marked(text)
    after_label = label != "" and (not label[-1].isalnum() or piece.is_credit or _are_names(text.split()))
    goes_on = before != "" and not text[0].isalnum() and text[0] not in "\"'“„«¿¡"
    return ("", text) if starts or goes_on or after_label else (text, "")


def _is_truncated(text: str, others: Iterable[str]) -> bool:
    """Return whether a text is the truncated beginning of another, as small screens show it."""
    beginning = text.rstrip("… .")
    return text.endswith(("…", "...")) and any(text != other and other.startswith(beginning) for other in others)


def _split_marked(text: str) -> tuple[str, str]:
    """Return the caption and the credit in a piece that the page marks as credit."""
    caption, credit = _split(text)
    if caption and credit and (_has_caption_and_label(text) or not _are_names(caption.split())):
        return caption, credit
    return (text, "") if _is_sentence(text) else ("", text)


def _is_description(text: str) -> bool:
    """Return whether a text says more than a name: it is a sentence, or has several lower-case words.

    "Graphic: stations, costs and dates" describes the image.
    """
    if AGENCY.search(text) or PERMITTED.search(text):
        return _is_sentence(text)
    name = strip_credit(text)
    if DOMAIN.fullmatch(name):
        return False
    words = [word for word in WORD.findall(name) if word[0].islower() and word not in CONNECTORS]
    return len(words) >= MIN_SMALL or _is_sentence(text)


def _describes(text: str) -> bool:
    """Return whether a text in the place of a credit is a sentence that says what the image shows."""
    return SENTENCE_END.search(text) is not None and STARTS_AS_CREDIT.match(text) is None and _is_description(text)


def _is_sentence(text: str) -> bool:
    return count_words(text) >= MIN_SENTENCE and SENTENCE_END.search(text) is not None


def _ends_with_names(captions: Sequence[str], credits: Sequence[str]) -> bool:
    """Return whether the last piece only names the maker or owner of the image."""
    last, before = captions[-1], " ".join(captions[:-1])
    if len(last) > MAX_CREDIT or (not credits and _goes_on(captions)):
        return False
    if SEPARATOR.fullmatch(last):
        return bool(credits)
    if bracket := IN_BRACKETS.fullmatch(last):
        return NO_CREDIT_IN_BRACKETS.match(bracket[1]) is None
    if len(last.split()) > MAX_NAMES or _has_caption_and_label(last):
        return False
    if SENTENCE_END.search(last) and INITIALS.fullmatch(last) is None:
        return False
    return _are_owners(last, before, credits)


def _are_owners(text: str, before: str, credits: Sequence[str]) -> bool:
    """Return whether words are an agency, or names that the caption before or the credits behind them set apart."""
    if len(credits) > 1 and SEPARATOR.fullmatch(credits[0]) and STARTS_AS_CREDIT.match(credits[1]) is None:
        return _are_names(text.split())
    if not AGENCY.search(text):
        return count_words(before) >= MIN_BEFORE and _are_names(text.split())
    is_shared = VIA_AGENCY.search(text) is not None or ("/" in text and " / " not in text)
    return bool(before or credits) or (is_shared and _are_names(text.split()))


def _names_owners(text: str) -> bool:
    """Return whether a text is just an agency, or names parted by a sign of which one is an agency or a site.

    Photographers also sell under names such as "jodoe7".
    """
    if len(text) > MAX_CREDIT or len(text.split()) > MAX_NAMES or _has_caption_and_label(text):
        return False
    parts = OWNERS_PARTED.split(text)
    others = [part for part in parts if not (OWNER.fullmatch(part) or (len(parts) > 1 and DOMAIN.fullmatch(part)))]
    return len(others) < len(parts) and all(_are_names(words) or len(words) == 1 for words in map(str.split, others))


def _goes_on(captions: Sequence[str]) -> bool:
    """Return whether the names on the last lines end a sentence begun before: "From left:", "in the harbour of"."""
    lines = takewhile(lambda line: _are_names(line.split()) and not AGENCY.search(line), reversed(captions))
    names = sum(1 for _ in lines)
    return 0 < names < len(captions) and UNFINISHED.search(captions[-1 - names]) is not None


def _has_caption_and_label(text: str) -> bool:
    """Return whether a text is a caption and a credit with its label: "Jo Doe. Photo: Ann Roe/AFP"."""
    caption, credit = _split(text)
    return bool(caption) and STARTS_AS_CREDIT.match(credit) is not None


def _are_names(words: Sequence[str]) -> bool:
    is_name = [word[0].isupper() for word in words]
    return any(is_name) and all(
        capital or not word[0].isalpha() or word.lower() in CONNECTORS
        for word, capital in zip(words, is_name, strict=True)
    )


def _split(text: str) -> tuple[str, str]:
    """Split a text into caption and trailing credit; either may be empty."""
    caption, credit = _split_tail(text) or split_credit(text)
    if not credit or (not caption and _is_description(text)):
        return text, ""
    if caption and (_is_in_sentence(text, caption, credit) or _names_party(text, caption, credit)):
        return text, ""
    before = text[: text.rindex(credit)]
    agency = AGENCY_BEFORE_LABEL.search(before) or (credit.startswith("Image") and GETTY_BEFORE_IMAGES.search(before))
    if agency and PICTURE_LABEL.match(credit):
        return text[: agency.start(1)].rstrip(BEFORE_CREDIT), text[agency.start(1) :]
    return caption, credit


def _split_unclosed(text: str) -> tuple[str, str]:
    """Return what stands before an unclosed bracket with a label and names, and what is in it, which may be empty."""
    opened = UNCLOSED.search(text)
    if opened and STARTS_AS_CREDIT.match(opened[1]) and _are_names(strip_credit(opened[1]).split()):
        return text[: opened.start()], opened[1]
    return text, ""


def _split_tail(text: str) -> tuple[str, str] | None:
    """Return the caption, and the credit that one of `TAILS` finds; None if none does."""
    tail = text[-TAIL:]
    characters = set(tail)
    for signs, pattern in TAILS:
        if not signs.isdisjoint(characters) and (match := pattern.search(tail)):
            return text[: len(text) - len(tail) + match.start()].rstrip(BEFORE_CREDIT), match[1]
    return None


def _is_in_sentence(text: str, caption: str, credit: str) -> bool:
    """Return whether a label is a word of its sentence: "In the photo: Jo Doe", "they paint a picture: the..."."""
    if credit.startswith("©") or SET_APART.search(text[: text.rindex(credit)]):
        return False
    return caption.rpartition(" ")[2].lower() in BEFORE_NOUNS or _is_description(credit)


def _names_party(text: str, caption: str, credit: str) -> bool:
    """Return whether a name has a party behind it instead of a credit: "Jo Doe (CDU/CSU)", "Ann Roe (D/Ohio)"."""
    if "/" not in credit or not text.endswith((")", "]")) or STARTS_AS_CREDIT.match(credit) or AGENCY.search(credit):
        return False
    is_person = any(" " in part.strip() for part in credit.split("/")) and not any(map(str.isdigit, credit))
    return len(caption.split()) <= MAX_HOLDER and _are_names(caption.split()) and not is_person


def _join(credits: Sequence[str]) -> str:
    """Return the names in the credits, joined by " / "; a name contained in another is left out."""
    parts = (part for credit in credits if len(credit) <= MAX_CREDIT for part in credit.split(" | "))
    bare = list(dict.fromkeys(filter(None, map(strip_credit, parts))))
    return " / ".join(one for one in bare if not any(one in other and one != other for other in bare))


def split_credit(caption: str) -> tuple[str, str]:
    """Split a text into caption and trailing credit; either may be empty."""
    head, tail = caption[:-TAIL], caption[-TAIL:]
    has = tail.__contains__
    match = CREDIT_IN_BRACKETS.search(tail) if any(map(has, BRACKETS)) else None
    if match is None and any(map(has, SIGNS_AT_END)):
        match = CREDIT_AT_END.search(tail)
    if match is None:
        return caption, ""
    return (head + tail[: match.start()]).rstrip(BEFORE_CREDIT), match[1].strip()


@lru_cache(KNOWN_CREDITS)
def strip_credit(credit: str) -> str:
    """Return the name in a credit, without labels and punctuation; empty if there is no name."""
    credit = LEADING.sub("", credit)
    if bracket := IN_BRACKETS.fullmatch(credit):
        credit = bracket[1]
    whole = credit
    for _ in range(MAX_LABELS):
        match = STARTS_AS_CREDIT.match(credit)
        credit = LEADING.sub("", credit[match.end() :] if match else credit)
    credit = LOOSE_LABEL.sub("", credit)
    bare = credit.rstrip(" |/,+–—-([:")
    bare = TAKEN_BY.sub("", bare if "(" in bare else bare.rstrip(")"))
    if bare != whole and (match := NO_NAME.fullmatch(bare)) and match[1].casefold() in BEFORE_NOUNS:
        return whole.rstrip(" .")  # "Photo by the author": without the label, it would say nothing
    return bare if LETTER.search(bare) else ""
