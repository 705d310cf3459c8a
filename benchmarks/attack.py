"""What cheap hostile requests cost the service; prints what was tried, what was measured, and whether it held.

    python benchmarks/attack.py [try_floods ...]

It starts `cutline serve` on loopback and attacks only that, for a few minutes. Processor seconds are those of all its
processes.
"""

from __future__ import annotations

import gzip
import itertools
import json
import multiprocessing
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from argparse import Namespace
from collections import deque
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor, wait
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TypeAlias

from service_load import ANSWER_SECONDS, MEGABYTE, is_ready, start_service

from cutline.service.pages.memory import count_own_bytes, count_resident_bytes, list_tree

LINE = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
CHUNKED = LINE + b"Transfer-Encoding: chunked\r\n\r\n"
NEXT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PAGE = b"<p>" + b"word " * 4_000_000
SECRET = "a-secret-that-no-child-may-see"
IDLE, BOMBS, READERS, PROBES = 1500, 48, 900, 1000
FLOODING = 1000  # connections that each of two floods keeps open
STOP_SECONDS = 3
NESTED = b"<div>" * 100_000 + b"Ferry"
ENDLESS = b"<p>Ferry<script>setInterval(() => document.body.append('x'), 0); while (true);</script>"
LEFT = ("cutline-", "playwright")  # beginnings of names in the temporary folder
# What is killed while a page is rendered, by a word of its command line.
VICTIMS = {
    "Chromium": b"--remote-debugging-pipe",
    "extraction process": b"nursery",
    "web worker": b"serve",
}

# What two parsers may read differently: each must be refused, with the request behind it left unread.
HEADERS = (
    *(b"Content-Length: " + value for value in (b"0" * 30 + b"5", b"+5", b"5_0", b"0x5", b"5, 6", b"-0", b"5 5", b"")),
    *(b"Content-Length: 5\r\nContent-Length: " + value for value in (b"6", b"05 ", b"x")),
    *(b"Content-Length: 5\r\n" + name + b"chunked" for name in (b"Transfer-Encoding: ", b"transfer-encoding:\t")),
    *(b"Transfer-Encoding: " + value for value in (b"xchunked", b"chunked, chunked", b"identity", b"gzip, chunked")),
    *(b"Transfer-Encoding" + end for end in (b" : chunked", b"\t: chunked", b":\n chunked", b": \x0bchunked")),
    *(b"X: a" + end + b"Content-Length: 5" for end in (b"\n", b"\r", b"\x00", b"\r\n ", b"\r\n\t")),
    *(name + b": 5" for name in (b" Content-Length", b"Content-Length ", b"Content\x00Length", b"(Content-Length)")),
)
TRAILERS = (
    *(b"Content-Length: 5", b"transfer-encoding: chunked", b"Host: b", b"Content-Length : 5"),
    *(b"X: a" + end + b"Content-Length: 5" for end in (b"\n", b"\r", b"\x00", b"\r\n ", b"\n\n")),
)
SMUGGLED = (
    *(LINE + headers + b"\r\n\r\n5\r\nhello\r\n0\r\n\r\n" for headers in HEADERS),
    *(CHUNKED + b"5\r\nhello\r\n0\r\n" + trailers + b"\r\n\r\n" for trailers in TRAILERS),
)


