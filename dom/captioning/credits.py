"""How credits are written: the labels and signs before the names of photographers and agencies."""

from __future__ import annotations

import re

from lxml.html import HtmlElement

from cutline.dom.words import join_patterns, list_words

# Words in class, id and itemprop that mark the credit, in many languages.
CREDIT_MARK = re.compile(
    r"credit(?!-figcaption)|copyright|caption-owner"
    r"|(?:^|[\s_-])(?:c?right|rights|source|sources|author|authors|agency|agence|quelle|urheber|autor|auteur"
    r"|fotograf\w*|photograph\w*|photo-?by|byline|creator|provider|attribution|rechte|licen[cs]e)(?:$|[\s_-])",
    re.I,
)
# Every name that matches contains one of these; a quick check before the expression.
CREDIT_MARK_WORDS = (
    "credit right owner source author agenc quelle urheber autor auteur fotograf photo byline creator provider "
    "attribution rechte licen".split()
)
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
SHORT_LABEL = r"(?:\b(?:fot|ph)\.(?!\s?D\b)(?-i:(?!\s?[a-zß-ÿ]))\s?:?|(?:사진|写真)\s?[=＝](?![^\]]*\]\s*\w))"
SPOKEN_SIGN = r"\s?[,:،、，：]\s*"
SPOKEN_CREDIT = rf"(?:{join_patterns('captions', 'spoken_credit_labels')})"
LABEL = (
    rf"(?:{SPOKEN_CREDIT}{SPOKEN_SIGN}|(?:{CREDIT_WORD}|{MORE_WORDS}|{SOURCE_WORDS})(?:\s(?:by|via|from|courtesy(?:\sof)?))?\s?[:：|/]|{SHORT_LABEL}|©|\(c\)"
    r"|[（(][CＣcｃ][）)])"
)
# "foto Jo Doe", "photo de Jo Doe": a label only where a credit is expected
LOOSE_LABEL = re.compile(r"^(?i:foto|photo|beeld)\s(?:(?:di|de|von|van|par|por|av|door)\s)?(?=[A-Z])(?!Credit)")
PICTURE_BY = (
    r"(?:(?:photo|photograph|picture|image|illustration|graphic|video|cartoon)s?\s(?:by|via|courtesy(?:\sof)?)"
    r"|courtesy\sof|courtesy(?-i:(?=\s[A-Z])))\s"
)
STARTS_AS_CREDIT = re.compile(rf"[\s(\[–—|/-]{{0,5}}(?:{LABEL}|{PICTURE_BY})", re.I)
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
# Credits that follow a caption in one piece: characters of which each credit contains at least one (a quick check), and
# its expression.
TAILS = tuple(
    (frozenset(signs), re.compile(pattern))
    for signs, pattern in (
        # "The mayor. Credit...Jo Doe": the label that The New York Times has for screen readers
        (".…", r"\bCredit(?:\.\.\.|…)\s?(\S.{0,120})$"),
        # "The mayor. Ảnh: Jo Doe", "The mayor | Källa: Jo Doe"
        (
            ":：",
            rf"(?i)(?:^|(?<=[.!?。…)”\"»])|[\s|/–—-](?<![^\s|/–—-]))\s*((?:{MORE_WORDS})\s?[:：]\s?.{{1,120}})$",
        ),
        # "Starosta. Zdroj: Jo Doe", "Starosta (Autor: Jo Doe)"
        (":", rf"(?i)(?:(?<=[.!?…)”\"»])\s*|\s?[|(]\s?)({SOURCE_WORDS}\s?:\s?[^()]{{1,120}})\)?\.?$"),
        # "The mayor (Källa: Jo Doe)", "(تصوير: Jo Doe)"
        (":：", rf"(?i)\s*[(（\[]\s*((?:{MORE_WORDS})\s?[:：]\s?[^()（）\[\]]{{1,120}})[)）\]]\.?$"),
        # "그는 말했다. /한지우 기자"
        ("/", r"(?:(?<=[.!?…)”\"»])\s*|\s+)/\s?([가-힣]{2,4}\s?(?:[가-힣]{2}\s?)?기자)$"),
        # "The mayor. Fot. Jo Doe", "The mayor (fot. Jo Doe)", "그는 말했다. 사진=연합뉴스"
        (".=＝", rf"(?i)(?:^|(?<![\s|/(（\[–—-])[\s|/(（\[–—-]+)({SHORT_LABEL}\s?.{{1,100}})$"),
        # "The mayor. Foto di Jo Doe", "The mayor. Foto Jo Doe", "The mayor. | Foto Jo Doe"
        (
            ".!?…",
            r"(?<=[.!?…])\s*((?:[Ff]oto|FOTO|[Pp]hoto)\s(?:di|de|von|van|par|por|av|door)\s[A-Z].{1,80})$",
        ),
        (".!?…", r"(?<=[.!?…])\s*(?:[|/–—-]\s*)?((?:Foto|FOTO)\s[A-Z][\w'’.-]{1,20}(?:[ /][\w'’.-]{1,20}){0,4})$"),
        # "The mayor (AFP)", "The mayor [Getty Images]", and the same in Arabic, also with the photographer before it
        ("([", rf"\s*[(\[]((?:{AGENCIES})(?:\s[^()\[\]]{{1,40}})?)[)\]]\.?$"),
        ("([", rf"\s*[(\[]((?:[^()\[\]]{{1,40}}?\s?[-–/،]\s?)?(?:{ARABIC_AGENCIES}))[)\]]\.?$"),
        # "Le maire. J. DOE / AFP", "El alcalde. | Jo Doe", "El alcalde. / JO DOE"
        (
            "/",
            rf"(?<=[.!?…)”\"»])(?<!\W[A-Z]\.)\s*({NAME}(?:\s(?:of\s)?{NAME}){{0,3}}(?:\s?/\s?{NAME}(?:\s{NAME}){{0,3}})?"
            rf"\s?/\s?(?:{AGENCIES})(?:\s[^/.]{{1,40}})?)$",
        ),
        # "El alcalde. EFE/ J. Doe", "The mayor. AP Photo/Jo Doe, File"
        (
            "/",
            rf"(?<=[.!?…)”\"»])\s+((?:{AGENCIES})(?:\sPhoto)?\s?/\s?{NAME}(?:\s{NAME}){{0,3}}(?:,\s[^/.]{{1,20}})?)$",
        ),
        ("/|", rf"(?<=[.!?…)”\"»])\s*[/|]\s?({NAME}(?:\s(?:{NAME_JOINT}\s)?{NAME}){{1,3}})$"),
        # "The mayor. Jo Doe | Courier-Ledger"
        (
            "|",
            rf"(?<=[.!?…)”\"»])(?<!\W[A-Z]\.)\s+({NAME}(?:\s{NAME}){{1,3}}\s?\|\s?{NAME}(?:\s(?:of\s)?{NAME}){{0,3}})$",
        ),
        # "El alcalde. / EFE", "그는 말했다. /연합뉴스"
        ("/|", rf"(?<=[.!?…)”\"»])\s*[/|]\s?((?:{AGENCIES})(?:\s?/\s?[^/]{{1,40}})?)$"),
        # "市长在讲话。新华社记者 李明 摄"
        ("摄攝影图圖", r"(?<=[。！？）」])\s*([^。！？，]{2,24}?\s?[／/]?\s?(?:摄|攝|摄影|攝影|供图|供圖))$"),
        # "The mayor.Photo: Jo Doe": two elements of one line, without a space between them
        (":：", rf"(?i)(?<=[.!?。…)”\"»])({CREDIT_WORD}\s?[:：]\s?.{{1,120}})$"),
        ("（", r"\s*（([^（）]{1,40}?(?:撮影|提供|より))）$"),
        # "市長＝2026年4月1日、李明撮影"
        ("＝", r"＝([^＝、。（）\d]{2,20}?(?:撮影|提供))$"),
        ("＝", r"(?<=[日内区市町村県都府州国で])、([^＝、。（）\d]{2,20}?(?:撮影|提供))$"),
        ("＝", r"\s*＝([A-ZＡ-Ｚ]{2,8}|共同(?:通信社?)?|時事(?:通信社?)?|ロイター)$"),
        ("（", r"\s*（[CＣ]）\s*([^（）]{1,60})$"),
        # "The mayor. — Picture via X/Bernama", "The mayor - Reuters"
        (
            "–—/-",
            r"\s(?<![–—/-]\s)[–—/-]+\s*((?:Picture|Photo|Image|Pic|Graphic|Reuters|AFP|Bernama|AP|EPA)s?"
            r"(?:\s(?:by|via|courtesy|file)\s.{0,80})?)$",
        ),
        (
            ".!?。",
            r"(?<=[.!?。])\s*((?:Photo|Picture|Image|Illustration|Photograph)s?\s(?:by|via|courtesy(?:\sof)?)\s.{1,120})$",
        ),
        ("©", r"(?<=[.!?。])\s*(©\s?.{1,120})$"),
        # Lithuanian: "The mayor / J. Doe / LRT nuotr."
        ("/", r"\s/\s(.{1,100}\bnuotr\.?)$"),
        # "The mayor. (Jo Doe)"
        (
            "(",
            r"(?<=[.!?。])\s*\(((?![Ss]ymbol|[Aa]rchiv|[Ff]ile|[Ll]eft|[Rr]ight)[A-Z][^()]{1,80})\)\.?$",
        ),
        # "The mayor smiles. Supplied", "그는 말했다. 연합뉴스": a name after the last sentence
        (
            ".",
            r"\s(?:(?<=[a-zß-ÿ]{4}\.\s)|(?<=\s[a-zß-ÿ]{2}\.\s)(?<!\s(?:vs|no|nr)\.\s)|(?<=[가-힣]\.\s))"
            r"((?:[A-Z][\w'’-]{1,20}|[가-힣\d]{2,6})(?:[ /](?:[A-Z][\w'’-]{0,20}|[가-힣]{2,6})){0,3})$",
        ),
    )
)
BEFORE_NOUNS = frozenset(list_words("captions", "before_nouns"))
TAKEN_BY = re.compile(r"\s*[／/]?\s*(?:撮影|提供|摄影?|攝影?|供[图圖])$")


def is_marked_as_credit(node: HtmlElement) -> bool:
    """Return whether the element's class, id or similar marks it as the credit."""
    names = read_credit_names(node)
    return names != "" and is_credit_name(names)


def read_credit_names(node: HtmlElement) -> str:
    """Return the element's names that may mark it as the credit, joined; may be empty."""
    return " ".join(filter(None, map(node.get, CREDIT_ATTRIBUTES)))


def is_credit_name(names: str) -> bool:
    """Return whether any of an element's names marks it as the credit."""
    if names.isascii() and not any(map(names.lower().__contains__, CREDIT_MARK_WORDS)):
        return False
    return CREDIT_MARK.search(names) is not None
