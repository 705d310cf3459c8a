"""Where results go: to stdout, as UTF-8 or as a table."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper

from rich.console import Console

PIPED_WIDTH = 120  # columns of a table that is not shown in a terminal, unless COLUMNS says another number


class ResultConsole(Console):
    """A console on stdout that leaves a closed pipe to `exits`."""

    def on_broken_pipe(self) -> None:
        """Let the error through; rich itself would end the process."""
        raise BrokenPipeError


def write(result: str) -> None:
    """Write a result to stdout as UTF-8, at once, so that a closed pipe is noticed here."""
    sys.stdout.buffer.write(result.encode())
    sys.stdout.buffer.flush()


def open_console() -> Console:
    """Return the console that writes tables to stdout; NO_COLOR and COLUMNS are honoured."""
    if isinstance(sys.stdout, TextIOWrapper):
        sys.stdout.reconfigure(errors="replace")  # a page has characters that an old locale has not
    console = ResultConsole(highlight=False, markup=False, emoji=False, soft_wrap=False)
    if not console.is_terminal and "COLUMNS" not in os.environ:
        console.width = PIPED_WIDTH
    return console
