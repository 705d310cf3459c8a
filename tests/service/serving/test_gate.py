"""Who may send a request, and who is refused before the body comes."""

import pytest
from pydantic import SecretStr

from cutline.config import load_settings
from cutline.service.serving.arriving import ArrivingRequest, Stage
from cutline.service.serving.gate import ServiceGate
from cutline.service.serving.gate import refuse as answer_refused

TOKEN = "a-token-that-nobody-guesses"


def refuse(head: bytes, bound: str = "127.0.0.1", **changes: object) -> str | None:
    settings = load_settings().service.model_copy(update=changes)
    arriving = ArrivingRequest(settings, ServiceGate(settings, bound), head + b"\r\n\r\n")
    assert (arriving.stage is Stage.REFUSED) == (arriving.refusal is not None)
    return arriving.refusal.code if arriving.refusal else None


class TestHost:
    @pytest.mark.parametrize(
        "host",
        [
            *("localhost", "LOCALHOST:8000", "127.0.0.1:8000", "127.9.9.9", "localhost.", "box.example:80"),
            *("[::1]:8000", "[::ffff:127.0.0.1]:8000", "[::FFFF:7f00:1]"),
        ],
    )
    def test_of_this_machine_is_answered_without_tokens(self, host: str) -> None:
        assert refuse(b"GET / HTTP/1.1\r\nHost: " + host.encode(), bound="box.example") is None

    @pytest.mark.parametrize(
        "host",
        [
            *("rebound.example", "localhost:evil", "[::1]evil", "a@localhost", "192.0.2.1", "localhost.example"),
            *("[::ffff:192.0.2.1]", "::1", "::ffff:127.0.0.1", "[127.0.0.1%0]", "", "["),
        ],
    )
    def test_of_another_is_refused_without_tokens(self, host: str) -> None:
        assert refuse(b"GET / HTTP/1.1\r\nHost: " + host.encode()) == "misdirected-request"

    def test_is_any_if_there_are_tokens(self) -> None:
        assert refuse(b"GET / HTTP/1.1\r\nHost: any.example", tokens=(SecretStr(TOKEN),)) is None

    @pytest.mark.parametrize(("host", "code"), [("ours.example", None), ("localhost", "misdirected-request")])
    def test_is_one_of_the_settings_if_they_name_any(self, host: str, code: str | None) -> None:
        assert refuse(b"GET / HTTP/1.1\r\nHost: " + host.encode(), hosts=("Ours.example",)) == code

    def test_may_be_missing_in_http_1_0(self) -> None:
        assert refuse(b"GET / HTTP/1.0") is None


class TestToken:
    @pytest.mark.parametrize(
        ("path", "headers", "code"),
        [
            ("/v1/extract", "", "unauthorized"),
            ("/v1/extract", "Authorization: Bearer another-token-than-that\r\n", "unauthorized"),
            ("/v1/extract", f"Authorization: Bearer {TOKEN}\r\n", None),
            ("/%761/extract", "", "unauthorized"),
            ("/nowhere", "", "unauthorized"),
            ("/inspections", "Cookie: cutline_session=abc\r\n", None),  # the inspector looks for the session
        ],
    )
    def test_is_asked_for_before_the_body(self, path: str, headers: str, code: str | None) -> None:
        head = f"POST {path} HTTP/1.1\r\nHost: localhost\r\n{headers}Content-Length: 99999"
        assert refuse(head.encode(), tokens=(SecretStr(TOKEN),)) == code

    def test_is_not_asked_for_if_there_is_none(self) -> None:
        assert refuse(b"POST /v1/extract HTTP/1.1\r\nHost: localhost\r\nContent-Length: 9") is None

    def test_is_not_asked_for_by_a_short_form(self) -> None:
        head = b"POST /session HTTP/1.1\r\nHost: localhost\r\nContent-Length: 99"
        assert refuse(head, tokens=(SecretStr(TOKEN),)) is None
        assert refuse(
            head.replace(b"Content-Length: 99", b"Transfer-Encoding: chunked"), tokens=(SecretStr(TOKEN),)
        ) == ("unauthorized")


class TestAnswerToARefusedRequest:
    @pytest.mark.parametrize(
        ("line", "kind", "said"),
        [
            (b"POST /inspections HTTP/1.1\r\nAccept: text/html, */*", "text/html", "Give the address of the page"),
            (b"POST /inspections HTTP/1.1\r\nAccept: */*", "application/problem+json", "request-too-large"),
            (b"POST /v1/extract HTTP/1.1\r\nAccept: text/html", "application/problem+json", "request-too-large"),
        ],
    )
    def test_is_a_page_for_a_browser_and_a_problem_for_a_program(self, line: bytes, kind: str, said: str) -> None:
        settings = load_settings().service.model_copy(update={"max_request_bytes": 100})
        head = line + b"\r\nHost: localhost\r\nContent-Length: 101\r\n\r\n"
        arriving = ArrivingRequest(settings, ServiceGate(settings, "127.0.0.1"), head)
        assert arriving.refusal is not None
        answer = answer_refused(arriving.refusal, arriving.head).decode()
        assert f"Content-Type: {kind}" in answer and said in answer
