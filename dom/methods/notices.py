"""What the software of newsletters and blogs writes above and below each text."""

from __future__ import annotations

import re
from collections.abc import Sequence

from cutline.dom.segments import TextSegment

MAX_CHARACTERS = 250  # of a notice
FIRST, LAST = 2, 6  # kept segments at the beginning and at the end, among which notices are
# What a link in a notice says: that the mail is shown on the web, or no longer sent.
LINKS = re.compile(
    r"\b(?:view|open|read)\b.{0,20}\bbrowser|\bview (?:\w+ )?online|\bunsubscribe|manage (?:your )?subscription"
    r"|im browser|newsletter abbestellen|\babbestellen|\babmelden|dans (?:votre|le|un) navigateur|désabonner|désinscri"
    r"|(?:en|no) (?:el|tu|su|seu|o) navegador|darse de baja|cancelar (?:la |a )?(?:suscripción|subscrição|inscrição)"
    r"|nel browser|disiscri|annulla l.iscrizione|in (?:de|uw|je) browser|uitschrijven|afmelden"
    r"|i (?:webbläsaren|din webbläsare|nettleseren|browseren)|avregistrera|avslutt abonnement|afmeld|peruuta tilaus"
    r"|w przeglądarce|wypisz się|zrezygnuj|v prohlížeči|odhlásit|böngészőben|leiratkoz|în browser|dezabon"
    r"|в браузере|у браузері|отписаться|відписатися|tarayıcı(?:da|nızda)|abonelikten"
    r"|ブラウザー?で|配信停止|在浏览器|在瀏覽器|退订|退訂|取消订阅|브라우저에서|수신 ?거부|في المتصفح|إلغاء الاشتراك",
    re.IGNORECASE,
)
# What WordPress writes below a post, in the languages of most blogs.
POSTED = re.compile(
    r"this entry was posted (?:on|in|by)\b|dieser (?:beitrag|eintrag) wurde (?:am|unter|von|veröffentlicht|publiziert)"
    r"|(?:cette entrée|ce contenu) a été publiée?|esta entrada fue publicada|esta entrada foi publicada"
    r"|questa voce è stata pubblicata|dit bericht (?:is|werd) geplaatst|detta inlägg (?:är|var|blev) publicerat"
    r"|dette innlegget ble (?:skrevet|publisert|postet)|ten wpis został opublikowany|tento příspěvek byl publikován"
    r"|эта запись (?:была )?опубликована|この投稿は.{0,40}されました|本文发表于",
    re.IGNORECASE,
)


def find_notices(segments: Sequence[TextSegment], kept: Sequence[int]) -> list[int]:
    """Return the kept segments at the ends of a text that its software wrote; `kept` are their indices, ascending."""
    ends = sorted({*kept[:FIRST], *kept[-LAST:]})
    return [number for number in ends if _is_notice(segments[number])]


def _is_notice(segment: TextSegment) -> bool:
    if len(segment.text) > MAX_CHARACTERS or not segment.link_characters:
        return False
    linked = " ".join([run.text for run in segment.runs if run.in_link])
    return LINKS.search(linked) is not None or POSTED.match(segment.text) is not None
