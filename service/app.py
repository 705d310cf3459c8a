"""The REST endpoint: `create_app` makes the Flask application."""

from __future__ import annotations

import json
import logging
import time
import uuid
from functools import partial
from importlib.metadata import version
from typing import TYPE_CHECKING

from flask import Flask, Response, g, request

from cutline.config import Settings
from cutline.dom.web_addresses import is_web_address
from cutline.service.formats.json import render
from cutline.service.messages import SimilarityRequest, SimilarityResponse
from cutline.service.problems import InvalidRequest, add_problem_handlers
from cutline.service.requests import read_extract_request, read_json, read_query
from cutline.types import Options

if TYPE_CHECKING:
    from cutline.extractor import Extractor  # spaCy, which only the caller needs

logger = logging.getLogger("cutline.service")


def create_app(extractor: Extractor, settings: Settings) -> Flask:
    """Return the application: one extractor answers all requests, in as many threads as the server has."""
    app = Flask("cutline", static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = settings.service.max_request_bytes
    app.before_request(_start_request)
    app.after_request(_log_request)
    add_problem_handlers(app)
    app.add_url_rule("/v1/extract", "extract_address", partial(_extract_address, extractor), methods=["GET"])
    app.add_url_rule("/v1/extract", "extract_page", partial(_extract_page, extractor), methods=["POST"])
    app.add_url_rule("/v1/similarity", "similarity", partial(_compare, extractor), methods=["POST"])
    app.add_url_rule("/healthz", "healthz", _report_health, methods=["GET"])
    return app


def _extract_address(extractor: Extractor) -> Response:
    options = read_query(request)
    if options.url is None or not is_web_address(options.url.strip()):
        detail = "Give the whole address of the page, such as https://example.org/story."
        raise InvalidRequest([{"detail": detail, "parameter": "url"}])
    return _extract(extractor, None, options)


def _extract_page(extractor: Extractor) -> Response:
    page, options = read_extract_request(request)
    return _extract(extractor, page, options)


def _extract(extractor: Extractor, page: str | bytes | None, options: Options) -> Response:
    charset = request.mimetype_params.get("charset") if isinstance(page, bytes) else None
    return _json(render(extractor.extract(page, charset=charset, **options.model_dump())))


def _compare(extractor: Extractor) -> Response:
    message = read_json(request, SimilarityRequest)
    similarities = tuple(extractor.similarity(message.text, *message.others))
    return _json(SimilarityResponse(similarities=similarities).model_dump_json() + "\n")


def _report_health() -> Response:
    return _json(json.dumps({"status": "ok", "version": version("cutline")}) + "\n")


def _json(body: str) -> Response:
    return Response(body, content_type="application/json")


def _start_request() -> None:
    g.request_id = str(uuid.uuid4())
    g.started = time.perf_counter()


def _log_request(response: Response) -> Response:
    """Log one line without query or body: what pages say, and which pages are read, is the caller's affair."""
    milliseconds = (time.perf_counter() - g.started) * 1000
    logger.info("%s %s %d %.0f ms %s", request.method, request.path, response.status_code, milliseconds, g.request_id)
    response.headers["X-Request-ID"] = g.request_id
    return response
