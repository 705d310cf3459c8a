"""Jobs: many pages accepted in one request, stored in a database and processed even if processes are killed.

Import from here: `JobStore`, the queue; `JobRunner`, which processes it; and the types that go in and come out.
"""

from cutline.service.jobs.items import Counts, Depth, Job, JobItem, ResultsPage
from cutline.service.jobs.runner import JobRunner
from cutline.service.jobs.store import JobStore

__all__ = ["Counts", "Depth", "Job", "JobItem", "JobRunner", "JobStore", "ResultsPage"]
