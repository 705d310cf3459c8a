"""The method single-pass: the cluster of similar text blocks near the top of the page with the most full stops.

Source: W. Shen and X. Zou, "An Algorithm on Web Article Automatic Extraction Based on DOM Structure", sections 3.1 and
3.2. Where the paper is silent or contradicts itself:

- A block joins a cluster if their distance is at most the threshold, as the text says; figure 6 says less than.
- The representative of a cluster is the mean of its blocks' features, including paths.
- The paper gives neither theta nor the threshold; those in the settings were tuned on labelled pages.
- Of clusters with equally many full stops, the one with more characters is the text: some scripts have no full stop.
- If no cluster with a full stop starts within two screens, rule 2 alone decides: menus without their style sheet are
  longer than that.
- Text counts once per cluster, although blocks may overlap. The common font size (complement, step 2) is that of most
  characters of the text class; its area is the smallest rectangle around its blocks.
- The cost is the number of blocks times the number of clusters, so `MAX_CLUSTERS` limits the latter: on a page with
  more, blocks that are similar to none are ignored.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Sequence

import numpy as np

from cutline.config.settings import Settings, SinglePassSettings
from cutline.dom.body import DISPLAYS, FULL_STOPS, Body, decide_segments
from cutline.dom.document import Document
from cutline.dom.segments import TextSegment
from cutline.dom.text_blocks import (
    BlockFeatures,
    Floats,
    TextBlock,
    TextBlocks,
    count_full_stops,
    find_text_blocks,
    measure_blocks,
)
from cutline.types import Reason

SCREENS = 2.0  # screen heights within which the text starts (rule 1)
MAX_CLUSTERS = 1000  # clusters of one page, which limits the time

Cluster = list[int]  # indices of blocks, ascending


def find_single_pass(
    document: Document, segments: Sequence[TextSegment], settings: Settings, model: object = None
) -> Body:
    """Return the segments with more than half of their characters in blocks of the text class.

    Without a layout, blocks differ only in their paths and are all at the top, with the warning `no_layout`.
    """
    page = find_text_blocks(document, segments, DISPLAYS)
    features = measure_blocks(document, page)
    clusters = cluster_blocks(features, settings.single_pass)
    text = find_text_class(page, features, clusters)
    kept: dict[Reason, Collection[int]] = {"text_class": text, "complement": complement_text(page, features, text)}
    return decide_segments(document, segments, page, kept, "other_class")


def cluster_blocks(features: BlockFeatures, constants: SinglePassSettings) -> list[Cluster]:
    """Return the clusters of blocks, ordered by their first blocks (3.2.2, steps 1 to 5)."""
    clusters: list[Cluster] = []
    visual, bags = np.zeros((MAX_CLUSTERS, 3)), np.zeros((MAX_CLUSTERS, features.bags.shape[1]))
    for index, (place, bag) in enumerate(zip(features.visual, features.bags, strict=True)):
        size = len(clusters)
        distances = measure_distances(place, bag, visual[:size], bags[:size], constants.theta)
        nearest = int(np.argmin(distances)) if size else 0
        if size and distances[nearest] <= constants.threshold:
            clusters[nearest].append(index)
            share = 1 / len(clusters[nearest])
            visual[nearest] += (place - visual[nearest]) * share
            bags[nearest] += (bag - bags[nearest]) * share
        elif size < MAX_CLUSTERS:
            clusters.append([index])
            visual[size], bags[size] = place, bag
    return clusters


def measure_distances(place: Floats, bag: Floats, visual: Floats, bags: Floats, theta: float) -> Floats:
    """Return the text feature distance D = V + S of a block from each of k representatives (formulas 3 to 5).

    Args:
        place: the block's visual features (3).
        bag: its path.
        visual: the representatives' visual features (k by 3).
        bags: the representatives' paths (k rows), none of them empty.
        theta: the weight of the structural distance.
    """
    cosines = bags @ bag / np.sqrt(np.einsum("ij,ij->i", bags, bags) * (bag @ bag))
    distances: Floats = np.sqrt(np.square(visual - place).sum(axis=1)) + theta / (cosines + 0.1)
    return distances


def find_text_class(page: TextBlocks, features: BlockFeatures, clusters: Sequence[Cluster]) -> Cluster:
    """Return the cluster that rules 1 and 2 choose; empty if there are no clusters."""
    lowest = SCREENS * features.screen.height
    near = [cluster for cluster in clusters if features.boxes[cluster[0]].top <= lowest]
    stops = count_full_stops(page, FULL_STOPS)

    def rank(cluster: Cluster) -> tuple[int, int]:
        blocks = [page.blocks[index] for index in cluster]
        return sum_texts(blocks, stops), sum_texts(blocks, page.characters)

    nearest = max(near, key=rank, default=[])
    if rank(nearest)[0]:
        return nearest
    anywhere = max(clusters, key=rank, default=[])
    return anywhere if rank(anywhere)[0] or not nearest else nearest


def complement_text(page: TextBlocks, features: BlockFeatures, text: Cluster) -> Cluster:
    """Return the blocks that the text class misses (3.2.2, complement operation).

    They are in the area of the text and have its common font size and one of its paths.
    """
    if not text:
        return []
    sizes, paths = Counter[float](), set(features.paths[text])
    for index in text:
        sizes[features.visual[index, 2]] += page.count_characters(page.blocks[index])
    common = max(sizes, key=lambda size: sizes[size])
    boxes = [features.boxes[index] for index in text]
    left, top = min(box.left for box in boxes), min(box.top for box in boxes)
    right, bottom = max(box.right for box in boxes), max(box.bottom for box in boxes)
    members = set(text)
    return [
        index
        for index, box in enumerate(features.boxes)
        if index not in members
        and features.visual[index, 2] == common
        and features.paths[index] in paths
        and left <= box.left
        and box.right <= right
        and top <= box.top
        and box.bottom <= bottom
    ]


def sum_texts(blocks: Iterable[TextBlock], sums: Sequence[int]) -> int:
    """Return the sum over the texts in any of the blocks, counting each text once.

    Args:
        blocks: text blocks of a page.
        sums: running totals before each text; len(texts) + 1 numbers.
    """
    total = reached = 0
    for block in sorted(blocks, key=lambda block: block.start):
        total += max(sums[block.end] - sums[max(block.start, reached)], 0)
        reached = max(reached, block.end)
    return total
