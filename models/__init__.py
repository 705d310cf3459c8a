"""What was learned: the shipped models, how they are read; the measures of extracted pages; the code that trains.

Anyone may import `SHIPPED_NER`, `method_models` and `evaluation`; only the command line imports `cutline.models.train`.
Nothing here imports `cutline.service`.
"""

from __future__ import annotations

from pathlib import Path

SHIPPED_NER = Path(__file__).with_name("ner")
