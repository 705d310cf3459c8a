"""The log: a line for each request and event on standard error, as JSON or for a person to read.

All modules write to loggers of the standard library, with what belongs to an event as `extra`; structlog makes the
lines. A line holds the id of the request that its thread answers, and never what a page, a query or a body says: of an
exception its kind and the places it passed through are written, not its message, which may quote them.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from typing import Literal

import structlog
from structlog.contextvars import bind_contextvars, clear_contextvars, merge_contextvars
from structlog.types import EventDict, Processor, WrappedLogger

LogFormat = Literal["console", "json"]
ROOTS = ("cutline", "gunicorn.error")  # loggers whose lines from INFO on are written; of all others, warnings
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def configure_logs(log_format: LogFormat) -> None:
    """Write the lines of all loggers of this process to standard error; what was configured before is replaced."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_make_formatter(log_format))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in ROOTS:
        logging.getLogger(name).setLevel(logging.INFO)


def begin_request(request_id: str) -> None:
    """Have each line of this thread hold the id until the next request begins."""
    clear_contextvars()
    bind_contextvars(request_id=request_id)


def describe(error: BaseException) -> dict[str, object]:
    """Return what a line may say of an exception."""
    frames = traceback.extract_tb(error.__traceback__)
    return {
        "error": type(error).__name__,
        "frames": [f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames],
    }


def _make_formatter(log_format: LogFormat) -> logging.Formatter:
    renderers: list[Processor] = [structlog.processors.JSONRenderer()]
    if log_format == "console":
        renderers = [_on_one_line, structlog.dev.ConsoleRenderer(colors=False)]
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=[
            structlog.stdlib.ExtraAdder(),
            merge_contextvars,
            structlog.stdlib.add_log_level,
            structlog.stdlib.add_logger_name,
            structlog.processors.TimeStamper(fmt="iso", utc=True),
            _without_messages,
        ],
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *renderers],
    )


def _without_messages(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    """Put what may be said of an exception in its place, and have the standard library append nothing of its own."""
    record = event["_record"]
    if record.exc_info and isinstance(error := record.exc_info[1], BaseException):
        event.update(describe(error))
    record.exc_info = record.exc_text = record.stack_info = None
    event.pop("exc_info", None)
    return event


def _on_one_line(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    event["event"] = CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), str(event["event"]))
    return event
