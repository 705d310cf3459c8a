"""Every reason and every warning is told in a sentence."""

from __future__ import annotations

import re
from pathlib import Path

from cutline.service.inspector.reasons import REASONS, WARNINGS

DOCUMENT = (Path(__file__).parents[3] / "docs" / "reasons.md").read_text(encoding="utf-8")


def test_what_is_documented_has_a_sentence_and_nothing_else() -> None:
    reasons, _, warnings = DOCUMENT.partition("# Warnings")
    assert set(re.findall(r"^\| `([a-z_]+)` \| (?:block|image)", reasons, re.M)) == REASONS.keys()
    assert set(re.findall(r"^\| `([a-z_]+)` \|", warnings, re.M)) == WARNINGS.keys()


def test_each_is_a_sentence_of_its_own() -> None:
    for sentence in (*REASONS.values(), *WARNINGS.values()):
        assert (sentence.endswith(".") and sentence[0].isupper()) or sentence.startswith("template-wrapper")