@dataclass(frozen=True, slots=True)
class Target:
    """The service that is attacked.

    Attributes:
        pid: its first process.
        port: where it listens.
        folder: its temporary folder.
        endless: the address of a page whose scripts never end.
    """

    pid: int
    port: int
    folder: Path
    endless: str

    @property
    def cpu_seconds(self) -> float:
        """Processor seconds of all its processes so far."""
        ticks = 0
        for pid in list_tree(self.pid):
            with suppress(OSError):
                fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
                ticks += int(fields[11]) + int(fields[12])
        return ticks / os.sysconf("SC_CLK_TCK")

    def cost(self, attack: Callable[[], object]) -> float:
        """Return the processor seconds that an attack costs it, until it rests again."""
        self.rest()
        before = self.cpu_seconds
        attack()
        self.rest()
        return self.cpu_seconds - before

    def rest(self) -> None:
        """Wait until it has nothing to do."""
        while True:
            before = self.cpu_seconds
            time.sleep(0.5)
            if self.cpu_seconds - before < 0.03:
                return

    def send(self, *parts: bytes) -> bytes:
        """Return all that it answers to bytes until it closes the connection."""
        answer = b""
        with socket.create_connection(("127.0.0.1", self.port), timeout=ANSWER_SECONDS) as client, suppress(OSError):
            for part in parts:
                client.sendall(part)
            while more := client.recv(65_536):
                answer += more
        return answer

    def post(self, body: bytes, path: str = "/v1/extract", **headers: str) -> int:
        """Return the status that a page is answered with; 0 if the connection broke."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request("POST", path, body, {"Content-Type": "text/html"} | named)
            response = connection.getresponse()
            response.read()
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()
        return response.status


Attack: TypeAlias = Callable[[Target], "tuple[str, float, float, str]"]


class EndlessPage(BaseHTTPRequestHandler):
    """Answers with a page whose scripts never end."""

    def do_GET(self) -> None:
        """Answer."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.send_header("Content-Length", str(len(ENDLESS)))
        self.end_headers()
        self.wfile.write(ENDLESS)

    def log_message(self, *_: object) -> None:
        """Log nothing."""


def main() -> None:
    pages = ThreadingHTTPServer(("127.0.0.1", 0), EndlessPage)
    threading.Thread(target=pages.serve_forever, daemon=True).start()
    os.environ["DATABASE_URL"] = SECRET
    os.environ["CUTLINE_SERVICE__STOP_SECONDS"] = str(STOP_SECONDS)
    os.environ["CUTLINE_FETCH__ALLOWED_NETWORKS"] = '["127.0.0.0/8"]'
    os.environ["CUTLINE_FETCH__PORTS"] = f"[{pages.server_port}]"
    print("| attack | measured | limit | held |\n|---|---|---|---|")
    held = [*attack_service(ATTACKS, pages.server_port), *attack_service([try_stop], pages.server_port)]
    sys.exit(0 if all(held) else 1)


def attack_service(attacks: Sequence[Attack], pages: int) -> list[bool]:
    """Start a service, attack it, and return which attacks it held; those named as arguments, if there are any."""
    chosen = [attack for attack in attacks if attack.__name__ in (sys.argv[1:] or [attack.__name__])]
    if not chosen:
        return []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        process, port = start_service(Namespace(workers=2), Path(folder))
        target = Target(process.pid, port, Path(folder), f"http://127.0.0.1:{pages}/")
        try:
            return [report(*attack(target)) for attack in chosen]
        finally:
            for pid in list_tree(process.pid):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)


def report(name: str, measured: float, limit: float, unit: str) -> bool:
    print(
        f"| {name} | {measured:.3g} {unit} | {limit:.3g} {unit} | {'yes' if measured <= limit else 'NO'} |", flush=True
    )
    return measured <= limit


def try_tiny_chunks(target: Target) -> tuple[str, float, float, str]:
    body = b"1\r\nx\r\n" * 80_000
    return "480 kB of one-byte chunks", target.cost(lambda: target.send(CHUNKED, body)), 0.1, "s of CPU"


