"""Batches: the articles of many records, in this process, in several, or on the machines of a cluster.

Import from here: `enrich`, and what it returns: `Enriched`, `Failure`, `Summary`.
"""

from cutline.service.enrich.batch import enrich
from cutline.service.enrich.results import Enriched, Failure, Summary

__all__ = ["Enriched", "Failure", "Summary", "enrich"]
