"""Who asks, and how much at once."""

import hashlib
import hmac
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from pydantic import SecretStr

from cutline.errors import ConfigError
from cutline.service.rest.callers import Callers, Tokens
from cutline.service.rest.problems import RequestProblem

FIRST, SECOND = "first-token-of-many", "second-token-of-many"


def test_a_caller_has_no_more_requests_under_way_than_allowed() -> None:
    callers = Callers(limit=2)
    with callers.answer("a"), callers.answer("a"):
        with pytest.raises(RequestProblem) as caught, callers.answer("a"):
            pass
        assert (caught.value.code, caught.value.headers) == ("too-many-requests", {"Retry-After": "2"})
        with callers.answer("b"):
            pass
    with callers.answer("a"), callers.answer("a"):
        pass


def test_zero_is_no_limit() -> None:
    callers = Callers(limit=0)
    with callers.answer("a"), callers.answer("a"), callers.answer("a"):
        pass


TOKEN = "tulip-harbour-seven-oaks"
HASHED = "sha256:" + hashlib.sha256(TOKEN.encode()).hexdigest()

MakeTokens = Callable[..., tuple[SecretStr, ...]]


class TestIdentification:
    @pytest.mark.parametrize("given", [TOKEN, HASHED, "sha256:" + HASHED.removeprefix("sha256:").upper()])
    def test_a_token_is_known_whether_it_or_its_digest_is_in_the_settings(self, tokens: MakeTokens, given: str) -> None:
        name = Tokens(tokens("another-token-of-many", given)).identify(f"Bearer {TOKEN}")
        assert name == HASHED.removeprefix("sha256:")

    @pytest.mark.parametrize(
        "header",
        [None, "", TOKEN, f"Basic {TOKEN}", "Bearer", "Bearer ", f"Bearer {TOKEN}x", "Bearer ü", f"Bearer {HASHED}"],
    )
    def test_anything_else_is_known_to_nobody(self, tokens: MakeTokens, header: str | None) -> None:
        assert Tokens(tokens(HASHED)).identify(header) is None

    def test_without_tokens_everyone_may_ask(self) -> None:
        none = Tokens(())
        assert not none
        assert none.identify(None) == none.identify(f"Bearer {TOKEN}") == ""

    def test_every_digest_is_compared_in_constant_time(
        self, tokens: MakeTokens, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        compared: list[str] = []

        def compare(given: str, known: str) -> bool:
            compared.append(known)
            return given == known

        known = Tokens(tokens(TOKEN, "another-token-of-many", "a-third-token-of-many"))
        monkeypatch.setattr(hmac, "compare_digest", compare)
        assert known.identify(f"Bearer {TOKEN}")
        assert len(compared) == 3


@pytest.mark.parametrize("given", ["", "short", "sha256:", "sha256:12", "no spaces in tokens please", "x" * 15])
def test_what_is_no_token_is_refused_without_being_quoted(tokens: MakeTokens, given: str) -> None:
    with pytest.raises(ConfigError, match="at position 2") as caught:
        Tokens(tokens(TOKEN, given))
    assert not given or given not in str(caught.value).partition("give 16")[0]


class TestRequests:
    @pytest.fixture
    def client(self, serve: Any, tokens: MakeTokens) -> FlaskClient:
        return serve(tokens=tokens(HASHED))

    @pytest.mark.parametrize("path", ["/v1/extract?url=https://e.org", "/v1/methods", "/v1/jobs/1", "/metrics"])
    def test_a_request_without_a_token_is_told_how_to_send_one(
        self, client: FlaskClient, read_problem: Any, path: str
    ) -> None:
        response = client.get(path)
        read_problem(response, "unauthorized")
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="cutline"'
        response = client.get(path, headers={"Authorization": "Bearer wrong"})
        read_problem(response, "unauthorized")
        assert response.headers["WWW-Authenticate"] == 'Bearer realm="cutline", error="invalid_token"'

    def test_nothing_of_its_body_is_read(self, client: FlaskClient, read_problem: Any) -> None:
        read_problem(client.post("/v1/extract", data=b"{", content_type="application/json"), "unauthorized")

    @pytest.mark.parametrize("path", ["/v1/extract?url=https://e.org", "/v1/methods", "/metrics"])
    def test_a_request_with_a_token_is_answered(self, client: FlaskClient, path: str) -> None:
        assert client.get(path, headers={"Authorization": f"bearer {TOKEN}"}).status_code == 200

    @pytest.mark.parametrize("path", ["/healthz", "/readyz", "/openapi.json", "/docs"])
    def test_what_tells_nothing_of_pages_needs_none(self, client: FlaskClient, path: str) -> None:
        assert client.get(path).status_code == 200
