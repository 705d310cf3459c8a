"""`cutline serve`: the REST endpoint on a port."""

from __future__ import annotations

import logging
import signal
from types import FrameType

import click

from cutline.config import Settings
from cutline.errors import ConfigError
from cutline.models.method_models import load_method_model
from cutline.service.app import create_app
from cutline.service.cli.exits import complain
from cutline.service.cli.extraction import open_extractor
from cutline.service.cli.options import settings_option
from cutline.service.server import BoundedServer


@click.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="The address to listen on; 0.0.0.0 for all.")
@click.option("--port", type=click.IntRange(0, 65535), default=8000, show_default=True, help="0 takes a free one.")
@click.option("--threads", type=click.IntRange(1), default=8, show_default=True, help="Requests answered at once.")
@settings_option
def command(host: str, port: int, threads: int, settings: Settings) -> None:
    """Answer HTTP requests: POST or GET /v1/extract, POST /v1/similarity, GET /healthz.

    One process answers; it logs to standard error, never what a page says, and ends after the requests under way
    on Ctrl-C or SIGTERM.
    """
    extractor = open_extractor(settings)
    names_by = extractor.pipeline.name  # a missing pipeline is better known now than at the first request
    if settings.template_wrapper.file:
        load_method_model("template-wrapper", settings)  # and so is a damaged wrapper
    app = create_app(extractor, settings)
    try:
        server = BoundedServer(host, port, app, threads)
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (")[0]
        raise ConfigError(f"Cannot listen on {host} port {port}: {reason}.") from error
    _log_to_stderr()
    signal.signal(signal.SIGTERM, _interrupt)
    shown = f"[{host}]" if ":" in host else host
    complain(f"listening on http://{shown}:{server.port}, names by {names_by}; Ctrl-C stops.")
    server.serve_forever()
    complain("stopped.")


def _log_to_stderr() -> None:
    logging.basicConfig(format="%(asctime)s %(levelname)s %(message)s")
    logging.getLogger("cutline").setLevel(logging.INFO)


def _interrupt(_number: int, _frame: FrameType | None) -> None:
    raise KeyboardInterrupt
