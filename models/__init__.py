"""What was learned: the shipped name pipeline in `ner/`; the measures of extracted pages; the code that trains.

Anyone may import `SHIPPED_NER` and `cutline.models.evaluation`; only the command line imports `cutline.models.train`.
Nothing here imports `cutline.nlp` or `cutline.service`.
"""

from __future__ import annotations

from pathlib import Path

SHIPPED_NER = Path(__file__).with_name("ner")
