"""Training a V-Wrapper: its labels, its groups of sites, and that no group is predicted by its own pages."""

from pathlib import Path

import numpy as np
import pytest

from cutline.dom.document import Document
from cutline.dom.line_breaks import split_segments
from cutline.dom.methods.v_wrapper import CONTENT, OTHER, TITLE
from cutline.dom.render.layout import Layout
from cutline.dom.tags import breaks_line
from cutline.dom.visual_blocks import build_visual_tree
from tests.conftest import lay_out

pytest.importorskip("sklearn")

from cutline.errors import TrainingError
from cutline.models.labelled_pages import GoldText, is_in_gold, mark_content
from cutline.models.train.training import Score
from cutline.models.train.v_wrapper import FOLDS, derive_positive, fold_of, label_blocks, train_v_wrapper


def test_leaves_are_labelled_and_inner_blocks_derived(ferry_page: tuple[Document, Layout]) -> None:
    document, layout = ferry_page
    tree = build_visual_tree(document, layout)
    segments = split_segments(document, breaks_line)
    labels = label_blocks(tree, segments, "It will run from May on.", "Ferry runs again")
    assert labels[labels != OTHER].tolist() == [TITLE, CONTENT]
    positive = [tree.blocks[block].node.get("id") for block in np.flatnonzero(derive_positive(tree, labels))]
    assert positive == [None, "h", "d", "p"]


def test_groups_of_sites_do_not_depend_on_other_sites() -> None:
    assert fold_of("example.org") == fold_of("example.org")
    assert {fold_of(f"{number}.example") for number in range(100)} == set(range(FOLDS))


def test_score_of_a_page() -> None:
    score = Score.of(np.array([True, True, False, False]), np.array([True, False, True, True]))
    assert (score.precision, score.recall) == (0.5, pytest.approx(1 / 3))
    assert Score.of(np.array([False]), np.array([False])) == Score(1.0, 1.0, 1.0)


def test_too_few_pages_are_one_sentence(tmp_path: Path) -> None:
    corpus = tmp_path / "none.jsonl"
    corpus.write_text("", encoding="utf-8")
    with pytest.raises(TrainingError, match="0 labelled pages do not fill 4 groups"):
        train_v_wrapper([corpus], tmp_path / "out", 0, lambda line: None, lambda page: pytest.fail("nothing to render"))


def test_word_of_a_menu_that_the_article_uses_is_no_content() -> None:
    html = "<p>Ferry</p><div><p>The ferry runs again today.</p><p>Ferry</p><p>It is a new ship.</p></div>"
    texts = [segment.text for segment in split_segments(lay_out(html, {})[0], breaks_line)]
    gold = GoldText("The ferry runs again today. Ferry. It is a new ship.")
    assert mark_content(texts, [is_in_gold(text, gold) for text in texts]) == [False, True, True, True]
