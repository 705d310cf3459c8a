"""What `cutline inspect` prints."""

import json
from collections.abc import Callable
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from click.testing import Result
from rich.console import Console

from cutline.service.cli.verdicts import print_verdicts
from cutline.types import Comment, Dropped, Factor, LeadImage, Verdict

Run = Callable[..., Result]


def read_lines(result: Result) -> list[str]:
    """Return what was printed, white space collapsed."""
    assert result.exit_code == 0, result.output
    return [" ".join(line.split()) for line in result.stdout.splitlines()]


@pytest.fixture
def inspect(run: Run, extractor: Any, build: Any) -> Callable[..., list[str]]:
    """Return what is printed of an article: `inspect("--verbose", images=(...))`."""

    def show(*arguments: str, blocks: Any = (), **fields: Any) -> list[str]:
        extractor.extract = lambda *_, **__: build.article(blocks, **fields)
        return read_lines(run("inspect", "-", *arguments, input="x"))

    return show


Inspect = Callable[..., list[str]]


class TestInspect:
    def test_the_title_comes_first_and_addresses_last(self, inspect: Inspect) -> None:
        lines = inspect(title="Night ferry", authors=("Ines Halloran",), published="2026-05-04", url="https://e.org/a")
        assert lines[:2] == ["Night ferry", "Ines Halloran · 2026-05-04"]
        assert lines[-2].startswith("https://e.org/a")

    def test_comments_come_last_each_below_its_author(self, inspect: Inspect) -> None:
        first = Comment(author="Ann Lee", published="2024-05-03T10:11:00Z", text="One.", depth=0)
        lines = inspect("--include", "comments", comments=(first, Comment(text="Two.", depth=1, answers=0)))
        assert lines[lines.index("Comments: 2") :] == [
            "Comments: 2", "", "Ann Lee · 2024-05-03", "One.", "", "No author", "Two.",
        ]  # fmt: skip

    def test_a_warning_is_a_sentence(self, inspect: Inspect) -> None:
        assert "Warning: The text is short for an article." in inspect(warnings=("short_article",))

    def test_the_blocks_are_only_counted(self, run: Run) -> None:
        lines = read_lines(run("inspect", "-", input="Aruna opened the bridge."))
        assert "1 block kept, 1 dropped (1 dissimilar); --verbose lists them." in lines
        assert not any(line.startswith(("p ", "0 p ")) for line in lines)

    def test_what_other_fields_deliver_is_not_counted_as_dropped(self, inspect: Inspect, build: Any) -> None:
        reasons = ("title", "byline", "caption", "caption", "navigation")
        texts = ("Night ferry", "By Ines Halloran", "Aruna in May. Photo: Orrell", "Another story", "Home")
        blocks = tuple(
            build.block(number, text, verdict=Verdict(kept=False, reason=reason))
            for number, (text, reason) in enumerate(zip(texts, reasons, strict=True))
        )
        image = build.image("https://e.org/a.jpg", caption="Aruna in May", credit="Orrell")
        told = {"title": "Night ferry", "authors": ("Ines Halloran",), "images": (image,)}
        lines = inspect("--verbose", dropped=Dropped(blocks=blocks), **told)
        assert "0 blocks kept, 2 dropped (1 caption, 1 navigation), 3 delivered as title, byline, caption" in lines
        assert "1 p delivered byline – By Ines Halloran" in lines

    def test_an_image_has_its_caption_a_sentence_and_a_short_address(self, inspect: Inspect, build: Any) -> None:
        kept = Verdict(kept=True, reason="similar", score=0.5, threshold=0.1, similarity=build.similarity(0.5))
        image = build.image("https://e.org/2026/05/a.jpg?w=9", verdict=kept, is_lead=True, caption="Aruna in May")
        lines = inspect(images=(image,))
        start = lines.index("Aruna in May")
        assert lines[start + 1 : start + 3] == [
            "Kept (lead image): its caption names Aruna, whom the article names 3 times.",
            "e.org/…/a.jpg",
        ]

    def test_dropped_images_without_captions_are_told_together(self, inspect: Inspect, build: Any) -> None:
        dropped = Verdict(kept=False, reason="hidden")
        images = tuple(build.image(f"https://e.org/{name}.png", verdict=dropped) for name in "abc")
        lines = inspect(images=images)
        start = lines.index("(no caption) × 3")
        assert lines[start + 1 : start + 3] == [
            "Dropped: it is in a part of the page that is not shown.",
            "e.org/a.png",
        ]
        assert lines.count("(no caption)") == 0 and "(no caption)" in inspect("--verbose", images=images)

    def test_an_image_without_a_caption_has_its_alternative_text(self, inspect: Inspect, build: Any) -> None:
        assert "A ferry (alternative text)" in inspect(images=(build.image("https://e.org/a.jpg", alt="A ferry"),))

    def test_a_long_file_name_is_cut(self, inspect: Inspect, build: Any) -> None:
        lines = inspect(images=(build.image(f"https://e.org/x/{'a' * 99}.jpg"),))
        assert f"e.org/…/…{'a' * 36}.jpg" in lines

    @pytest.mark.parametrize("declared", [True, False])
    def test_a_lead_image_that_is_only_declared_is_named(self, inspect: Inspect, declared: bool) -> None:
        lead = LeadImage(url="https://e.org/a.jpg", declared=declared, reason="open_graph")
        assert ("lead image, declared only: https://e.org/a.jpg" in inspect(lead_image=lead)) is declared

    def test_escape_sequences_in_a_file_name_do_not_reach_the_terminal(self, inspect: Inspect, build: Any) -> None:
        assert "\x1b" not in "".join(inspect(images=(build.image("https://e.org/\x1b[31m.jpg"),)))


