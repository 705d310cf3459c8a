"""How to start Chromium: which one, with or without its sandbox, and isolated from the network.

Each isolation measure is sufficient by itself. Chromium never connects to anything: no host name resolves, including
loopback and address literals, and all connections must use a proxy with such a host. What a live page needs is fetched
by cutline and handed to Chromium.
"""

from __future__ import annotations

import logging
import os
import shutil
from functools import cache
from pathlib import Path
from urllib.parse import urldefrag, urlsplit

from cutline.config.settings import RenderSettings
from cutline.errors import BrowserMissing

# The headless shell renders the same, and takes less time and memory.
NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
INSTALL = (
    "install the system's package chromium-headless-shell or chromium, or run `playwright install chromium`; "
    "another one is named by the setting render.chromium or $CUTLINE_CHROMIUM"
)

logger = logging.getLogger("cutline.dom.render")

NO_NETWORK = (
    "--host-resolver-rules=MAP * ~NOTFOUND",
    "--proxy-server=http://proxy.invalid:9",
    "--proxy-bypass-list=<-loopback>",
    "--webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--force-webrtc-ip-handling-policy=disable_non_proxied_udp",
    "--disable-quic",
    "--dns-prefetch-disable",
    "--no-pings",
)
SAVED_PAGE = (
    "default-src 'none'; style-src 'unsafe-inline' data:; img-src data:; font-src data:; media-src data:; "
    "form-action 'none'; webrtc 'block'; sandbox"
)
SCRIPTS = " allow-scripts; script-src 'unsafe-inline' 'unsafe-eval' data:"
LIVE_PAGE = "frame-src 'none'; object-src 'none'; worker-src 'none'; form-action 'none'; webrtc 'block'"
NO_ADDRESS = "http://page.invalid/"


def find_chromium(settings: RenderSettings, own: str) -> str:
    """Return the path of the browser: from the settings, `$CUTLINE_CHROMIUM`, PATH, or Playwright's own, in that order.

    Args:
        settings: may name a browser.
        own: the path of Playwright's own browser.

    Raises:
        BrowserMissing: there is no browser, or the named one does not exist.
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
    """Return whether to use Chromium's sandbox: one value, or two to try in order."""
    is_root = os.geteuid() == 0
    return {"always": (True,), "never": (False,), "auto": (False,) if is_root else (True, False)}[settings.sandbox]


@cache
def warn_of_no_sandbox() -> None:
    """Log, once per process, that Chromium runs without its sandbox."""
    logger.warning(
        "Chromium runs without its sandbox: a page that breaks out of the browser has all rights of this user. "
        'Run as a user other than root; the setting render.sandbox = "always" refuses to render without it.'
    )


def make_headers(scripts: bool, is_live: bool) -> dict[str, str]:
    """Return the HTTP headers for serving a page to Chromium.

    Args:
        scripts: whether the page's scripts may run.
        is_live: whether the page may request resources, which are then fetched for it.
    """
    saved_page = SAVED_PAGE + SCRIPTS if scripts else SAVED_PAGE
    return {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": LIVE_PAGE if is_live else saved_page,
        "referrer-policy": "no-referrer",
        "x-dns-prefetch-control": "off",
    }


def choose_address(url: str | None) -> str:
    """Return the address to render a page under: its own, without fragment, or `NO_ADDRESS` if it is not http(s)."""
    if url is None:
        return NO_ADDRESS
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return NO_ADDRESS
    return urldefrag(url).url if is_usable else NO_ADDRESS
