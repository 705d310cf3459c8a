"""How much memory the bodies of requests may take."""

import gzip
from typing import Any

import pytest
from flask import Flask, g, request

from cutline.errors import Overloaded
from cutline.service.rest.requests import BodyMemory, read_body

PAGE = b"x" * 1000


@pytest.fixture
def app() -> Flask:
    app = Flask("test")
    app.config["MAX_CONTENT_LENGTH"] = 10_000
    return app


def read(app: Flask, memory: BodyMemory) -> bytes:
    given: dict[str, Any] = {"data": gzip.compress(PAGE), "headers": {"Content-Encoding": "gzip"}, "method": "POST"}
    with app.test_request_context("/", **given):
        g.body_memory = memory
        return read_body(request)


def test_unpacked_bodies_together_have_a_limit(app: Flask) -> None:
    memory = BodyMemory(2500)
    assert read(app, memory) == read(app, memory) == PAGE
    with pytest.raises(Overloaded):
        read(app, memory)


def test_an_answered_request_leaves_its_memory_to_the_next(serve: Any) -> None:
    client = serve(max_arriving_bytes=1500)
    request_ = {"data": gzip.compress(PAGE), "content_type": "text/html", "headers": {"Content-Encoding": "gzip"}}
    assert [client.post("/v1/extract", **request_).status_code for _ in range(3)] == [200, 200, 200]
    too_much = request_ | {"data": gzip.compress(PAGE * 2)}
    assert client.post("/v1/extract", **too_much).status_code == 503