class TestVerbose:
    def test_a_row_has_verdict_reason_and_score_of_each_block(self, run: Run) -> None:
        lines = read_lines(run("inspect", "-", "--verbose", input="Aruna opened the bridge."))
        assert "0 p kept article_image – Aruna opened the bridge." in lines
        assert "1 p dropped dissimilar 0.05 < 0.10 Buy now" in lines

    def test_no_line_ends_in_a_space_in_a_pipe(self, run: Run) -> None:
        output = run("inspect", "-", "--verbose", input="Aruna opened the bridge.").stdout
        assert [line for line in output.splitlines() if line != line.rstrip()] == []

    def test_an_image_has_its_score_and_shared_names(self, inspect: Inspect, build: Any) -> None:
        kept = Verdict(kept=True, reason="similar", score=0.5, threshold=0.1, similarity=build.similarity(0.5))
        caption = {"caption": "Aruna in May", "caption_source": "figcaption", "credit": "Photo: B"}
        lines = inspect("--verbose", images=(build.image("https://e.org/a.jpg", verdict=kept, **caption),))
        start = lines.index("similar 0.50 ≥ 0.10")
        assert lines[start + 1 : start + 5] == [
            "caption from figcaption",
            "credit: Photo: B",
            "match share 0.50, cosine 0.50 by names: Aruna 1/3",
            "https://e.org/a.jpg",
        ]

    def test_an_unrelated_image_has_place_relevance_and_missing_words(self, inspect: Inspect, build: Any) -> None:
        measured = {"place_score": 0.93, "relevance": "unrelated", "relevance_score": 0.04, "missing": ("Orrell",)}
        verdict = Verdict(kept=False, reason="off_topic", score=0.2, threshold=0.5, **measured)
        image = build.image("https://e.org/a.jpg", caption="Orrell", caption_source="figcaption", verdict=verdict)
        lines = inspect("--verbose", images=(image,))
        what = "its caption is about something else: the article does not mention “Orrell”"
        assert f"Dropped: {what}; its place alone would have kept it (0.93)." in lines
        assert "place 0.93 · caption 0.04 unrelated" in lines and "not in the article: Orrell" in lines

    def test_a_kept_block_that_tells_of_another_story_says_so(self, inspect: Inspect, build: Any) -> None:
        measured = {"relevance": "unrelated", "relevance_score": 0.04, "missing": ("Rovers", "striker")}
        block = build.block(0, "Rovers sign striker", verdict=Verdict(kept=True, reason="article_text", **measured))
        lines = inspect("--verbose", blocks=(block,))
        start = lines.index("0 p kept article_text – Rovers sign striker")
        assert lines[start + 1 : start + 3] == ["relevance 0.04 unrelated", "not in the article: Rovers, striker"]

    def test_the_factors_are_those_of_the_place(self, inspect: Inspect, build: Any) -> None:
        factors = (Factor(name="link", says="has no link", weight=0.3), Factor(name="others", says="", weight=-1.25))
        verdict = Verdict(kept=True, reason="article_image", score=0.7, threshold=0.5, factors=factors)
        images = (build.image("https://e.org/a.jpg", verdict=verdict),)
        assert "log odds of the place: has no link +0.30" in " ".join(inspect("--verbose", images=images))
        assert "log odds" not in " ".join(inspect(images=images))

    def test_a_dropped_image_has_the_rule_it_falls_under(self, inspect: Inspect, build: Any) -> None:
        dropped = build.image("https://e.org/a.jpg", verdict=Verdict(kept=False, reason="ad_rule", rule="host e.org"))
        assert "host e.org" in inspect("--verbose", images=(dropped,))

    def test_a_score_just_below_its_threshold_has_enough_digits(self, inspect: Inspect, build: Any) -> None:
        near = Verdict(kept=False, reason="dissimilar", score=0.0996, threshold=0.1, margin=-0.0004)
        lines = inspect("--verbose", blocks=(build.block(0, "Text", verdict=near),))
        assert "0.0996 < 0.1000" in " ".join(lines)


class TestAddresses:
    ADDRESS = f"https://e.org/{'a' * 99}/{'b' * 99}.jpg"

    def test_those_of_images_and_pages_are_whole_lines_without_padding_in_a_pipe(
        self, run: Run, extractor: Any, build: Any
    ) -> None:
        lead = LeadImage(url=self.ADDRESS, declared=True, reason="open_graph")
        article = build.article((), images=(build.image(self.ADDRESS),), url=self.ADDRESS, lead_image=lead)
        extractor.extract = lambda *_, **__: article
        lines = run("inspect", "-", "--verbose", input="x", env={"COLUMNS": "80"}).stdout.splitlines()
        assert {f"  {self.ADDRESS}", self.ADDRESS, f"lead image, declared only: {self.ADDRESS}"} <= set(lines)

    def test_those_for_a_terminal_fit_into_it(self, build: Any) -> None:
        console = Console(width=80, force_terminal=True, record=True, file=StringIO())
        article = build.article((), images=(build.image(self.ADDRESS),), url=self.ADDRESS)
        print_verdicts(console, article, "page.html", verbose=True)
        assert max(map(len, console.export_text().splitlines())) == 80


class TestOutput:
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
