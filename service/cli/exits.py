"""How a run of the command line ends: its exit codes, and the sentence for each error."""

from __future__ import annotations

import os
import sys
from enum import IntEnum
from typing import NoReturn

import click

from cutline.errors import ConfigError, CutlineError, ModelError, OptionError, PipelineError


class Exit(IntEnum):
    """The exit codes; `MEANINGS` documents them in `cutline --help`."""

    OK = 0
    FAILED = 1
    USAGE = 2
    INTERRUPTED = 130
    BROKEN_PIPE = 141


MEANINGS = {
    Exit.OK: "everything you asked for succeeded",
    Exit.FAILED: "a page, file, record or image failed; the others succeeded",
    Exit.USAGE: "the command line, the settings or the installation cannot be used",
    Exit.INTERRUPTED: "stopped with Ctrl-C",
    Exit.BROKEN_PIPE: "the program that read the output stopped reading, as `head` does",
}

UNUSABLE = (ConfigError, ModelError, OptionError, PipelineError)  # no page at all can be extracted


def complain(sentence: object, subject: str | None = None) -> None:
    """Write one line to stderr."""
    click.echo(": ".join(["cutline", *filter(None, [subject]), str(sentence)]), err=True)


def leave(code: Exit) -> NoReturn:
    """End the command with an exit code."""
    click.get_current_context().exit(code)


def leave_after(error: BaseException) -> NoReturn:
    """End the command with the sentence and the exit code for an error.

    Anything other than a CutlineError, an OSError or Ctrl-C is a bug in cutline and is raised again.
    """
    match error:
        case KeyboardInterrupt():
            complain("stopped.")
            leave(Exit.INTERRUPTED)
        case BrokenPipeError():
            _discard_stdout()
            leave(Exit.BROKEN_PIPE)
        case CutlineError():
            complain(error)
            leave(Exit.USAGE if isinstance(error, UNUSABLE) else Exit.FAILED)
        case OSError(filename=None):
            complain(f"{error.strerror or error}.")
            _discard_stdout()
            leave(Exit.FAILED)
        case OSError():
            complain(f"{error.strerror or error}.", str(error.filename))
            leave(Exit.FAILED)
    raise error


def _discard_stdout() -> None:
    # Python writes what is left in the buffer when it ends; that must not fail a second time.
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
