"""Shipped models, the code that reads them, the measures of extraction quality, and the code that trains models.

`loaded_models` has each by its name, `auto_models` and `method_models` read them, `evaluation` measures. Only the
command line and the benchmarks import `cutline.models.train`. Nothing here imports `cutline.service`.
"""

from __future__ import annotations

from pathlib import Path

SHIPPED_NER = Path(__file__).parent / "ner" / "en"
SHIPPED_NER_MANY = Path(__file__).parent / "ner" / "xx"  # which reads the other languages
