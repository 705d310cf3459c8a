"""Whether a form was sent by a page of this service, and not by another site's."""

from __future__ import annotations

from urllib.parse import urlsplit

from flask import Request

OWN = ("same-origin", "none")  # "none": the viewer's own doing


def is_own_form(request: Request) -> bool:
    """Return whether a request comes from a page of this service, or from no browser at all.

    Browsers say in `Sec-Fetch-Site`, over https and to loopback, where a request comes from; else in `Origin`. Neither
    can be changed by a page. What is no browser has no cookies that another site could use.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN
    origin = request.headers.get("Origin")
    return origin is None or _is_host(origin, request.host)


def _is_host(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False
