"""Attempts to have cutline ask what only this machine or its network may ask; none is connected to.

What is judged here is the whole way: address, redirect and what a page asks for, up to the function that connects,
which is replaced by one that notes who was to be connected to. `test_ssrf_live.py` makes attempts at real servers.
"""

from collections.abc import Callable, Sequence
from ipaddress import ip_address, ip_network
from itertools import cycle
from typing import Any

import httpcore
import pytest

from cutline.config import Settings, load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, UnreachableHost
from cutline.service.fetch import HttpPageFetcher
from cutline.service.fetch.exchange import open_connection
from cutline.service.fetch.guard import IPAddress, resolve_host

PUBLIC = "93.184.215.14"

THIS_MACHINE = """
    http://127.0.0.1/ http://127.0.0.1:80/ http://127.0.0.1:443/ https://127.0.0.1/ http://127.255.255.254/
    http://0.0.0.0/ http://0/ http://[::]/ http://[::1]/ http://[0:0:0:0:0:0:0:1]/ http://[0000::0001]:80/
    http://localhost/ http://LOCALHOST/ http://localhost./ http://a.localhost/ http://127.0.0.1./ http://127.1./
""".split()
FORMS_OF_NUMBERS = """
    http://127.1/ http://127.0.1/ http://2130706433/ http://0x7f000001/ http://017700000001/ http://0x7f.1/ http://0177.1/
    http://0x7f.0x0.0x0.0x1/ http://0177.0.0.1/ http://00000177.0.0.1/ http://127.0.0x1/ http://0x7F.0.0.01/
    http://2852039166/ http://0xa9fea9fe/ http://0251.0376.0251.0376/ http://169.16689662/ http://167772161/
    http://%31%32%37.0.0.1/ http://127%2e0%2e0%2e1/ http://①②⑦.⓪.⓪.①/ http://１２７.0.0.1/ http://127。0。0。1/
    http://127．0．0．1/ http://ⓛⓞⓒⓐⓛⓗⓞⓢⓣ/ http://ｌｏｃａｌｈｏｓｔ/ http://loc\u00adalhost/
""".split()
PRIVATE_NETWORKS = """
    http://10.0.0.1/ http://10.255.255.255/ http://172.16.0.1/ http://172.31.255.255/ http://192.168.0.1/
    http://192.168.255.255/ http://[fc00::1]/ http://[fd12:3456:789a::1]/ http://[fdff:ffff::]/ http://intranet/
    http://intranet.example/ http://router.local/
""".split()
LINK_LOCAL = """
    http://169.254.1.1/ http://169.254.255.255/ http://[fe80::1]/ http://[febf::1]/ http://[fec0::1]/
    http://[fe80::1%25eth0]/ http://[fe80::1%eth0]/ http://[fe80::1%1]/ http://[::1%25lo]/ http://[2606:4700::1111%25eth0]/
    http://[fe80::5efe:127.0.0.1]/
""".split()
MACHINE_CREDENTIALS = """
    http://169.254.169.254/latest/meta-data/ http://169.254.170.2/v2/credentials http://169.254.169.254.:80/
    http://100.100.100.200/latest/meta-data/ http://192.0.0.192/opc/v2/instance/ http://168.63.129.16/machine
    http://[fd00:ec2::254]/latest/meta-data/ http://metadata.google.internal/computeMetadata/v1/
""".split()
SHARED_AND_RESERVED = """
    http://100.64.0.1/ http://100.127.255.254/ http://192.0.0.8/ http://192.0.2.1/ http://198.51.100.1/ http://203.0.113.1/
    http://198.18.0.1/ http://198.19.255.255/ http://192.88.99.1/ http://240.0.0.1/ http://254.255.255.255/
    http://[2001:db8::1]/ http://[3fff::1]/ http://[5f00::1]/ http://[100::1]/ http://[2001:2::1]/ http://[4000::1]/
""".split()
MANY_HOSTS = """
    http://224.0.0.1/ http://239.255.255.250/ http://255.255.255.255/ http://[ff02::1]/ http://[ff0e::1]/ http://[ff05::2]/
""".split()
IPV4_IN_IPV6 = """
    http://[::ffff:127.0.0.1]/ http://[::ffff:7f00:1]/ http://[::ffff:a00:1]/ http://[::ffff:169.254.169.254]/
    http://[0:0:0:0:0:ffff:c0a8:0101]/ http://[::127.0.0.1]/ http://[::7f00:1]/ http://[::10.0.0.1]/
    http://[::ffff:0:127.0.0.1]/ http://[64:ff9b::127.0.0.1]/ http://[64:ff9b::a9fe:a9fe]/ http://[64:ff9b::10.0.0.1]/
    http://[64:ff9b:1::127.0.0.1]/ http://[64:ff9b:1::192.168.0.1]/ http://[2002:7f00:1::]/ http://[2002:c0a8:101::1]/
    http://[2002:a9fe:a9fe::]/ http://[2001:0:7f00:1::]/ http://[2001:0:5db8:d70e:0:0:80ff:fffe]/
""".split()
OTHER_DOORS = """
    http://news.example:22/ http://news.example:0/ http://news.example:6379/ https://news.example:8443/
    http://news.example:65535/ http://user@news.example/ http://user:secret@news.example/ http://:@127.0.0.1/
    http://127.0.0.1:80@news.example/ http://news.example@127.0.0.1/ http://news.example:80@127.0.0.1:80/
    http://news.example%40127.0.0.1/ http://127.0.0.1%23.news.example:22/
    ftp://news.example/ file:///etc/passwd file://localhost/etc/passwd gopher://127.0.0.1:6379/_FLUSHALL
    dict://127.0.0.1:11211/stat data:text/html,<p>x javascript:alert(1) blob:http://news.example/1 ws://127.0.0.1/
    view-source:http://127.0.0.1/ unix:/run/docker.sock jar:http://127.0.0.1!/
""".split()
PLACES = [
    *(THIS_MACHINE + FORMS_OF_NUMBERS + PRIVATE_NETWORKS + LINK_LOCAL + MACHINE_CREDENTIALS),
    *(SHARED_AND_RESERVED + MANY_HOSTS + IPV4_IN_IPV6 + OTHER_DOORS),
]

