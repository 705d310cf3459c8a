"""What cheap hostile requests cost the service; prints what was tried, what was measured, and whether it held.

    python benchmarks/attack.py

It starts `cutline serve` on loopback and attacks only that, for a few minutes. Processor seconds are those of all its
processes.
"""

from __future__ import annotations

import gzip
import json
import os
import signal
import socket
import sys
import tempfile
import threading
import time
from argparse import Namespace
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass
from http.client import HTTPConnection, HTTPException
from pathlib import Path

from service_load import ANSWER_SECONDS, MEGABYTE, is_ready, start_service

from cutline.service.pages.memory import count_resident_bytes, list_tree

LINE = b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Type: text/html\r\n"
CHUNKED = LINE + b"Transfer-Encoding: chunked\r\n\r\n"
NEXT = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
PAGE = b"<p>" + b"word " * 4_000_000
SECRET = "a-secret-that-no-child-may-see"
IDLE, BOMBS = 1500, 48

# Requests that two parsers may read differently: each must be refused, with the one behind it left unread.
SMUGGLED = (
    *(b"Content-Length: " + value for value in (b"0" * 30 + b"5", b"+5", b"5_0", b"0x5", b"5, 6", b"-0", b"5 5", b"")),
    *(b"Content-Length: 5\r\nContent-Length: " + value for value in (b"6", b"05 ", b"x")),
    *(b"Content-Length: 5\r\n" + name + b"chunked" for name in (b"Transfer-Encoding: ", b"transfer-encoding:\t")),
    *(b"Transfer-Encoding: " + value for value in (b"xchunked", b"chunked, chunked", b"identity", b"gzip, chunked")),
    *(b"Transfer-Encoding" + end for end in (b" : chunked", b"\t: chunked", b":\n chunked", b": \x0bchunked")),
    *(b"X: a" + end + b"Content-Length: 5" for end in (b"\n", b"\r", b"\x00", b"\r\n ", b"\r\n\t")),
    *(name + b": 5" for name in (b" Content-Length", b"Content-Length ", b"Content\x00Length", b"(Content-Length)")),
)


@dataclass(frozen=True, slots=True)
class Target:
    """The service that is attacked."""

    pid: int
    port: int

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

    def post(self, body: bytes, **headers: str) -> int:
        """Return the status that a page is answered with; 0 if the connection broke."""
        connection = HTTPConnection("127.0.0.1", self.port, timeout=ANSWER_SECONDS)
        named = {name.replace("_", "-"): value for name, value in headers.items()}
        try:
            connection.request("POST", "/v1/extract", body, {"Content-Type": "text/html"} | named)
            response = connection.getresponse()
            response.read()
        except (OSError, HTTPException):
            return 0
        finally:
            connection.close()
        return response.status


def main() -> None:
    os.environ["DATABASE_URL"] = SECRET
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        process, port = start_service(Namespace(workers=2), Path(folder))
        target = Target(process.pid, port)
        held = []
        try:
            print("| attack | measured | limit | held |\n|---|---|---|---|")
            for attack in (
                try_tiny_chunks,
                try_chunks,
                try_gzip_files,
                try_smuggling,
                try_bombs,
                try_idle,
                try_secrets,
            ):
                held.append(report(*attack(target)))
            tree = list_tree(process.pid)
            process.kill()
            process.wait(ANSWER_SECONDS)
            held.append(report(*look_for_orphans(tree)))
        finally:
            for pid in list_tree(process.pid):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
        sys.exit(0 if all(held) else 1)


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


def try_gzip_files(target: Target) -> tuple[str, float, float, str]:
    body = gzip.compress(b"") * 200_000
    cost = target.cost(lambda: target.post(body, Content_Encoding="gzip"))
    return "4 MB of empty gzip files", cost, 0.1, "s of CPU"


def try_smuggling(target: Target) -> tuple[str, float, float, str]:
    """Each form has a request hidden in its body; what answers that one was read by another parser."""
    answered = 0
    for headers in SMUGGLED:
        answer = target.send(LINE + headers + b"\r\n\r\n5\r\nhello\r\n0\r\n\r\n" + NEXT)
        answered += not answer.startswith(b"HTTP/1.1 4") or answer.count(b"HTTP/1.1 ") != 1
    return f"{len(SMUGGLED)} forms of smuggling, read", float(answered), 0.0, "forms"


def try_bombs(target: Target) -> tuple[str, float, float, str]:
    bomb, most, done = gzip.compress(PAGE, 9), 0, threading.Event()
    threads = [
        threading.Thread(target=target.post, args=(bomb,), kwargs={"Content_Encoding": "gzip"}) for _ in range(BOMBS)
    ]
    for thread in threads:
        thread.start()
    watcher = threading.Thread(target=lambda: ([thread.join() for thread in threads], done.set()))
    watcher.start()
    while not done.wait(0.05):
        most = max(most, count_resident_bytes(target.pid))
    name = f"{BOMBS} bombs of {len(bomb) / 1000:.0f} kB gzipped, {len(PAGE) / MEGABYTE:.0f} MB unpacked"
    return name, most / MEGABYTE, 1500.0, "MB resident"


def try_idle(target: Target) -> tuple[str, float, float, str]:
    clients = []
    for _ in range(IDLE):
        with suppress(OSError):
            clients.append(socket.create_connection(("127.0.0.1", target.port), timeout=ANSWER_SECONDS))
    begin = time.monotonic()
    answered = is_ready(target.port)
    seconds = time.monotonic() - begin
    for client in clients:
        client.close()
    return f"/readyz beside {IDLE} idle connections", seconds if answered else float("inf"), 1.0, "s"


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


def look_for_orphans(tree: list[int]) -> tuple[str, float, float, str]:
    begin = time.monotonic()
    while time.monotonic() - begin < 30 and any(Path(f"/proc/{pid}").exists() for pid in tree[1:]):
        time.sleep(0.05)
    return "processes of a killed service are gone", time.monotonic() - begin, 5.0, "s"


ATTACKS = (try_tiny_chunks, try_chunks, try_gzip_files, try_smuggling, try_bombs, try_idle, try_secrets)

if __name__ == "__main__":
    main()
