"""The layers of spaCy's convolutional networks, computed by numpy alone."""

from __future__ import annotations

from typing import Any

import numpy as np
from numpy.typing import DTypeLike, NDArray

CHUNK = 512  # words that one layer takes at once; more no longer fit into a processor's cache
LEAST_VARIANCE = 1e-8  # thinc's, which keeps a division from failing

Floats = NDArray[Any]


class Maxout:
    """A linear layer of several pieces, of which the greatest counts, and the normalisation of what comes out."""

    def __init__(self, maxout: Any, normalisation: Any, *, dtype: DTypeLike = np.float32) -> None:
        """Take thinc's two layers, and the numbers to reckon with."""
        weights = maxout.get_param("W").astype(dtype)
        self.width, self._pieces, inputs = weights.shape
        # The pieces stand one behind the other instead of in turn, so that whole blocks of columns are compared.
        self._weights = np.ascontiguousarray(weights.transpose(2, 1, 0).reshape(inputs, -1))
        self._bias = maxout.get_param("b").astype(dtype).T.reshape(-1)
        self._scale, self._shift = (normalisation.get_param(name).astype(dtype) for name in ("G", "b"))
        self._shares = np.full(self.width, 1 / self.width, dtype)

    def __call__(self, rows: Floats) -> Floats:
        """Return a new row for each of the rows."""
        products = rows @ self._weights
        products += self._bias
        best = products[:, : self.width]
        for piece in range(1, self._pieces):
            np.maximum(best, products[:, piece * self.width : (piece + 1) * self.width], out=best)
        return self._normalise(best)

    def _normalise(self, rows: Floats) -> Floats:
        centred: Floats = rows - (rows @ self._shares)[:, None]
        variance = np.einsum("ij,ij->i", centred, centred) / self.width + LEAST_VARIANCE
        centred *= (1 / np.sqrt(variance))[:, None]
        centred *= self._scale
        centred += self._shift
        return centred


class Convolution:
    """Adds to a row what a layer makes of it and of its neighbours."""

    def __init__(self, layer: Maxout, reach: int) -> None:
        """Take the layer, and how many neighbours it sees on each side."""
        self._layer = layer
        self.reach = reach

    def __call__(self, rows: Floats, places: NDArray[np.intp]) -> Floats:
        """Return new rows at these places, none of them nearer to an end than `reach`; the others hold nothing."""
        answers = np.zeros_like(rows)
        around = np.arange(-self.reach, self.reach + 1)
        for start in range(0, len(places), CHUNK):
            chosen = places[start : start + CHUNK]
            windows = rows[chosen[:, None] + around].reshape(len(chosen), -1)
            answers[chosen] = rows[chosen] + self._layer(windows)
        return answers
