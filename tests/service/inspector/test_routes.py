"""The inspector's addresses: what they answer, to whom, and what browsers may do with it."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from flask.testing import FlaskClient
from lxml import html
from werkzeug.test import TestResponse

from cutline.errors import BlockedAddress, EmptyPage, FetchTimeout
from cutline.service.inspector.store import HOUR, InspectionStore
from cutline.service.rest.problem_types import PROBLEM_TYPES
from cutline.types import LeadImage

TOKEN = "a-token-of-many-words"
PAGE = {"html": "<p>Page", "url": "https://courier.example/ferry"}
Browse = Callable[..., FlaskClient]


def inspect(visitor: FlaskClient, **given: str) -> str:
    """Return the path of an inspected page."""
    response = visitor.post("/inspections", data=given or PAGE)
    assert response.status_code == 303
    return response.headers["Location"]


def read(response: TestResponse) -> html.HtmlElement:
    return html.fromstring(response.text)


def find_alert(response: TestResponse) -> str:
    return " ".join(" ".join(read(response).xpath("//*[@role='alert']//p//text()")).split())


class TestPages:
    def test_the_first_page_asks_for_a_page(self, visitor: FlaskClient) -> None:
        page = read(visitor.get("/"))
        assert {field.get("name") for field in page.xpath("//form[@action='/inspections']//*[@name]")} == {
            "url",
            "html",
            "method",
            "render",
            "compare",
        }

    def test_it_can_be_filled_in_by_a_link_which_fetches_nothing(self, visitor: FlaskClient, fetcher: Any) -> None:
        page = read(visitor.get("/?url=https://e.org/%22%3E%3Cscript%3E&method=first-subtree&render=always"))
        assert page.xpath("//input[@name='url']/@value") == ['https://e.org/"><script>']
        assert page.xpath("//option[@selected]/@value") == ["first-subtree", "always"]
        assert fetcher.urls == []

    @pytest.mark.parametrize("path", ["/inspections", "/login"])
    def test_who_comes_back_to_a_form_s_address_is_led_to_the_first_page(self, visitor: FlaskClient, path: str) -> None:
        assert visitor.get(path).headers["Location"] == "/"

    def test_a_pasted_page_is_inspected_and_kept(self, visitor: FlaskClient, inspecting: Any) -> None:
        path = inspect(visitor)
        assert re.fullmatch("/inspections/[0-9a-f]{32}", path)
        assert inspecting.calls[0]["html"] == PAGE["html"]
        assert inspecting.calls[0]["include"] >= {"dropped", "entities"}
        page = read(visitor.get(path))
        assert page.xpath("string(//h1)") == "Ferry returns"
        assert page.xpath("//input[@id='permalink']/@value") == [f"http://localhost{path}"]

    def test_a_fetched_page_says_in_its_link_how_to_inspect_it_again(self, visitor: FlaskClient, fetcher: Any) -> None:
        path = inspect(visitor, url="https://courier.example/a?b=c", method="first-subtree")
        assert fetcher.urls == ["https://courier.example/a?b=c"]
        assert path.endswith("?url=https%3A%2F%2Fcourier.example%2Fa%3Fb%3Dc&method=first-subtree")
        assert visitor.get(path).status_code == 200

    def test_the_example_is_inspected(self, visitor: FlaskClient, inspecting: Any) -> None:
        assert visitor.post("/inspections/example").status_code == 303
        assert "The Varn Courier" in inspecting.calls[0]["html"]

    def test_methods_are_compared_if_asked_for(self, visitor: FlaskClient, inspecting: Any) -> None:
        compared: list[Any] = []
        inspecting.compare_page = lambda _page, methods, _render: compared.append(methods)
        inspect(visitor, **PAGE)
        inspect(visitor, **PAGE, compare="true")
        assert [len(methods) for methods in compared] == [10]

    def test_every_verdict_is_shown_with_reason_score_and_threshold(self, visitor: FlaskClient) -> None:
        page = read(visitor.get(inspect(visitor)))
        blocks = {
            int(element.get("data-block")): (
                element.get("data-kept"),
                element.get("data-score"),
                element.get("data-slider"),
            )
            for element in page.xpath("//*[@data-block]")
        }
        assert blocks == {
            0: ("false", "0.1", "block-0.5"),
            1: ("true", "0.9", "block-0.5"),
            2: ("true", "0.62", "block-0.5"),
        }
        cards = [" ".join(card.text_content().split()) for card in page.find_class("card")]
        assert "Kept: its place, and its caption if it has one," in cards[0] and "article_image" in cards[0]
        assert "0.91 ≥ 0.50" in cards[0] and "caption from figcaption" in cards[0]
        assert "Dropped: its address or its link is on a host of advertisements, ads.*." in cards[1]
        assert "ad_rule" in cards[1]

    def test_it_opens_with_its_picture_or_its_images_and_every_view_has_an_address(
        self, visitor: FlaskClient, inspecting: Any
    ) -> None:
        rendered = read(visitor.get(inspect(visitor)))
        inspecting.inspection = inspecting.inspection.model_copy(update={"shown": None})
        parsed = read(visitor.get(inspect(visitor)))
        assert [page.xpath("//*[contains(@class, 'panel open')]/@id") for page in (rendered, parsed)] == [
            ["page"],
            ["images"],
        ]
        tabs = [address.removeprefix("#") for address in rendered.xpath("//nav[@class='tabs']/a/@href")]
        assert tabs == ["article", "images", "page", "methods", "labels"]
        assert {*tabs} == {*rendered.xpath("//section[contains(@class, 'panel')]/@id")}

    def test_a_lead_image_that_is_only_declared_is_a_link(self, visitor: FlaskClient, inspecting: Any) -> None:
        lead = LeadImage(url="https://courier.example/a.jpg", declared=True, reason="open_graph")
        article = inspecting.inspection.article.model_copy(update={"lead_image": lead})
        inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
        (facts,) = read(visitor.get(inspect(visitor))).find_class("facts-row")
        assert "declared only:" in facts.text_content()
        assert facts.xpath(".//a/@href")[-1] == "https://courier.example/a.jpg"

    def test_place_relevance_and_missing_words_are_shown(self, visitor: FlaskClient) -> None:
        page = read(visitor.get(inspect(visitor)))
        (card,) = page.xpath("//*[@id='image-2']")
        text = " ".join(card.text_content().split())
        ground = "its caption is about something else: the article does not mention “Orrell” and “hives”"
        assert f"Dropped: {ground}." in text
        assert "off_topic" in text and "0.30 < 0.50" in text
        assert [" ".join(one.text_content().split()) for one in card.xpath(".//dl/div/dd")] == [
            "0.97",
            "0.08 unrelated",
        ]
        assert "not in the article: Orrell, hives" in text

    def test_what_is_unrelated_is_marked_though_it_was_kept(self, visitor: FlaskClient) -> None:
        page = read(visitor.get(inspect(visitor)))
        marked = page.xpath("//*[contains(@class, 'block')][@data-relevance='unrelated']")
        assert [element.get("data-block") or element.get("data-figure") for element in marked] == ["2", "2"]
        assert marked[0].get("data-kept") == "true"
        assert "relevance 0.10 unrelated" in marked[0].text_content()
        assert len(page.find_class("stranger")) == 3  # the key, a block and the card of an image

    def test_nothing_is_fetched_from_the_page_before_the_viewer_says_so(self, visitor: FlaskClient) -> None:
        path = inspect(visitor)
        for response in (visitor.get(path), visitor.get(f"{path}?thumbnails=shown&pictures=shown")):
            assert read(response).xpath("//img/@src") == [f"{path}/picture"]
            assert not read(response).xpath("//svg//image/@href")
            assert "http:" not in response.headers["Content-Security-Policy"]

    def test_the_choice_to_show_pictures_is_asked_once_and_remembered(self, visitor: FlaskClient) -> None:
        path = inspect(visitor)
        (question,) = read(visitor.get(path)).find_class("ask-pictures")
        assert "fetches them from courier.example, without a referrer" in question.text_content()
        answer = visitor.post("/pictures", data={"pictures": "shown", "next": path})
        assert answer.headers["Location"] == path
        assert "HttpOnly" in answer.headers["Set-Cookie"] and "SameSite=Lax" in answer.headers["Set-Cookie"]
        shown = visitor.get(path)
        images = read(shown).xpath("//img[@class='thumbnail']")
        assert images and {image.get("referrerpolicy") for image in images} == {"no-referrer"}
        assert "img-src 'self' data: http: https:" in shown.headers["Content-Security-Policy"]
        assert not read(shown).find_class("ask-pictures")

    def test_who_does_not_want_pictures_is_not_asked_again(self, visitor: FlaskClient) -> None:
        path = inspect(visitor)
        visitor.post("/pictures", data={"pictures": "hidden", "next": path})
        response = visitor.get(path)
        assert not read(response).find_class("ask-pictures")
        assert "http:" not in response.headers["Content-Security-Policy"]
        assert "Show pictures of other hosts" in response.text

    @pytest.mark.parametrize("next_path", ["//evil.example", "https://evil.example", "/v1/jobs"])
    def test_the_choice_leads_to_no_other_site(self, visitor: FlaskClient, next_path: str) -> None:
        assert visitor.post("/pictures", data={"pictures": "shown", "next": next_path}).headers["Location"] == "/"

    def test_no_other_site_can_choose(self, visitor: FlaskClient) -> None:
        answer = visitor.post("/pictures", data={"pictures": "shown"}, headers={"Sec-Fetch-Site": "cross-site"})
        assert answer.status_code == 403 and "Set-Cookie" not in answer.headers

    def test_the_example_s_pictures_are_the_service_s_own(
        self, visitor: FlaskClient, image: Any, inspecting: Any
    ) -> None:
        verdict = inspecting.inspection.article.images[0].verdict
        own = image("ferry", verdict).model_copy(update={"url": "https://courier.example/2026/images/ferry.jpg"})
        article = inspecting.inspection.article.model_copy(update={"images": (own,), "dropped": None})
        inspecting.inspection = inspecting.inspection.model_copy(update={"article": article, "shown": None})
        page = read(visitor.get(inspect(visitor)))
        assert {*page.xpath("//img/@src")} == {"/inspector/example/ferry.jpg"}
        assert not page.find_class("ask-pictures")
        picture = visitor.get("/inspector/example/ferry.jpg")
        assert (picture.content_type, picture.data[:3]) == ("image/jpeg", b"\xff\xd8\xff")

    def test_the_article_can_be_downloaded(self, visitor: FlaskClient, inspecting: Any) -> None:
        response = visitor.get(f"{inspect(visitor)}/article.json")
        assert response.headers["Content-Disposition"] == 'attachment; filename="article.json"'
        assert response.json["title"] == "Ferry returns" and response.json["url"] == PAGE["url"]

    def test_the_picture_of_a_rendered_page_has_frames(self, visitor: FlaskClient) -> None:
        path = inspect(visitor)
        picture = visitor.get(f"{path}/picture")
        assert (picture.content_type, picture.data) == ("image/webp", b"RIFFpicture")
        page = read(visitor.get(path))
        frames = page.xpath("//svg/*[@data-kept]")
        assert [(frame.get("class"), frame.get("data-kept")) for frame in frames] == [
            ("block-frame", "true"),
            ("frame", "true"),
        ]
        assert page.xpath("//*[@data-note]/@data-note") == ["0", "1", "2"]  # of those outside the picture, too

    def test_a_date_keeps_its_direction_and_a_heading_stands_at_its_side(
        self, visitor: FlaskClient, inspecting: Any
    ) -> None:
        told = {"language": "ar", "published": "2026-05-04T06:30:00+02:00", "authors": ("ليلى",)}
        article = inspecting.inspection.article.model_copy(update=told)
        inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
        (head,) = read(visitor.get(inspect(visitor))).find_class("head")
        assert head.get("dir") == "rtl"
        parts = [(part.get("dir"), part.text_content()) for part in head.xpath(".//p[@class='byline']/bdi")]
        assert parts == [("auto", "ليلى"), ("ltr", "2026-05-04")]

    @pytest.mark.parametrize("path", ["/", "/inspections/{id}"])
    def test_a_page_may_do_nothing_but_run_our_script_and_send_our_forms(self, visitor: FlaskClient, path: str) -> None:
        response = visitor.get(inspect(visitor) if "{id}" in path else path)
        policy = set(response.headers["Content-Security-Policy"].split("; "))
        assert {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"} <= policy
        assert {"script-src 'self'", "style-src 'self'", "img-src 'self' data:"} <= policy
        page = read(response)
        assert page.xpath("//script[not(@src)] | //style | //@style | //@*[starts-with(name(), 'on')]") == []
        assert page.xpath("//script/@src | //link[@rel='stylesheet']/@href") == [
            "/inspector/inspector.css",
            "/inspector/inspector.js",
        ]

    def test_style_and_script_are_not_sent_again_to_who_has_them(self, visitor: FlaskClient) -> None:
        for name, kind in (("inspector.css", "text/css"), ("inspector.js", "text/javascript")):
            response = visitor.get(f"/inspector/{name}")
            assert response.content_type.startswith(kind)
            known = {"If-None-Match": response.headers["ETag"]}
            assert visitor.get(f"/inspector/{name}", headers=known).status_code == 304


class TestProblems:
    """A failed request is a page with the sentences of the REST endpoint's problem."""

    @pytest.mark.parametrize(
        ("error", "code"),
        [
            (BlockedAddress("127.0.0.1 is not public."), "url-blocked"),
            (FetchTimeout("courier.example did not answer."), "fetch-timeout"),
        ],
    )
    def test_of_an_address(self, visitor: FlaskClient, fetcher: Any, error: Exception, code: str) -> None:
        fetcher.raises = error
        response = visitor.post("/inspections", data={"url": "https://courier.example/<b>"})
        kind = PROBLEM_TYPES[code]
        assert response.status_code == kind.status
        assert find_alert(response) == f"{kind.title} {error} {kind.advice}"
        assert read(response).xpath("//input[@name='url']/@value") == ["https://courier.example/<b>"]

    def test_of_a_page(self, visitor: FlaskClient, inspecting: Any) -> None:
        inspecting.raises = EmptyPage("The page is empty.")
        assert find_alert(visitor.post("/inspections", data=PAGE)).startswith("The page is empty.")

    @pytest.mark.parametrize(
        ("given", "sentence"),
        [
            ({}, "url: Give the address of a page, or paste its HTML."),
            ({"url": "javascript:alert(1)"}, "url: Input should be a whole http or https address"),
            ({"html": "<p>", "method": "magic"}, "method: Input should be 'auto'"),
        ],
    )
    def test_of_a_form(self, visitor: FlaskClient, given: dict[str, str], sentence: str) -> None:
        response = visitor.post("/inspections", data=given)
        assert response.status_code == 422
        assert sentence in find_alert(response)

    def test_of_a_service_that_has_too_much_to_do(self, visitor: FlaskClient, pool: Any) -> None:
        pool.is_full = True
        response = visitor.post("/inspections", data=PAGE)
        assert (response.status_code, response.headers["Retry-After"]) == (503, "2")
        assert find_alert(response).startswith("The service is overloaded.")

    def test_of_a_page_that_is_too_large(self, browse: Browse) -> None:
        response = browse(max_request_bytes=1000).post("/inspections", data={"html": "<p>" * 1000})
        assert response.status_code == 413
        assert find_alert(response).startswith("The body of the request is too large.")

    def test_a_large_page_can_be_pasted(self, visitor: FlaskClient, inspecting: Any) -> None:
        inspect(visitor, html="<p>é" * 500_000)
        assert len(inspecting.calls[0]["html"]) == 2_000_000

    def test_a_mistake_of_ours_tells_nothing(self, visitor: FlaskClient, store: Any, monkeypatch: Any) -> None:
        monkeypatch.setattr(store, "keep", lambda *_: {}["SECRET"])
        response = visitor.post("/inspections", data=PAGE)
        assert response.status_code == 500
        assert "SECRET" not in response.text

    def test_what_is_gone_can_be_inspected_again(
        self, visitor: FlaskClient, store: InspectionStore, clock: Any
    ) -> None:
        path = inspect(visitor, url="https://courier.example/a")
        clock.now += store.settings.keep_hours * HOUR
        response = visitor.get(path)
        assert response.status_code == 404
        assert find_alert(response).startswith("This inspection is not kept any more.")
        assert read(response).xpath("//input[@name='url']/@value") == ["https://courier.example/a"]
        for below in ("article.json", "picture"):
            assert visitor.get(f"{path.partition('?')[0]}/{below}").status_code == 404

    @pytest.mark.parametrize("path", ["/inspections/0", "/inspections/" + "g" * 32, "/inspections/%00"])
    def test_what_never_was_is_not_found(self, visitor: FlaskClient, path: str) -> None:
        assert visitor.get(path).status_code == 404


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
    def test_another_site_s_form_is_refused(self, visitor: FlaskClient, fetcher: Any, headers: dict[str, str]) -> None:
        for path in ("/inspections", "/inspections/example", "/login"):
            response = visitor.post(path, data={"url": "https://e.org"}, headers=headers)
            assert response.status_code == 403
        assert fetcher.urls == []

    @pytest.mark.parametrize("headers", [{"Sec-Fetch-Site": "same-origin"}, {"Origin": "http://localhost"}, {}])
    def test_our_own_is_answered(self, visitor: FlaskClient, headers: dict[str, str]) -> None:
        assert visitor.post("/inspections", data=PAGE, headers=headers).status_code == 303


