import gzip
import socket
import ssl
import subprocess
import threading
from collections.abc import Iterator, Sequence
from contextlib import suppress
from ipaddress import ip_address
from pathlib import Path
from typing import Any

import httpcore
import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import (
    BlockedAddress,
    FetchError,
    FetchTimeout,
    NotHtml,
    TooManyRedirects,
    UnreachableHost,
    UpstreamError,
)
from cutline.service.fetch import Fetched, HttpPageFetcher, exchange
from cutline.service.fetch.client import PAGE_TYPES, Fetcher
from cutline.service.fetch.exchange import open_connection
from cutline.service.fetch.guard import IPAddress

LOOPBACK = ip_address("127.0.0.1")


def answer(body: bytes = b"<p>Text</p>", *headers: str, status: str = "200 OK") -> bytes:
    lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body)}", *headers]
    return "\r\n".join([*lines, "", ""]).encode("latin-1") + body


def redirect(location: str) -> bytes:
    return answer(b"", f"Location: {location}", status="302 Found")


def to_loopback(host: str, seconds: float) -> Sequence[IPAddress]:
    return [LOOPBACK]


def fetch_page(url: str, settings: FetchSettings, **ways: Any) -> Fetched:
    return Fetcher(settings, **ways).fetch(url, accepted=PAGE_TYPES)


