"""The `cutline` command, the table of its subcommands, each imported only when called, and how a run of one ends."""

from __future__ import annotations

import os
import platform
import sys
from enum import IntEnum
from importlib import import_module
from importlib.metadata import version
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


COMMANDS = {
    "extract": "Print the article of each page and the images that belong to it.",
    "inspect": "Show why each block and image of a page was kept or dropped.",
    "compare": "Show which methods keep each block of a page, and how far they agree.",
    "enrich": "Extract the articles of many stored pages into one file.",
    "discover": "Print the addresses of the pages that a site lists, for `cutline enrich`.",
    "similarity": "Say whether each text B tells of the story of text A.",
    "serve": "Start the HTTP service.",
    "mcp": "Start the MCP server, whose tools language models call.",
    "train": "Train a model from labelled data.",
    "evaluate": "Measure extraction quality on labelled pages.",
}

# The commands that are in the module of another one.
SHARED = {"discover": ("enrich", "discover_command")}

# A paragraph that click does not wrap, below the help of each command.
EXIT_CODES = "\n".join(("\b", "Exit codes:", *(f"  {int(code):<4} {meaning}" for code, meaning in MEANINGS.items())))


class Commands(click.Group):
    """A group that imports a command only when it is called, so that `--help` is fast."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Return the command names in the order of the table."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """Return the command, from the module with this name or the one that it shares."""
        if cmd_name not in COMMANDS:
            return None
        module, name = SHARED.get(cmd_name, (cmd_name, "command"))
        command = getattr(import_module(f"cutline.service.cli.{module}"), name)
        assert isinstance(command, click.Command)
        command.epilog = EXIT_CODES
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of commands without importing any."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))

    def format_epilog(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Write the table of exit codes."""
        with formatter.section("Exit codes"):
            formatter.write_dl([(str(int(code)), meaning) for code, meaning in MEANINGS.items()])

    def invoke(self, ctx: click.Context) -> object:
        """Run the command; report a user's mistake in one sentence."""
        if sys.stdout is None:  # it was closed, as `>&-` does
            sys.stdout = open(os.devnull, "w")  # noqa: SIM115
        try:
            try:
                return super().invoke(ctx)
            finally:
                sys.stdout.flush()  # a closed pipe must be noticed before the interpreter ends
        except (Exception, KeyboardInterrupt) as error:
            if isinstance(error, click.ClickException | click.exceptions.Exit | click.Abort):
                raise
            leave_after(error)


def _print_version(context: click.Context, _option: click.Parameter, is_asked: bool) -> None:
    if is_asked and not context.resilient_parsing:
        others = ", ".join(f"{name} {version(name.lower())}" for name in ("spaCy", "lxml"))
        click.echo(f"cutline {version('cutline')} (Python {platform.python_version()}, {others})")
        context.exit()


@click.command(cls=Commands, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.option(
    "--version",
    is_flag=True,
    is_eager=True,
    expose_value=False,
    callback=_print_version,
    help="Show the versions of cutline and of what its answers depend on, and exit.",
)
def main() -> None:
    """Find the article of a web page and the images that belong to it.

    Results go to standard output, progress and errors to standard error. Settings come from the option --config FILE
    of a command, then from CUTLINE_* variables, then from the defaults.
    """
