"""Which Chromium is started, and whether it may use its sandbox."""

from __future__ import annotations

import logging
import os
import shutil
from functools import cache
from pathlib import Path

from cutline.config.settings import RenderSettings
from cutline.errors import BrowserMissing

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chromium-headless-shell")
INSTALL = (
    "install the system's package chromium, or run `playwright install chromium`; "
    "another one is named by the setting render.chromium or $CUTLINE_CHROMIUM"
)

logger = logging.getLogger("cutline.dom.render")


def find_chromium(settings: RenderSettings, own: str) -> str:
    """Return the path of the browser: as the settings say, `$CUTLINE_CHROMIUM`, one on PATH, or Playwright's own.

    Args:
        settings: which one, if any, is asked for.
        own: where Playwright puts its own.

    Raises:
        BrowserMissing: there is none, or the one that is named does not exist.
    """
    named = settings.chromium or os.environ.get("CUTLINE_CHROMIUM", "")
    if named:
        path = shutil.which(named)
        if path is None:
            raise BrowserMissing(f"The browser {named!r} does not exist or cannot be run; {INSTALL}.")
        return path
    for name in NAMES:
        if path := shutil.which(name):
            return path
    if not Path(own).exists():
        raise BrowserMissing(f"No Chromium was found; {INSTALL}.")
    return own


def choose_sandboxes(settings: RenderSettings) -> tuple[bool, ...]:
    """Return whether to start with Chromium's sandbox; of several answers, each is tried if the one before fails."""
    match settings.sandbox:
        case "always":
            return (True,)
        case "never":
            return (False,)
        case "auto":
            return (False,) if os.geteuid() == 0 else (True, False)


@cache
def warn_of_no_sandbox() -> None:
    """Log, once a process, that Chromium runs without its sandbox."""
    logger.warning(
        "Chromium runs without its sandbox: a page that breaks out of the browser has all rights of this user. "
        'Run as a user other than root; the setting render.sandbox = "always" refuses to render without it.'
    )
