"""Bodies that are cheap to send and expensive to read."""

from __future__ import annotations

import gzip
import json
from concurrent.futures import ThreadPoolExecutor, wait

from service_load import MEGABYTE

from attack.target import CHUNKED, Finding, Target
from cutline.processes import count_own_bytes, count_resident_bytes, list_tree

PAGE = b"<p>" + b"word " * 4_000_000
NESTED = b"<div>" * 100_000 + b"Ferry"
BOMBS = 48


def try_tiny_chunks(target: Target) -> Finding:
    body = b"1\r\nx\r\n" * 80_000
    return Finding("480 kB of one-byte chunks", target.cost(lambda: target.send(CHUNKED, body)), 0.1, "s of CPU")


def try_chunks(target: Target) -> Finding:
    """Pages of 20 MB that cannot be extracted, so that reading them is what costs."""
    page = b"\x00" * 20_000_000
    parts = [page[start : start + 8192] for start in range(0, len(page), 8192)]
    chunks = b"".join(b"%x\r\n%b\r\n" % (len(part), part) for part in parts) + b"0\r\n\r\n"
    head = CHUNKED.replace(b"Transfer", b"Connection: close\r\nTransfer")
    chunked = min(target.cost(lambda: target.send(head, chunks)) for _ in range(3))
    plain = min(target.cost(lambda: target.post(page)) for _ in range(3))
    return Finding("20 MB in chunks of 8 kB against Content-Length", chunked / plain, 1.2, "times")


def try_trailers(target: Target) -> Finding:
    trailers = b"X: y\r\n" * 700_000
    cost = target.cost(lambda: target.send(CHUNKED + b"0\r\n", trailers))
    return Finding("4 MB of trailers", cost, 0.1, "s of CPU")


def try_gzip_files(target: Target) -> Finding:
    body = gzip.compress(b"") * 200_000
    cost = target.cost(lambda: target.post(body, Content_Encoding="gzip"))
    return Finding("4 MB of empty gzip files", cost, 0.1, "s of CPU")


def try_bombs(target: Target) -> Finding:
    bomb, most = gzip.compress(PAGE, 9), 0
    with ThreadPoolExecutor(BOMBS) as executor:
        posts = [executor.submit(target.post, bomb, Content_Encoding="gzip") for _ in range(BOMBS)]
        while wait(posts, 0.05).not_done:
            most = max(most, count_resident_bytes(target.pid))
    name = f"{BOMBS} bombs of {len(bomb) / 1000:.0f} kB gzipped, {len(PAGE) / MEGABYTE:.0f} MB unpacked"
    return Finding(name, most / MEGABYTE, 1500.0, "MB resident")


def try_nested(target: Target) -> Finding:
    page, most = json.dumps({"html": NESTED.decode()}).encode(), 0
    with ThreadPoolExecutor(1) as executor:
        post = executor.submit(target.post, page, "/v1/compare", Content_Type="application/json")
        while wait([post], 0.05).not_done:
            most = max(most, *map(count_own_bytes, list_tree(target.pid)))
    return Finding("/v1/compare of 100,000 nested elements", most / MEGABYTE, 1000.0, "MB in a process")
