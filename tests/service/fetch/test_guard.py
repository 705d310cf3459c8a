"""What may be connected to; nothing here opens a connection."""

from ipaddress import ip_address, ip_network

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, FetchError, UnreachableHost
from cutline.service.fetch.guard import (
    Destination,
    IPAddress,
    admit,
    check_address,
    is_allowed,
    parse_url,
    resolve_host,
)

SETTINGS = load_settings().fetch
PUBLIC = "93.184.215.14"


def judge(url: str, *addresses: str, settings: FetchSettings = SETTINGS) -> Destination:
    """Admit a URL whose host has the addresses given; a host that is a number is looked up as a connection would."""

    def resolve(host: str) -> list[IPAddress]:
        return [ip_address(address) for address in addresses] or list(resolve_host(host, 5))

    target = parse_url(url)
    return admit(target, settings, resolve, target.host)


@pytest.mark.parametrize(
    "address",
    [
        PUBLIC,
        "2606:4700::1111",
        "::ffff:93.184.215.14",
        "64:ff9b::93.184.215.14",  # what every IPv4 site looks like from an IPv6-only network
    ],
)
def test_a_public_address_is_admitted(address: str) -> None:
    assert judge("https://example.com/", address).addresses == (ip_address(address),)


def test_a_host_in_numbers_is_judged_as_what_it_would_connect_to() -> None:
    assert judge("http://1572394766/").addresses == (ip_address(PUBLIC),)


def test_the_port_follows_from_the_scheme() -> None:
    assert [judge(url, PUBLIC).port for url in ("http://example.com", "https://example.com")] == [80, 443]


def test_an_international_name_is_looked_up_in_ascii() -> None:
    assert judge("https://Bücher.example/ü", PUBLIC).host == "xn--bcher-kva.example"


@pytest.mark.parametrize("host", ["xn--a.com", "xn--.example"])
def test_a_name_that_cannot_be_decoded_is_no_address(host: str) -> None:
    with pytest.raises(BlockedAddress, match="is not a web address"):
        parse_url(f"http://{host}/")


@pytest.mark.parametrize("host", ["10.20.30.40", "inside.example"])
def test_an_address_is_checked_by_what_its_name_leads_to(host: str) -> None:
    def resolve(name: str) -> list[IPAddress]:
        return [ip_address("10.20.30.40")]

    check_address(
        f"http://{host}/", SETTINGS.model_copy(update={"allowed_networks": (ip_network("10.20.0.0/16"),)}), resolve
    )
    with pytest.raises(BlockedAddress):
        check_address(f"http://{host}/", SETTINGS, resolve)


@pytest.mark.parametrize("error", [OSError, TimeoutError])
def test_a_name_that_leads_nowhere_yet_passes_the_check(error: type[Exception]) -> None:
    def resolve(name: str) -> list[IPAddress]:
        raise error

    check_address("http://receiver.example/", SETTINGS, resolve)


def test_a_label_that_is_too_long_has_no_address() -> None:
    with pytest.raises((UnreachableHost, BlockedAddress)):
        judge(f"http://{'a' * 64}.example/")


def test_a_host_without_any_address_is_unreachable() -> None:
    def resolve(host: str) -> list[IPAddress]:
        return []

    with pytest.raises(UnreachableHost):
        admit(parse_url("http://example.com/"), SETTINGS, resolve, "example.com")


def test_a_message_does_not_tell_the_address() -> None:
    with pytest.raises(FetchError) as caught:
        judge("http://intranet.example.com/", "10.20.30.40")
    assert "10.20" not in str(caught.value)


@pytest.mark.parametrize(
    ("network", "address", "allowed"),
    [
        ("10.0.0.0/8", "10.1.2.3", True),
        ("10.0.0.0/8", "192.168.0.1", False),
        ("10.0.0.0/8", "::ffff:10.1.2.3", True),
        ("10.0.0.0/8", "64:ff9b::10.1.2.3", True),
        ("10.0.0.0/8", "2002:a01:203::", False),
        ("::1/128", "::1", True),
        ("fe80::/10", "fe80::1", True),
        ("fe80::/10", "fe80::1%2", False),
        ("64:ff9b:1::/48", "64:ff9b:1::93.184.215.14", True),
        ("64:ff9b:1::/48", "64:ff9b:1::127.0.0.1", False),
        ("2002::/16", "2002:5db8:d70e::1", True),
        ("2002::/16", "2002:7f00:1::1", False),
        ("2001::/32", "2001:0:5db8:d70e:0:0:a247:28f1", True),  # Teredo hides the client's address by inverting it
        ("2001::/32", "2001:0:5db8:d70e:0:0:80ff:fffe", False),
    ],
)
def test_an_allowed_network_admits_its_addresses_and_not_what_they_embed(
    network: str, address: str, allowed: bool
) -> None:
    assert is_allowed(ip_address(address), [ip_network(network)]) is allowed
