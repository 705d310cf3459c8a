"""CPU time and memory of a process and all its descendants, sampled while they run."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from cutline.processes import list_tree

TICKS = os.sysconf("SC_CLK_TCK")
LOOK_SECONDS = 0.5


@dataclass
class Usage:
    """Resources used by a tree of processes.

    Attributes:
        seconds: wall time.
        root_cpu: CPU seconds of the root process.
        cpu: CPU seconds of all processes.
        peak: maximum memory of all together in bytes, shared pages counted once (PSS).
        memory: (seconds since the start, bytes) of each sample.
    """

    seconds: float = 0.0
    root_cpu: float = 0.0
    cpu: float = 0.0
    peak: int = 0
    memory: list[tuple[float, int]] = field(default_factory=list)


def watch(command: Sequence[str], look: Callable[[float], None] = lambda seconds: None) -> tuple[Usage, str]:
    """Run a command, and return its usage and output.

    Args:
        command: the command.
        look: called at each sample, with the seconds since the start.
    """
    begin, usage, spent = time.monotonic(), Usage(), {}
    with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as process:
        while process.poll() is None:
            tree = list_tree(process.pid)
            spent |= {pid: seconds for pid in tree if (seconds := read_cpu(pid)) is not None}
            seconds = time.monotonic() - begin
            usage.memory.append((seconds, sum(map(read_memory, tree))))
            look(seconds)
            time.sleep(LOOK_SECONDS)
        usage.seconds = time.monotonic() - begin
        output = process.stdout.read() if process.stdout else ""
    if process.returncode not in (0, 1):  # 1: some pages failed
        raise SystemExit(f"{' '.join(command)} failed:\n{output}")
    usage.root_cpu, usage.cpu = spent[process.pid], sum(spent.values())
    usage.peak = max(memory for _, memory in usage.memory)
    return usage, output


def read_cpu(pid: int) -> float | None:
    """Return the CPU seconds of one process without its children; None if it is gone."""
    times = _read_times(pid)
    return times and sum(times[:2])


def read_started_cpu(pid: int) -> float:
    """Return the CPU seconds of all descendants of a process, ended or not."""
    own, *started = list_tree(pid)
    ended = [times[2:] for times in map(_read_times, (own, *started)) if times]
    return sum(read_cpu(each) or 0.0 for each in started) + sum(map(sum, ended))


def read_memory(pid: int) -> int:
    """Return the memory of one process in bytes, its share of shared pages included (PSS); 0 if it is gone."""
    try:
        lines = Path(f"/proc/{pid}/smaps_rollup").read_text().splitlines()
    except OSError:
        return 0
    return sum(int(line.split()[1]) * 1024 for line in lines if line.startswith("Pss:"))


def _read_times(pid: int) -> tuple[float, ...] | None:
    """Return the CPU seconds of a process (user, system), then those of its ended children; None if it is gone."""
    try:
        fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    except OSError:
        return None
    return tuple(int(field) / TICKS for field in fields[11:15])
