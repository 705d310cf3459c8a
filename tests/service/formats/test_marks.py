"""What verdicts speak of is marked where it stands, by what compared the texts."""

from collections.abc import Callable
from typing import Any

import pytest

from cutline.service.formats.marks import Marks, Piece
from cutline.types import Article, Dropped, Entity, Evidence, SharedName, Similarity, Verdict

TEXT = "Clara Benning opened the ferries of Holm. Benning's ferry, “Aurelia”, is old. The Holm Times laughed."


def list_marked(pieces: list[Piece]) -> list[tuple[str, str]]:
    """Return what is marked, with its kind."""
    return [(piece.text, piece.term.kind) for piece in pieces if piece.term]


def share(*names: tuple[str, str | None], kind: Any = "entities", **more: Any) -> Verdict:
    """Return a verdict on a text that shares names with the article."""
    shared = tuple(SharedName(name=name, label=label, here=1, in_text=2) for name, label in names)
    evidence = Evidence(kind=kind, shared=shared)
    similarity = Similarity(score=0.5, measure="match_share", cosine=0.5, match_share=0.5, evidence=evidence)
    return Verdict(kept=True, reason="article_image", similarity=similarity, **more)


@pytest.fixture
def page(build: Any) -> Callable[..., Article]:
    """An article with one image: `page(verdict, caption)`."""

    def make(verdict: Verdict, caption: str = "", **more: Any) -> Article:
        image = build.image("https://e.org/a.jpg", verdict=verdict, caption=caption)
        return build.article((build.block(0, TEXT),), images=(image,), language="en", **more)  # type: ignore[no-any-return]

    return make


class TestNames:
    def test_a_shared_name_is_marked_in_every_form_it_takes(self, page: Any) -> None:
        article = page(share(("Clara Benning", "PERSON"), ("Holm", "LOC")), "Mayor BENNING in Holm, with Clara Benning")
        marks = Marks(article)
        caption = marks.mark_image(article.images[0].caption, article.images[0])
        assert list_marked(caption) == [("BENNING", "person"), ("Holm", "loc"), ("Clara Benning", "person")]
        text = marks.mark_block(TEXT, article.blocks[0])
        assert ("Clara Benning", "person") in list_marked(text) and ("Benning's", "person") in list_marked(text)
        assert "".join(piece.text for piece in text) == TEXT

    def test_one_name_has_one_number_wherever_it_stands(self, page: Any) -> None:
        article = page(share(("Clara Benning", "PERSON")), "Clara Benning, or Benning")
        marks = Marks(article)
        pieces = [*marks.mark_image("Clara Benning, or Benning", article.images[0]), *marks.mark_text(TEXT)]
        number = marks.find_number("Clara Benning", "PERSON")
        assert number is not None
        assert [piece.term.number for piece in pieces if piece.term] == [number] * 4

    def test_a_name_without_a_pipeline_is_marked_as_a_name(self, page: Any) -> None:
        article = page(share(("Aurelia", None), kind="names"), "The Aurelia")
        assert list_marked(Marks(article).mark_text(TEXT)) == [("Aurelia", "name")]

    def test_accents_move_no_mark(self, page: Any) -> None:
        article = page(share(("Çelik", "PERSON")), "")
        pieces = Marks(article).mark_text("Ünal, ½ e\u0301cole: C\u0327elik spoke")
        assert [piece.text for piece in pieces if piece.term] == ["C\u0327elik"]

    def test_what_is_only_listed_is_marked_as_such(self, page: Any) -> None:
        names = (Entity(name="Holm", label="LOC", count=2), Entity(name="Clara Benning", label="PERSON", count=2))
        article = page(share(("Holm", "LOC")), "Holm", entities=names)
        marked = list_marked(Marks(article, names).mark_text("Clara Benning of Holm"))
        assert marked == [("Clara Benning", "listed"), ("Holm", "loc")]


class TestWords:
    def test_words_are_marked_by_their_stems_and_missing_ones_in_the_caption_alone(self, page: Any) -> None:
        article = page(share(found=("ferry",), missing=("hives",)), "A ferry and its hives")
        marks = Marks(article)
        assert list_marked(marks.mark_image("A ferry and its hives", article.images[0])) == [
            ("ferry", "word"),
            ("hives", "missing"),
        ]
        assert list_marked(marks.mark_text("Ferries, no hives")) == []
        assert list_marked(marks.mark_text("That ferry, no hives")) == [("ferry", "word")]

    def test_words_of_a_script_without_spaces_are_marked(self, page: Any) -> None:
        article = page(share(found=("渡轮",))).model_copy(update={"language": "zh"})
        assert list_marked(Marks(article).mark_text("昨天渡轮停在码头")) == [("渡轮", "word")]

    def test_a_word_of_a_shared_name_leads_to_the_name(self, page: Any) -> None:
        article = page(share(("Clara Benning", "PERSON"), found=("Benning", "ferry")), "Clara Benning")
        links = Marks(article).link(article.images[0].verdict)
        assert links["Benning"] == links["Clara Benning"] != links["ferry"]


class TestBlocks:
    def test_a_dropped_block_shows_its_own_words_and_what_is_missing(self, page: Any, build: Any) -> None:
        dropped = Verdict(kept=False, reason="off_topic", found=("old",), missing=("hives",))
        block = build.block(1, "Old hives and a ferry", verdict=dropped)
        article = page(share(found=("ferry",)), "A ferry", dropped=Dropped(blocks=(block,)))
        assert list_marked(Marks(article).mark_block(block.text, block)) == [("Old", "word"), ("hives", "missing")]

    def test_nothing_is_marked_without_evidence(self, build: Any) -> None:
        article = build.article((build.block(0, TEXT),))
        assert Marks(article).mark_block(TEXT, article.blocks[0]) == [Piece(TEXT)]

    def test_references_to_notes_are_shown_where_the_html_has_them(self, build: Any) -> None:
        link = '<sup><a href="#fn{0}" id="fnref{0}">{0}</a></sup>'
        html = f"The <em>ferry</em> &amp; its crew.{link.format(1)} The ferry &amp; its crew.{link.format('a')}"
        block = build.block(0, "The ferry & its crew. The ferry & its crew.", html=html)
        pieces = Marks(build.article((block,))).mark_block(block.text, block)
        assert list_marked(pieces) == [("1", "note"), ("a", "note")]
        assert "".join(piece.text for piece in pieces) == "The ferry & its crew.1 The ferry & its crew.a"

    def test_a_reference_whose_place_is_not_found_is_not_shown(self, build: Any) -> None:
        html = 'The error is 10<sup>-4</sup><sup><a href="#fn1" id="fnref1">1</a></sup> of all.'
        block = build.block(0, "The error is 10⁻⁴ of all.", html=html)
        pieces = Marks(build.article((block,))).mark_block(block.text, block)
        assert "".join(piece.text for piece in pieces) == "The error is 10⁻⁴ of all."
