"""How publishers mark text that somebody paid for, in the languages that pages are in."""

from __future__ import annotations

import re

MARKS = """
    advertisement|advertorial|ad|sponsored|sponsored content|sponsored post|paid content|paid post|paid partnership
    promoted|promoted content|partner content|branded content|in partnership with|presented by
    anzeige|werbung|gesponsert|bezahlter inhalt|bezahlte partnerschaft|in kooperation mit|in zusammenarbeit mit
    publicité|sponsorisé|contenu sponsorisé|contenu partenaire|publi-rédactionnel|publirédactionnel
    publicidad|patrocinado|contenido patrocinado|publirreportaje|contenido de marca
    publicidade|conteúdo patrocinado|informe publicitário|pubblicità|sponsorizzato|contenuto sponsorizzato
    publiredazionale
    advertentie|gesponsord|betaalde inhoud|partnerbijdrage|annons|sponsrat|i samarbete med
    annonce|sponsoreret|annonse|sponset|annonsørinnhold|mainos|kaupallinen yhteistyö|auglýsing
    reklama|materiał sponsorowany|artykuł sponsorowany|tekst sponsorowany|inzerce|komerční sdělení|inzercia
    hirdetés|szponzorált tartalom|publicitate|conținut sponsorizat|advertoriale|διαφήμιση|χορηγούμενο
    реклама|на правах рекламы|партнёрский материал|спецпроект|на правах реклами|платено съдържание
    oglas|sponzorirani članak|sponzorirano|plaćeni sadržaj|plaćen oglas|reklam|ilan|sponsorlu içerik|reklāma|reklaam
    إعلان|إعلان ممول|محتوى ممول|פרסומת|תוכן ממומן|תוכן שיווקי|آگهی|تبلیغات|विज्ञापन|বিজ্ঞাপন
    広告|スポンサード|スポンサーコンテンツ|提供|广告|赞助内容|推广|廣告|贊助內容|광고|협찬|โฆษณา
    quảng cáo|nội dung tài trợ|iklan
"""
LONGEST = 40  # characters of the beginning of a text in which a mark stands

_MARK = "|".join(re.escape(mark) for line in MARKS.split("\n") for mark in line.strip().split("|") if mark)
_ALONE = re.compile(rf"\W*(?:{_MARK})\W*", re.IGNORECASE)
_AHEAD = re.compile(rf"(?:[\[(【]\s*(?:{_MARK})\s*[\])】]|\W*(?:{_MARK})\s*[:|：–—])", re.IGNORECASE)


def is_paid_mark(text: str) -> bool:
    """Whether a text is nothing but such a mark, as "Advertisement"."""
    return len(text) <= LONGEST and _ALONE.fullmatch(text) is not None


def is_marked_paid(text: str) -> bool:
    """Whether a text begins with such a mark, set off from what follows, as "Sponsored: ..."."""
    return _AHEAD.match(text, 0, LONGEST) is not None
