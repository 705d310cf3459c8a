"""Why a block or an image is kept or dropped, and what a page is warned of, by name and in words for people.

The words are in `reasons.toml`; docs/reasons.md explains them all.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Any, Literal

Reason = Literal[
    # of `auto`
    "article_text",
    "article_image",
    "advertisement",
    "byline",
    "comments",
    "icon",
    "inset",
    "navigation",
    "notice",
    "odd_source",
    "off_topic",
    "other_story",
    "outside_article",
    "portrait",
    "stray_words",
    "teaser",
    "uncertain",
    # of the published methods
    "in_subtree",
    "outside_subtree",
    "in_subsequence",
    "not_aligned",
    "outside_subsequence",
    "text_class",
    "complement",
    "other_class",
    "no_text_block",
    "text_block",
    "other_block",
    "content_block",
    "title_block",
    "negative_block",
    "content_node",
    "title_node",
    "other_node",
    "unknown_node",
    "dense",
    "below_density",
    "link_list",
    "dissimilar",
    "similar",
    "no_evidence",
    "captioned",
    # of several
    "caption",
    "title",
    "no_caption",
    "duplicate",
    "ad_rule",
    "placeholder",
    "hidden",
    "note",
]

PageWarning = Literal[
    # of a page's bytes and tree
    "odd_address",
    "broken_encoding",
    "control_characters",
    "deep_nesting",
    "declared_text",
    "script_text",
    "many_images",
    "many_comments",
    "many_notes",
    "many_formulas",
    # of a page that is another than the one asked for
    "bot_wall",
    "consent_wall",
    # of the browser
    "no_browser",
    "render_failed",
    # of a method
    "no_article",
    "short_article",
    "unlike_article",
    "caption_is_article",
    "no_layout",
    "no_model",
    "no_wrapper",
    "wrapper_mismatch",
    "wrapper_limit",
    # of the pages that follow
    "missing_page",
    "other_page",
    "many_pages",
]

_SAID: Mapping[str, Any] = tomllib.loads(Path(__file__).with_name("reasons.toml").read_text(encoding="utf-8"))
WARNINGS: Mapping[PageWarning, str] = _SAID["warnings"]
REASONS: Mapping[Reason, str] = {reason: said["sentence"] for reason, said in _SAID["reasons"].items()}


def tell_reason(reason: Reason, how: Literal["image", "images", "name"]) -> str:
    """Return what `reasons.toml` says of a reason in one of its short ways; empty if that is nothing."""
    said: str = _SAID["reasons"][reason].get(how, "")
    return said
