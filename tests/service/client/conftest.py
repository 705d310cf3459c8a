"""The real service, with an extractor that is none, and a client that reaches it without a network."""

from collections.abc import Callable, Iterator

import httpx
import pytest
from flask.testing import FlaskClient

from cutline.service.client import Client


@pytest.fixture
def connect(serve: Callable[..., FlaskClient]) -> Iterator[Callable[..., Client]]:
    """Return a client of the service with settings of its own: `connect(token="...", max_request_bytes=2000)`."""
    opened: list[Client] = []

    def build(token: str | None = None, **changes: object) -> Client:
        transport = httpx.WSGITransport(app=serve(**changes).application)
        opened.append(Client("http://service.example", token, retries=0, transport=transport))
        return opened[-1]

    yield build
    for client in opened:
        client.close()


@pytest.fixture
def remote(connect: Callable[..., Client]) -> Client:
    return connect()
