"""Text in an article that is no part of it: hints for screen readers, calls to subscribe, tools, icons, ruby."""

from __future__ import annotations

import re
from itertools import islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import Inherited
from cutline.dom.segments import TextSegment, keep_runs
from cutline.dom.tags import HEADING_TAGS
from cutline.dom.words import join_patterns
from cutline.types import Reason

# The classes of Bootstrap (`sr-only`, `visually-hidden`, both with `-focusable`), Tailwind, Drupal and WordPress
# (`screen-reader-text`), also with a short prefix (`u-`, `usa-`) and as CSS modules write them (`Link_srOnly__x7Yz`).
# Style sheets clip such text, which no attribute says. `not-sr-only` and `lg:sr-only` show it, if not on all screens.
NAMES = re.compile(
    r"(?:^|\s)(?:(?!not-)[a-z]{1,4}-|[a-z]+_{1,2})?"
    r"(?:sr-?only|visually-?hidden|screen-?reader-(?:text|only))(?:-focusable)?(?:_\w*)?(?=\s|$)",
    re.IGNORECASE,
)
PARTS = ("nly", "idden", "creen")  # of every such class; a quick check
MAX_CHARACTERS = 200  # of a hint; longer text is an article's, which a script will show
# What asks for an address of e-mail is a form, or named so where the words stand beside the form (Substack, Kit).
SUBSCRIPTION = re.compile(r"(?<![a-z])(?:subscri(?:be|ption)|newsletter|sign-?up|opt-?in)(?![a-z])", re.IGNORECASE)
# What a company asks of its readers; "has-cta" and "cta-enabled" say something of a page.
CALL = re.compile(
    r"(?:^|\s)(?:cta|call-?to-?action)(?:[-_]{1,2}(?:box|card|banner|block|inner|content|wrap(?:per)?|container))?(?=\s|$)",
    re.IGNORECASE,
)
WHOLE = frozenset(("article", "main", "h1"))  # what neither is, nor holds
MAX_CALL = 200  # characters of either; a page may be one form
MAX_INSIDE = 60  # elements in a form, or around a call

# Also those of links back from a footnote, and the characters that icon fonts draw (Read the Docs).
PERMALINK_SIGNS = re.compile("[¶#§◆◇🔗⚓∞↩↑^\ufe0e\ufe0f\ue000-\uf8ff]+")
BACK = re.compile(r"[\[(]?[↩↑^⤴⏎↵⮐][\ufe0e\ufe0f\s\d]*[\])]?")  # the second one may have a number: `↩2`
MAX_PIECES = 20  # texts read of a link; a sign is one
TOP = re.compile(r"#(?:page-?)?top(?:_of_page)?")  # addresses of the top of the page, the first one HTML's own
SKIP = re.compile(r"(?:^|\s)(?:mw-jump-link|skip-?(?:nav|link|to-content))(?=\s|$)")  # links over the navigation
# Links of manuals to the source of what they describe (Sphinx, rustdoc, Haddock, odoc), and their pages.
SOURCE = re.compile(r"\[?(?:source|src)\]?", re.IGNORECASE)
MORE = "More..."  # Doxygen's link to the description below
SOURCE_PAGE = re.compile(r"(?:^|/)(?:src|_modules)(?:/[^?#]{1,300}\.html#|\Z)")
# The same of gi-docgen and rustdoc, and those of YARD that open and close a list.
SOURCE_LINKS = frozenset(("srclink", "summary_toggle", "inheritanceTree"))
# What style sheets do not print: tools of a page, such as "Full size image" (Bootstrap, MediaWiki, Tailwind, Nature).
SCREEN_ONLY = re.compile(
    rf"(?:^|\s)(?:[a-z]{{1,4}}-)?(?:{join_patterns('elements', 'screen_only')})(?=\s|$)", re.IGNORECASE
)
# Of summaries: that of rustdoc for what is open, and the second one of MyST's cells of code, which is shown then; and
# the sign that opens a note of Tufte CSS on small screens.
FOLDED = frozenset(("hideme", "expanded admonition-title", "margin-toggle"))
TOOLS = frozenset(("div", "nav", "ul", "button"))  # what is not printed of other tags may belong to the story
STORY = frozenset((*HEADING_TAGS, "p", "pre", "table", "blockquote", "section", "article", "main"))  # is no tool
MAX_TOOL = 60  # characters of a tool
COUNTS = frozenset(("upvoteCount", "downvoteCount", "answerCount", "commentCount", "interactionCount"))  # in microdata
MAX_MESSAGE = 1_000  # characters of what MediaWiki's editors say of a page above it
# Google's icon fonts draw the name of an icon, such as `arrow_forward`, as the icon.
ICONS = re.compile(r"(?:^|\s)material-(?:icons|symbols)(?:-[a-z]+)?(?=\s|$)")
EDITING = "Inline-Template"  # MediaWiki's "[citation needed]" behind a sentence


