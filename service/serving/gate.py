"""Who may send a request at all, decided by its head, and the answers to refused ones, sent without the application."""

from __future__ import annotations

import json
import logging
import re
from collections.abc import Mapping
from email.utils import formatdate
from http import HTTPStatus
from ipaddress import ip_address

from cutline.config.settings import ServiceSettings
from cutline.service.rest.callers import Tokens
from cutline.service.rest.problem_types import HEADER, PROBLEM_TYPES, choose_request_id, make_document
from cutline.service.rest.problems import MEDIA_TYPE, RequestProblem, Unauthorized
from cutline.service.serving.arriving import RequestHead

FORM_BYTES = 16_384  # of a form without a session, such as that of the token
SESSION = "cutline_session="  # of a cookie; the inspector looks whether there is such a session
HOST = re.compile(r"(?:\[(?P<address>[0-9a-f:.]+)\]|(?P<name>[^\s:/@\[\]]+?)\.?)(?::\d*)?")
LOCAL_NAMES = ("localhost", "localhost.localdomain", "ip6-localhost")


class ServiceGate:
    """Refuses requests for another host, and bodies of callers without a token."""

    def __init__(self, settings: ServiceSettings, bound_host: str) -> None:
        """Take the settings and the host that the service listens on.

        Raises:
            ConfigError: a token in the settings cannot be used.
        """
        self._tokens = Tokens(settings.tokens)
        self._hosts = {host.lower() for host in settings.hosts}
        self._bound_host = bound_host.lower()

    def __call__(self, head: RequestHead) -> RequestProblem | None:
        """Return why a request is refused; None if its body may come."""
        host = head.get("HOST")
        if host is not None and not self._is_ours(_read_host(host)):
            detail = "The service does not answer for this host; its operator can allow it (setting service.hosts)."
            return RequestProblem("misdirected-request", detail)
        authorization = head.get("AUTHORIZATION")
        if not head.has_body or self._tokens.identify(authorization) is not None or _is_form(head):
            return None
        return Unauthorized(has_token=authorization is not None)

    def _is_ours(self, host: str) -> bool:
        if self._hosts:
            return host in self._hosts
        return bool(self._tokens and host) or host in (*LOCAL_NAMES, self._bound_host) or _is_loopback(host)


def _read_host(given: str) -> str:
    """Return the name or address of a header `Host`, without port and brackets; empty if it is malformed."""
    found = HOST.fullmatch(given.strip().lower())
    return (found["address"] or found["name"]) if found else ""


def _is_form(head: RequestHead) -> bool:
    """Return whether a body may be that of an inspector's form, which has no token."""
    if head.is_call:
        return False
    is_short = head.length is not None and head.length <= FORM_BYTES
    return is_short or SESSION in (head.get("COOKIE") or "")


def _is_loopback(host: str) -> bool:
    try:
        address = ip_address(host)
    except ValueError:
        return False
    return (getattr(address, "ipv4_mapped", None) or address).is_loopback  # Python's versions differ for mapped ones


SERVER = "cutline"
logger = logging.getLogger("cutline.service")


def refuse(refusal: RequestProblem, head: RequestHead | None) -> bytes:
    """Return a complete HTTP answer that closes its connection, and log it.

    It is a problem document, or a page of the inspector for a browser.

    Args:
        refusal: the problem.
        head: of the request, if it is known.
    """
    kind = PROBLEM_TYPES[refusal.code]
    request_id = choose_request_id(None)
    told = {"detail": refusal.detail} if refusal.detail else {}
    document = make_document(refusal.code, **told, request_id=request_id)
    shown, body = _show(document) if head and head.wants_page else _write(document)
    headers = {
        "Server": SERVER,
        "Date": formatdate(usegmt=True),
        "Connection": "close",
        "Content-Length": len(body),
        HEADER: request_id,
        **shown,
        **refusal.headers,
    }
    logger.info("refused", extra={"request_id": request_id, "status": kind.status, "problem": refusal.code})
    lines = [f"HTTP/1.1 {kind.status} {HTTPStatus(kind.status).phrase}", *(f"{key}: {headers[key]}" for key in headers)]
    has_body = head is None or head.method != "HEAD"
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + (body if has_body else b"")


def _write(problem: Mapping[str, object]) -> tuple[Mapping[str, str], bytes]:
    return {"Content-Type": MEDIA_TYPE}, (json.dumps(problem) + "\n").encode()


def _show(problem: Mapping[str, object]) -> tuple[Mapping[str, str], bytes]:
    from cutline.service.inspector.views import read_problem, show_problem  # late: see `server.py`
    from cutline.service.rest.application import HEADERS

    page = show_problem(read_problem(problem), None)
    return {**HEADERS, **dict(page.headers)}, page.get_data()
