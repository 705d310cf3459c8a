"""Jobs: many pages accepted at once, kept in a database and worked off, whatever is killed meanwhile.

Import from here: `JobStore`, the queue; `JobRunner`, which works it off; and what goes in and comes out.
"""

from cutline.service.jobs.runner import JobRunner
from cutline.service.jobs.store import JobStore
from cutline.service.jobs.types import Counts, Depth, Job, JobItem, ResultsPage

__all__ = ["Counts", "Depth", "Job", "JobItem", "JobRunner", "JobStore", "ResultsPage"]