NO_ADDRESSES = [
    *("", " ", "http://", "http:///etc/passwd", "http:127.0.0.1", "http:/127.0.0.1", "//127.0.0.1/", "127.0.0.1"),
    *("http://news.example:99999/", "http://news.example:-1/", "http://news.example:80:80/", "http://[::1/"),
    *("http://[::1]]/", "http://[]/", "http://[v1.x]/", "http://news.example\\@127.0.0.1/", "http://::1/", "localhost"),
    *("http://news.example\n/", "http://news.example\r\nHost: a/", "http://127.0.0.1\t.news.example/", "http://\0/"),
    *("http://127.0.0.1 .news.example/", "http://news.example /"),
]
NAMES_OF_NOBODY = ["http://127.0.0.1\\.news.example/", "http://.../", f"http://{'a' * 64}.example/"]
ATTEMPTS = PLACES + NO_ADDRESSES + NAMES_OF_NOBODY

# What a name may lead to: each set of addresses is one answer of the name servers.
ANSWERS = [
    *(["127.0.0.1"], ["::1"], ["0.0.0.0"], ["10.1.2.3"], ["172.20.0.1"], ["192.168.1.1"], ["169.254.169.254"]),
    *(["100.64.0.1"], ["224.0.0.1"], ["255.255.255.255"], ["fd00::1"], ["fe80::1"], ["fe80::1%2"], ["ff02::1"]),
    *(["::ffff:10.0.0.1"], ["::127.0.0.1"], ["64:ff9b::10.0.0.1"], ["64:ff9b:1::10.0.0.1"], ["2002:a00:1::"]),
    *(["2001:0:5db8:d70e:0:0:80ff:fffe"], ["168.63.129.16"]),
    *([PUBLIC, "127.0.0.1"], ["127.0.0.1", PUBLIC], [PUBLIC, "2606:4700::1111", "::1"]),
    *([PUBLIC, "::ffff:169.254.169.254"], [PUBLIC] * 20 + ["10.0.0.1"], ["2606:4700::1111", "fe80::1%2"]),
]

# Names that a machine or its network knows; a number stands for itself, with a dot behind it as well.
NAMES = {
    **dict.fromkeys(["localhost", "a.localhost"], "127.0.0.1"),
    **dict.fromkeys(["intranet", "intranet.example", "router.local"], "192.168.1.1"),
    **{"metadata.google.internal": "169.254.169.254", "news.example": PUBLIC},
}


