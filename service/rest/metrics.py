"""The metrics of the service, for Prometheus.

With PROMETHEUS_MULTIPROC_DIR in the environment when this module is imported, the web workers of one service write into
that folder, and each answers for all.
"""

from __future__ import annotations

import os
from functools import partial
from time import monotonic

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest
from prometheus_client.multiprocess import MultiProcessCollector

from cutline.errors import CutlineError
from cutline.processes import count_own_bytes
from cutline.service.pages.extraction_processes import ExtractionPool, WorkDone

FOLDER_VARIABLE = "PROMETHEUS_MULTIPROC_DIR"
MEDIA_TYPE = "text/plain; version=0.0.4; charset=utf-8"
UNKNOWN_ROUTE = "unknown"  # for unknown addresses: clients can make up any number of them
VERBS = ("GET", "HEAD", "POST", "DELETE", "OPTIONS")  # all others count as one, as clients can make them up
# Seconds; a cached answer takes some milliseconds, a page 0.1, a rendered one 1 to 10, and 60 are the limit.
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0, 20.0, 30.0, 60.0)
FETCH = "fetch"  # the stage that the web worker does
SECONDS_UNSEEN = 1.0  # reading the memory of processes takes a millisecond or so


class Metrics:
    """The counts of one application."""

    def __init__(self) -> None:
        """Start at zero, or at what the other web workers have counted."""
        self._seen = 0.0
        self._registry = registry = CollectorRegistry()
        count, add = partial(Counter, registry=registry), partial(Gauge, registry=registry, multiprocess_mode="livesum")
        time = partial(Histogram, buckets=BUCKETS, registry=registry)
        last = partial(Gauge, registry=registry, multiprocess_mode="livemostrecent")
        stages = "Wall time of the stages of an extraction; `fetch` is that of the page."
        memory = "Resident memory of the web workers and of the extraction processes."
        self._requests = count("cutline_requests", "Requests answered.", ("route", "method", "status"))
        self._seconds = time("cutline_request_seconds", "Wall time of requests.", ("route",))
        self._stages = time("cutline_stage_seconds", stages, ("stage",))
        self._blocks = count("cutline_blocks", "Blocks judged.", ("verdict", "reason"))
        self._images = count("cutline_images", "Images judged.", ("verdict", "reason"))
        self._fetches = count("cutline_fetches", "Pages fetched: `ok`, or the type of problem.", ("outcome",))
        self._waiting = add("cutline_queue_depth", "Tasks waiting for an extraction process.")
        self._resident = add("cutline_resident_bytes", memory, ("processes",))
        self._job_items = last("cutline_job_items", "Unfinished items of jobs.")
        self._jobs = last("cutline_jobs", "Unfinished jobs.")

    def count_request(self, route: str | None, verb: str, status: int, seconds: float) -> None:
        """Count an answered request; `route` is the pattern of its address, None if there is none."""
        name = route or UNKNOWN_ROUTE
        self._requests.labels(name, verb if verb in VERBS else "other", str(status)).inc()
        self._seconds.labels(name).observe(seconds)

    def count_work(self, done: WorkDone) -> None:
        """Count the verdicts on blocks and images, and how long each stage took."""
        for stage, seconds in done.seconds.items():
            if stage != FETCH:  # the page was there already
                self._stages.labels(stage).observe(seconds)
        for counter, verdicts in ((self._blocks, done.blocks), (self._images, done.images)):
            for (verdict, reason), count in verdicts.items():
                counter.labels(verdict, reason).inc(count)

    def count_fetch(self, seconds: float, error: CutlineError | None = None) -> None:
        """Count a page that was fetched, or the error."""
        self._fetches.labels("ok" if error is None else error.code).inc()
        self._stages.labels(FETCH).observe(seconds)

    def see_extraction(self, extraction: ExtractionPool) -> None:
        """Record the length of the queue and the memory of this web worker."""
        self._waiting.set(extraction.waiting)
        self._resident.labels("extraction").set(extraction.resident_bytes)
        self._resident.labels("web").set(count_own_bytes(os.getpid()))

    def see_extraction_now_and_then(self, extraction: ExtractionPool) -> None:
        """Do the same every second at most, so that the other web workers can report this one."""
        if monotonic() >= self._seen + SECONDS_UNSEEN:
            self._seen = monotonic()
            self.see_extraction(extraction)

    def see_jobs(self, jobs: int, items: int) -> None:
        """Record how many jobs, and how many of their items, are unfinished."""
        self._jobs.set(jobs)
        self._job_items.set(items)

    def render(self) -> bytes:
        """Return all metrics in the text format of Prometheus."""
        if FOLDER_VARIABLE not in os.environ:
            return generate_latest(self._registry)
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        return generate_latest(registry)
