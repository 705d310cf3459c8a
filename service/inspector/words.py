"""Reasons, warnings and verdicts in words."""

from __future__ import annotations

from cutline.service.formats.flow import plain
from cutline.types import Image, PageWarning, Reason, Similarity, Verdict

REASONS: dict[Reason, str] = {
    "article_text": "The classifier takes it for the article's text.",
    "article_image": "Its place, and its caption if it has one, make it likely to be one of the article's images.",
    "teaser": "It links to another page, or is part of a card or list of such links.",
    "navigation": "It is in a menu, in the head or foot of the page, or in a row of links or buttons.",
    "notice": "It is part of a form or of a site notice, for example about subscriptions or cookies.",
    "comments": "It is among the readers' comments.",
    "byline": "It names the authors or the date, in a place where bylines usually are.",
    "advertisement": "The names of its elements or its address are typical of advertisements.",
    "portrait": "Names around it or in its address suggest an author or a commenter.",
    "icon": "It is as small as an icon; or it is not wide, and is an SVG drawing or named like an icon or a logo.",
    "inset": "It is between the article's paragraphs but not one of them: in a box, or as a label or an aside.",
    "off_topic": "It is where the article's text and images are, but its words point to another story.",
    "uncertain": "No single fact about the page decides; many small ones add up.",
    "other_story": "Another story begins on the page, and this is part of it or comes after it.",
    "stray_words": "A few words, such as those of a menu, before the first paragraph or after the last.",
    "odd_source": "Its file type is unusual for a photograph, or the page shows it several times.",
    "outside_article": "It comes before the article's first paragraph or after its last.",
    "in_subtree": "It is inside the article subtree, and nothing speaks against it.",
    "outside_subtree": "It is outside the article subtree.",
    "in_subsequence": "It is in the best run of segments and aligned with it.",
    "not_aligned": "It is in the best run of segments, but its edges do not match those of the body text.",
    "outside_subsequence": "It is outside the best run of segments.",
    "text_class": "It is in the cluster of blocks that the two rules choose.",
    "complement": "It looks like the chosen cluster of blocks and lies in its area.",
    "other_class": "It is in another cluster of blocks.",
    "no_text_block": "It is in no smallest block.",
    "text_block": "The classifier takes its text block for article text.",
    "other_block": "The classifier takes its block for something other than article text.",
    "content_block": "Most of its characters are in blocks labelled as content.",
    "title_block": "Most of its characters are in blocks labelled as the title.",
    "negative_block": "Most of its characters are inside a block that does not look like news.",
    "content_node": "Most of its characters are where the site's template has its content.",
    "title_node": "Most of its characters are where the site's template has the title.",
    "other_node": "Most of its characters are where the site's template has something else.",
    "unknown_node": "Most of its characters are where the site's template has nothing.",
    "dense": "Most of its characters are in a part of the page as dense as the article.",
    "below_density": "Most of its characters are in a part of the page less dense than the article.",
    "link_list": "Most characters of its list, of its own text or of its caption are links.",
    "caption": "It is the caption of an image and is shown with that image.",
    "title": "It repeats the title.",
    "dissimilar": "Its names have too little in common with the article.",
    "similar": "Its caption shares names with the article.",
    "no_evidence": "Its caption has nothing to compare; a setting decides whether it is kept.",
    "captioned": "It is in the article and has a caption; names were not compared.",
    "no_caption": "It has no caption, or none like those of article images.",
    "duplicate": "The same picture or the same words appear elsewhere on the page, and only one of the two is kept.",
    "ad_rule": "Its address, or its link, points to an advertisement or a tracker.",
    "placeholder": "It is the empty picture that a script would replace.",
    "hidden": "It is in a part of the page that is not shown.",
}

