"""Attacks a service on loopback; prints what was tried, what was measured, and whether it held.

    PYTHONPATH=benchmarks python -m attack [try_floods ...]

It starts `cutline serve` and attacks only that, for a few minutes. Rendering needs Chromium. Processor seconds are
those of all processes of the service.
"""

from __future__ import annotations

import os
import signal
import sys
import tempfile
import threading
from argparse import Namespace
from collections.abc import Sequence
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from service_load import start_service

from attack.bodies import try_bombs, try_chunks, try_gzip_files, try_nested, try_tiny_chunks, try_trailers
from attack.connections import try_floods, try_idle, try_metrics, try_slow_readers
from attack.ends import try_kill, try_kills, try_secrets, try_stop
from attack.smuggling import try_smuggling
from attack.target import SECRET, STOP_SECONDS, Attack, Target
from cutline.processes import list_tree

ENDLESS = b"<p>Ferry<script>setInterval(() => document.body.append('x'), 0); while (true);</script>"
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
    held = []
    with tempfile.TemporaryDirectory() as folder:
        os.environ["TMPDIR"] = folder
        process, port = start_service(Namespace(workers=2), Path(folder))
        target = Target(process.pid, port, Path(folder), f"http://127.0.0.1:{pages}/")
        try:
            for attack in chosen:
                finding = attack(target)
                print(finding, flush=True)
                held.append(finding.has_held)
        finally:
            for pid in list_tree(process.pid):
                with suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
    return held


if __name__ == "__main__":
    main()
