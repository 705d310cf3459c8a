"""What clients may do, and what they get; one service with two threads answers all tests."""

import itertools
import json
import re
import socket
import time
from collections import deque
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from threading import Event
from typing import Any

import pytest

from tests.service.serving.conftest import WAIT, read_all

POST = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
CHUNKED = POST + b"Transfer-Encoding: chunked\r\n"
HEALTH = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n"
LIMITS: dict[str, Any] = {
    "max_request_bytes": 20_000_000,
    "head_seconds": 1.0,
    "body_seconds": 2.0,
    "idle_seconds": 1.0,
    "send_seconds": 2.0,
    "max_head_bytes": 16_384,
}

MAX_CONNECTIONS = 500
HELD = 400  # by each of two floods


@pytest.fixture(scope="module")
def service(start_service: Any) -> Any:
    return start_service(workers=1, threads=2, **LIMITS)


@pytest.fixture(scope="module")
def patient(start_service: Any) -> Any:
    """A service that ends no connection for sending slowly while a test runs."""
    forever = dict.fromkeys(("head_seconds", "body_seconds", "idle_seconds"), 10.0 * WAIT)
    return start_service(workers=1, threads=2, max_connections=MAX_CONNECTIONS, **LIMITS | forever)


@pytest.fixture(scope="module")
def crowded(start_service: Any) -> Any:
    """A service with little room for connections and for bodies that arrive."""
    return start_service(workers=1, max_connections=20, max_arriving_bytes=1_000_000, max_request_bytes=900_000)


def read_status(answer: bytes) -> int:
    return int(answer.split(b" ", 2)[1])


def read_problem(answer: bytes) -> dict[str, Any]:
    document: dict[str, Any] = json.loads(answer.partition(b"\r\n\r\n")[2])
    return document


def is_ended(client: socket.socket) -> bool:
    """Return whether the service ends a connection within its time limit."""
    try:
        return not client.recv(1)
    except TimeoutError:
        return False
    except ConnectionError:
        return True


def open_narrow_socket(port: int) -> socket.socket:
    """Return a connection on which little is received before it is read."""
    client = socket.socket()
    client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    client.connect(("127.0.0.1", port))
    client.settimeout(30)
    return client


class TestRequests:
    def test_follow_one_another_on_a_connection(self, service: Any) -> None:
        connection = service.connect()
        sockets = set()
        for page in ("a", "b"):
            connection.request("POST", "/v1/extract", page, {"Content-Type": "text/html"})
            assert connection.getresponse().read() == page.encode()
            sockets.add(connection.sock)
        assert len(sockets) == 1
        connection.close()

    def test_may_be_sent_before_the_one_before_is_answered(self, service: Any) -> None:
        answers = service.send(HEALTH + b"\r\n" + HEALTH + b"Connection: close\r\n\r\n")
        assert answers.count(b"HTTP/1.1 200 OK") == 2

    def test_that_expect_it_are_told_to_go_on(self, service: Any) -> None:
        head = POST + b"Content-Length: 4\r\n"
        with service.open_socket() as client:
            client.sendall(head + b"Expect: 100-continue\r\nConnection: close\r\n\r\n")
            assert client.recv(100) == b"HTTP/1.1 100 Continue\r\n\r\n"
            client.sendall(b"page")
            answer = read_all(client)
        assert read_status(answer) == 200 and answer.endswith(b"page")

    def test_of_a_client_that_ends_its_side_are_answered(self, service: Any) -> None:
        with service.open_socket() as client:
            client.sendall(HEALTH + b"Connection: close\r\n\r\n")
            client.shutdown(socket.SHUT_WR)
            assert read_status(read_all(client)) == 200

    def test_are_answered_without_a_version_of_the_server(self, service: Any) -> None:
        assert service.get("/healthz").headers["Server"] == "cutline"


