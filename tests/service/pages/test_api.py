"""The Python door."""

from __future__ import annotations

from typing import Any

import pytest

import cutline
from cutline.errors import BlockedAddress, OptionError
from cutline.extraction import extractor
from cutline.page_given import PageGiven

URL = "https://courier.example/ferry"
PAGE = "<html><body><h1>Ferry</h1><p>" + "The ferry returns to the harbour today. " * 20 + "</p></body></html>"


class Fetcher:
    """Has every page."""

    def __init__(self, _settings: Any) -> None:
        """Take what the real one takes."""

    def fetch(self, url: str) -> PageGiven:
        return PageGiven(PAGE.encode(), f"{url}?fetched", is_live=True)


def test_the_public_extractor_fetches_the_page_it_is_not_given(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.service.fetch.HttpPageFetcher", Fetcher)
    article = cutline.Extractor().extract(url=URL, nlp=False)
    assert (article.url, "ferry returns" in article.text) == (f"{URL}?fetched", True)


def test_it_fetches_what_is_public_alone() -> None:
    with pytest.raises(BlockedAddress):
        cutline.Extractor().extract(url="http://127.0.0.1/")


def test_the_extractor_below_it_says_that_it_fetches_nothing() -> None:
    with pytest.raises(OptionError, match="without a fetcher"):
        extractor.Extractor().extract(url=URL)