class UnreadReader:
    """Tells which text of a page is no part of what it says, in linear time for all text."""

    def __init__(self) -> None:
        """Start with no element read."""
        self._reasons = Inherited[Reason | None](None, lambda reason, element: reason or _read_reason(element))

    def leave_out(self, segment: TextSegment) -> TextSegment | Reason:
        """Return the segment without such text; if nothing is left of it, the reason."""
        reasons = [self._reasons.of(run.parent) for run in segment.runs]
        found = next((reason for reason in reasons if reason), None)
        if found is None:
            return segment
        runs = tuple([run for run, reason in zip(segment.runs, reasons, strict=True) if reason is None])
        return keep_runs(segment, runs) or found


def _read_reason(element: HtmlElement) -> Reason | None:
    classes = element.get("class", "")
    if _is_unseen(element, classes):
        return "hidden"
    if element.tag == "d-footnote-list":  # Distill's, of the notes beside their words
        return "duplicate"
    if element.tag == "a":
        return "navigation" if _is_tool(element, classes) else None
    if element.get("itemprop") in COUNTS and _stands_alone(element):
        return "navigation"
    if element.tag == "form" and _asks_for_mail(element):
        return "notice"
    return _read_classes(element, classes) if classes else None


def _is_unseen(element: HtmlElement, classes: str) -> bool:
    if element.get("role") == "tooltip" or (element.tag == "rt" and _is_bare(element)):
        return True
    return classes in FOLDED or _is_hint(element, classes)


def _read_classes(element: HtmlElement, classes: str) -> Reason | None:
    if (SUBSCRIPTION.search(classes) and _asks_for_mail(element)) or (CALL.search(classes) and _is_call(element)):
        return "notice"
    if EDITING in classes:
        return "navigation"
    if element.tag == "table" and "ambox" in classes.split() and _is_short(element, MAX_MESSAGE):
        return "notice"
    if "rint" in classes and SCREEN_ONLY.search(classes) and _is_for_screens(element):
        return "navigation"
    return "inset" if ICONS.search(classes) else None


def _is_for_screens(element: HtmlElement) -> bool:
    """Return whether what is not printed is a short box without paragraphs and the like, or just a link."""
    is_link = element.tag == "p" and [each.tag for each in element] == ["a"] and not (element.text or "").strip()
    if not (element.tag in TOOLS or is_link) or not _is_short(element, MAX_TOOL):
        return False
    inside = list(islice(element.iterdescendants("*"), MAX_INSIDE + 1))
    return len(inside) <= MAX_INSIDE and STORY.isdisjoint(each.tag for each in inside)


def _stands_alone(element: HtmlElement) -> bool:
    """Return whether a short element has no words right before or behind it."""
    before, around = element.getprevious(), element.getparent()
    words = before.tail if before is not None else around.text if around is not None else None
    return not f"{words or ''}{element.tail or ''}".strip() and _is_short(element, MAX_CALL)


def _is_tool(link: HtmlElement, classes: str) -> bool:
    """Return whether a link leads to a place in the page for its own sake, or from a manual to the code."""
    href = link.get("href", "")
    if classes in SOURCE_LINKS or TOP.fullmatch(href) or is_permalink(link):
        return True
    if href.startswith("#") and SKIP.search(classes):
        return True
    is_source = SOURCE_PAGE.search(href) is not None
    text = "".join(islice(link.itertext(), MAX_PIECES)).strip() if is_source or "#" in href else ""
    return text == MORE or (is_source and SOURCE.fullmatch(text) is not None)


def is_permalink(element: HtmlElement) -> bool:
    """Return whether an element is a link to a place in a page that shows a sign instead of words, such as `¶`."""
    if element.tag != "a" or "#" not in element.get("href", ""):
        return False
    text = "".join(islice(element.itertext(), MAX_PIECES)).strip()
    return bool(text) and any(sign.fullmatch(text) for sign in (PERMALINK_SIGNS, BACK))


def _is_bare(reading: HtmlElement) -> bool:
    """Return whether a reading, in `<ruby>`, has no brackets around it where it stands in one line with the text."""
    around = reading.getparent()
    return around is not None and around.find("rp") is None


def _is_hint(element: HtmlElement, classes: str) -> bool:
    return any(map(classes.__contains__, PARTS)) and bool(NAMES.search(classes)) and _is_short(element, MAX_CHARACTERS)


def _asks_for_mail(element: HtmlElement) -> bool:
    """Return whether a short element has a field for an address of e-mail, and none for a message."""
    inside = list(islice(element.iterdescendants("*"), MAX_INSIDE + 1))
    if len(inside) > MAX_INSIDE or any(each.tag == "textarea" or each.tag in WHOLE for each in (element, *inside)):
        return False
    asks = any(each.tag == "input" and each.get("type") == "email" for each in inside)
    return asks and _is_short(element, MAX_CALL)


def _is_call(element: HtmlElement) -> bool:
    """Return whether a short element in an `<article>` has a link or a button; pages of services consist of such."""
    if not _is_short(element, MAX_CALL) or next(element.iter("a", "button"), element) is element:
        return False
    if next(element.iter(*WHOLE), None) is not None:
        return False
    return any(around.tag == "article" for around in islice(element.iterancestors(), MAX_INSIDE))


def _is_short(element: HtmlElement, room: int) -> bool:
    for text in element.itertext():
        room -= len(text)
        if room < 0:
            return False
    return True
