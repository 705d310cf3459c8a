"""What keeps a page from the network; each part holds by itself.

Chromium never connects to anything: every host name maps to none, loopback and address literals included, and the proxy
that all connections have to take is such a host. What a live page needs is fetched by cutline and handed to Chromium.
"""

from __future__ import annotations

from urllib.parse import urldefrag, urlsplit

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


def make_headers(scripts: bool, is_live: bool) -> dict[str, str]:
    """Return the headers that a page is served to Chromium with.

    Args:
        scripts: whether the page's scripts may run.
        is_live: whether the page may ask for more, which is then fetched for it.
    """
    saved_page = SAVED_PAGE + SCRIPTS if scripts else SAVED_PAGE
    return {
        "content-type": "text/html; charset=utf-8",
        "content-security-policy": LIVE_PAGE if is_live else saved_page,
        "referrer-policy": "no-referrer",
        "x-dns-prefetch-control": "off",
    }


def choose_address(url: str | None) -> str:
    """Return the address that a page is rendered under: its own, or that of no host if it is not an http(s) address."""
    if url is None:
        return NO_ADDRESS
    try:
        parts = urlsplit(url)
        is_usable = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return NO_ADDRESS
    return urldefrag(url).url if is_usable else NO_ADDRESS
