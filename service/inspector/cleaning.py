"""Deletes inspections whose time is over, while the service runs."""

from __future__ import annotations

import logging
from threading import Event, Thread

from cutline.errors import QueueUnavailable
from cutline.service.inspector.store import InspectionStore
from cutline.service.logs import describe

STOP_SECONDS = 1.0

logger = logging.getLogger("cutline.service")


class Cleaner:
    """A thread that looks for them now and then."""

    def __init__(self, store: InspectionStore) -> None:
        """Take where they are kept."""
        self._store = store
        self._stopping = Event()
        self._thread = Thread(target=self._run, name="inspector-cleaning", daemon=True)

    def start(self) -> None:
        """Begin: at once, as nobody may have looked for long."""
        self._thread.start()

    def close(self) -> None:
        """Stop."""
        self._stopping.set()
        self._thread.join(STOP_SECONDS)

    def _run(self) -> None:
        while True:
            try:
                self._store.remove_expired()
            except QueueUnavailable as error:
                logger.warning("inspections could not be deleted: %s", error)
            except Exception as error:  # the thread goes on, whatever it was
                logger.error("a mistake of ours", extra=describe(error))
            if self._stopping.wait(self._store.settings.purge_seconds):
                return
