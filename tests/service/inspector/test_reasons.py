"""Every reason and every warning is told in a sentence."""

from __future__ import annotations

import re
from pathlib import Path
from typing import get_args

from cutline.service.inspector.reasons import REASONS, WARNINGS
from cutline.types import Reason

DOCUMENT = (Path(__file__).parents[3] / "docs" / "reasons.md").read_text(encoding="utf-8")


def test_every_reason_is_documented_once_and_has_a_sentence() -> None:
    documented = re.findall(r"^\| `([a-z_]+)` \| (?:block|image)", DOCUMENT.partition("# Warnings")[0], re.M)
    assert sorted(documented) == sorted(get_args(Reason))
    assert REASONS.keys() == set(get_args(Reason))


def test_every_warning_is_documented_and_has_a_sentence() -> None:
    warnings = DOCUMENT.partition("# Warnings")[2]
    assert set(re.findall(r"^\| `([a-z_]+)` \|", warnings, re.M)) == WARNINGS.keys()


def test_each_is_a_sentence_of_its_own() -> None:
    for sentence in (*REASONS.values(), *WARNINGS.values()):
        assert (sentence.endswith(".") and sentence[0].isupper()) or sentence.startswith("template-wrapper")
