"""A failed request is a page with the sentences of the REST endpoint's problem."""

from io import BytesIO
from typing import Any

import pytest

from cutline.errors import BlockedAddress, EmptyPage, FetchTimeout
from cutline.service.inspector.store import HOUR, InspectionStore
from cutline.service.rest.problem_types import PROBLEM_TYPES


@pytest.mark.parametrize(
    ("error", "code"),
    [
        (BlockedAddress("127.0.0.1 is not public."), "url-blocked"),
        (FetchTimeout("courier.example did not answer."), "fetch-timeout"),
    ],
)
def test_of_an_address(visitor: Any, fetcher: Any, error: Exception, code: str) -> None:
    fetcher.raises = error
    response = visitor.post("/inspections", data={"url": "https://courier.example/<b>"})
    kind = PROBLEM_TYPES[code]
    assert response.status_code == kind.status
    assert visitor.find_alert(response) == f"{kind.title} {error} {kind.advice}".replace("`", "")
    assert visitor.read(response).xpath("//input[@name='url']/@value") == ["https://courier.example/<b>"]


def test_of_a_page(visitor: Any, inspecting: Any) -> None:
    inspecting.raises = EmptyPage("The page is empty.")
    assert visitor.find_alert(visitor.post("/inspections", data=visitor.PAGE)).startswith("The page is empty.")


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ({}, "url: Give the address of a page, paste its HTML or choose a file."),
        ({"url": "javascript:alert(1)"}, "url: Input should be a whole http or https address"),
        ({"html": "<p>", "method": "magic"}, "method: Input should be 'auto'"),
    ],
)
def test_of_a_form(visitor: Any, given: dict[str, str], sentence: str) -> None:
    response = visitor.post("/inspections", data=given)
    assert response.status_code == 422
    assert sentence in visitor.find_alert(response)


def test_a_person_is_told_nothing_of_the_members_of_a_problem_document(visitor: Any) -> None:
    told = visitor.find_alert(visitor.post("/inspections", data={"url": "javascript:alert(1)"}))
    assert "`" not in told and "errors" not in told


def test_of_a_service_that_has_too_much_to_do(visitor: Any, pool: Any) -> None:
    pool.is_full = True
    response = visitor.post("/inspections", data=visitor.PAGE)
    assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
    assert visitor.find_alert(response).startswith("The service is overloaded.")


def test_of_a_page_that_is_too_large(browse: Any) -> None:
    visitor = browse(max_request_bytes=1000)
    response = visitor.post("/inspections", data={"html": "<p>" * 1000})
    assert response.status_code == 413
    assert visitor.find_alert(response).startswith("The body of the request is too large.")


def test_of_a_file_that_is_too_large(browse: Any) -> None:
    response = browse(max_request_bytes=1000).post("/inspections", data={"file": (BytesIO(b"<p>" * 1000), "page.html")})
    assert response.status_code == 413


def test_of_a_page_given_twice(visitor: Any) -> None:
    response = visitor.post("/inspections", data={"html": "<p>", "file": (BytesIO(b"<p>"), "page.html")})
    assert "file: Paste HTML or choose a file, not both." in visitor.find_alert(response)


def test_a_large_page_can_be_pasted(visitor: Any, inspecting: Any) -> None:
    visitor.inspect(html="<p>é" * 500_000)
    assert len(inspecting.calls[0]["html"]) == 2_000_000


def test_a_mistake_of_ours_tells_nothing(visitor: Any, store: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(store, "keep", lambda *_: {}["SECRET"])
    response = visitor.post("/inspections", data=visitor.PAGE)
    assert response.status_code == 500
    assert "SECRET" not in response.text


def test_what_is_gone_can_be_inspected_again(visitor: Any, store: InspectionStore, clock: Any) -> None:
    path = visitor.inspect(url="https://courier.example/a")
    clock.now += store.settings.keep_hours * HOUR
    response = visitor.get(path)
    assert response.status_code == 404
    assert visitor.find_alert(response).startswith("This inspection is not kept any more.")
    assert visitor.read(response).xpath("//input[@name='url']/@value") == ["https://courier.example/a"]
    for below in ("article.json", "picture"):
        assert visitor.get(f"{path.partition('?')[0]}/{below}").status_code == 404


@pytest.mark.parametrize("path", ["/inspections/0", "/inspections/" + "g" * 32, "/inspections/%00"])
def test_what_never_was_is_not_found(visitor: Any, path: str) -> None:
    assert visitor.get(path).status_code == 404
