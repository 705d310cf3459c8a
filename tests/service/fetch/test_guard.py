"""What may be connected to; nothing here opens a connection."""

from __future__ import annotations

from ipaddress import ip_address, ip_network

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, FetchError, UnreachableHost
from cutline.service.fetch.guard import Destination, admit, is_allowed, parse_url
from cutline.service.fetch.resolve import IPAddress, resolve_host

SETTINGS = load_settings().fetch
PUBLIC = "93.184.215.14"


def judge(url: str, *addresses: str, settings: FetchSettings = SETTINGS) -> Destination:
    """Admit a URL whose host has the addresses given; a host that is a number is looked up as a connection would."""

    def resolve(host: str) -> list[IPAddress]:
        return [ip_address(address) for address in addresses] or list(resolve_host(host, 5))

    target = parse_url(url)
    return admit(target, settings, resolve, target.host)


ATTEMPTS = [
    # The machine itself, in every way to write it.
    "http://127.0.0.1/",
    "http://127.0.0.1:80/",
    "http://127.1/",
    "http://127.255.255.254/",
    "http://2130706433/",
    "http://0x7f000001/",
    "http://017700000001/",
    "http://0x7f.1/",
    "http://0x7f.0x0.0x0.0x1/",
    "http://0177.0.0.1/",
    "http://0177.1/",
    "http://0/",
    "http://0.0.0.0/",
    "http://[::]/",
    "http://[::1]/",
    "http://[0:0:0:0:0:0:0:1]/",
    "http://①②⑦.⓪.⓪.①/",
    "http://１２７.0.0.1/",
    "http://127。0。0。1/",
    "http://%31%32%37.0.0.1/",
    # Private networks, link-local addresses, credentials of cloud machines.
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://172.31.255.255/",
    "http://192.168.1.1/",
    "http://169.254.169.254/latest/meta-data/",
    "http://2852039166/latest/meta-data/",
    "http://0xa9fea9fe/",
    "http://192.0.0.192/opc/v2/instance/",
    "http://100.100.100.200/latest/meta-data/",
    "http://168.63.129.16/",
    "http://[fd00:ec2::254]/latest/meta-data/",
    "http://[fe80::1]/",
    "http://[fe80::1%25eth0]/",
    "http://[fe80::1%eth0]/",
    "http://[fc00::1]/",
    "http://[fec0::1]/",
    # Shared, reserved, documentation, multicast and broadcast.
    "http://100.64.0.1/",
    "http://192.0.2.1/",
    "http://198.18.0.1/",
    "http://198.51.100.1/",
    "http://192.88.99.1/",
    "http://224.0.0.1/",
    "http://239.255.255.250/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://[ff02::1]/",
    "http://[ff0e::1]/",
    "http://[2001:db8::1]/",
    "http://[3fff::1]/",
    "http://[5f00::1]/",
    "http://[100::1]/",
    # IPv4 inside IPv6.
    "http://[::ffff:127.0.0.1]/",
    "http://[::ffff:7f00:1]/",
    "http://[::ffff:169.254.169.254]/",
    "http://[::127.0.0.1]/",
    "http://[::7f00:1]/",
    "http://[64:ff9b::127.0.0.1]/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b:1::127.0.0.1]/",
    "http://[2002:7f00:1::]/",
    "http://[2002:c0a8:101::1]/",
    "http://[2001:0:7f00:1::]/",
    "http://[2001:0:5db8:d70e:0:0:80ff:fffe]/",
    # Not http(s), another port, a user name, or no address at all.
    "ftp://example.com/",
    "file:///etc/passwd",
    "gopher://127.0.0.1:6379/_FLUSHALL",
    "data:text/html,<p>x",
    "javascript:alert(1)",
    "//example.com/",
    "example.com",
    "",
    "http://",
    "http:///etc/passwd",
    "http://example.com:22/",
    "http://example.com:0/",
    "http://example.com:6379/",
    "https://example.com:8443/",
    "http://example.com:99999/",
    "http://user@example.com/",
    "http://user:secret@example.com/",
    "http://127.0.0.1:80@example.com/",
    "http://example.com\\@127.0.0.1/",
    "http://example.com\n/",
    "http://[::1/",
]


@pytest.mark.parametrize("url", ATTEMPTS)
def test_an_attempt_is_blocked(url: str) -> None:
    with pytest.raises(BlockedAddress):
        judge(url, *([PUBLIC] if "example.com" in url else []))


@pytest.mark.parametrize("address", ["::ffff:10.0.0.1", "64:ff9b::10.0.0.1", "fe80::1%2", "2002:a00:1::", "fd00::1"])
def test_a_name_that_leads_to_an_inner_address_is_blocked(address: str) -> None:
    with pytest.raises(BlockedAddress):
        judge("https://example.com/", address)


def test_one_inner_address_among_public_ones_blocks_the_host() -> None:
    with pytest.raises(BlockedAddress):
        judge("https://example.com/", PUBLIC, "2606:4700::1111", "127.0.0.1")


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
