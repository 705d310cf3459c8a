"""gunicorn's log, written as ours."""

from __future__ import annotations

import logging
from typing import Any

from gunicorn.glogging import Logger


class ServerLog(Logger):  # type: ignore[misc]  # gunicorn has no types
    """Hands gunicorn's lines to the handlers of the root logger; the application logs the requests itself."""

    def setup(self, cfg: Any) -> None:
        """Install no handlers."""
        self.cfg = cfg
        self._access_log_enabled = False
        self.error_log.propagate = True
        self.error_log.setLevel(logging.INFO)
