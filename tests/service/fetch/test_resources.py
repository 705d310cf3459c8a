"""What one live page may have fetched for it."""

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import CutlineError, FetchTimeout, ResponseTooLarge, UpstreamError
from cutline.service.fetch import HttpPageFetcher
from cutline.service.fetch.client import HttpPageResources
from cutline.service.formats.article_images import fetch_image


def open_resources(settings: FetchSettings, **limits: object) -> HttpPageResources:
    base = load_settings()
    render = base.render.model_copy(update=limits)
    return HttpPageFetcher(base.model_copy(update={"fetch": settings, "render": render})).open_resources()


def answer(body: bytes, *headers: str) -> bytes:
    return "\r\n".join(["HTTP/1.1 200 OK", f"Content-Length: {len(body)}", *headers, "", ""]).encode() + body


def test_status_type_and_body_are_given_and_no_other_header(decoy: Any, settings: FetchSettings) -> None:
    headers = ["Content-Type: text/css; charset=utf-8", "Set-Cookie: a=b", "Access-Control-Allow-Origin: *"]
    decoy.answers(answer(b"p {}", *headers))
    answered = open_resources(settings).fetch(decoy.url())
    assert answered == (200, {"content-type": "text/css; charset=utf-8"}, b"p {}")


def test_without_a_type_it_is_of_unknown_type(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(answer(b"x"))
    assert open_resources(settings).fetch(decoy.url())[1] == {"content-type": "application/octet-stream"}


def test_an_error_of_the_server_is_an_error(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(b"HTTP/1.1 404 Not Found\r\nContent-Length: 0\r\n\r\n")
    with pytest.raises(UpstreamError):
        open_resources(settings).fetch(decoy.url())


def test_bytes_are_counted_over_all_of_the_page(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(answer(bytes(1000)))
    resources = open_resources(settings, max_resource_bytes=2500)
    assert [len(resources.fetch(decoy.url())[2]) for _ in range(2)] == [1000, 1000]
    with pytest.raises(ResponseTooLarge, match=r"render\.max_resource_bytes"):
        resources.fetch(decoy.url())
    assert len(open_resources(settings, max_resource_bytes=2500).fetch(decoy.url())[2]) == 1000


def test_threads_share_the_bytes_of_a_page(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(answer(bytes(1000)))
    resources = open_resources(settings, max_resource_bytes=5500)

    def is_fetched(_: int) -> bool:
        try:
            return len(resources.fetch(decoy.url())[2]) == 1000
        except ResponseTooLarge:
            return False

    with ThreadPoolExecutor(8) as threads:
        assert sum(threads.map(is_fetched, range(16))) <= 5


def test_seconds_are_counted_over_all_of_the_page(decoy: Any, settings: FetchSettings) -> None:
    resources = open_resources(settings, resource_seconds=0.3)
    decoy.answers(answer(b"x"))
    resources.fetch(decoy.url())
    decoy.answers(5.0)
    for _ in range(2):
        with pytest.raises(FetchTimeout):
            resources.fetch(decoy.url())
    assert len(decoy.requests) == 2


def test_the_guard_judges_it_too(settings: FetchSettings) -> None:
    with pytest.raises(CutlineError, match="not on the public web"):
        open_resources(settings).fetch("http://10.0.0.1/")


def test_an_image_is_asked_for_as_one(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(answer(b"x"))
    fetcher = HttpPageFetcher(load_settings().model_copy(update={"fetch": settings}))
    assert fetch_image(fetcher, decoy.url("/a.png"), settings) == b"x"
    assert "Accept: image/avif" in decoy.requests[0] and "text/html" not in decoy.requests[0]
