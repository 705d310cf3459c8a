"""Images of an article come in the one way in which pages do."""

from __future__ import annotations

from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.config.settings import FetchSettings
from cutline.errors import RobotsDisallowed
from cutline.service.fetch import HttpPageFetcher
from cutline.service.formats.article_images import fetch_image


def open_fetcher(settings: FetchSettings) -> HttpPageFetcher:
    return HttpPageFetcher(load_settings().model_copy(update={"fetch": settings}))


def test_an_image_is_asked_for_as_one(decoy: Any, settings: FetchSettings) -> None:
    decoy.answers(b"HTTP/1.1 200 OK\r\nContent-Length: 1\r\n\r\nx")
    assert fetch_image(open_fetcher(settings), decoy.url("/a.png"), settings) == b"x"
    assert "Accept: image/avif" in decoy.requests[0] and "text/html" not in decoy.requests[0]


def test_an_image_that_robots_are_not_to_fetch_is_not_fetched(decoy: Any, settings: FetchSettings) -> None:
    rules = b"User-agent: *\nDisallow: /private/\n"
    decoy.answers(b"HTTP/1.1 200 OK\r\nContent-Length: %d\r\n\r\n" % len(rules) + rules)
    polite = settings.model_copy(update={"robots": True})
    with pytest.raises(RobotsDisallowed):
        fetch_image(open_fetcher(polite), decoy.url("/private/a.png"), polite)
    assert [request.split(" ")[1] for request in decoy.requests] == ["/robots.txt"]


def test_an_image_is_kept_in_the_cache(decoy: Any, settings: FetchSettings, tmp_path: Path) -> None:
    decoy.answers(b"HTTP/1.1 200 OK\r\nCache-Control: max-age=60\r\nContent-Length: 1\r\n\r\nx")
    kept = settings.model_copy(update={"cache_file": str(tmp_path / "c")})
    with closing(open_fetcher(kept)) as fetcher:
        assert [fetch_image(fetcher, decoy.url("/a.png"), kept) for _ in range(2)] == [b"x", b"x"]
    assert len(decoy.requests) == 1
