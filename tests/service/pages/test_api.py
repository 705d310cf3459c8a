"""The Python door."""

from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any

import pytest

import cutline
from cutline.errors import BlockedAddress, EmptyPage, OptionError
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


def test_many_pages_give_their_articles_in_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("cutline.service.fetch.HttpPageFetcher", Fetcher)
    other = PAGE.replace("ferry returns", "bridge opens").encode()
    articles = list(cutline.Extractor().extract_many([PAGE, (other, "https://e.example/b"), (None, URL)], nlp=False))
    assert [article.url for article in articles] == [None, "https://e.example/b", f"{URL}?fetched"]
    assert ["bridge opens" in article.text for article in articles] == [False, True, False]


def test_threads_can_read_many_pages_at_once() -> None:
    shared = cutline.Extractor()

    def read(number: int) -> list[str]:
        pages = [PAGE.replace("ferry", f"ferry {number} {page}") for page in range(3)]
        return [article.text[:16] for article in shared.extract_many(pages, nlp=False)]

    with ThreadPoolExecutor(4) as threads:
        found = list(threads.map(read, range(4)))
    assert found == [[f"The ferry {number} {page} re" for page in range(3)] for number in range(4)]


def test_wrong_options_are_refused_before_the_first_page() -> None:
    with pytest.raises(OptionError, match="'metod'"):
        cutline.Extractor().extract_many([PAGE], metod="auto")  # type: ignore[call-arg]


@pytest.mark.parametrize("pages", [PAGE, PAGE.encode(), Path("page.html"), 5, None])
def test_one_page_is_not_taken_for_many(pages: Any) -> None:
    with pytest.raises(OptionError, match=r"^extract_many takes a list .*\(page, address\); \w+ is neither\.$"):
        cutline.Extractor().extract_many(pages)


@pytest.mark.parametrize("page", [(PAGE, "a", "b"), ("u",), (), [PAGE, "a"], 5, None, (PAGE, 5), ({}, None)])
def test_what_is_neither_a_page_nor_a_pair_ends_many_with_a_sentence(page: Any) -> None:
    with pytest.raises(OptionError, match="extract_many takes a list"):
        next(cutline.Extractor().extract_many([page]))


def test_a_wrong_page_ends_many_with_its_error() -> None:
    articles = cutline.Extractor().extract_many([PAGE, "", PAGE], nlp=False)
    next(articles)
    with pytest.raises(EmptyPage):
        next(articles)
