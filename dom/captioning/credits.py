"""How credits are written: the labels and signs before the names of photographers and agencies."""

from __future__ import annotations

import re
import tomllib
from pathlib import Path

from lxml.html import HtmlElement

from cutline.dom.scripts import CAMEL
from cutline.dom.words import join_patterns, list_words

# Names of an element with the credit.
CREDIT_MARK = re.compile(
    r"credit(?!-figcaption)|copyright|caption-owner"
    rf"|(?:^|[\s_-])(?:{join_patterns('pictures', 'credits')})(?:$|[\s_-])",
    re.I,
)
CREDIT_MARK_WORDS = list_words("pictures", "credit_hints")  # each of them contains one: a quick check
CREDIT_ATTRIBUTES = ("class", "id", "itemprop", "data-testid", "data-theme-key")
CREDIT_WORD = f"(?:{join_patterns('captions', 'credit_words')})"
# "(Photo: A. B./AFP)", "(AP/C. D.)"
CREDIT_IN_BRACKETS = re.compile(
    rf"\s*[(\[]\s*((?:{CREDIT_WORD}\s*[:/|]?\s|©|\(c\)\s|(?-i:(?=[^()\[\]]*[^\Wa-z\d_])(?!\d))[^()\[\]]{{1,60}}/)[^()\[\]]{{0,160}})[)\]]\.?\s*$",
    re.I,
)
# "... Photo: A. B.", "... © Agency"
CREDIT_AT_END = re.compile(
    r"(?:^|(?<![\s|/–—-])[\s|/–—-]+)"
    rf"((?:(?<![^\s|/–—-]){CREDIT_WORD}\s*[:|]\s*|©\s*|(?-i:\(c\)\s|\(C\)\s(?=[^\Wa-zß-ÿ_])|Photo by |Photograph by ))"
    r".{1,120})$",
    re.I,
)
# Every credit that matches contains one of these; a quick check before the expressions.
BRACKETS, SIGNS_AT_END = (")", "]"), (":", "|", "©", "(c)", "(C)", "Photo by ", "Photograph by ")
TAIL = 300  # last characters of a caption that are searched for a credit
MORE_WORDS = f"(?:{join_patterns('captions', 'more_credit_words')})"
SOURCE_WORDS = f"(?:{join_patterns('captions', 'source_words')})"
# "Fot. Jo Doe", "Ph. Jo Doe", "사진=연합뉴스"
SHORT_LABEL = (
    r"(?:\b(?:fot|ph)\.(?!\s?D\b)(?-i:(?!\s?[a-zß-ÿ]))\s?:?"
    r"|(?:撮影|提供)[・･]|(?:사진|그래픽|写真)\s?[=＝](?![^\]]*\]\s*\w))"
)
SPOKEN_SIGN = r"\s?[,:،、，：]\s*"
SPOKEN_CREDIT = rf"(?:{join_patterns('captions', 'spoken_credit_labels')})"
LABEL = (
    rf"(?:{SPOKEN_CREDIT}{SPOKEN_SIGN}|(?:{CREDIT_WORD}|{MORE_WORDS}|{SOURCE_WORDS})(?:\s(?:by|via|from|courtesy(?:\sof)?))?\s?[:：|/／]|{SHORT_LABEL}|©|\(c\)"
    r"|[（(][CＣcｃ][）)])"
)
# "foto Jo Doe", "photo de Jo Doe": a label only where a credit is expected
LOOSE_LABEL = re.compile(
    r"^(?i:foto|photo|beeld|picha)\s(?:(?:di|de|von|van|par|por|av|door|na)\s)?(?=[A-Z])(?!Credit)"
)
PICTURE_BY = (
    r"(?:(?:(?:photo|photograph|picture|image|illustration|graphic|video|cartoon)s?|photography(?=\s\w+(?:\sof)?\s(?-i:[^a-z])))"
    r"\s(?:by|via|courtesy(?:\sof)?)"
    r"|courtesy\sof|courtesy(?-i:(?=\s[A-Z])))\s"
)
STARTS_AS_CREDIT = re.compile(rf"[\s(\[–—|/-]{{0,5}}(?:{LABEL}|{PICTURE_BY})", re.I)
# "Text und" before "Fotos: Jo Doe".
JOINED_LABEL = re.compile(rf"(?:^|[\s(\[|/–—-]{{1,3}})(?:{join_patterns('captions', 'joined')})$", re.I)
# A label that is a word for pictures, and what stands before it, where nothing else says that a text is a caption.
PICTURE_LABEL = re.compile(
    rf"[\s(\[–—|/-]{{0,5}}(?:(?:photo|foto|bild|image|picture|pic\b|фото|写真|사진|ảnh|fotó|kuva|kép|zdj|تصوير|عکس|צילום|beeld|cr[ée]dit|φωτο|图片|圖片)\w*\W|फोटो|©"
    rf"|{PICTURE_BY}|fot\.)",
    re.I,
)
SET_APART = re.compile(r"(?:[.!?…。！？][\"'»”’)\]]*|[|/–—(（\[]|\s-)\s*$")
# "Foto:", "Photo by": the next piece is the credit.
BARE_LABEL = re.compile(rf"\W{{0,5}}(?:{LABEL}|{CREDIT_WORD}|{MORE_WORDS})\W{{0,5}}", re.I)
# What screen readers say before a caption: "Image caption, ", "Legende: "; and before a credit: "Image source, ".
SPOKEN_CAPTION = rf"(?:{join_patterns('captions', 'spoken_labels')})"
CAPTION_LABEL = re.compile(rf"\W{{0,3}}{SPOKEN_CAPTION}(?:{SPOKEN_SIGN}|\W*$)", re.I)
CREDIT_LABEL = re.compile(rf"\W{{0,3}}{SPOKEN_CREDIT}(?:{SPOKEN_SIGN}|\W*$)", re.I)
# "Image source, Jo Doe Image caption, The mayor": both in one line.
BOTH_LABELS = re.compile(rf"({SPOKEN_CREDIT}{SPOKEN_SIGN}.{{1,120}}?)\s({SPOKEN_CAPTION}{SPOKEN_SIGN}.+)", re.I)
LABEL_WORDS = frozenset(list_words("captions", "labels"))
AGENCIES = join_patterns("captions", "agencies")
AGENCY = re.compile(rf"(?:^|\W)(?:{AGENCIES})(?:\W|$)")
# "Getty Images", "AFP Photo", "stock.adobe.com": an agency or a site, and nothing else.
OWNER = re.compile(rf"(?:{AGENCIES})(?:\s(?:Images?|Photos?|News|TV|Stock|Pictures?|Bildfunk))?")
DOMAIN = re.compile(r"(?:[\w-]{2,}\.)+[a-z]{2,}(?:/\S*)?")  # "www.courier.example", a name in small letters
# What separates the owners in a credit; a hyphen only before a site, since "Jo Doe - Reuters" may name who is shown.
OWNERS_PARTED = re.compile(rf"\s*[/|]\s*|\s[–—-]\s(?={DOMAIN.pattern}$)")
VIA_AGENCY = re.compile(rf"(?<!\bLive)\svia\s(?:{AGENCIES})(?:\s(?:Images?|Photos?|News|TV))?$")
# What stands before the label in "The mayor. AP Photo: Jo Doe" and "Getty Images | Jo Doe".
AGENCY_BEFORE_LABEL = re.compile(rf"(?:^|[.!?…)”\"»|/]\s*)({AGENCIES})\s$")
GETTY_BEFORE_IMAGES = re.compile(r"\b(Getty)\s$")
ARABIC_AGENCIES = join_patterns("captions", "arabic_agencies")
IN_BRACKETS = re.compile(r"[(（\[]([^()（）\[\]]{2,100})[)）\]]\.?")
# "(Symbolbild)", "(links)", "(2019)" describe the image.
NO_CREDIT_IN_BRACKETS = re.compile(
    r"(?i:symbol|archiv|file|undated|left|right|links|rechts|centre|center|from )|\W*[a-zß-ÿ]|\W*\d"
)
PERMITTED = re.compile(r"\b(?:courtesy|permission|handout)\b", re.I)
CONNECTORS = frozenset(
    "via for von de del della di da du la le van der den by of the and und et y i e og och en".split()
)
SENTENCE_END = re.compile(r"[.!?。！？…।॥۔؟።។։][\"'»”’“«」』)\]）]*$")
# A capitalised word of a name, and the small words inside names.
NAME, NAME_JOINT = (
    r"(?:[^\W\d_a-zß-ÿа-џґά-ώ\u0590-\u06ff][\w'’.-]{0,30})",
    r"(?:de|da|di|del|della|der|den|la|le|van|von)",
)
# The expressions that `credit_tails.toml` names in braces.
PARTS = {
    "agencies": AGENCIES,
    "arabic_agencies": ARABIC_AGENCIES,
    "credit_word": CREDIT_WORD,
    "more_words": MORE_WORDS,
    "name": NAME,
    "name_joint": NAME_JOINT,
    "short_label": SHORT_LABEL,
    "source_words": SOURCE_WORDS,
}
# Credits that follow a caption in one piece: characters of which each has one or more, as a quick check, and its
# expression.
TAILS = tuple(
    (frozenset(tail["signs"]), re.compile(re.sub(r"\{([a-z_]+)\}", lambda name: PARTS[name[1]], tail["pattern"])))
    for tail in tomllib.loads(Path(__file__).with_name("credit_tails.toml").read_text(encoding="utf-8"))["tails"]
)
BEFORE_NOUNS = frozenset(list_words("captions", "before_nouns"))
TAKEN_BY = re.compile(r"\s*[／/]?\s*(?:撮影|提供|摄影?|攝影?|供[图圖]|(?<=[가-힣])\s제공)(?:\.\s재판매 및 DB 금지)?$")


def is_marked_as_credit(node: HtmlElement) -> bool:
    """Return whether the element's class, id or similar marks it as the credit."""
    names = read_credit_names(node)
    return names != "" and is_credit_name(names)


def read_credit_names(node: HtmlElement) -> str:
    """Return the element's names that may mark it as the credit, joined; may be empty."""
    return " ".join(filter(None, map(node.get, CREDIT_ATTRIBUTES)))


def is_credit_name(names: str) -> bool:
    """Return whether any of an element's names marks it as the credit."""
    names = CAMEL.sub("-", names)
    if names.isascii() and not any(map(names.lower().__contains__, CREDIT_MARK_WORDS)):
        return False
    return CREDIT_MARK.search(names) is not None