class TestTokens:
    @pytest.fixture
    def guest(self, browse: Browse, tokens: Any) -> FlaskClient:
        return browse(tokens=tokens(TOKEN))

    @pytest.fixture
    def member(self, guest: FlaskClient) -> FlaskClient:
        assert guest.post("/login", data={"token": TOKEN, "next": "/"}).status_code == 303
        return guest

    def find_form_token(self, member: FlaskClient) -> str:
        return str(read(member.get("/")).xpath("//input[@name='form_token']/@value")[0])

    @pytest.mark.parametrize("path", ["/", f"/inspections/{'0' * 32}"])
    def test_without_one_there_is_a_form_for_it(self, guest: FlaskClient, path: str) -> None:
        response = guest.get(path)
        assert response.status_code == 401
        assert response.headers["WWW-Authenticate"].startswith("Bearer")
        assert read(response).xpath("//input[@name='next']/@value") == [path]
        assert read(response).xpath("//*[@role='alert']") == []

    def test_a_wrong_one_is_told_so(self, guest: FlaskClient) -> None:
        response = guest.post("/login", data={"token": "another-token-of-words"})
        assert response.status_code == 401
        assert find_alert(response) == PROBLEM_TYPES["unauthorized"].title
        assert "Set-Cookie" not in response.headers

    def test_the_cookie_holds_neither_token_nor_digest_and_is_for_this_service_alone(self, guest: FlaskClient) -> None:
        cookie = guest.post("/login", data={"token": TOKEN}).headers["Set-Cookie"]
        assert TOKEN not in cookie
        assert not re.search("[0-9a-f]{64}", cookie)
        assert "HttpOnly" in cookie and "SameSite=Strict" in cookie and "Path=/" in cookie and "Secure" not in cookie

    def test_over_https_the_cookie_is_sent_over_nothing_else(self, guest: FlaskClient) -> None:
        cookie = guest.post("/login", data={"token": TOKEN}, base_url="https://localhost").headers["Set-Cookie"]
        assert cookie.startswith("__Host-cutline_session=") and "Secure" in cookie

    def test_who_gave_one_goes_on_to_where_they_wanted(self, guest: FlaskClient) -> None:
        path = f"/inspections/{'0' * 32}?url=https%3A%2F%2Fe.org"
        assert guest.post("/login", data={"token": TOKEN, "next": path}).headers["Location"] == path
        assert guest.get(path).status_code == 404

    @pytest.mark.parametrize(
        "next_path",
        ["//evil.example", "https://evil.example", "/\\evil.example", "/v1/jobs", "/logout", "/?a\r\nb", ""],
    )
    def test_nobody_is_sent_to_another_site(self, guest: FlaskClient, next_path: str) -> None:
        assert guest.post("/login", data={"token": TOKEN, "next": next_path}).headers["Location"] == "/"

    def test_a_member_inspects_pages(self, member: FlaskClient) -> None:
        path = inspect(member, **PAGE, form_token=self.find_form_token(member))
        assert member.get(path).status_code == 200

    @pytest.mark.parametrize("form_token", ["", "0" * 64, "é"])
    def test_a_form_of_no_session_of_theirs_is_refused(self, member: FlaskClient, form_token: str) -> None:
        response = member.post("/inspections", data={**PAGE, "form_token": form_token})
        assert response.status_code == 403
        assert "not sent from a page of this service" in find_alert(response)

    def test_a_form_from_before_signing_out_is_worth_nothing(self, member: FlaskClient) -> None:
        form_token = self.find_form_token(member)
        assert member.post("/logout", data={"form_token": form_token}).status_code == 303
        assert member.get("/").status_code == 401
        member.post("/login", data={"token": TOKEN})
        assert member.post("/inspections", data={**PAGE, "form_token": form_token}).status_code == 403

    def test_a_stolen_cookie_ends_with_the_session(self, member: FlaskClient) -> None:
        cookie = member.get_cookie("cutline_session")
        assert cookie is not None
        member.post("/logout", data={"form_token": self.find_form_token(member)})
        member.set_cookie("cutline_session", cookie.value)
        assert member.get("/").status_code == 401

    def test_a_session_ends_after_its_hours(self, member: FlaskClient, store: InspectionStore, clock: Any) -> None:
        clock.now += store.settings.session_hours * HOUR
        assert member.get("/").status_code == 401

    def test_a_session_ends_with_its_token(self, member: FlaskClient, browse: Browse, tokens: Any) -> None:
        cookie = member.get_cookie("cutline_session")
        assert cookie is not None
        other = browse(tokens=tokens("the-only-token-that-is-left"))
        other.set_cookie("cutline_session", cookie.value)
        assert other.get("/").status_code == 401

    def test_programs_send_the_token_as_everywhere(self, guest: FlaskClient) -> None:
        headers = {"Authorization": f"Bearer {TOKEN}"}
        response = guest.post("/inspections", data=PAGE, headers=headers)
        assert response.status_code == 303
        assert guest.get(response.headers["Location"], headers=headers).status_code == 200

    def test_a_session_opens_no_other_address(self, member: FlaskClient) -> None:
        assert member.get("/v1/methods").status_code == 401

    def test_style_and_script_need_none(self, guest: FlaskClient) -> None:
        assert guest.get("/inspector/inspector.css").status_code == 200


