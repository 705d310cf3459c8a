import subprocess
import sys
from collections.abc import Callable
from typing import Any

import httpx
import pytest

import cutline
from cutline.errors import (
    BlockedAddress,
    CutlineError,
    EmptyPage,
    InternalError,
    OptionError,
    Overloaded,
    PageTimeout,
    RobotsDisallowed,
    ServiceError,
    UpstreamError,
)
from cutline.service.client import Client
from cutline.service.client.connection import make_error
from cutline.service.rest.problem_types import PROBLEM_TYPES, URN


class TestExtract:
    def test_returns_the_article_that_the_local_api_returns(self, remote: Client, extractor: Any) -> None:
        options: dict[str, Any] = {"include": ["dropped"], "images": False, "method": "first-subtree"}
        article = remote.extract("<p>Words", url="https://e.org/a", **options)
        assert article == extractor.extract("<p>Words", url="https://e.org/a", include={"dropped"})
        assert article.dropped is not None
        call = extractor.calls[0]
        assert (call["html"], call["url"], call["images"], call["method"]) == (
            *("<p>Words", "https://e.org/a", False),
            "first-subtree",
        )

    @pytest.mark.parametrize("charset", ["koi8-r", None])
    def test_sends_bytes_as_they_are_with_their_encoding(
        self, remote: Client, extractor: Any, charset: str | None
    ) -> None:
        html = "<p>Слова".encode("koi8-r" if charset else "utf-8")
        article = remote.extract(html, charset=charset, url="https://e.org/?a=b&c", include=["dropped", "entities"])
        assert article.text == "<p>Слова"
        call = extractor.calls[0]
        assert (call["html"], call["charset"], call["url"]) == (html, charset, "https://e.org/?a=b&c")
        assert call["include"] >= {"dropped", "entities"}

    def test_has_a_page_fetched_by_the_service(self, remote: Client, fetcher: Any) -> None:
        assert remote.extract(url="https://e.org/a").text == "fetched"
        assert fetcher.urls == ["https://e.org/a"]

    def test_sends_half_characters_as_replacements(self, remote: Client, extractor: Any) -> None:
        assert remote.extract("a\ud83d\ude00b\ud800c").text == "a😀b\ufffdc"

    def test_takes_sets_of_what_to_include(self, remote: Client) -> None:
        assert remote.extract("<p>", include={"dropped"}).dropped is not None


class TestOthers:
    def test_similarity_is_that_of_the_local_api(self, remote: Client, extractor: Any) -> None:
        texts = ("Aruna sailed", "Aruna", "nobody")
        assert remote.similarity(*texts, language="de") == extractor.similarity(*texts)
        assert extractor.calls[0]["language"] == "de"

    def test_texts_are_compared_with_the_article_of_a_page(self, remote: Client, extractor: Any) -> None:
        (compared,) = remote.similarity(None, "Aruna", html="Page", url="https://e.org/")
        assert compared.relevance == "related"
        assert extractor.calls[-1]["text"].text == "Page"

    def test_compare_returns_what_the_methods_keep(self, remote: Client, extractor: Any) -> None:
        compared = remote.compare("<p>", methods=["auto", "first-subtree"], render="never")
        assert compared.methods == ("auto", "first-subtree")
        assert extractor.calls[0]["render"] == "never"

    def test_compare_of_bytes_takes_all_methods(self, remote: Client) -> None:
        assert len(remote.compare(b"<p>").methods) == len(remote.methods().methods)

    def test_methods_are_those_of_the_service(self, remote: Client) -> None:
        assert remote.methods().default == "auto"

    def test_the_client_is_exported_without_loading_models_or_the_service(self) -> None:
        code = "import cutline, sys; cutline.Client; print({'spacy', 'flask', 'sqlalchemy', 'lxml'} & set(sys.modules))"
        run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
        assert run.stdout == "set()\n"
        assert cutline.Client is Client


