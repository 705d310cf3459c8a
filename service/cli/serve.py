"""`cutline serve`: the HTTP service."""

from __future__ import annotations

import errno
import logging
import os

import click

from cutline.config import Settings
from cutline.errors import ConfigError
from cutline.service.cli.commands import Exit, leave
from cutline.service.cli.options import settings_option

logger = logging.getLogger("cutline.service")

# What to do if an address cannot be listened on, by the number of the error.
ADVICE = {
    errno.EADDRINUSE: "open http://{host}:{port} if cutline runs there already, or pass --port 0 for a free port",
    errno.EACCES: "pass a --port from 1024 on",
    errno.EADDRNOTAVAIL: "pass a --host of this machine",
}


@click.command()
@click.option(
    "--host",
    default="127.0.0.1",
    show_default=True,
    help="The address to listen on; anything but loopback needs tokens.",
)
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8000,
    show_default=True,
    help="The port to listen on; 0 picks a free one.",
)
@click.option(
    "--workers", type=click.IntRange(1), help="Extraction processes, one page at a time each.  [default: one per core]"
)
@click.option(
    "--web-workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="HTTP processes; one answers some hundred requests a second.",
)
@click.option(
    "--threads",
    type=click.IntRange(1),
    help="Requests that a web worker answers at once.  [default: setting service.threads]",
)
@settings_option
def command(
    host: str, port: int, workers: int | None, web_workers: int, threads: int | None, settings: Settings
) -> None:
    """Start the HTTP service; /docs lists the requests.

    Web workers take requests and pass pages to extraction processes, which have their models loaded. Logs go to
    standard error and never contain page content. Ctrl-C or SIGTERM stops the service after the current requests.
    """
    from cutline.service.pages.logs import configure_logs
    from cutline.service.serving import UNUSABLE, Serving, serve  # loads gunicorn

    configure_logs(settings.service.log_format)
    serving = Serving(host, port, workers or _count_cores(), web_workers, threads or settings.service.threads)
    try:
        status = serve(serving, settings, lambda address: logger.info("listening on %s; Ctrl-C stops", address))
    except ConfigError as error:
        logger.error("cannot start: %s", _add_advice(error, host, port))
        leave(Exit.USAGE)
    logger.info("stopped")
    leave({0: Exit.OK, UNUSABLE: Exit.USAGE}.get(status, Exit.FAILED))


def _add_advice(error: ConfigError, host: str, port: int) -> str:
    """Return the sentence for an error, with what to do if the address cannot be listened on."""
    number = error.__cause__.errno if isinstance(error.__cause__, OSError) else None
    advice = ADVICE.get(number or 0, "").format(host=f"[{host}]" if ":" in host else host, port=port)
    return f"{str(error).removesuffix('.')}; {advice}." if advice else str(error)


def _count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
