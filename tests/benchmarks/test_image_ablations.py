"""The classifier of images with some of its features."""

import numpy as np
from image_ablations import VARIANTS, judge_as_labelled, predict_held_out, render_tables

from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.models.image_model import FULL_COLUMNS
from cutline.models.train.image_card import score_corpora
from cutline.models.train.image_examples import ImageExamples
from cutline.nlp.image_evidence import EVIDENCE_COLUMNS


def page(number: int) -> ImageExamples:
    """A page of a site of its own with twenty images: the articles' are those whose first evidence is 1."""
    told = np.arange(20) % 2 == 0
    evidence = np.zeros((20, len(EVIDENCE_COLUMNS)), np.float32)
    evidence[:, 0] = told
    return ImageExamples(
        corpus="pages",
        site=f"{number}.example",
        rows=np.random.default_rng(number).random((20, len(IMAGE_COLUMNS))).astype(np.float32),
        evidence=evidence,
        labels=tuple((place,) if is_told else () for place, is_told in enumerate(told)),
        known=np.ones(20, bool),
        keys=tuple(map(str, range(20))),
        labelled=10,
    )


PAGES = [page(number) for number in range(12)]


def test_every_variant_asks_for_columns_that_the_classifier_knows() -> None:
    assert all(set(columns) <= set(FULL_COLUMNS) for columns in VARIANTS.values())


def test_what_only_the_evidence_tells_is_not_known_to_structure_alone() -> None:
    exact = {
        name: score_corpora(PAGES, predict_held_out(PAGES, columns, 0), 0.5)["pages"].exact
        for name, columns in VARIANTS.items()
        if name in ("words and names (no structure)", "structure alone (no NLP)")
    }
    assert exact == {"words and names (no structure)": 1.0, "structure alone (no NLP)": 0.0}


def test_the_ceiling_is_a_row_of_each_corpus() -> None:
    table = render_tables({"ceiling": score_corpora(PAGES, judge_as_labelled(PAGES), 0.5)})
    assert table.splitlines()[0] == "### pages" and table.endswith("| ceiling | 1.000 | 1.000 | 1.000 | 1.000 |")
