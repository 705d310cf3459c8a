"""Many connections, and clients that are slow."""

from __future__ import annotations

import itertools
import multiprocessing
import socket
import time
from collections import deque
from contextlib import suppress

from service_load import ANSWER_SECONDS, MEGABYTE, is_ready

from attack.target import LAST, POST, Finding, Target
from cutline.processes import count_resident_bytes

IDLE, READERS, PROBES = 1500, 900, 1000
WARMING = 100  # answers until the web workers have allocated what they keep
FLOODING = 1000  # connections that each of two floods keeps open


def try_slow_readers(target: Target) -> Finding:
    """Clients that ask for the reference page, and read nothing of it."""
    request = b"GET /docs HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"
    size = max(len(target.send(request)) for _ in range(WARMING))
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
    return Finding(name, (most - before) / MEGABYTE, 100.0, "MB more")


def try_metrics(target: Target) -> Finding:
    request = b"GET /metrics HTTP/1.1\r\nHost: localhost\r\n\r\n" * (PROBES - 1) + LAST
    return Finding(f"{PROBES} requests of /metrics", target.cost(lambda: target.send(request)), 1.5, "s of CPU")


def try_idle(target: Target) -> Finding:
    clients = []
    for _ in range(IDLE):
        with suppress(OSError):
            clients.append(socket.create_connection(("127.0.0.1", target.port), timeout=ANSWER_SECONDS))
    seconds = time_answer(target.port)
    for client in clients:
        client.close()
    return Finding(f"/readyz beside {IDLE} idle connections", seconds, 1.0, "s")


def try_floods(target: Target) -> Finding:
    """Half-sent requests that come all the time, from 500 addresses."""
    floods = [multiprocessing.Process(target=flood, args=(target.port, first)) for first in (1, 2)]
    for each in floods:
        each.start()
    time.sleep(3)
    seconds = [time_answer(target.port) for _ in range(20)]
    for each in floods:
        each.terminate()
        each.join()
    return Finding("/readyz beside floods of half-sent requests from 500 addresses", max(seconds), 1.0, "s")


def flood(port: int, network: int) -> None:
    clients: deque[socket.socket] = deque()
    for host in itertools.cycle(range(1, 251)):
        with suppress(OSError):
            clients.append(socket.create_connection(("127.0.0.1", port), source_address=(f"127.0.{network}.{host}", 0)))
            clients[-1].sendall(POST)
        if len(clients) > FLOODING:
            clients.popleft().close()


def time_answer(port: int) -> float:
    """Return how long `/readyz` takes; infinite if it fails."""
    begin = time.monotonic()
    return time.monotonic() - begin if is_ready(port) else float("inf")
