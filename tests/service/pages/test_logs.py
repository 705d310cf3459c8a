import json
import logging
from typing import Any, Literal

import pytest

from cutline.service.pages.logs import begin_request


def fail(logger: logging.Logger) -> None:
    try:
        raise ValueError("SECRET")
    except ValueError:
        logger.exception("It failed on %s", "a page")


def test_a_line_of_json_has_event_level_time_and_what_belongs_to_it(log: Any) -> None:
    log.configure("json")
    begin_request("r1")
    logging.getLogger("cutline.x").info("request", extra={"status": 200})
    line: dict[str, Any] = json.loads(log.read()[0])
    assert line.pop("timestamp").endswith("Z")
    assert line == {"event": "request", "status": 200, "request_id": "r1", "level": "info", "logger": "cutline.x"}


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_an_exception_is_told_by_kind_and_place_not_by_its_message(
    log: Any, log_format: Literal["console", "json"]
) -> None:
    log.configure(log_format)
    fail(logging.getLogger("some.library"))
    (line,) = log.read()
    assert "It failed on a page" in line and "ValueError" in line and "test_logs.py" in line and "fail" in line
    assert "SECRET" not in line


@pytest.mark.parametrize("log_format", ["json", "console"])
def test_control_characters_are_escaped_wherever_they_stand(log: Any, log_format: Literal["console", "json"]) -> None:
    log.configure(log_format)
    controls = "".join(map(chr, (*range(0x20), *range(0x7F, 0xA0), 0x2028, 0x2029)))
    begin_request(f"r{controls}")
    logging.getLogger("cutline").info(f"a{controls}", extra={"path": f"/{controls}", "pages": [controls]})
    (line,) = log.read()
    assert not set(controls) & set(line)
    assert "\\n" in line and "\\u2028" in line


def test_libraries_are_heard_from_warnings_on(log: Any) -> None:
    log.configure("console")
    logging.getLogger("httpx").info("GET https://secret.example/")
    logging.getLogger("httpx").warning("trouble")
    logging.getLogger("cutline.service").info("answered")
    assert [("trouble" in line, "answered" in line) for line in log.read()] == [(True, False), (False, True)]
