"""The images of pages with strangers as the scorer counts them: labelled ones are right, strangers are wrong."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping

import numpy as np
from comparison.bootstrap import Sums
from comparison.corpora import Labels
from comparison.scoring import Scorer

from strange_pages.files import StrangePage
from strange_pages.measures import Answers


def sum_images(
    scorer: Scorer, pages: Iterable[StrangePage], labels: Mapping[str, Labels], answers: Answers, kinds: Collection[str]
) -> Sums:
    """Return a row of (right, predicted, labelled) for each site with pages of these kinds whose images are labelled.

    A page without an answer shows no images. The order of the rows depends on the pages alone.
    """
    sums: dict[str, Sums] = {}
    for page in pages:
        label = labels[page.base]
        if page.kind in kinds and label.get("images") is not None:
            images = answers[page.id].images if page.id in answers else ()
            rows = scorer.score_page(_put_aside_replaced(page, label), {"images": images})["image"]
            sums[label["site"]] = sums.get(label["site"], np.zeros(3)) + np.array(rows).sum(axis=0)
    return np.array(list(sums.values()))


def _put_aside_replaced(page: StrangePage, label: Labels) -> Labels:
    """Return the labels without the picture that a stranger replaced, which is right neither way where it is left."""
    own = [image for image in label["images"] if not page.replaced or _list_addresses(image) != page.replaced]
    return {**label, "images": own, "ambiguous_images": [*(label.get("ambiguous_images") or ()), *page.replaced]}


def _list_addresses(image: Labels) -> tuple[str, ...]:
    return tuple(filter(None, image.get("gold_urls") or ()))
