"""Who may send a request at all, decided by its head, before its body is read."""

from __future__ import annotations

from ipaddress import ip_address

from cutline.config.service_settings import ServiceSettings
from cutline.service.rest.callers import Tokens
from cutline.service.rest.problems import Unauthorized
from cutline.service.serving.arriving import Refusal, RequestHead

API = "/v1/"  # all paths below it need a token, if the service has any
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

    def __call__(self, head: RequestHead) -> Refusal | None:
        """Return why a request is refused; None if its body may come."""
        host = head.get("HOST")
        if host is not None and not self._is_ours(_read_host(host)):
            detail = "The service does not answer for this host; its operator can allow it (setting service.hosts)."
            return Refusal("misdirected-request", detail)
        if not head.has_body or not head.path.startswith(API):
            return None
        authorization = head.get("AUTHORIZATION")
        if self._tokens.identify(authorization) is not None:
            return None
        problem = Unauthorized(has_token=authorization is not None)
        return Refusal(problem.code, problem.detail or "", problem.headers)

    def _is_ours(self, host: str) -> bool:
        if self._hosts:
            return host in self._hosts
        return bool(self._tokens) or host in (*LOCAL_NAMES, self._bound_host) or _is_loopback(host)


def _read_host(given: str) -> str:
    """Return the name or address of a header `Host`, without port and brackets."""
    name = given.strip().lower()
    if name.startswith("["):
        return name[1:].partition("]")[0]
    return name.partition(":")[0]


def _is_loopback(host: str) -> bool:
    try:
        return ip_address(host).is_loopback
    except ValueError:
        return False
