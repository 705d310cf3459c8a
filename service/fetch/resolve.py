"""The addresses of a host, in limited time."""

from __future__ import annotations

import socket
from collections.abc import Callable, Sequence
from concurrent.futures import Future
from ipaddress import IPv4Address, IPv6Address, ip_address
from threading import Thread

IPAddress = IPv4Address | IPv6Address
Resolver = Callable[[str, float], Sequence[IPAddress]]


def resolve_host(host: str, seconds: float) -> Sequence[IPAddress]:
    """Return every address of a host, those to try first in front.

    Args:
        host: a name in ASCII, or an address in any form that a connection would accept, such as 127.1 or 0x7f000001.
        seconds: how long to wait for the name servers.

    Raises:
        TimeoutError: the name servers did not answer in time.
        OSError: the host has no address.
    """
    answer: Future[Sequence[IPAddress]] = Future()

    # getaddrinfo knows no timeout: the thread is left behind when it takes too long, and ends with the resolver's own.
    def look_up() -> None:
        try:
            answer.set_result(_look_up(host))
        except Exception as error:
            answer.set_exception(error)

    Thread(target=look_up, name="cutline-resolve", daemon=True).start()
    return answer.result(seconds)


def _look_up(host: str) -> Sequence[IPAddress]:
    try:
        entries = socket.getaddrinfo(host, None, type=socket.SOCK_STREAM)
    except UnicodeError as error:  # a label longer than 63 characters
        raise OSError("the name is malformed") from error
    return tuple(dict.fromkeys(ip_address(entry[4][0]) for entry in entries))
