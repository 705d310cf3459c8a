"""Why a block or an image is kept or dropped, and what a page is warned of; docs/reasons.md explains each."""

from __future__ import annotations

from typing import Literal

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
]

PageWarning = Literal[
    # of a page's bytes and tree
    "odd_address",
    "broken_encoding",
    "control_characters",
    "deep_nesting",
    "declared_text",
    "script_text",
    # of a page that is another than the one asked for
    "bot_wall",
    "consent_wall",
    # of the browser
    "no_browser",
    "render_failed",
    # of a method
    "no_article",
    "short_article",
    "caption_is_article",
    "no_layout",
    "no_model",
    "no_wrapper",
    "wrapper_mismatch",
    "wrapper_limit",
]
