"""SSRF protection: which IP addresses of a host may be connected to."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import Future
from contextlib import suppress
from dataclasses import dataclass
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from threading import Thread

import httpx

from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, UnreachableHost

IPAddress = IPv4Address | IPv6Address
Resolver = Callable[[str, float], Sequence[IPAddress]]
IPNetwork = IPv4Network | IPv6Network
DEFAULT_PORTS = {"http": 80, "https": 443}
# In some supported Python versions `is_global` disagrees with IANA's special-purpose registries about these.
NOT_PUBLIC = tuple(
    ip_network(network)
    for network in (
        "192.0.0.0/24",  # protocol assignments; Oracle Cloud serves machine credentials at 192.0.0.192
        "192.88.99.0/24",  # 6to4 relays, withdrawn
        "168.63.129.16/32",  # formally public, but internal to Azure: its host serves its virtual machines there
        "2002::/16",  # 6to4
        "3fff::/20",  # documentation
    )
)
GLOBAL_UNICAST = IPv6Network("2000::/3")  # public hosts have addresses in this range only
IPV4_COMPATIBLE = IPv6Network("::/96")
NAT64 = IPv6Network("64:ff9b::/96")
NAT64_LOCAL = IPv6Network("64:ff9b:1::/48")


def resolve_host(host: str, seconds: float) -> Sequence[IPAddress]:
    """Return every IP address of a host, in the order to try them.

    Args:
        host: an ASCII name, or an IP address in any form that a connection would accept, such as 127.1 or 0x7f000001.
        seconds: how long to wait for the name servers.

    Raises:
        TimeoutError: the name servers did not answer in time.
        OSError: the host has no IP address.
    """
    answer: Future[Sequence[IPAddress]] = Future()

    # getaddrinfo has no timeout: a thread that takes too long is abandoned, and ends with the resolver's own timeout.
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


@dataclass(frozen=True, slots=True)
class Destination:
    """Where one request may go.

    Attributes:
        url: the requested address.
        host: its host in ASCII, without brackets.
        port: its port; the scheme's default if the URL has none.
        addresses: every IP address of the host, all allowed; no other may be connected to.
    """

    url: httpx.URL
    host: str
    port: int
    addresses: tuple[IPAddress, ...]


def parse_url(text: str) -> httpx.URL:
    """Return a parsed URL, with international host names in ASCII.

    Raises:
        BlockedAddress: it is not a full http(s) address.
    """
    try:
        url = join_url(httpx.URL(), text.strip())
    except httpx.InvalidURL as error:
        raise BlockedAddress(f"{text[:200]!r} is not a web address: {str(error).rstrip('.')}.") from error
    if url.scheme not in DEFAULT_PORTS or not url.host:
        raise BlockedAddress(f"{text[:200]!r} is not a web address; give it in full, such as https://example.com/page.")
    return url


def join_url(base: httpx.URL, text: str) -> httpx.URL:
    """Return the URL that a text means at a base, with a host that can be read.

    Raises:
        InvalidURL: it is malformed.
    """
    try:
        url = base.join(text)
        _ = url.host  # decoded only now; `xn--a` has no meaning
    except UnicodeError as error:
        raise httpx.InvalidURL(str(error)) from error
    return url


def admit(
    url: httpx.URL, settings: FetchSettings, resolve: Callable[[str], Sequence[IPAddress]], named: str
) -> Destination:
    """Return where a request for a URL may go.

    Args:
        url: the requested address.
        settings: the allowed ports and networks.
        resolve: returns every IP address of a host.
        named: name of the host in messages, so that they do not reveal the target of a redirect.

    Raises:
        BlockedAddress: the URL, or any IP address of its host, is not allowed.
        UnreachableHost: the host has no IP address.
        TimeoutError: `resolve` took too long.
    """
    host = url.raw_host.decode("ascii")
    port = DEFAULT_PORTS.get(url.scheme) if url.port is None else url.port
    if url.scheme not in DEFAULT_PORTS:
        raise BlockedAddress(f"{named} leads to an address that does not begin with http:// or https://.")
    if url.userinfo:
        raise BlockedAddress(f"The address of {named} holds a user name or password; remove it.")
    if port is None or port not in settings.ports:
        raise BlockedAddress(f"The port of {named} is not among those of the setting fetch.ports.")
    if not host or "%" in host:  # a zone id (fe80::1%eth0) selects an interface of this machine
        raise BlockedAddress(f"The host name of {named} is not one of the public web.")
    addresses = _find_addresses(host, resolve, named)
    if not all(is_allowed(address, settings.allowed_networks) for address in addresses):
        raise BlockedAddress(
            f"{named} is not on the public web; the setting fetch.allowed_networks can admit further networks."
        )
    return Destination(url, host, port, addresses)


def check_address(text: str, settings: FetchSettings, resolve: Callable[[str], Sequence[IPAddress]]) -> None:
    """Refuse an address to which no request may go.

    A name without an IP address, or whose name servers are slow, passes: each request looks it up again.

    Raises:
        BlockedAddress: it is malformed, or its port, or an IP address of its host, is not allowed.
    """
    url = parse_url(text)
    with suppress(UnreachableHost, TimeoutError):
        admit(url, settings, resolve, url.host)


def is_allowed(address: IPAddress, allowed_networks: Sequence[IPNetwork]) -> bool:
    """Whether an IP address, and any IPv4 address embedded in it, is public or in an allowed network."""
    if isinstance(address, IPv6Address) and address.scope_id is not None:
        return False
    return all(
        is_public(place) or any(place in network for network in allowed_networks) for place in _find_places(address)
    )


def is_public(address: IPAddress) -> bool:
    """Whether an IP address is public; embedded addresses are not checked."""
    return (
        address.is_global
        and not (address.is_multicast or address.is_reserved or address.is_unspecified)
        and not any(address in network for network in NOT_PUBLIC)
        and (isinstance(address, IPv4Address) or address in GLOBAL_UNICAST)
    )


def _find_addresses(host: str, resolve: Callable[[str], Sequence[IPAddress]], named: str) -> tuple[IPAddress, ...]:
    try:
        addresses = tuple(resolve(host))
    except TimeoutError:
        raise
    except OSError as error:
        raise UnreachableHost(f"No address is known for {named}; check the spelling, or try again later.") from error
    if not addresses:
        raise UnreachableHost(f"No address is known for {named}; check the spelling.")
    return addresses


def _find_places(address: IPAddress) -> Iterator[IPAddress]:
    if isinstance(address, IPv4Address):
        yield address
    elif address.ipv4_mapped is not None:
        yield address.ipv4_mapped
    elif address in NAT64:  # the only form in which IPv6-only networks see an IPv4 site
        yield _last_ipv4(address)
    else:
        yield address
        yield from _find_embedded(address)


def _find_embedded(address: IPv6Address) -> Iterator[IPv4Address]:
    if address.sixtofour is not None:
        yield address.sixtofour
    if address.teredo is not None:
        yield from address.teredo
    is_compatible = address in IPV4_COMPATIBLE and not (address.is_loopback or address.is_unspecified)
    if is_compatible or address in NAT64_LOCAL:
        yield _last_ipv4(address)


def _last_ipv4(address: IPv6Address) -> IPv4Address:
    return IPv4Address(address.packed[-4:])