class TestErrors:
    @pytest.mark.parametrize(
        "error",
        [
            BlockedAddress("a is not on the public web."),
            RobotsDisallowed("no"),
            PageTimeout("late"),
            UpstreamError("a answered with status 404 (Not Found).", 404),
        ],
    )
    def test_of_the_page_are_those_of_the_local_api(self, remote: Client, fetcher: Any, error: CutlineError) -> None:
        fetcher.raises = error
        with pytest.raises(type(error)) as caught:
            remote.extract(url="https://e.org/")
        assert str(caught.value) == str(error)
        assert getattr(caught.value, "status", None) == getattr(error, "status", None)

    def test_of_an_empty_page_are_as_well(self, remote: Client) -> None:
        with pytest.raises(EmptyPage):
            remote.extract("")

    def test_of_an_option_name_it(self, remote: Client) -> None:
        for options in ({"metod": "auto"}, {"method": "best"}):
            with pytest.raises(OptionError, match=next(iter(options))):
                remote.extract("<p>", **options)
            with pytest.raises(OptionError, match=next(iter(options))):
                remote.extract(b"<p>", **options)

    def test_of_what_cannot_be_sent_say_so(self, remote: Client) -> None:
        with pytest.raises(OptionError, match="bytes"):
            remote.submit([{"html": b"<p>"}])

    def test_of_neither_page_nor_address_are_wrong_options(self, remote: Client) -> None:
        with pytest.raises(OptionError, match="Give html, url or both"):
            remote.extract()

    def test_of_a_full_service_tell_when_to_come_again(self, remote: Client, pool: Any) -> None:
        pool.is_full = True
        with pytest.raises(Overloaded) as caught:
            remote.extract("<p>")
        assert caught.value.retry_after == 2

    def test_of_a_wrong_token_are_errors_of_the_service(self, connect: Callable[..., Client], tokens: Any) -> None:
        given = tokens("0123456789abcdef")
        assert connect("0123456789abcdef", tokens=given).extract("<p>a").text == "<p>a"
        for wrong in (None, "0123456789abcdeF"):
            with pytest.raises(ServiceError, match="no valid token") as caught:
                connect(wrong, tokens=given).extract("<p>")
            assert (caught.value.status, caught.value.problem) == (401, "unauthorized")

    def test_of_too_large_a_request_are_errors_of_the_service(self, connect: Callable[..., Client]) -> None:
        with pytest.raises(ServiceError) as caught:
            connect(max_request_bytes=1000).extract("<p>" * 1000)
        assert (caught.value.status, caught.value.problem) == (413, "request-too-large")

    def test_of_ours_name_the_request_and_nothing_of_the_page(self, remote: Client, extractor: Any) -> None:
        extractor.raises = ValueError("secret")
        with pytest.raises(InternalError) as caught:
            remote.extract("<p>secret")
        assert "secret" not in str(caught.value)
        assert caught.value.__notes__[0].startswith("The request's id is ")

    @pytest.mark.parametrize("code", PROBLEM_TYPES)
    def test_of_every_type_of_problem_have_its_code_or_are_of_the_service(self, code: str) -> None:
        document = {"type": URN + code, "title": "No.", "detail": "So.", "upstream_status": 404}
        error = make_error(httpx.Response(PROBLEM_TYPES[code].status, json=document, headers={"Retry-After": "3"}))
        assert str(error) == "So."
        if code == "invalid-request":
            assert type(error) is OptionError
        elif isinstance(error, ServiceError):
            assert (error.problem, error.status) == (code, PROBLEM_TYPES[code].status)
        else:
            assert error.code == code


@pytest.mark.parametrize("address", ["", "service", "ftp://service.example", "http://", "http://[::1", "file:///etc"])
def test_an_address_that_is_none_is_refused_at_once(address: str) -> None:
    with pytest.raises(ServiceError, match="not the address of a service"):
        Client(address)
