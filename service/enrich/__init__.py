"""Batch extraction: many records in, their articles out; in this process, in several, or on a Ray cluster.

Import from here: `enrich`, and what it returns: `Enriched`, `Failure`, `Summary`.
"""

from cutline.service.enrich.batches import Summary
from cutline.service.enrich.enrichment import enrich
from cutline.service.pages.extraction import Enriched, Failure

__all__ = ["Enriched", "Failure", "Summary", "enrich"]
