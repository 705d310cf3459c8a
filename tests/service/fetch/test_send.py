"""Messages are sent by the rules of fetches."""

from __future__ import annotations

from typing import Any

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import BlockedAddress, FetchTimeout, UpstreamError
from cutline.service.fetch import HttpPageFetcher


def send(settings: FetchSettings, url: str, seconds: float = 5.0) -> None:
    fetcher = HttpPageFetcher(load_settings().model_copy(update={"fetch": settings}))
    fetcher.send(url, b'{"id": "a"}', {"Webhook-Id": "a", "Content-Type": "application/json"}, seconds)


def test_the_body_arrives_with_its_headers(settings: FetchSettings, decoy: Any) -> None:
    decoy.answers(b"HTTP/1.1 204 No Content\r\n\r\n")
    send(settings, decoy.url("/ended"))
    [head] = decoy.requests
    first, *lines = head.partition("\r\n\r\n")[0].split("\r\n")
    assert first == "POST /ended HTTP/1.1"
    assert {"Webhook-Id: a", "Content-Type: application/json", "Content-Length: 11"} <= set(lines)


def test_an_address_that_is_not_public_gets_nothing(decoy: Any) -> None:
    with pytest.raises(BlockedAddress):
        send(load_settings().fetch.model_copy(update={"ports": (decoy.port,)}), decoy.url())
    assert decoy.connections == 0


@pytest.mark.parametrize("status", [b"302 Found\r\nLocation: http://127.0.0.1/", b"404 Not Found", b"500 Oops"])
def test_only_success_is_success(settings: FetchSettings, decoy: Any, status: bytes) -> None:
    decoy.answers(b"HTTP/1.1 " + status + b"\r\n\r\n")
    with pytest.raises(UpstreamError):
        send(settings, decoy.url())
    assert decoy.connections == 1


def test_a_receiver_that_does_not_answer_is_left(settings: FetchSettings, decoy: Any) -> None:
    decoy.answers(30.0)
    with pytest.raises(FetchTimeout):
        send(settings, decoy.url(), 0.2)
