"""Every type of problem is raised by a request, and documented."""

import gzip
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from werkzeug.test import TestResponse

from cutline import errors
from cutline.errors import CutlineError
from cutline.service.jobs import JobStore
from cutline.service.rest.problem_types import PROBLEM_TYPES

DOCUMENT = Path(__file__).parents[3] / "docs" / "problems.md"
ITEMS = {"items": [{"html": "Page"}, {"html": "Page"}]}
SENTENCE = "What happened."


@dataclass
class Service:
    """A service with its parts, which a test makes fail."""

    client: FlaskClient
    extractor: Any
    fetcher: Any
    pool: Any
    store: JobStore
    serve: Callable[..., FlaskClient]
    tokens: Callable[..., Any]
    patch: pytest.MonkeyPatch


@pytest.fixture
def service(
    client: FlaskClient,
    extractor: Any,
    fetcher: Any,
    pool: Any,
    job_store: JobStore,
    serve: Callable[..., FlaskClient],
    tokens: Callable[..., Any],
    monkeypatch: pytest.MonkeyPatch,
) -> Service:
    return Service(client, extractor, fetcher, pool, job_store, serve, tokens, monkeypatch)


def page(error: CutlineError) -> Callable[[Service], TestResponse]:
    """Have the page raise an error."""

    def ask(service: Service) -> TestResponse:
        service.extractor.raises = error
        return service.client.post("/v1/extract", json={"html": "Page"})

    return ask


def fetch(error: CutlineError) -> Callable[[Service], TestResponse]:
    """Have the fetch raise an error."""

    def ask(service: Service) -> TestResponse:
        service.fetcher.raises = error
        return service.client.get("/v1/extract?url=https://e.org")

    return ask


def job(**limits: int) -> Callable[[Service], TestResponse]:
    """Send a job after another one that was accepted, with other limits."""

    def ask(service: Service) -> TestResponse:
        headers = {"Idempotency-Key": "a"} if not limits else {}
        service.client.post("/v1/jobs", json={"items": [{"html": "Other"}]}, headers=headers)
        service.store.settings = service.store.settings.model_copy(update=limits)
        return service.client.post("/v1/jobs", json=ITEMS, headers=headers)

    return ask


def request(verb: str, path: str, **more: Any) -> Callable[[Service], TestResponse]:
    return lambda service: service.client.open(path, method=verb, **more)


def without_models(service: Service) -> TestResponse:
    service.pool.is_ready = False
    return service.client.get("/readyz")


def without_room(service: Service) -> TestResponse:
    service.pool.is_full = True
    return service.client.get("/v1/extract?url=https://e.org")


def without_queue(service: Service) -> TestResponse:
    service.store.database.close()
    Path(service.store.settings.database).unlink()
    Path(service.store.settings.database).mkdir()
    return service.client.get(f"/v1/jobs/{'0' * 32}")


def without_token(service: Service) -> TestResponse:
    return service.serve(tokens=service.tokens("a-token-of-many-words")).get("/v1/methods")


def at_the_limit(service: Service) -> TestResponse:
    def ask_within(html: object, **options: Any) -> object:
        answers.append(client.get("/v1/methods"))
        raise errors.EmptyPage("Page")

    client, answers = service.serve(token_requests=1), []
    service.patch.setattr(service.extractor, "extract", ask_within)
    client.post("/v1/extract", json={"html": "Page"})
    return answers[0]


def with_a_mistake(service: Service) -> TestResponse:
    service.patch.setattr(service.pool, "run", lambda work: 1 / 0)
    return service.client.post("/v1/extract", json={"html": "Page"})


