"""What its child processes see of the service, and what is left when one of its processes ends."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
import time
from collections.abc import Callable, Mapping
from contextlib import suppress
from pathlib import Path

from service_load import ANSWER_SECONDS, is_ready

from attack.target import SECRET, STOP_SECONDS, Finding, Target
from cutline.processes import list_tree

LEFT = ("cutline-", "playwright")  # beginnings of names in the temporary folder
GONE = ("", "Z")  # states of processes
END_SECONDS = 30
# What is killed while a page is rendered, by its command line.
VICTIMS: Mapping[str, Callable[[bytes], bool]] = {
    "Chromium": lambda command: b"--user-data-dir" in command and b"--type=" not in command,
    "its driver": lambda command: b"\0run-driver\0" in command,
    "extraction process": lambda command: b"run_nursery" in command,
    "web worker": lambda command: b"\0serve\0" in command,
}


def try_secrets(target: Target) -> Finding:
    page = json.dumps({"html": "<h1>Ferry returns</h1><p>It sails again.", "render": "always"}).encode()
    target.post(page, Content_Type="application/json")
    seeing = 0
    for pid in list_tree(target.pid):
        with suppress(OSError):
            is_web = VICTIMS["web worker"](read_command(pid))
            seeing += not is_web and SECRET.encode() in Path(f"/proc/{pid}/environ").read_bytes()
    return Finding("extraction processes and browsers that see a secret", float(seeing), 0.0, "processes")


def try_kills(target: Target) -> Finding:
    """Kill each kind of process but the first, while it renders; each time, it is up again before the next."""
    longest = 0.0
    for is_victim in VICTIMS.values():
        victims: list[int] = []
        while not victims:
            begin_rendering(target)
            tree = list_tree(target.pid)[1:]
            victims = [pid for pid in tree if is_victim(read_command(pid)) and is_rendering(pid)]
        last = victims[-1]  # a nursery comes before the extraction processes forked from it
        longest = max(longest, end(target, last, signal.SIGKILL))
        while not is_ready(target.port):
            time.sleep(0.1)
    return Finding(f"what {', '.join(VICTIMS)} leave when killed is gone", longest, 5.0, "s")


def try_kill(target: Target) -> Finding:
    begin_rendering(target)
    seconds = end(target, target.pid, signal.SIGKILL)
    return Finding("what the service leaves when killed is gone", seconds, 5.0, "s")


def try_stop(target: Target) -> Finding:
    begin_rendering(target)
    seconds = end(target, target.pid, signal.SIGTERM)
    return Finding("SIGTERM beside an endless page: all is gone", seconds, STOP_SECONDS + 5.0, "s")


def begin_rendering(target: Target) -> None:
    """Return when Chromium runs the endless page."""
    page = json.dumps({"url": target.endless, "render": "always"}).encode()
    threading.Thread(target=target.post, args=(page,), kwargs={"Content_Type": "application/json"}).start()
    limit = time.monotonic() + ANSWER_SECONDS
    while not is_rendering(target.pid):
        if time.monotonic() > limit:
            sys.exit("The endless page is not rendered; is Chromium installed?")
        time.sleep(0.05)
    time.sleep(2)


def is_rendering(pid: int) -> bool:
    """Return whether the endless page is rendered below a process: idle renderers do not run."""
    return any(b"--type=renderer" in read_command(each) and read_state(each) == "R" for each in list_tree(pid))


def end(target: Target, victim: int, how: signal.Signals) -> float:
    """End a process, and return the seconds until it, all it started and their temporary folders are gone."""
    tree = list_tree(victim)
    commands = b"".join(map(read_command, tree))
    left = [each for each in target.folder.iterdir() if victim == target.pid or each.name.encode() in commands]
    left = [each for each in left if each.name.startswith(LEFT)]
    os.kill(victim, how)
    begin = time.monotonic()
    while time.monotonic() - begin < END_SECONDS:
        with suppress(ChildProcessError):
            os.waitpid(target.pid, os.WNOHANG)
        if all(read_state(pid) in GONE for pid in tree) and not any(path.exists() for path in left):
            break
        time.sleep(0.05)
    return time.monotonic() - begin


def read_state(pid: int) -> str:
    """Return the letter for a process's state, or nothing if it is gone."""
    with suppress(OSError):
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    return ""


def read_command(pid: int) -> bytes:
    with suppress(OSError):
        return Path(f"/proc/{pid}/cmdline").read_bytes()
    return b""
