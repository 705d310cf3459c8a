"""Forms are answered if this service's own pages send them, and with tokens only to who has one."""

import re
from io import BytesIO
from typing import Any

import pytest

from cutline.service.inspector.store import HOUR, InspectionStore
from cutline.service.rest.problem_types import PROBLEM_TYPES

TOKEN = "a-token-of-many-words"


class TestForeignForms:
    @pytest.mark.parametrize(
        "headers",
        [
            {"Sec-Fetch-Site": "cross-site"},
            {"Sec-Fetch-Site": "same-site"},
            {"Origin": "https://evil.example"},
            {"Origin": "null"},
            {"Origin": "http://localhost:1"},
            {"Origin": "http://[::1"},
        ],
    )
    def test_another_site_s_form_is_refused(self, visitor: Any, fetcher: Any, headers: dict[str, str]) -> None:
        for path in ("/inspections", "/inspections/example", "/login"):
            response = visitor.post(path, data={"url": "https://e.org"}, headers=headers)
            assert response.status_code == 403
        assert fetcher.urls == []

    @pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}, {}])
    def test_our_own_is_answered(self, visitor: Any, headers: dict[str, str]) -> None:
        assert visitor.post("/inspections", data=visitor.PAGE, headers=headers).status_code == 303


class TestTokens:
    @pytest.fixture
    def guest(self, browse: Any, tokens: Any) -> Any:
        return browse(tokens=tokens(TOKEN))

    @pytest.fixture
    def member(self, guest: Any) -> Any:
        assert guest.post("/login", data={"token": TOKEN, "next": "/"}).status_code == 303
        return guest

    def find_form_token(self, member: Any) -> str:
        return str(member.read(member.get("/")).xpath("//input[@name='form_token']/@value")[0])

    @pytest.mark.parametrize("path", ["/", f"/inspections/{'0' * 32}"])
    def test_without_one_there_is_a_form_for_it(self, guest: Any, path: str) -> None:
        response = guest.get(path)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
        assert guest.read(response).xpath("//input[@name='next']/@value") == [path]
        assert guest.read(response).xpath("//*[@role='alert']") == []

    def test_a_wrong_one_is_told_so(self, guest: Any) -> None:
        response = guest.post("/login", data={"token": "another-token-of-words"})
        assert response.status_code == 401
        assert guest.find_alert(response) == PROBLEM_TYPES["unauthorized"].title
        assert "Set-Cookie" not in response.headers

    def test_the_cookie_holds_neither_token_nor_digest_and_is_for_this_service_alone(self, guest: Any) -> None:
        cookie = guest.post("/login", data={"token": TOKEN}).headers["Set-Cookie"]
        assert TOKEN not in cookie
        assert not re.search("[0-9a-f]{64}", cookie)
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie and "Secure" not in cookie

    def test_over_https_the_cookie_is_sent_over_nothing_else(self, guest: Any) -> None:
        cookie = guest.post("/login", data={"token": TOKEN}, base_url="https://localhost").headers["Set-Cookie"]
        assert cookie.startswith("__Host-cutline_session=") and "Secure" in cookie

    def test_who_gave_one_goes_on_to_where_they_wanted(self, guest: Any) -> None:
        path = f"/inspections/{'0' * 32}?url=https%3A%2F%2Fe.org"
        assert guest.post("/login", data={"token": TOKEN, "next": path}).headers["Location"] == path
        assert guest.get(path).status_code == 404

    @pytest.mark.parametrize(
        "next_path",
        ["//evil.example", "https://evil.example", "/\\evil.example", "/v1/jobs", "/logout", "/?a\r\nb", ""],
    )
    def test_nobody_is_sent_to_another_site(self, guest: Any, next_path: str) -> None:
        assert guest.post("/login", data={"token": TOKEN, "next": next_path}).headers["Location"] == "/"

    def test_a_member_inspects_pages(self, member: Any) -> None:
        path = member.inspect(**member.PAGE, form_token=self.find_form_token(member))
        assert member.get(path).status_code == 200

    def test_a_stored_page_needs_a_form_of_the_session_too(self, member: Any) -> None:
        for form_token, status in ((self.find_form_token(member), 303), ("0" * 64, 403)):
            given = {"file": (BytesIO(b"<p>" * 10_000), "page.html"), "form_token": form_token}
            assert member.post("/inspections", data=given).status_code == status

    def test_a_stored_page_of_no_session_is_refused(self, guest: Any) -> None:
        assert guest.post("/inspections", data={"file": (BytesIO(b"<p>"), "page.html")}).status_code == 401

    @pytest.mark.parametrize("form_token", ["", "0" * 64, "é"])
    def test_a_form_of_no_session_of_theirs_is_refused(self, member: Any, form_token: str) -> None:
        response = member.post("/inspections", data={**member.PAGE, "form_token": form_token})
        assert response.status_code == 403
        assert "not sent from a page of this service" in member.find_alert(response)

    def test_a_form_from_before_signing_out_is_worth_nothing(self, member: Any) -> None:
        form_token = self.find_form_token(member)
        assert member.post("/logout", data={"form_token": form_token}).status_code == 303
        assert member.get("/").status_code == 401
        member.post("/login", data={"token": TOKEN})
        assert member.post("/inspections", data={**member.PAGE, "form_token": form_token}).status_code == 403

    def test_a_stolen_cookie_ends_with_the_session(self, member: Any) -> None:
        cookie = member.get_cookie("cutline_session")
        assert cookie is not None
        member.post("/logout", data={"form_token": self.find_form_token(member)})
        member.set_cookie("cutline_session", cookie.value)
        assert member.get("/").status_code == 401

    def test_a_session_ends_after_its_hours(self, member: Any, store: InspectionStore, clock: Any) -> None:
        clock.now += store.settings.session_hours * HOUR
        assert member.get("/").status_code == 401

    def test_a_session_ends_with_its_token(self, member: Any, browse: Any, tokens: Any) -> None:
        cookie = member.get_cookie("cutline_session")
        assert cookie is not None
        other = browse(tokens=tokens("the-only-token-that-is-left"))
        other.set_cookie("cutline_session", cookie.value)
        assert other.get("/").status_code == 401

    def test_programs_send_the_token_as_everywhere(self, guest: Any) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        response = guest.post("/inspections", data=guest.PAGE, headers=headers)
        assert response.status_code == 303
        assert guest.get(response.headers["Location"], headers=headers).status_code == 200

    def test_a_session_opens_no_other_address(self, member: Any) -> None:
        assert member.get("/v1/methods").status_code == 401

    def test_style_and_script_need_none(self, guest: Any) -> None:
        assert guest.get("/inspector/inspector.css").status_code == 200