def try_chunks(target: Target) -> tuple[str, float, float, str]:
    """Pages of 20 MB that cannot be extracted, so that reading them is what costs."""
    page = b"\x00" * 20_000_000
    parts = [page[start : start + 8192] for start in range(0, len(page), 8192)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
    head = CHUNKED.replace(b"Transfer", b"Connection: close\r\nTransfer")
    chunked = min(target.cost(lambda: target.send(head, chunks)) for _ in range(3))
    plain = min(target.cost(lambda: target.post(page)) for _ in range(3))
    return "20 MB in chunks of 8 kB against Content-Length", chunked / plain, 1.2, "times"


def try_trailers(target: Target) -> tuple[str, float, float, str]:
    trailers = b"X: y\r\n" * 700_000
    return "4 MB of trailers", target.cost(lambda: target.send(CHUNKED + b"0\r\n", trailers)), 0.1, "s of CPU"


def try_gzip_files(target: Target) -> tuple[str, float, float, str]:
    body = gzip.compress(b"") * 200_000
    cost = target.cost(lambda: target.post(body, Content_Encoding="gzip"))
    return "4 MB of empty gzip files", cost, 0.1, "s of CPU"


def try_smuggling(target: Target) -> tuple[str, float, float, str]:
    """Each form has a request hidden in its body; what answers that one was read by another parser."""
    answered = 0
    for request in SMUGGLED:
        answer = target.send(request + NEXT)
        answered += not answer.startswith(b"HTTP/1.1 4") or answer.count(b"HTTP/1.1 ") != 1
    return f"{len(SMUGGLED)} forms of smuggling, read", float(answered), 0.0, "forms"


def try_bombs(target: Target) -> tuple[str, float, float, str]:
    bomb, most = gzip.compress(PAGE, 9), 0
    with ThreadPoolExecutor(BOMBS) as executor:
        posts = [executor.submit(target.post, bomb, Content_Encoding="gzip") for _ in range(BOMBS)]
        while wait(posts, 0.05).not_done:
            most = max(most, count_resident_bytes(target.pid))
    name = f"{BOMBS} bombs of {len(bomb) / 1000:.0f} kB gzipped, {len(PAGE) / MEGABYTE:.0f} MB unpacked"
    return name, most / MEGABYTE, 1500.0, "MB resident"


def try_nested(target: Target) -> tuple[str, float, float, str]:
    page, most = json.dumps({"html": NESTED.decode()}).encode(), 0
    with ThreadPoolExecutor(1) as executor:
        post = executor.submit(target.post, page, "/v1/compare", Content_Type="application/json")
        while wait([post], 0.05).not_done:
            most = max(most, *map(count_own_bytes, list_tree(target.pid)))
    return "/v1/compare of 100,000 nested elements", most / MEGABYTE, 1000.0, "MB in a process"


def try_slow_readers(target: Target) -> tuple[str, float, float, str]:
    """Clients that ask for the reference page, and read nothing of it."""
    request = b"GET /docs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    size = len(target.send(request))  # it is made now
    before, clients = count_resident_bytes(target.pid), []
    for _ in range(READERS):
        client = socket.socket()
        clients.append(client)
        client.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        client.connect(("127.0.0.1", target.port))
        client.sendall(request)
    most, end = 0, time.monotonic() + 5
    while time.monotonic() < end:
        most = max(most, count_resident_bytes(target.pid))
        time.sleep(0.05)
    for client in clients:
        client.close()
    name = f"{READERS} clients that do not read their answers of {size / 1000:.0f} kB"
    return name, (most - before) / MEGABYTE, 100.0, "MB more"


def try_floods(target: Target) -> tuple[str, float, float, str]:
    """Half-sent requests that come all the time, from 500 addresses."""
    floods = [multiprocessing.Process(target=flood, args=(target.port, first)) for first in (1, 2)]
    for each in floods:
        each.start()
    time.sleep(3)
    seconds = [time_answer(target.port) for _ in range(20)]
    for each in floods:
        each.terminate()
        each.join()
    return "/readyz beside floods of half-sent requests from 500 addresses", max(seconds), 1.0, "s"


def flood(port: int, network: int) -> None:
    clients: deque[socket.socket] = deque()
    for host in itertools.cycle(range(1, 251)):
        with suppress(OSError):
            clients.append(socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.{network}.{host}", 0)))
            clients[-1].sendall(LINE)
        if len(clients) > FLOODING:
            clients.popleft().close()


def time_answer(port: int) -> float:
    """Return how long `/readyz` takes; infinite if it fails."""
    begin = time.monotonic()
    return time.monotonic() - begin if is_ready(port) else float("inf")


def try_metrics(target: Target) -> tuple[str, float, float, str]:
    request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * (PROBES - 1) + NEXT
    return f"{PROBES} requests of /metrics", target.cost(lambda: target.send(request)), 1.5, "s of CPU"


def try_idle(target: Target) -> tuple[str, float, float, str]:
    clients = []
    for _ in range(IDLE):
        with suppress(OSError):
            clients.append(socket.create_connection(("127.0.0.1", target.port), timeout=ANSWER_SECONDS))
    seconds = time_answer(target.port)
    for client in clients:
        client.close()
    return f"/readyz beside {IDLE} idle connections", seconds, 1.0, "s"


def try_secrets(target: Target) -> tuple[str, float, float, str]:
    page = json.dumps({"html": "<h1>Ferry returns</h1><p>It sails again.", "render": "always"}).encode()
    connection = HTTPConnection("127.0.0.1", target.port, timeout=ANSWER_SECONDS)
    connection.request("POST", "/v1/extract", page, {"Content-Type": "application/json"})
    connection.getresponse().read()
    seeing = 0
    for pid in list_tree(target.pid):
        with suppress(OSError):
            command = Path(f"/proc/{pid}/cmdline").read_bytes()
            is_web = b"serve" in command.split(b"\0") and b"nursery" not in command
            seeing += not is_web and SECRET.encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return "extraction processes and browsers that see a secret", float(seeing), 0.0, "processes"


def try_kills(target: Target) -> tuple[str, float, float, str]:
    """Kill each kind of process but the first, while it renders; each time, it is up again before the next."""
    longest = 0.0
    for word in VICTIMS.values():
        begin_rendering(target)
        named = [pid for pid in list_tree(target.pid)[1:] if word in read_command(pid) and is_rendering(pid)]
        victim = named[-1]  # a nursery comes before the extraction processes forked from it
        longest = max(longest, end(target, victim, signal.SIGKILL))
        while not is_ready(target.port):
            time.sleep(0.1)
    return f"what {', '.join(VICTIMS)} leave when killed is gone", longest, 5.0, "s"


def try_kill(target: Target) -> tuple[str, float, float, str]:
    begin_rendering(target)
    seconds = end(target, target.pid, signal.SIGKILL)
    return "what the service leaves when killed is gone", seconds, 5.0, "s"


def try_stop(target: Target) -> tuple[str, float, float, str]:
    begin_rendering(target)
    seconds = end(target, target.pid, signal.SIGTERM)
    return "SIGTERM beside an endless page: all is gone", seconds, STOP_SECONDS + 5.0, "s"


def begin_rendering(target: Target) -> None:
    """Return when Chromium runs the endless page."""
    page = json.dumps({"url": target.endless, "render": "always"}).encode()
    threading.Thread(target=target.post, args=(page,), kwargs={"Content_Type": "application/json"}).start()
    while not is_rendering(target.pid):
        time.sleep(0.05)
    time.sleep(2)


def is_rendering(pid: int) -> bool:
    return any(b"--type=renderer" in read_command(each) for each in list_tree(pid))


def end(target: Target, victim: int, how: signal.Signals) -> float:
    """End a process, and return the seconds until it, all it started and their temporary folders are gone."""
    tree = list_tree(victim)
    commands = b"".join(map(read_command, tree))
    left = [each for each in target.folder.iterdir() if victim == target.pid or each.name.encode() in commands]
    left = [each for each in left if each.name.startswith(LEFT)]
    os.kill(victim, how)
    begin = time.monotonic()
    while time.monotonic() - begin < 30:
        with suppress(ChildProcessError):
            os.waitpid(target.pid, os.WNOHANG)
        if not any(map(is_running, tree)) and not any(path.exists() for path in left):
            break
        time.sleep(0.05)
    return time.monotonic() - begin


def is_running(pid: int) -> bool:
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    return False


def read_command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""


ATTACKS = (
    try_tiny_chunks,
    try_chunks,
    try_trailers,
    try_gzip_files,
    try_smuggling,
    try_bombs,
    try_nested,
    try_slow_readers,
    try_metrics,
    try_idle,
    try_floods,
    try_secrets,
    try_kills,
    try_kill,
)

if __name__ == "__main__":
    main()
