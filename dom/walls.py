"""Pages served instead of the requested one: bot checks and consent dialogs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from cutline.dom.document import Document
from cutline.dom.metadata.declared_titles import read_title_element
from cutline.dom.segments import TextSegment
from cutline.types import PageWarning

MOST_CHECKED = 2_000  # characters of text that a check for robots shows at most
MOST_CONSENT = 15_000  # of a dialog for consent; lists of partners are long
LEAST_CONSENT = 100  # below it there is too little to tell
CONSENT_SHARE = 0.6  # of its characters that stand in texts about cookies and data
MAX_SCRIPTS = 100
# Titles of checks for robots and of refusals.
BOT_TITLE = re.compile(
    r"just a moment|attention required|access (?:to this page has been )?denied|^403\b|forbidden"
    r"|are you (?:a )?(?:robot|human)"
    r"|robot check|bot (?:verification|check|manager)|pardon our interruption"
    r"|security (?:check|verification|challenge)"
    r"|human verification|verify(?:ing)? (?:you are|that you|your)|please (?:verify|wait)|checking your browser"
    r"|ddos[- ](?:guard|protection)|captcha|request (?:rejected|blocked)|you have been blocked|unusual traffic"
    r"|einen moment|un momento|un instant|один момент|проверка|请稍候|稍候|安全验证|しばらくお待ち",
    re.I,
)
# What their texts say.
BOT_TEXT = re.compile(
    r"verif(?:y|ying) (?:that )?you(?:['’]re| are) (?:a )?(?:human|not a (?:ro)?bot)"
    r"|(?:confirm|prove) (?:that )?you(?:['’]re| are) (?:a )?"
    r"(?:human|not a (?:ro)?bot)|checking (?:your browser|if the site connection is secure)"
    r"|enable javascript and cookies"
    r"|you don['’]t have permission to access|unusual (?:traffic|activity) from your|sorry, you have been blocked"
    r"|you have been blocked|please complete the (?:security check|captcha)|complete the captcha"
    r"|solve (?:the|this) captcha"
    r"|press (?:&|and) hold to confirm|made us think (?:that )?you (?:are|were) a bot"
    r"|automated (?:access|requests|tools|queries)"
    r"|incapsula incident|reference #\d|cloudflare ray id|ray id: |please enable js and disable"
    r"|performing security verification|request unsuccessful"
    r"|bestätigen sie, dass sie (?:ein mensch|kein roboter)|vérifi\w+ que vous (?:êtes|n'êtes)|no eres un robot"
    r"|не робот|подтвердите, что (?:вы )?человек|人机验证|ロボットではない",
    re.I,
)
# Where the services that make such checks load their scripts from.
BOT_SCRIPT = re.compile(
    r"captcha-delivery\.com|px-cdn\.net|px-captcha|perimeterx|challenges\.cloudflare\.com|/cdn-cgi/challenge-platform"
    r"|hcaptcha\.com|recaptcha|arkoselabs|awswaf\.com|/_Incapsula_Resource|kasada|ddos-guard|geetest|turnstile",
    re.I,
)
# What dialogs for consent say in many languages: about cookies, data and partners.
CONSENT = re.compile(
    r"cookie|consent|gdpr|privacy|personal data|partners|advertising|purposes|legitimate interest|accept all"
    r"|reject all"
    r"|einwillig|zustimm|datenschutz|personenbezogen|werbung|tracking|zwecke|akzeptieren"
    r"|consentement|confidentialité|données|partenaires|accepter|publicité|finalités"
    r"|consentimiento|privacidad|datos personales|socios|publicidad|aceptar"
    r"|consenso|dati personali|pubblicità|accetta|consentimento|dados pessoais|parceiros"
    r"|toestemming|persoonsgegevens|privacybeleid|samtykke|samtycke|personuppgift|persondata|annoncer"
    r"|suostumus|evästee|tietosuoja|zgod[aęy]|prywatnoś|plik[iów]+ cookie|dane osobowe|souhlas|súhlas|soukrom"
    r"|συγκατάθεση|согласи|персональн|конфиденциальн|çerez|クッキー|個人情報|同意|쿠키|개인정보|隐私|隱私",
    re.I,
)
# In small letters: words that no dialog for consent is without.
CORE = "cookie consent einwillig toestemming samtyck samtykke evästee zgod souhlas çerez クッキー 同意 쿠키".split()
FIRST = 5  # texts of the article of which one has such a word if it is a dialog


def find_wall(document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> PageWarning | None:
    """Return `bot_wall` or `consent_wall` if the page is no more than that, else None.

    Args:
        document: the page.
        segments: all its text.
        kept: the segments of the article.
    """
    size = _measure(segments)
    if size <= MOST_CHECKED and _is_bot_wall(document, segments):
        return "bot_wall"
    if LEAST_CONSENT <= size <= MOST_CONSENT and _is_consent_wall(segments, kept):
        return "consent_wall"
    return None


def _is_bot_wall(document: Document, segments: Sequence[TextSegment]) -> bool:
    """Whether two of three say so: the title, the text, and the scripts."""
    titled = BOT_TITLE.search(read_title_element(document.root) or "") is not None
    says_so = any(BOT_TEXT.search(segment.text) for segment in segments)
    frames = islice(document.root.iter("script", "iframe"), MAX_SCRIPTS)
    loaded = any(BOT_SCRIPT.search(f"{frame.get('src', '')} {(frame.text or '')[:2_000]}") for frame in frames)
    return titled + says_so + loaded >= 2


def _is_consent_wall(segments: Sequence[TextSegment], kept: Sequence[TextSegment]) -> bool:
    """Whether most of what the page shows, and of what was taken for the article, is about consent."""
    if not any(word in segment.text.lower() for segment in (kept[:FIRST] or segments) for word in CORE):
        return False
    return all(
        _measure(list(filter(_is_about_consent, part))) >= CONSENT_SHARE * _measure(part) for part in (segments, kept)
    )


def _is_about_consent(segment: TextSegment) -> bool:
    return CONSENT.search(segment.text) is not None


def _measure(segments: Sequence[TextSegment]) -> int:
    return sum([len(segment.text) for segment in segments])
