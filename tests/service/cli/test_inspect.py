"""What `cutline inspect` prints."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result

from cutline.types import Factor, LeadImage, Verdict

Run = Callable[..., Result]


class TestInspect:
    def test_a_table_has_verdict_reason_and_score_of_each_block(self, run: Run) -> None:
        result = run("inspect", "-", input="Aruna opened the bridge.")
        rows = [line.split() for line in result.stdout.splitlines()]
        assert ["0", "p", "kept", "article_image", "–", "Aruna", "opened", "the", "bridge."] in rows
        assert ["1", "p", "dropped", "dissimilar", "0.05", "<", "0.10", "Buy", "now"] in rows

    def test_an_image_has_its_caption_score_and_shared_names(self, run: Run, extractor: Any, build: Any) -> None:
        similarity = build.similarity(0.5)
        kept = Verdict(kept=True, reason="similar", score=0.5, threshold=0.1, margin=0.4, similarity=similarity)
        caption = {"caption": "Aruna in May", "caption_source": "figcaption", "credit": "Photo: B"}
        image = build.image("https://e.org/a.jpg", verdict=kept, is_lead=True, **caption)
        extractor.extract = lambda *_, **__: build.article(images=(image,))
        lines = [" ".join(line.split()) for line in run("inspect", "-", input="x").stdout.splitlines()]
        start = lines.index("lead kept similar 0.50 ≥ 0.10 https://e.org/a.jpg")
        assert lines[start + 1 : start + 4] == [
            "figcaption: Aruna in May",
            "credit: Photo: B",
            "similarity 0.50 by names: Aruna 1/3",
        ]

    @pytest.mark.parametrize("declared", [True, False])
    def test_a_lead_image_that_is_only_declared_is_named(
        self, run: Run, extractor: Any, build: Any, declared: bool
    ) -> None:
        lead = LeadImage(url="https://e.org/a.jpg", declared=declared, reason="open_graph")
        extractor.extract = lambda *_, **__: build.article(lead_image=lead)
        lines = run("inspect", "-", input="x").stdout.splitlines()
        assert ("lead image, declared only: https://e.org/a.jpg" in lines) is declared

    def test_an_unrelated_image_has_place_relevance_and_missing_words(
        self, run: Run, extractor: Any, build: Any
    ) -> None:
        measured = {"place_score": 0.93, "relevance": "unrelated", "relevance_score": 0.04, "missing": ("Orrell",)}
        verdict = Verdict(kept=False, reason="off_topic", score=0.2, threshold=0.5, **measured)
        image = build.image("https://e.org/a.jpg", caption="Orrell", caption_source="figcaption", verdict=verdict)
        extractor.extract = lambda *_, **__: build.article(images=(image,))
        lines = [" ".join(line.split()) for line in run("inspect", "-", input="x").stdout.splitlines()]
        start = lines.index("dropped off_topic 0.20 < 0.50 e.org/…/a.jpg · Orrell")
        assert lines[start + 1 : start + 3] == ["place 0.93 · caption 0.04 unrelated", "not in the article: Orrell"]

    def test_a_kept_block_that_tells_of_another_story_says_so(self, run: Run, extractor: Any, build: Any) -> None:
        measured = {"relevance": "unrelated", "relevance_score": 0.04, "missing": ("Rovers", "striker")}
        block = build.block(0, "Rovers sign striker", verdict=Verdict(kept=True, reason="article_text", **measured))
        extractor.extract = lambda *_, **__: build.article((block,))
        lines = [" ".join(line.split()) for line in run("inspect", "-", input="x").stdout.splitlines()]
        start = lines.index("0 p kept article_text – Rovers sign striker")
        assert lines[start + 1 : start + 3] == ["relevance 0.04 unrelated", "not in the article: Rovers, striker"]

    def test_the_factors_are_those_of_the_place(self, run: Run, extractor: Any, build: Any) -> None:
        factors = (Factor(name="link", says="has no link", weight=0.3), Factor(name="others", says="", weight=-1.25))
        verdict = Verdict(kept=True, reason="article_image", score=0.7, threshold=0.5, factors=factors)
        image = build.image("https://e.org/a.jpg", verdict=verdict)
        extractor.extract = lambda *_, **__: build.article(images=(image,))
        printed = " ".join(run("inspect", "-", input="x").stdout.split())
        assert "log odds of the place: has no link +0.30" in printed

    def test_a_dropped_image_has_the_rule_it_falls_under(self, run: Run, extractor: Any, build: Any) -> None:
        dropped = build.image("https://e.org/a.jpg", verdict=Verdict(kept=False, reason="ad_rule", rule="host e.org"))
        extractor.extract = lambda *_, **__: build.article(images=(dropped,))
        lines = [" ".join(line.split()) for line in run("inspect", "-", input="x").stdout.splitlines()]
        start = lines.index("dropped ad_rule – e.org/…/a.jpg")
        assert lines[start + 1] == "host e.org"

    def test_a_score_just_below_its_threshold_is_shown_with_enough_digits(
        self, run: Run, extractor: Any, build: Any
    ) -> None:
        near = Verdict(kept=False, reason="dissimilar", score=0.0996, threshold=0.1, margin=-0.0004)
        extractor.extract = lambda *_, **__: build.article((build.block(0, "Text", verdict=near),))
        assert "0.0996 < 0.1000" in run("inspect", "-", input="x").stdout

    def test_escape_sequences_of_a_page_do_not_reach_the_terminal(self, run: Run) -> None:
        assert "\x1b" not in run("inspect", "-", input="red \x1b[31m").stdout

    def test_json_is_the_article_with_what_was_dropped(self, run: Run) -> None:
        article = json.loads(run("inspect", "-", "--json", input="x").stdout)
        assert [block["text"] for block in article["dropped"]["blocks"]] == ["Buy now"]

    def test_a_folder_is_refused(self, run: Run, folder: Path) -> None:
        result = run("inspect", folder)
        assert result.exit_code == 2
        assert "holds 2 pages" in result.stderr

    def test_a_missing_file_is_one_sentence(self, run: Run) -> None:
        result = run("inspect", "gone.html")
        assert (result.exit_code, result.stdout) == (1, "")
        assert result.stderr.startswith("cutline: gone.html: There is no such file")