HTML, JSON = "text/html", "application/json"
CASES: dict[str, Callable[[Service], TestResponse]] = {
    "malformed-request": request("POST", "/v1/extract", data=b"{", content_type=JSON),
    "unauthorized": without_token,
    "url-blocked": fetch(errors.BlockedAddress(SENTENCE)),
    "robots-disallowed": fetch(errors.RobotsDisallowed(SENTENCE)),
    "not-found": request("GET", "/v2/extract"),
    "unknown-job": request("GET", f"/v1/jobs/{'0' * 32}"),
    "not-acceptable": request("POST", "/v1/extract", json={"html": "Page"}, headers={"Accept": "image/png"}),
    "method-not-allowed": request("DELETE", "/v1/extract"),
    "idempotency-conflict": job(),
    "request-too-large": request(
        "POST",
        "/v1/extract",
        data=gzip.compress(b"x" * 22_000_000),
        content_type=HTML,
        headers={"Content-Encoding": "gzip"},
    ),
    "job-too-large": job(max_items=1),
    "page-too-large": page(errors.PageTooLarge(SENTENCE)),
    "render-too-large": page(errors.RenderTooLarge(SENTENCE)),
    "unsupported-media-type": request("POST", "/v1/similarity", data=b"Page", content_type=HTML),
    "unsupported-encoding": request(
        "POST", "/v1/extract", data=b"Page", content_type=HTML, headers={"Content-Encoding": "br"}
    ),
    "invalid-request": request("GET", "/v1/extract?colour=red"),
    "bad-option": page(errors.OptionError(SENTENCE)),
    "bad-page": page(errors.PageError(SENTENCE)),
    "empty-page": page(errors.EmptyPage(SENTENCE)),
    "not-html": page(errors.NotHtml(SENTENCE)),
    "too-many-requests": at_the_limit,
    "internal-error": with_a_mistake,
    "browser-missing": page(errors.BrowserMissing(SENTENCE)),
    "wrapper-missing": page(errors.WrapperMissing(SENTENCE)),
    "fetch-failed": fetch(errors.FetchError(SENTENCE)),
    "unreachable-host": fetch(errors.UnreachableHost(SENTENCE)),
    "upstream-error": fetch(errors.UpstreamError(SENTENCE, 404)),
    "too-many-redirects": fetch(errors.TooManyRedirects(SENTENCE)),
    "response-too-large": fetch(errors.ResponseTooLarge(SENTENCE)),
    "render-failed": page(errors.RenderError(SENTENCE)),
    "browser-died": page(errors.BrowserDied(SENTENCE)),
    "overloaded": without_room,
    "too-many-jobs": job(max_jobs=1),
    "queue-unavailable": without_queue,
    "not-ready": without_models,
    "worker-died": page(errors.WorkerDied(SENTENCE)),
    "fetch-timeout": fetch(errors.FetchTimeout(SENTENCE)),
    "render-timeout": page(errors.RenderTimeout(SENTENCE)),
    "page-timeout": page(errors.PageTimeout(SENTENCE)),
}
# Errors of the command line, of training, and of a service that is set up wrongly, which is a mistake of its operator.
OF_A_CLIENT = {"service-error", "service-unreachable"}  # raised by `cutline.Client`
OF_NO_REQUEST = {
    "error",
    "bad-config",
    "bad-model",
    "bad-pipeline",
    "bad-source",
    "bad-job",
    "training-failed",
    *OF_A_CLIENT,
}
OF_THE_SERVER = {
    "request-timeout",
    "request-head-too-large",
    "misdirected-request",
}  # told before there is a request; see tests/service/serving
TELL_WHEN = {"too-many-requests", "overloaded", "too-many-jobs", "queue-unavailable", "not-ready"}


@pytest.mark.parametrize("code", sorted(PROBLEM_TYPES.keys() - OF_THE_SERVER))
def test_each_type_of_problem_is_what_some_request_is_answered_with(
    code: str, service: Service, read_problem: Any
) -> None:
    response = CASES[code](service)
    read_problem(response, code)
    assert ("Retry-After" in response.headers) == (code in TELL_WHEN)
    assert response.headers["Link"] == f'</docs#{code}>; rel="help"'


def test_each_link_to_help_leads_to_a_place_in_the_page(client: FlaskClient) -> None:
    page = client.get("/docs").text
    assert [code for code in PROBLEM_TYPES if f'id="{code}"' not in page] == []


def test_every_error_that_a_request_can_cause_has_a_type() -> None:
    def codes(kind: type[CutlineError]) -> set[str]:
        return {kind.code}.union(*map(codes, kind.__subclasses__()))

    assert codes(CutlineError) - OF_NO_REQUEST <= PROBLEM_TYPES.keys()
    assert not OF_NO_REQUEST & PROBLEM_TYPES.keys()


def test_the_document_lists_every_type_as_it_is() -> None:
    rows = re.findall(r"^\| `([a-z-]+)` \| (\d+) \| (.+?) \| (.+?) \|$", DOCUMENT.read_text(encoding="utf-8"), re.M)
    assert rows == [(code, str(kind.status), kind.title, kind.advice) for code, kind in PROBLEM_TYPES.items()]


class TestMistakesOfOurs:
    @pytest.mark.parametrize("error", [ValueError("SECRET text"), errors.PipelineError("SECRET path")])
    def test_only_the_request_id_is_told(
        self, client: FlaskClient, extractor: Any, read_problem: Any, error: Exception
    ) -> None:
        extractor.raises = error
        problem = read_problem(client.post("/v1/extract", json={"html": "SECRET"}), "internal-error")
        assert set(problem) == {"type", "title", "status", "request_id"}

    def test_half_a_character_in_a_sentence_is_no_second_mistake(
        self, client: FlaskClient, extractor: Any, read_problem: Any
    ) -> None:
        extractor.raises = errors.NotHtml("It is \ud83d.")
        problem = read_problem(client.post("/v1/extract", json={"html": "Page"}), "not-html")
        assert problem["detail"] == "It is ?."