WARNINGS: dict[PageWarning, str] = {
    "no_article": "No text on the page was taken for an article.",
    "short_article": "The text is short for an article.",
    "caption_is_article": "An image is directly in the article's block, and the text of that block is not a caption.",
    "no_browser": "The method needs the page's layout, but no browser is installed; the page was not rendered.",
    "render_failed": "The browser could not render the page; it was parsed without rendering.",
    "no_model": "The method needs a model and got none; first-subtree was used.",
    "no_wrapper": "template-wrapper was left out because no wrapper was given.",
    "wrapper_mismatch": "The page does not use the template that the wrapper was learned from.",
    "wrapper_limit": "The page was too large to compare with the whole template.",
    "no_layout": "The method needs the page's layout, and the page was not rendered.",
    "odd_address": "The address given with the page is not a web address; the page was read without it.",
    "broken_encoding": "Some bytes were invalid in the page's encoding and were replaced.",
    "control_characters": "Control characters were dropped.",
    "deep_nesting": "The page is nested more deeply than the parser reads; anything deeper is missing.",
    "declared_text": "The page does not show the article's text but declares it for machines; that text was taken.",
    "script_text": "The page passes its text to its own scripts and shows less of it; that text was taken.",
}


EVIDENCE = {"entities": "names", "names": "names", "words": "words"}
SHOWN_WORDS = 5  # in a line, that the article has or has not
SHOWN_NAMES = 6  # shared names in a line; the others are counted


def describe_shared(similarity: Similarity) -> str:
    """Return the names two texts share, as `Obama 1/12`: mentions here before those in the article."""
    shared = similarity.evidence.shared
    names = [f"{plain(name.name)} {name.here}/{name.in_text}" for name in shared[:SHOWN_NAMES]]
    more = len(shared) - len(names)
    return (", ".join(names) or "none shared") + (f" and {more} more" if more else "")


def describe_relevance(verdict: Verdict, told: str) -> str:
    """Return both numbers of a verdict in a line, as `place 0.93 · caption 0.04 unrelated`.

    Empty where neither was found: the method compares no texts, or a rule decided before.

    Args:
        verdict: on a block or an image.
        told: what was held against the article, such as `caption`; empty if an image has no text at all.
    """
    parts = [] if verdict.place_score is None else [f"place {verdict.place_score:.2f}"]
    if told and verdict.relevance is not None:
        score = "" if verdict.relevance_score is None else f" {verdict.relevance_score:.2f}"
        parts.append(f"{told}{score} {verdict.relevance}")
    return " · ".join(parts)


def describe_words(verdict: Verdict) -> str:
    """Return the rarest words that speak for a verdict, as `also in the article: Aurelia` of what is related.

    Of what is unrelated they are those that it does not share: `not in the article: Kestrel, ridge`. Empty for any
    other verdict, and where there are none.
    """
    where = {"related": ("also", verdict.found), "unrelated": ("not", verdict.missing)}
    how, words = where.get(verdict.relevance or "", ("", ()))
    return f"{how} in the article: {', '.join(map(plain, words[:SHOWN_WORDS]))}" if words else ""


def name_told(image: Image) -> str:
    """Return which text of an image is held against the article; empty if it has none."""
    if image.caption:
        return "caption"
    return "alternative text" if image.alt else ""


def describe_measures(similarity: Similarity) -> str:
    """Return both measures of a similarity that has a score, the one that decided first."""
    both = f"match share {similarity.match_share:.2f}", f"cosine {similarity.cosine:.2f}"
    first, second = both if similarity.measure == "match_share" else both[::-1]
    return f"{first} decides, {second}"


def compare_score(score: float | None, threshold: float | None) -> str:
    """Return a score beside the threshold that it was held against, as `0.91 ≥ 0.50`; a dash without a score."""
    if score is None:
        return "–"
    if threshold is None:
        return f"{score:.2f}"
    difference = score - threshold
    # As many digits as it takes to see that the two numbers differ.
    digits = next((digits for digits in (2, 3, 4) if abs(difference) >= 10**-digits), 2 if difference == 0 else 6)
    return f"{score:.{digits}f} {'≥' if difference >= 0 else '<'} {threshold:.{digits}f}"