class TestRefused:
    @pytest.mark.parametrize(
        ("request_", "status", "kind"),
        [
            (
                b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 20000001\r\n\r\n",
                413,
                "request-too-large",
            ),
            (b"GET /" + b"x" * 9000 + b" HTTP/1.1\r\nHost: localhost\r\n\r\n", 431, "request-head-too-large"),
            (b"secret nonsense\r\n\r\n", 400, "malformed-request"),
            (CHUNKED + b"\r\nsecret\r\n", 400, "malformed-request"),
        ],
    )
    def test_is_what_no_request_may_be(self, service: Any, request_: bytes, status: int, kind: str) -> None:
        answer = service.send(request_)
        assert read_status(answer) == status
        problem = read_problem(answer)
        assert problem["type"] == f"urn:problem-type:cutline:{kind}"
        assert re.fullmatch(r"[A-Z][^\n]* [^\n]*\.", problem["detail"])
        assert not set(re.findall(r"[A-Z][a-z]+[A-Z]\w+", problem["detail"])), "a name out of the code"
        assert b"application/problem+json" in answer and b"X-Request-ID: " + problem["request_id"].encode() in answer
        assert "secret" not in service.log.read_text()

    def test_is_a_body_that_is_too_large_while_the_client_still_sends_it(self, service: Any) -> None:
        connection = service.connect()
        connection.request("POST", "/v1/extract", b"x" * 20_000_001, {"Content-Type": "text/html"})
        assert connection.getresponse().status == 413
        connection.close()


