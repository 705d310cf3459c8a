"""Writing systems: which are written without spaces between words."""

from __future__ import annotations

import re

# Han, kana, Thai, Lao, Khmer, Myanmar, Tibetan. Hangul is written with spaces.
DENSE = re.compile(
    "[\u0e00-\u0eff\u0f00-\u109f\u1780-\u17ff\u3040-\u30ff\u3400-\u4dbf\u4e00-\u9fff\uf900-\ufaff\U00020000-\U0003ffff]"
)


def is_dense(text: str) -> bool:
    """Whether at least half of a text is in scripts written without spaces between words."""
    return 2 * len(DENSE.findall(text)) >= len(text) > 0
