"""Arguments of a wrong type or value are answered with a cutline error of one sentence, at every public function."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

import cutline
from cutline.errors import ConfigError, OptionError, SourceError

NO_ADDRESSES = (
    *("not a url", "example.org/story", "//example.org", "ftp://example.org", "file:///etc", "http://["),
    *("hard::example.org", "https://exa mple.org/", "https://example.org/\x00"),
)
PAGE = "<p>The ferry left the harbour at six."
URL = "https://example.org/story"


@pytest.mark.parametrize("url", NO_ADDRESSES)
def test_a_page_is_read_without_an_address_that_is_none(url: str) -> None:
    article = cutline.extract("<p>" + "The ferry sails again. " * 30, url=url, nlp=False)
    assert article.url is None and "odd_address" in article.warnings and article.text.startswith("The ferry")


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"html": 5}, "The page must be str, bytes or a Path, not int."),
        ({"html": bytearray(b"<p>")}, "The page must be str, bytes or a Path, not bytearray."),
        ({"html": Path("page.html")}, "The page page.html cannot be read: "),
        ({}, "Give a page: either its HTML or its address."),
        ({"html": PAGE, "charset": 5}, "The option 'charset' must be str, not int."),
        ({"html": b"<p>", "charset": b"utf-8"}, "The option 'charset' must be str, not bytes."),
        ({"html": PAGE, "url": 5}, "The option 'url' cannot be 5: Input should be a valid string."),
        *(({"url": url}, f"The option 'url' cannot be {url!r}: give a whole address, such as") for url in NO_ADDRESSES),
        ({"url": ""}, "Give a page: either its HTML or its address."),
        ({"html": PAGE, "method": None}, "The option 'method' cannot be None"),
        ({"html": PAGE, "method": "best"}, "The option 'method' cannot be 'best'"),
        ({"html": PAGE, "nlp": "perhaps"}, "The option 'nlp' cannot be 'perhaps'"),
        ({"html": PAGE, "include": 5}, "The option 'include' cannot be 5"),
        ({"html": PAGE, "include": [["html"]]}, "The option 'include"),
        ({"html": PAGE, "language": 5}, "The option 'language' cannot be 5"),
        ({"html": PAGE, "colour": "red"}, "There is no option 'colour'"),
    ],
)
@pytest.mark.parametrize("extract", [cutline.extract, cutline.Extractor().extract])
def test_extract(extract: Callable[..., object], options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        extract(**options)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("texts", [(None, "x"), ("x", None), ("x", 5), (b"x", "x"), ("x", "y", ["z"])])
@pytest.mark.parametrize("similarity", [cutline.similarity, cutline.Extractor().similarity])
def test_similarity(similarity: Callable[..., object], texts: tuple[Any, ...]) -> None:
    with pytest.raises(OptionError, match=r"A text to compare must be str or an Article, not [a-zA-Z]+.$"):
        similarity(*texts)


@pytest.mark.parametrize("config", [5, "", b"my.toml", {"page": {}}, True])
def test_settings(config: Any) -> None:
    for make in (cutline.Extractor, lambda config: cutline.enrich([], config=config)):
        with pytest.raises(ConfigError, match="The settings must be those of load_settings or the path of a TOML file"):
            make(config)


@pytest.mark.parametrize("wrapper", [5, "", b"w.json"])
def test_wrapper(wrapper: Any) -> None:
    for make in (cutline.Extractor, lambda wrapper: cutline.enrich([], wrapper=wrapper)):
        with pytest.raises(ConfigError, match="The wrapper must be the path of a file"):
            make(wrapper=wrapper)


@pytest.mark.parametrize(
    ("options", "sentence"),
    [
        ({"html": 5}, "The page must be str, bytes or a Path, not int."),
        ({"html": PAGE, "charset": 5}, "The option 'charset' must be str"),
        ({"url": "example.org"}, "The option 'url' cannot be 'example.org'"),
        ({"html": PAGE, "render": "often"}, "The option 'render' cannot be 'often'"),
        ({"html": PAGE, "methods": "auto"}, "The option 'methods' cannot be 'auto': give a list"),
        ({"html": PAGE, "methods": 5}, "The option 'methods' cannot be 5: give a list"),
        ({"html": PAGE, "methods": []}, "The option 'methods' cannot be []: give a list"),
        ({"html": PAGE, "methods": ["best"]}, "There is no method 'best'; the methods are auto, "),
        ({"html": PAGE, "methods": [["auto"]]}, "There is no method ['auto']"),
    ],
)
def test_compare(options: dict[str, Any], sentence: str) -> None:
    with pytest.raises(OptionError) as caught:
        cutline.Extractor().compare(**options)
    assert str(caught.value).startswith(sentence)


@pytest.mark.parametrize("source", [None, 5, b"pages.jsonl", {"html": "<p>"}])
def test_enrich_source(source: Any) -> None:
    with pytest.raises(SourceError):
        cutline.enrich(source)


@pytest.mark.parametrize(
    "options", [{"out": 5}, {"workers": 0}, {"workers": "2"}, {"url": URL}, {"method": 5}, {"colour": "red"}]
)
def test_enrich_options(options: dict[str, Any]) -> None:
    with pytest.raises(OptionError):
        cutline.enrich([], **options)


def test_only_a_record_that_is_to_be_fetched_needs_a_whole_address() -> None:
    bad, odd, good = cutline.enrich([{"url": "story"}, {"html": PAGE, "url": "story"}, {"html": PAGE}], nlp=False)
    assert bad.error is not None and bad.error.code == "bad-option" and "'story'" in bad.error.message
    assert odd.article is not None and "odd_address" in odd.article.warnings
    assert good.article is not None and "odd_address" not in good.article.warnings


def test_white_space_around_an_address_is_no_part_of_it() -> None:
    assert cutline.extract(PAGE, url=f" {URL}\n", nlp=False).url == URL