BEGINNINGS = pytest.mark.parametrize(
    "begin",
    [
        pytest.param(b"", id="nothing"),
        pytest.param(b"POST /v1/extract HTTP/1.1\r\nHost:", id="head"),
        pytest.param(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 100\r\n\r\n<p>", id="body"),
        pytest.param(CHUNKED + b"\r\n5\r\nabc", id="chunk"),
    ],
)


class TestSlowClients:
    """Many times as many as there are threads, and all of them at once."""

    @BEGINNINGS
    def test_that_send_do_not_keep_others_waiting(self, patient: Any, begin: bytes) -> None:
        clients = [patient.open_socket() for _ in range(60)]
        for client in clients:
            client.sendall(begin)
        assert patient.extract("a").status == 200
        for client in clients:
            client.setblocking(False)
            with pytest.raises(BlockingIOError):  # it is still connected
                client.recv(1)
            client.close()

    @BEGINNINGS
    def test_that_send_are_ended(self, service: Any, begin: bytes) -> None:
        clients = []
        for _ in range(60):
            clients.append(service.open_socket())
            clients[-1].sendall(begin)
        for client in clients:
            answer = read_all(client)
            assert (read_status(answer) if answer else None) == (408 if begin else None)
            client.close()

    def test_that_go_on_sending_are_ended_too(self, service: Any) -> None:
        with service.open_socket() as client:
            client.sendall(HEALTH)
            client.settimeout(0.1)
            answer = b""
            for _ in range(10 * WAIT):
                client.sendall(b"X")
                try:
                    answer = client.recv(1000)
                    break
                except TimeoutError:
                    continue
        assert read_status(answer) == 408

    def test_that_read_their_answers_do_not_keep_others_waiting(self, patient: Any) -> None:
        page = b"x" * 19_000_000
        head = (
            b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\nContent-Length: %d\r\n\r\n"
            % len(page)
        )
        clients = [patient.open_socket() for _ in range(3)]
        for client in clients:
            client.sendall(head + page)
        patient.wait_until(lambda: patient.extract("a").status == 200)
        time.sleep(4)  # longer than they may take
        for client in clients:
            with pytest.raises(ConnectionError), client:
                assert len(read_all(client)) < len(page)
                raise ConnectionResetError

    def test_that_read_nothing_keep_no_more_than_the_limit_in_memory(self, start_service: Any) -> None:
        narrow = start_service(workers=1, max_unsent_bytes=5_000_000)
        page, clients = b"x" * 3_000_000, []
        for _ in range(8):
            clients.append(open_narrow_socket(narrow.port))
            clients[-1].sendall(POST + b"Connection: close\r\nContent-Length: %d\r\n\r\n" % len(page) + page)
            assert clients[-1].recv(12) == b"HTTP/1.1 200"  # the answer has begun
        time.sleep(1)
        assert narrow.extract("a").body == b"a"
        whole = 0
        for client in clients:
            with suppress(ConnectionError), client:
                whole += len(read_all(client)) > len(page)
        assert whole == 1  # two of them would be more

    def test_that_leave_before_they_are_answered_cost_nothing(self, service: Any) -> None:
        for _ in range(20):
            with service.open_socket() as client:
                client.sendall(HEALTH + b"\r\n")
        service.wait_until(lambda: service.extract("a").status == 200)

    def test_that_keep_connections_open_without_a_request_are_ended(self, service: Any) -> None:
        with service.open_socket() as client:
            client.sendall(HEALTH + b"\r\n")
            assert read_status(read_all(client)) == 200


class TestLargeRequests:
    def test_under_way_do_not_shut_out_those_without_a_body(self, crowded: Any) -> None:
        clients = [crowded.open_socket() for _ in range(3)]
        for client in clients:
            client.sendall(POST + b"Content-Length: 900000\r\n\r\n" + b"x" * 600_000)
        assert crowded.get("/readyz").status == 200
        assert crowded.extract("a").status == 200
        for client in clients:
            client.close()

    def test_behind_another_one_are_told_to_go_on(self, service: Any) -> None:
        with service.open_socket() as client:
            head = POST + b"Content-Length: 4\r\nExpect: 100-continue\r\nConnection: close\r\n\r\n"
            client.sendall(HEALTH + b"\r\n" + head)
            answer = b""
            while b"100 Continue" not in answer:
                answer += client.recv(1000)
            client.sendall(b"page")
            assert read_all(client).endswith(b"page")


class TestManyConnections:
    @pytest.mark.parametrize("begin", [b"", b"GET /healthz HTTP/1.1\r\n"])
    def test_without_a_request_do_not_shut_out_others(self, crowded: Any, begin: bytes) -> None:
        clients = [crowded.open_socket() for _ in range(60)]
        for client in clients:
            with suppress(OSError):
                client.sendall(begin)
        assert crowded.get("/readyz").status == 200
        assert crowded.extract("a").status == 200
        for client in clients:
            client.close()

    @pytest.mark.parametrize("begin", [b"", b"GET /healthz HTTP/1.1\r\n"])
    def test_from_many_addresses_that_come_all_the_time_do_not_shut_out_probes(
        self, patient: Any, begin: bytes
    ) -> None:
        ended, held = Event(), (deque[socket.socket](), deque[socket.socket]())

        def flood(first: int) -> None:
            """Hold many connections, and open a new one for each that the service ends."""
            clients = held[first]
            for number in itertools.takewhile(lambda _: not ended.is_set(), itertools.cycle(range(1, 250))):
                with suppress(OSError):
                    source = (f"127.0.{first + 1}.{number}", 0)
                    clients.append(socket.create_connection(("127.0.0.1", patient.port), 1, source))
                    clients[-1].sendall(begin)
                while len(clients) >= HELD and not ended.is_set() and not is_ended(clients[0]):
                    pass
                if len(clients) >= HELD:
                    clients.popleft().close()
            for client in clients:
                client.close()

        with ThreadPoolExecutor(2) as executor:
            floods = [executor.submit(flood, first) for first in (0, 1)]
            try:
                patient.wait_until(lambda: sum(map(len, held)) > MAX_CONNECTIONS)
                for path in ("/healthz", "/readyz", "/metrics") * 5:
                    assert patient.get(path).status == 200
            finally:
                ended.set()
            for each in floods:
                each.result()


class TestManyRequests:
    def test_beyond_the_threads_are_refused_at_once_while_the_service_tells_how_it_is(
        self, service: Any, tmp_path: Any
    ) -> None:
        with ThreadPoolExecutor(2) as executor:
            busy = [executor.submit(service.extract, f"begin {tmp_path}/a")]
            service.wait_until((tmp_path / "a").exists)
            busy.append(executor.submit(service.extract, "b"))
            service.wait_until(lambda: b"cutline_queue_depth 1.0" in service.get("/metrics").body)
            assert service.get("/docs").status == 503
            answer = service.extract("a")
            assert (answer.status, answer.headers["Retry-After"]) == (503, "2")
            assert answer.json["type"] == "urn:problem-type:cutline:overloaded"
            assert service.get("/healthz").status == 200
            assert service.get("/readyz").status == 200
            assert service.get("/metrics").status == 200
            (tmp_path / "a.end").touch()
            assert [future.result().status for future in busy] == [200, 200]
        assert service.extract("a").status == 200