class Web:
    """What cutline sees of the web: names, and connections, which are noted; only the decoy is ever connected to."""

    def __init__(self, decoy: Any, answers: Sequence[str] = ()) -> None:
        self.decoy = decoy
        self.answers = answers
        self.connected: list[tuple[str, int]] = []

    def resolve(self, host: str, seconds: float) -> Sequence[IPAddress]:
        name = host.removesuffix(".")
        if self.answers and name == "news.example":
            return [ip_address(answer) for answer in self.answers]
        return [ip_address(NAMES[name])] if name in NAMES else resolve_host(name, seconds)

    def connect(self, address: str, port: int, seconds: float) -> httpcore.NetworkStream:
        self.connected.append((address, port))
        if address != PUBLIC:
            raise httpcore.ConnectError("no packet leaves this machine")
        return open_connection("127.0.0.1", self.decoy.port, seconds)

    def open_fetcher(self, **changes: object) -> HttpPageFetcher:
        settings = load_settings()
        limits = settings.fetch.model_copy(update=changes)
        settings = settings.model_copy(update={"fetch": limits})
        return HttpPageFetcher(settings, resolve=self.resolve, connect=self.connect)


def ask(fetcher: HttpPageFetcher, url: str) -> None:
    fetcher.fetch(url)


def ask_for_page(fetcher: HttpPageFetcher, url: str) -> None:
    fetcher.open_resources().fetch(url)


def is_refused(ask: Callable[[HttpPageFetcher, str], None], web: Web, url: str, **changes: object) -> bool:
    """Whether an address is refused before anything is connected to."""
    try:
        ask(web.open_fetcher(**changes), url)
    except (BlockedAddress, UnreachableHost):
        return web.connected == []
    return False


@pytest.mark.parametrize("ask", [ask, ask_for_page], ids=["page", "resource"])
def test_an_attempt_is_refused_before_anything_is_connected_to(
    ask: Callable[[HttpPageFetcher, str], None], decoy: Any
) -> None:
    assert [url for url in ATTEMPTS if not is_refused(ask, Web(decoy), url)] == []


def test_the_attempts_are_blocked_and_not_only_unknown(decoy: Any) -> None:
    fetcher = Web(decoy).open_fetcher()
    unknown = [url for url in ATTEMPTS if not is_blocked(fetcher, url)]
    assert unknown == NAMES_OF_NOBODY


def is_blocked(fetcher: HttpPageFetcher, url: str) -> bool:
    try:
        fetcher.fetch(url)
    except BlockedAddress:
        return True
    except UnreachableHost:
        return False
    return False


@pytest.mark.parametrize("url", PLACES)
def test_a_redirect_to_it_is_refused_and_does_not_tell_where_it_led(url: str, decoy: Any) -> None:
    decoy.answers(redirect(url))
    web = Web(decoy)
    with pytest.raises((BlockedAddress, UnreachableHost), match=r"news\.example") as caught:
        web.open_fetcher().fetch("http://news.example/")
    assert web.connected == [(PUBLIC, 80)]
    told = str(caught.value)
    assert not any(part in told for part in ("127.0", "169.254", "10.0", "passwd", "::", "localhost", "secret"))


@pytest.mark.parametrize("status", ["301 Moved", "303 See Other", "307 Temporary Redirect", "308 Permanent Redirect"])
def test_every_kind_of_redirect_is_judged(status: str, decoy: Any) -> None:
    decoy.answers(redirect("http://127.0.0.1/", status))
    web = Web(decoy)
    with pytest.raises(BlockedAddress):
        web.open_fetcher().fetch("http://news.example/")
    assert web.connected == [(PUBLIC, 80)]


def redirect(location: str, status: str = "302 Found") -> bytes:
    return f"HTTP/1.1 {status}\r\nLocation: {location}\r\nContent-Length: 0\r\n\r\n".encode()


@pytest.mark.parametrize("ask", [ask, ask_for_page], ids=["page", "resource"])
@pytest.mark.parametrize("answers", ANSWERS, ids=", ".join)
def test_a_name_that_leads_there_is_refused(
    answers: list[str], ask: Callable[[HttpPageFetcher, str], None], decoy: Any
) -> None:
    web = Web(decoy, answers)
    for url in ("http://news.example/", "https://news.example/", "http://NEWS.example./"):
        with pytest.raises(BlockedAddress):
            ask(web.open_fetcher(), url)
    assert web.connected == []