class TestLabels:
    def test_what_differs_is_labelled(self, visitor: FlaskClient) -> None:
        marks = {"wrongly_kept_blocks": [2], "wrongly_dropped_blocks": [0], "title": "Ferry sails"}
        marks["captions"] = {"/html/body/img['ferry']": "The Aruna"}
        response = visitor.post(f"{inspect(visitor)}/labels", data={"marks": json.dumps(marks)})
        assert re.fullmatch(
            r'attachment; filename="labelled-[0-9a-f]{8}\.jsonl"', response.headers["Content-Disposition"]
        )
        line = json.loads(response.text)
        assert response.text.count("\n") == 1
        assert (line["title"], line["text"]) == ("Ferry sails", "Buy now\n\nThe ferry sails again.")
        assert [image["caption"] for image in line["images"]] == ["The Aruna"]
        assert (line["html"], line["url"]) == (PAGE["html"], PAGE["url"])

    @pytest.mark.parametrize(
        "marks",
        ["", "{", "[]", '{"wrongly_kept_blocks": [99]}', '{"colour": "red"}', '{"captions": {"//nothing": "A"}}'],
    )
    def test_marks_that_fit_nothing_are_refused(self, visitor: FlaskClient, marks: str) -> None:
        response = visitor.post(f"{inspect(visitor)}/labels", data={"marks": marks})
        assert response.status_code == 422
        assert PROBLEM_TYPES["bad-option"].title in find_alert(response)
