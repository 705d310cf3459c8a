"""The parts of one web worker: application, extraction processes, job runner."""

from __future__ import annotations

from functools import partial
from time import monotonic

from flask import Flask

from cutline.config import Settings
from cutline.errors import CutlineError
from cutline.service.fetch import HostTurns, HttpPageFetcher
from cutline.service.inspector.routes import Inspector
from cutline.service.inspector.store import InspectionStore
from cutline.service.jobs import JobRunner, JobStore
from cutline.service.pages.extraction_processes import ExtractionPool
from cutline.service.rest.application import create_app

LAST_SECONDS = 1.0  # to finish answers when the stop time is over


class Site:
    """The application with its extraction processes, and the threads that process jobs.

    Attributes:
        app: the application.
    """

    def __init__(self, settings: Settings, processes: int, extraction: ExtractionPool | None = None) -> None:
        """Start everything; models load in the background.

        Args:
            settings: all settings.
            processes: number of extraction processes, from 1.
            extraction: used instead of new processes; it is started and closed here.

        Raises:
            ConfigError: a token, the cache or the database in the settings cannot be used.
        """
        self._extraction = extraction or ExtractionPool(settings, processes)
        store = JobStore.open(settings.jobs)
        fetcher = HttpPageFetcher(settings)
        inspections = InspectionStore.open(settings)
        add_pages = partial(Inspector, inspections)
        self.app: Flask = create_app(self._extraction, settings, fetcher=fetcher, jobs=store, add_pages=add_pages)
        polite = HttpPageFetcher(settings, HostTurns(settings.jobs.host_seconds))
        chores = [inspections.remove_expired]
        self._jobs = JobRunner(store, polite.fetch, self._extraction.run, chores, fetcher.send)
        self._extraction.start()
        self._jobs.start()

    @property
    def failure(self) -> CutlineError | None:
        """Why nothing can be extracted at all; None if there is no such reason."""
        return self._extraction.failure

    def close(self, grace_seconds: float) -> None:
        """Stop everything; job items may finish within the grace time, otherwise other workers restart them."""
        end = monotonic() + max(LAST_SECONDS, grace_seconds)
        self._jobs.close(max(0.0, end - LAST_SECONDS - monotonic()))
        self._extraction.close(max(0.0, end - monotonic()))
