"""The arrays that features, scores and the numbers of things are in."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

Bools = NDArray[np.bool_]
Floats = NDArray[np.float64]
Numbers = NDArray[np.intp]
Rows = NDArray[np.float32]  # of features
