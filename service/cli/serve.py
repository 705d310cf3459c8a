"""`cutline serve`: the REST endpoint on a port."""

from __future__ import annotations

import logging
import os

import click

from cutline.config import Settings
from cutline.errors import ConfigError
from cutline.service.cli.exits import Exit, leave
from cutline.service.cli.options import settings_option

logger = logging.getLogger("cutline.service")


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; others need tokens.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option(
    "--workers", type=click.IntRange(1), help="Processes that extract, one page each at a time.  [default: the cores]"
)
@click.option(
    "--web-workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Processes that talk HTTP; one serves some hundred requests a second.",
)
@click.option(
    "--threads",
    type=click.IntRange(1),
    help="Requests that a web worker answers at once.  [default: service.threads of the settings]",
)
@settings_option
def command(
    host: str, port: int, workers: int | None, web_workers: int, threads: int | None, settings: Settings
) -> None:
    """Answer HTTP requests; /docs lists them.

    Web workers take requests and hand pages to extraction processes, whose models are loaded beforehand. All log to
    standard error, never what a page says. Ctrl-C or SIGTERM ends the service after the requests under way.
    """
    from cutline.service.logs import configure_logs
    from cutline.service.serving import UNUSABLE, Serving, serve  # loads gunicorn

    configure_logs(settings.service.log_format)
    serving = Serving(host, port, workers or _count_cores(), web_workers, threads or settings.service.threads)
    try:
        status = serve(serving, settings, lambda address: logger.info("listening on %s; Ctrl-C stops", address))
    except ConfigError as error:
        logger.error("cannot start: %s", error)
        leave(Exit.USAGE)
    logger.info("stopped")
    leave({0: Exit.OK, UNUSABLE: Exit.USAGE}.get(status, Exit.FAILED))


def _count_cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1
