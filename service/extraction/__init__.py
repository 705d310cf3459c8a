"""Extraction processes: what the service asks of a page is done in one of several processes with loaded models.

Import from here: `ExtractionPool`, the works that it does, and `WorkDone`.
"""

from cutline.service.extraction.pool import ExtractionPool
from cutline.service.extraction.work import (
    CompareWork,
    ExtractWork,
    InspectWork,
    PageGiven,
    SimilarityWork,
    Work,
    WorkDone,
)

__all__ = [
    "CompareWork",
    "ExtractWork",
    "ExtractionPool",
    "InspectWork",
    "PageGiven",
    "SimilarityWork",
    "Work",
    "WorkDone",
]
