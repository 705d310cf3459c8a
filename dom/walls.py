"""Pages served instead of the requested one: bot checks and consent dialogs."""

from __future__ import annotations

import re
from collections.abc import Sequence
from itertools import islice

from cutline.dom.document import Document
from cutline.dom.metadata.declared_titles import read_title_element
from cutline.dom.segments import TextSegment
from cutline.dom.words import join_patterns, list_words
from cutline.types import PageWarning

MOST_CHECKED = 2_000  # characters of text that a check for robots shows at most
MOST_CONSENT = 15_000  # of a dialog for consent; lists of partners are long
LEAST_CONSENT = 100  # below it there is too little to tell
CONSENT_SHARE = 0.6  # of its characters that stand in texts about cookies and data
MAX_SCRIPTS = 100
BOT_TITLE = re.compile(join_patterns("walls", "bot_titles"), re.I)
BOT_TEXT = re.compile(join_patterns("walls", "bot_texts"), re.I)
# Where the services that make such checks load their scripts from.
BOT_SCRIPT = re.compile(
    r"captcha-delivery\.com|px-cdn\.net|px-captcha|perimeterx|challenges\.cloudflare\.com|/cdn-cgi/challenge-platform"
    r"|hcaptcha\.com|recaptcha|arkoselabs|awswaf\.com|/_Incapsula_Resource|kasada|ddos-guard|geetest|turnstile",
    re.I,
)
CONSENT = re.compile(join_patterns("walls", "consent"), re.I)
CORE = list_words("walls", "consent_words")
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
