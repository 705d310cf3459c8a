"""What a command writes: its result to stdout or a file, as UTF-8, bytes or a table."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from typing import Any

import click
from rich.console import Console

PIPED_WIDTH = 120  # columns of a table that is not shown in a terminal, unless COLUMNS says another number
FILL = re.compile(r" +$", re.MULTILINE)
STDOUT = "-"

Write = Callable[[str | bytes], object]


class ResultConsole(Console):
    """A console on stdout that leaves a closed pipe to `leave_after`, and no spaces at the ends of piped lines."""

    def print(self, *objects: Any, **how: Any) -> None:
        """Print as rich does, which fills the lines of tables and wrapped texts with spaces."""
        if self.is_terminal:
            super().print(*objects, **how)
            return
        with self.capture() as captured:
            super().print(*objects, **how)
        self.file.write(FILL.sub("", captured.get()))
        self.file.flush()

    def on_broken_pipe(self) -> None:
        """Let the error through; rich would end the process."""
        raise BrokenPipeError


def write(result: str | bytes) -> None:
    """Write a result to stdout, as `open_output` says."""
    write_to(STDOUT, result)


@contextmanager
def open_output(out: str) -> Iterator[Write]:
    """Yield the function that writes results: to stdout if `out` is `-`, else to the file, which is replaced.

    Text is UTF-8. Each result is flushed, so that a closed pipe is noticed where it is written.

    Raises:
        OSError: the file cannot be written.
    """
    with click.open_file(out, "wb") as stream:

        def write_part(result: str | bytes) -> None:
            stream.write(result if isinstance(result, bytes) else result.encode())
            stream.flush()

        yield write_part


def write_to(out: str, result: str | bytes) -> None:
    """Write a result to stdout or a file, as `open_output` says.

    Raises:
        OSError: the file cannot be written.
    """
    with open_output(out) as write_part:
        write_part(result)


def open_console() -> Console:
    """Return the console that writes tables to stdout; NO_COLOR and COLUMNS are honoured."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a page has characters that an old locale has not
    console = ResultConsole(highlight=False, markup=False, emoji=False, soft_wrap=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPED_WIDTH
    return console
