"""The command line: one module per command, each with a `command` that `commands.main` imports when it is called.

Results go to stdout, progress and complaints to stderr; exit codes stand in `exits`. Outsiders import `main` only.
"""

from cutline.service.cli.commands import main

__all__ = ["main"]