class TestNameThatChanges:
    """DNS rebinding: a name that is public when it is checked leads inside afterwards."""

    def test_is_looked_up_once_and_the_address_that_was_checked_is_connected_to(self, settings: FetchSettings) -> None:
        answers = cycle([[PUBLIC], ["127.0.0.1"]])
        asked: list[str] = []
        connected: list[tuple[str, int]] = []

        def resolve(host: str, seconds: float) -> Sequence[IPAddress]:
            asked.append(host)
            return [ip_address(answer) for answer in next(answers)]

        def connect(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
            connected.append((address, port))
            raise httpcore.ConnectError("no packet leaves this machine")

        fetcher = HttpPageFetcher(make_settings(settings, allowed_networks=()), resolve=resolve, connect=connect)
        with pytest.raises(UnreachableHost):
            fetcher.fetch("http://rebinding.example/")
        assert (connected, asked) == ([(PUBLIC, 80)], ["rebinding.example"])

    def test_is_checked_again_after_a_redirect_to_itself(self, decoy: Any, settings: FetchSettings) -> None:
        answers = iter([[ip_address(PUBLIC)], [ip_address("127.0.0.1")]])
        connected: list[str] = []

        def connect(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
            connected.append(address)
            return open_connection("127.0.0.1", decoy.port, seconds)

        decoy.answers(b"HTTP/1.1 302 Found\r\nLocation: /again\r\nContent-Length: 0\r\n\r\n")
        limits = make_settings(settings, allowed_networks=())
        fetcher = HttpPageFetcher(limits, resolve=lambda host, seconds: next(answers), connect=connect)
        with pytest.raises(BlockedAddress):
            fetcher.fetch("http://rebinding.example/")
        assert connected == [PUBLIC]

    def test_is_checked_for_what_the_page_asks_for_too(self, decoy: Any, settings: FetchSettings) -> None:
        answers = iter([[ip_address(PUBLIC)], [ip_address("127.0.0.1")]])
        web = Web(decoy)
        limits = make_settings(settings, allowed_networks=())
        fetcher = HttpPageFetcher(limits, resolve=lambda host, seconds: next(answers), connect=web.connect)
        decoy.answers(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
        fetcher.fetch("http://rebinding.example/")
        with pytest.raises(BlockedAddress):
            fetcher.open_resources().fetch("http://rebinding.example/a.js")
        assert web.connected == [(PUBLIC, 80)]


def make_settings(settings: FetchSettings, **changes: object) -> Settings:
    return load_settings().model_copy(update={"fetch": settings.model_copy(update=changes)})


class TestAllowedNetwork:
    """`fetch.allowed_networks` admits an intranet, and nothing beside it."""

    @pytest.mark.parametrize(
        ("url", "address"),
        [
            ("http://10.1.2.3/", "10.1.2.3"),
            ("http://0x0a010203/", "10.1.2.3"),
            ("http://[::ffff:10.1.2.3]/", "::ffff:10.1.2.3"),
            ("http://[fd00:1::5]/", "fd00:1::5"),
        ],
    )
    def test_is_connected_to(self, url: str, address: str, decoy: Any) -> None:
        web = Web(decoy)
        networks = (ip_network("10.0.0.0/8"), ip_network("fd00:1::/32"))
        with pytest.raises(UnreachableHost):
            web.open_fetcher(allowed_networks=networks).fetch(url)
        assert [ip_address(connected) for connected, _ in web.connected] == [ip_address(address)]

    def test_admits_nothing_else(self, decoy: Any) -> None:
        inside = ("10.0.0.1", "10.255", "a00:1", "167772161")
        elsewhere = [url for url in PLACES if not any(part in url for part in inside)]
        network = (ip_network("10.0.0.0/8"),)
        assert [url for url in elsewhere if not is_refused(ask, Web(decoy), url, allowed_networks=network)] == []

    def test_does_not_admit_a_name_that_leads_there_and_elsewhere_inside(self, decoy: Any) -> None:
        web = Web(decoy, ["10.0.0.1", "192.168.0.1"])
        with pytest.raises(BlockedAddress):
            web.open_fetcher(allowed_networks=(ip_network("10.0.0.0/8"),)).fetch("http://news.example/")
        assert web.connected == []
