"""The parts of a declared title: the headline, and the names of site and sections around it."""

from __future__ import annotations

import re

from cutline.dom.metadata.plain_text import fold
from cutline.dom.metadata.site_names import is_site_name

# What publishers put between a headline and the names around it; the text has no runs of white space.
# Between Chinese, Japanese or Korean characters a hyphen or a low line does.
DIVIDER = re.compile(r" ?[|｜ㅣ│]+ ?| [-–—−·•∙⋆*/:»«›‹~>]+ |：|(?<=[⺀-￿])[-_—]+(?=[⺀-￿])")
# A colon belongs to the headline, unless what stands before it is the name of the site.
DIVIDER_OR_COLON = re.compile(f"{DIVIDER.pattern}|: ")
# What is left of a kicker, a site's name or a page's number at the ends of a title; "-5 degrees" keeps its sign.
PAGE = r"(?:page|seite|página|pagina|side|sida|strona|strana|sivu|страница|сторінка)\s\d{1,3}"
OF_PAGES = r"(?:\s?(?:of|von|de|sur|di|/)\s?\d{1,3})?"
ENDS = re.compile(
    rf"\A[-–—|/·•»]++\s++|\s++(?:[-–—|/·•«]|[-–—|/·•«(]\s?{PAGE}{OF_PAGES}\)?)\Z",
    re.IGNORECASE,
)
MAX_PARTS = 12  # a title with more is a list of keywords


def strip_site(title: str, site_keys: frozenset[str]) -> str:
    """Return the title without the site's names at its ends.

    Args:
        title: as declared, white space collapsed.
        site_keys: folded names of the site.
    """
    title = _strip_bracket(title, site_keys)
    spans = _split(title, DIVIDER_OR_COLON)
    first, last = 0, len(spans)
    while last - first > 1 and is_site_name(title[slice(*spans[last - 1])], site_keys):
        last -= 1
    while last - first > 1 and is_site_name(title[slice(*spans[first])], site_keys):
        first += 1
    return title[spans[first][0] : spans[last - 1][1]]


def trim_ends(title: str) -> str:
    """Return the title without dividers and the page's number at its ends; as it is if nothing is left."""
    return ENDS.sub("", title) or title


def fold_runs(title: str) -> frozenset[str]:
    """Return, folded, every part of the title and every run of parts that starts or ends it."""
    spans = _split(title, DIVIDER)
    slices = {*spans, *((start, len(title)) for start, _ in spans), *((0, end) for _, end in spans)}
    return frozenset([fold(title[start:end]) for start, end in slices])


def _strip_bracket(title: str, site_keys: frozenset[str]) -> str:
    start = title.rfind("(")
    if title.endswith(")") and start > 0 and is_site_name(title[start:], site_keys):
        return title[:start].rstrip()
    return title


def _split(title: str, divider: re.Pattern[str]) -> list[tuple[int, int]]:
    """Return where the parts of a title start and end; at least one part."""
    spans, start = [], 0
    for match in divider.finditer(title):
        if match.start() > start:
            spans.append((start, match.start()))
        start = match.end()
    if start < len(title) or not spans:
        spans.append((start, len(title)))
    return spans if len(spans) <= MAX_PARTS else [(0, len(title))]
