"""Fingerprints of texts: those of nearly the same words differ in few of their 64 bits.

Source: Charikar, Similarity estimation techniques from rounding algorithms, STOC 2002; Manku, Jain & Das Sarma,
Detecting near-duplicates for web crawling, WWW 2007.
"""

from __future__ import annotations

from collections import Counter
from hashlib import blake2b
from itertools import islice, pairwise

import numpy as np
from numpy.typing import NDArray

from cutline.dom.scripts import cut_words

BYTES = 8
AT_ONCE = 4096  # pairs whose bits are added up together; limits the memory of long texts


def find_fingerprint(text: str) -> str | None:
    """Return the SimHash of a text as 16 hexadecimal digits; None if it has no words.

    Its features are the pairs of neighbouring words in lower case, each as often as it occurs (the word itself if there
    is only one), where each character of a script without spaces is a word. A feature's bits are the BLAKE2b digest of
    its words, joined by a space, in UTF-8. A bit of the fingerprint is set if more features have it than not.

    Single words would make any two texts of a language alike, by the words that all texts have.
    """
    words = cut_words(text)
    features = Counter(map(" ".join, pairwise(words))) if len(words) > 1 else Counter(words)
    if not features:
        return None
    counts, surplus = iter(features.items()), np.zeros(8 * BYTES)
    while some := dict(islice(counts, AT_ONCE)):
        surplus += np.array(list(some.values())) @ (2.0 * _read_bits(some) - 1.0)
    return np.packbits(surplus > 0).tobytes().hex()


def _read_bits(features: dict[str, int]) -> NDArray[np.uint8]:
    """Return a row of bits for each feature."""
    digests = b"".join(blake2b(each.encode("utf-8", "replace"), digest_size=BYTES).digest() for each in features)
    return np.unpackbits(np.frombuffer(digests, np.uint8).reshape(-1, BYTES), axis=1)