class TestAnswer:
    def test_holds_what_the_server_sent(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer(b"<p>Text</p>", "Content-Type: Text/HTML; charset=ISO-8859-1"))
        assert fetch_page(decoy.url("/a?b=c#d"), settings) == Fetched(
            url=decoy.url("/a?b=c#d"), body=b"<p>Text</p>", charset="iso-8859-1", media_type="text/html", status=200
        )

    def test_is_asked_for_as_a_page_or_as_what_the_caller_accepts(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer())
        fetch_page(decoy.url(), settings)
        Fetcher(settings).fetch(decoy.url(), accept="image/*")
        page, image = decoy.requests
        assert "Accept: text/html," in page and "Accept: image/*\r\n" in image

    def test_without_content_type_is_taken(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer())
        fetched = fetch_page(decoy.url(), settings)
        assert (fetched.media_type, fetched.charset) == (None, None)

    @pytest.mark.parametrize(
        "media_type", ["application/pdf", "image/png", "application/json", "text/css", "video/mp4"]
    )
    def test_of_another_type_is_refused(self, decoy: Any, settings: FetchSettings, media_type: str) -> None:
        decoy.answers(answer(b"%PDF", f"Content-Type: {media_type}"))
        with pytest.raises(NotHtml, match=media_type):
            fetch_page(decoy.url(), settings)

    def test_is_decompressed(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer(gzip.compress(b"<p>Text</p>"), "Content-Encoding: gzip"))
        assert fetch_page(decoy.url(), settings).body == b"<p>Text</p>"

    def test_in_chunks_is_joined(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n3\r\n<p>\r\n1\r\nx\r\n0\r\n\r\n")
        assert fetch_page(decoy.url(), settings).body == b"<p>x"

    @pytest.mark.parametrize(
        "status", ["304 Not Modified", "404 Not Found", "429 Too Many Requests", "500 Oh", "799 Odd"]
    )
    def test_with_another_status_than_2xx_is_an_error_with_that_status(
        self, decoy: Any, settings: FetchSettings, status: str
    ) -> None:
        decoy.answers(answer(b"", status=status))
        with pytest.raises(UpstreamError) as caught:
            fetch_page(decoy.url(), settings)
        assert caught.value.status == int(status[:3])


class TestRequest:
    def test_names_the_host_and_asks_for_html(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer())
        fetch_page(f"http://news.example:{decoy.port}/ü", settings, resolve=to_loopback)
        head = decoy.requests[0]
        assert head.startswith("GET /%C3%BC HTTP/1.1\r\n")
        assert f"Host: news.example:{decoy.port}\r\n" in head
        assert "User-Agent: cutline (+https://pypi.org/project/cutline/)\r\n" in head
        assert "Accept: text/html" in head

    def test_names_a_program_without_contact(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer())
        fetch_page(decoy.url(), settings.model_copy(update={"user_agent": "Bot/2.0", "contact": ""}))
        assert "User-Agent: Bot/2.0\r\n" in decoy.requests[0]


class TestRedirect:
    def test_is_followed_to_the_final_address(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answer = lambda path: [redirect("b/c?d") if path == "/a" else answer()]
        assert fetch_page(decoy.url("/a"), settings).url == decoy.url("/b/c?d")

    def test_without_end_is_given_up(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(redirect("/again"))
        with pytest.raises(TooManyRedirects):
            fetch_page(decoy.url(), settings)
        assert len(decoy.requests) == settings.max_redirects + 1

    def test_is_not_followed_when_none_is_allowed(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(redirect("/b"))
        with pytest.raises(TooManyRedirects):
            fetch_page(decoy.url(), settings.model_copy(update={"max_redirects": 0}))

    def test_without_location_is_an_upstream_error(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.answers(answer(b"", status="302 Found"))
        with pytest.raises(UpstreamError):
            fetch_page(decoy.url(), settings)


class TestConnection:
    def test_tries_the_addresses_in_turn(self, decoy: Any, settings: FetchSettings) -> None:
        connected: list[str] = []

        def connect(address: str, port: int, seconds: float) -> httpcore.NetworkStream:
            connected.append(address)
            if address == "127.0.0.2":
                raise httpcore.ConnectTimeout("silent")
            return open_connection(address, port, seconds)

        decoy.answers(answer())
        addresses = [ip_address("127.0.0.2"), LOOPBACK, ip_address("127.0.0.3")]
        fetch_page(f"http://a.example:{decoy.port}/", settings, resolve=lambda *_: addresses, connect=connect)
        assert connected == ["127.0.0.2", "127.0.0.1"]

    def test_that_is_refused_says_so(self, decoy: Any, settings: FetchSettings) -> None:
        decoy.close()
        with pytest.raises(UnreachableHost, match=r"127\.0\.0\.1 refuses the connection"):
            fetch_page(decoy.url(), settings)

    def test_to_an_unknown_host_says_so(self, settings: FetchSettings) -> None:
        def resolve(host: str, seconds: float) -> Sequence[IPAddress]:
            raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")

        with pytest.raises(UnreachableHost, match=r"No address is known for nowhere\.example"):
            fetch_page("http://nowhere.example/", settings, resolve=resolve)

    @pytest.mark.parametrize(
        "parts",
        [
            [],
            [b"SSH-2.0-OpenSSH_9.9\r\n"],
            [b"HTTP/1.1 200 OK\r\nContent-Length: 100\r\n\r\nhalf a page"],
            [b"HTTP/1.1 200 OK\r\nX: " + b"x" * 200_000],
        ],
    )
    def test_that_breaks_or_speaks_no_http_is_an_error(
        self, decoy: Any, settings: FetchSettings, parts: list[bytes]
    ) -> None:
        decoy.answers(*parts)
        with pytest.raises(UnreachableHost):
            fetch_page(decoy.url(), settings)


@pytest.fixture(scope="module")
def certificate(tmp_path_factory: pytest.TempPathFactory) -> Path:
    file = tmp_path_factory.mktemp("tls") / "news.pem"
    subject = ["-subj", "/CN=news.example", "-addext", "subjectAltName=DNS:news.example"]
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", *subject]
    subprocess.run([*command, "-keyout", file, "-out", file], check=True, capture_output=True)
    return file


@pytest.fixture
def tls_server(certificate: Path) -> Iterator[tuple[int, list[str]]]:
    """A port that answers one request with TLS, and the names that clients asked for."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate)
    names: list[str] = []
    context.sni_callback = lambda _socket, name, _context: names.append(name)
    listener = socket.create_server(("127.0.0.1", 0))

    def serve() -> None:
        with suppress(OSError):
            connection, _ = listener.accept()
            with connection, context.wrap_socket(connection, server_side=True) as secure:
                secure.recv(65536)
                secure.sendall(answer())

    thread = threading.Thread(target=serve)
    thread.start()
    yield listener.getsockname()[1], names
    with suppress(OSError):
        listener.shutdown(socket.SHUT_RDWR)
    listener.close()
    thread.join()


class TestTls:
    def fetch(self, settings: FetchSettings, port: int, host: str = "news.example") -> Fetched:
        settings = settings.model_copy(update={"ports": (port,)})
        return fetch_page(f"https://{host}:{port}/", settings, resolve=to_loopback)

    def test_name_stays_the_host_although_a_number_is_connected_to(
        self,
        settings: FetchSettings,
        tls_server: tuple[int, list[str]],
        certificate: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        port, names = tls_server
        monkeypatch.setattr(exchange, "_load_authorities", lambda: ssl.create_default_context(cafile=certificate))
        assert self.fetch(settings, port).body == b"<p>Text</p>"
        assert names == ["news.example"]

    def test_certificate_that_nobody_signed_is_refused(
        self, settings: FetchSettings, tls_server: tuple[int, list[str]]
    ) -> None:
        with pytest.raises(UnreachableHost, match=r"certificate of news\.example"):
            self.fetch(settings, tls_server[0])

    def test_certificate_of_another_host_is_refused(
        self,
        settings: FetchSettings,
        tls_server: tuple[int, list[str]],
        certificate: Path,
        monkeypatch: pytest.MonkeyPatch,
    ) -> None:
        monkeypatch.setattr(exchange, "_load_authorities", lambda: ssl.create_default_context(cafile=certificate))
        with pytest.raises(UnreachableHost, match=r"certificate of other\.example"):
            self.fetch(settings, tls_server[0], host="other.example")

    def test_server_that_only_speaks_http_is_told_apart(self, settings: FetchSettings) -> None:
        listener = socket.create_server(("127.0.0.1", 0))

        def serve() -> None:
            connection, _ = listener.accept()
            with connection, suppress(OSError):
                connection.recv(65536)
                connection.sendall(b"HTTP/1.1 400 Bad Request\r\n\r\n")
                connection.recv(65536)

        thread = threading.Thread(target=serve)
        thread.start()
        with pytest.raises(UnreachableHost, match="may only speak http"):
            self.fetch(settings, listener.getsockname()[1])
        thread.join()
        listener.close()

    def test_handshake_that_never_comes_is_cut(self, settings: FetchSettings) -> None:
        with socket.create_server(("127.0.0.1", 0)) as listener, pytest.raises(FetchTimeout):
            self.fetch(settings.model_copy(update={"connect_seconds": 0.2}), listener.getsockname()[1])


def test_every_failure_is_a_fetch_error_with_a_sentence(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(answer(b"x", "Content-Encoding: br"))
    with pytest.raises(FetchError, match=r"\.$"):
        fetch_page(decoy.url(), settings)


def send(settings: FetchSettings, url: str, seconds: float = 5.0) -> None:
    fetcher = HttpPageFetcher(load_settings().model_copy(update={"fetch": settings}))
    fetcher.send(url, b'{"id": "a"}', {"Webhook-Id": "a", "Content-Type": "application/json"}, seconds)


def test_the_body_arrives_with_its_headers(settings: FetchSettings, decoy: Any) -> None:
    decoy.answers(b"HTTP/1.1 204 No Content\r\n\r\n")
    send(settings, decoy.url("/ended"))
    [head] = decoy.requests
    first, *lines = head.partition("\r\n\r\n")[0].split("\r\n")
    assert first == "POST /ended HTTP/1.1"
    assert {"Webhook-Id: a", "Content-Type: application/json", "Content-Length: 11"} <= set(lines)


def test_an_address_that_is_not_public_gets_nothing(decoy: Any) -> None:
    with pytest.raises(BlockedAddress):
        send(load_settings().fetch.model_copy(update={"ports": (decoy.port,)}), decoy.url())
    assert decoy.connections == 0


@pytest.mark.parametrize("status", [b"302 Found\r\nLocation: http://127.0.0.1/", b"404 Not Found", b"500 Oops"])
def test_only_success_is_success(settings: FetchSettings, decoy: Any, status: bytes) -> None:
    decoy.answers(b"HTTP/1.1 " + status + b"\r\n\r\n")
    with pytest.raises(UpstreamError):
        send(settings, decoy.url())
    assert decoy.connections == 1


def test_a_receiver_that_does_not_answer_is_left(settings: FetchSettings, decoy: Any) -> None:
    decoy.answers(30.0)
    with pytest.raises(FetchTimeout):
        send(settings, decoy.url(), 0.2)
