"""Logging: a line per request and event on standard error, as JSON or for a person to read.

All modules use standard library loggers, with the data of an event as `extra`; structlog formats the lines. A line
contains the request id of its thread, and never the content of a page, query or body: of an exception it shows the type
and the stack frames, but not the message, which may quote content.
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
ROOTS = ("cutline", "gunicorn.error")  # loggers at level INFO; all others are at WARNING
CONTROL = re.compile("[\x00-\x1f\x7f-\x9f\u2028\u2029]")


def configure_logs(log_format: LogFormat) -> None:
    """Write the lines of all loggers of this process to standard error, replacing any earlier configuration."""
    handler = logging.StreamHandler(sys.stderr)
    handler.setFormatter(_make_formatter(log_format))
    logging.basicConfig(handlers=[handler], level=logging.WARNING, force=True)
    for name in ROOTS:
        logging.getLogger(name).setLevel(logging.INFO)


def begin_request(request_id: str) -> None:
    """Add the request id to all log lines of this thread, until the next request."""
    clear_contextvars()
    bind_contextvars(request_id=request_id)


def describe(error: BaseException) -> dict[str, object]:
    """Return what a log line may say about an exception."""
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
    """Replace an exception by its safe description, so that the standard library appends nothing."""
    record = event["_record"]
    if record.exc_info and isinstance(error := record.exc_info[1], BaseException):
        event.update(describe(error))
    record.exc_info = record.exc_text = record.stack_info = None
    event.pop("exc_info", None)
    return event


def _on_one_line(_logger: WrappedLogger, _name: str, event: EventDict) -> EventDict:
    escaped = {name: _escape(value) for name, value in event.items() if isinstance(value, str)}
    event.update({"event": _escape(str(event["event"])), **escaped})
    return event


def _escape(text: str) -> str:
    return CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)
