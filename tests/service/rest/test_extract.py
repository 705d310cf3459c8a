import base64
import gzip
import hashlib
import io
import re
from types import SimpleNamespace
from typing import Any

import pytest
from flask.testing import FlaskClient

from cutline.config import Settings
from cutline.errors import FetchTimeout, NotHtml, UpstreamError
from cutline.service.formats.json import render

NO_ADDRESS = "Input should be a whole http or https address, such as https://example.org/story."
MISSING_PAGE = {"detail": "Give html, url or both.", "pointer": "#"}


@pytest.fixture
def client(serve: Any) -> FlaskClient:
    return serve(max_request_bytes=2000)


class TestPages:
    def test_a_page_in_json_becomes_its_article(self, client: FlaskClient, extractor: Any) -> None:
        body = {"html": "Page", "url": "https://e.org", "images": False, "include": ["dropped"], "language": "en"}
        body["favor"] = "precision"
        response = client.post("/v1/extract", json=body)
        assert (response.status_code, response.content_type) == (200, "application/json")
        assert response.json["text"] == "Page"
        asked = {name: extractor.calls[0][name] for name in ("html", "url", "is_live", "method", "favor", "images")}
        assert asked == {
            "html": "Page",
            "url": "https://e.org",
            "is_live": False,
            "method": "auto",
            "favor": "precision",
            "images": False,
        }
        assert extractor.calls[0]["language"] == "en"
        assert response.json["dropped"]["blocks"][0]["text"] == "Buy now"

    def test_an_address_alone_is_fetched_before_an_extraction_process_is_asked(
        self, client: FlaskClient, extractor: Any, fetcher: Any
    ) -> None:
        client.post("/v1/extract", json={"url": "https://e.org"})
        client.get("/v1/extract?url=https://e.org")
        assert fetcher.urls == ["https://e.org"] * 2
        assert [(call["html"], call["url"], call["is_live"]) for call in extractor.calls] == [
            (b"fetched", "https://e.org", True)
        ] * 2

    def test_a_page_as_body_has_its_options_in_the_query(self, client: FlaskClient, extractor: Any) -> None:
        query = "url=https://e.org&nlp=false&include=dropped,html&include=entities"
        response = client.post(f"/v1/extract?{query}", data=b"Page", content_type="text/html")
        assert response.status_code == 200
        call = extractor.calls[0]
        assert (call["html"], call["url"], call["nlp"]) == (b"Page", "https://e.org", False)
        assert call["include"] >= {"dropped", "html", "entities"}

    def test_the_charset_of_the_header_is_believed(self, client: FlaskClient, extractor: Any) -> None:
        client.post("/v1/extract", data="Żółw".encode("iso-8859-2"), content_type="text/html; charset=ISO-8859-2")
        call = extractor.calls[0]
        assert call["html"].decode(call["charset"]) == "Żółw"

    def test_the_body_is_what_the_command_line_prints(self, client: FlaskClient, run: Any, extractor: Any) -> None:
        served = client.post("/v1/extract", json={"html": "Page", "include": ["dropped"]}).text
        assert served == run("extract", "-", "--include", "dropped", input="Page").stdout
        assert served == render(extractor.extract("Page", url=None, include={"dropped"}))

    def test_a_body_may_be_compressed_with_gzip(self, client: FlaskClient, extractor: Any) -> None:
        body = gzip.compress(b"Pa") + gzip.compress(b"ge")
        response = client.post("/v1/extract", data=body, content_type="text/html", headers={"Content-Encoding": "gzip"})
        assert (response.status_code, extractor.calls[0]["html"]) == (200, b"Page")


class TestUploads:
    def test_a_file_is_the_page_and_fields_are_its_options(self, client: FlaskClient, extractor: Any) -> None:
        fields = {"url": "https://e.org", "nlp": "False", "include": ["dropped", "html,entities"]}
        response = client.post("/v1/extract", data={"file": (io.BytesIO(b"Page"), "page.html"), **fields})
        assert (response.status_code, response.json["text"]) == (200, "Page")
        call = extractor.calls[0]
        assert (call["html"], call["url"], call["nlp"]) == (b"Page", "https://e.org", False)
        assert call["include"] >= {"dropped", "html", "entities"}

    def test_the_charset_of_the_file_is_believed(self, client: FlaskClient, extractor: Any) -> None:
        file = (io.BytesIO("Żółw".encode("iso-8859-2")), "page.html", "text/html; charset=ISO-8859-2")
        assert client.post("/v1/extract", data={"file": file}).json["text"] == "Żółw"

    def test_a_form_may_be_compressed(self, client: FlaskClient) -> None:
        form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\nPage\r\n--x--\r\n'
        kind, headers = "multipart/form-data; boundary=x", {"Content-Encoding": "gzip"}
        response = client.post("/v1/extract", data=gzip.compress(form), content_type=kind, headers=headers)
        assert response.json["text"] == "Page"

    def test_a_page_to_compare_is_uploaded_alike(self, client: FlaskClient, extractor: Any) -> None:
        file = (io.BytesIO(b"Page"), "page.html")
        response = client.post("/v1/compare", data={"file": file, "methods": "auto,first-subtree"})
        assert response.status_code == 200
        assert (extractor.calls[0]["html"], extractor.calls[0]["methods"]) == (b"Page", ("auto", "first-subtree"))

    def test_no_upload_is_written_to_a_file(self, serve: Any, extractor: Any, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr("werkzeug.formparser.SpooledTemporaryFile", None)
        page = b"x" * 1_000_000
        form = b'--x\r\nContent-Disposition: form-data; name="file"; filename="a"\r\n\r\n' + page + b"\r\n--x--\r\n"
        response = serve().post("/v1/extract", data=form, content_type="multipart/form-data; boundary=x")
        assert response.status_code == 200
        assert extractor.calls[0]["html"] == page

    @pytest.mark.parametrize(
        ("fields", "error"),
        [
            ({}, {"parameter": "file", "detail": "Send one file, not 0."}),
            ({"file": "Page"}, {"parameter": "file", "detail": "Send it as a file, with a file name."}),
            ({"picture": "file"}, {"parameter": "picture", "detail": "There is no such field for a file."}),
            ({"file": "file", "colour": "red"}, {"parameter": "colour", "detail": "There is no such field."}),
            ({"file": "file", "nlp": "maybe"}, {"parameter": "nlp", "detail": "Input should be a valid boolean."}),
        ],
    )
    def test_a_wrong_field_is_named(
        self, client: FlaskClient, read_problem: Any, fields: dict[str, str], error: Any
    ) -> None:
        form = {name: (io.BytesIO(b"Page"), "a.html") if value == "file" else value for name, value in fields.items()}
        response = client.post("/v1/extract", data=form, content_type="multipart/form-data")
        assert read_problem(response, "invalid-request")["errors"] == [error]

    def test_two_files_are_refused(self, client: FlaskClient, read_problem: Any) -> None:
        files = [(io.BytesIO(b"Page"), "a.html"), (io.BytesIO(b"Page"), "b.html")]
        problem = read_problem(client.post("/v1/extract", data={"file": files}), "invalid-request")
        assert problem["errors"] == [{"parameter": "file", "detail": "Send one file, not 2."}]

    def test_options_in_the_query_are_refused(self, client: FlaskClient, read_problem: Any) -> None:
        response = client.post("/v1/extract?nlp=false", data={"file": (io.BytesIO(b"Page"), "a.html")})
        assert read_problem(response, "invalid-request")["errors"][0]["parameter"] == "nlp"

    @pytest.mark.parametrize("kind", ["multipart/form-data", "multipart/form-data; boundary=ü"])
    def test_what_is_no_form_is_malformed(self, client: FlaskClient, read_problem: Any, kind: str) -> None:
        read_problem(client.post("/v1/extract", data=b"x", content_type=kind), "malformed-request")

    def test_a_form_of_very_many_parts_is_refused(self, serve: Any, read_problem: Any) -> None:
        form = {"file": (io.BytesIO(b"Page"), "a.html"), "include": ["html"] * 100}
        read_problem(serve().post("/v1/extract", data=form), "request-too-large")

    def test_a_form_over_the_limit_is_refused(self, client: FlaskClient, read_problem: Any) -> None:
        response = client.post("/v1/extract", data={"file": (io.BytesIO(b"x" * 2001), "a.html")})
        read_problem(response, "request-too-large")


class TestFormats:
    @pytest.mark.parametrize(
        ("form", "accept", "kind"),
        [
            ("json", "application/json", "application/json"),
            ("markdown", "text/markdown", "text/markdown; charset=utf-8"),
            ("html", "text/html", "text/html; charset=utf-8"),
            ("text", "text/plain", "text/plain; charset=utf-8"),
        ],
    )
    def test_each_is_asked_for_by_name_or_by_media_type(
        self, client: FlaskClient, form: str, accept: str, kind: str
    ) -> None:
        named = client.post("/v1/extract", json={"html": "Page", "format": form})
        accepted = client.post("/v1/extract", json={"html": "Page"}, headers={"Accept": accept})
        fetched = client.get(f"/v1/extract?url=https://e.org&format={form}")
        assert {named.content_type, accepted.content_type, fetched.content_type} == {kind}
        assert named.data == accepted.data
        assert named.vary.as_set() == {"accept"}

    def test_what_is_written_is_what_the_command_line_writes(self, client: FlaskClient, run: Any) -> None:
        for form in ("markdown", "html", "text"):
            served = client.post("/v1/extract", json={"html": "Page", "format": form})
            assert served.text == run("extract", "-", "--format", form, input="Page").stdout

    @pytest.mark.parametrize(
        ("accept", "kind"),
        [
            ("*/*", "application/json"),
            ("", "application/json"),
            ("text/*", "text/markdown"),
            ("text/plain;q=0.5, text/html;q=0.7, application/json;q=0.1", "text/html"),
            ("application/json;q=0, */*", "text/markdown"),
            ("application/json; charset=utf-8", "application/json"),
            ("text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8", "text/html"),
            ("application/json, text/plain, */*", "application/json"),
        ],
    )
    def test_the_most_wanted_one_is_chosen(self, client: FlaskClient, accept: str, kind: str) -> None:
        response = client.post("/v1/extract", json={"html": "Page"}, headers={"Accept": accept})
        assert response.mimetype == kind

    def test_the_name_goes_before_the_header(self, client: FlaskClient) -> None:
        response = client.post("/v1/extract", json={"html": "Page", "format": "text"}, headers={"Accept": "image/png"})
        assert response.mimetype == "text/plain"

    def test_another_one_is_refused_before_a_page_is_fetched(
        self, client: FlaskClient, read_problem: Any, fetcher: Any
    ) -> None:
        response = client.get("/v1/extract?url=https://e.org", headers={"Accept": "image/png"})
        assert "text/markdown" in read_problem(response, "not-acceptable")["detail"]
        assert fetcher.urls == []

    def test_markup_is_extracted_only_for_formats_that_show_it(self, client: FlaskClient, extractor: Any) -> None:
        for form in ("json", "text", "markdown"):
            client.post("/v1/extract", json={"html": "Page", "format": form})
        assert ["html" in call["include"] for call in extractor.calls] == [False, False, True]

    def test_a_document_may_show_images_and_run_nothing(self, client: FlaskClient) -> None:
        response = client.post("/v1/extract", json={"html": "<script>alert(1)</script>", "format": "html"})
        assert "<script>" not in response.text
        policy = response.headers["Content-Security-Policy"].split("; ")
        assert {"default-src 'none'", "sandbox", "img-src data: http: https:"} <= set(policy)
        style = hashlib.sha256(re.search("<style>(.*?)</style>", response.text, re.S)[1].encode()).digest()
        assert f"style-src 'sha256-{base64.b64encode(style).decode()}'" in policy

    def test_each_has_a_tag_of_its_own_but_a_pdf_has_none(
        self, client: FlaskClient, extractor: Any, settings: Settings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        extractor.browsers, extractor.settings = None, settings
        printed: list[object] = []

        def print_article(article: Any, browsers: Any, settings: Any, *, fetch: Any = None) -> Any:
            printed.append(fetch)
            return SimpleNamespace(pdf=b"%PDF")

        monkeypatch.setattr("cutline.service.rest.page_routes.print_article", print_article)
        answers = [client.get(f"/v1/extract?url=https://e.org&format={form}") for form in ("json", "text", "pdf")]
        tags = [answer.headers.get("ETag") for answer in answers]
        assert tags[2] is None and len({*tags}) == 3
        assert (answers[2].mimetype, answers[2].data) == ("application/pdf", b"%PDF")
        client.post("/v1/extract", json={"html": "Page", "format": "pdf"})
        assert [fetch is not None for fetch in printed] == [True, False]  # only the page that was fetched


class TestConditions:
    def test_an_answer_that_is_known_is_not_sent_again(self, client: FlaskClient) -> None:
        first = client.get("/v1/extract?url=https://e.org")
        known = {"If-None-Match": first.headers["ETag"]}
        again = client.get("/v1/extract?url=https://e.org", headers=known)
        assert (again.status_code, again.data, again.headers["ETag"]) == (304, b"", first.headers["ETag"])
        assert client.get("/v1/extract?url=https://e.com", headers=known).status_code == 200

    def test_an_answer_with_timings_is_like_no_other(self, client: FlaskClient) -> None:
        assert "ETag" not in client.get("/v1/extract?url=https://e.org&include=timings").headers

    def test_head_has_the_headers_of_get(self, client: FlaskClient) -> None:
        got, head = (client.open("/v1/extract?url=https://e.org", method=verb) for verb in ("GET", "HEAD"))
        assert (head.status_code, head.data) == (200, b"")
        assert [head.headers[name] for name in ("ETag", "Content-Length")] == [
            got.headers[name] for name in ("ETag", "Content-Length")
        ]


class TestRefusals:
    @pytest.mark.parametrize(
        ("body", "error"),
        [
            ({"html": "x", "colour": 1}, {"pointer": "#/colour", "detail": "There is no such field."}),
            ({"html": "x", "nlp": "yes"}, {"pointer": "#/nlp", "detail": "Input should be a valid boolean."}),
            ({"url": ""}, {"pointer": "#/url", "detail": NO_ADDRESS}),
            ({"url": "not a url"}, {"pointer": "#/url", "detail": NO_ADDRESS}),
            ({"html": 5}, {"pointer": "#/html", "detail": "Input should be a valid string."}),
            (
                {"url": "https://e.org", "render": 1},
                {"pointer": "#/render", "detail": "Input should be 'auto', 'always' or 'never'."},
            ),
            ({"html": "x", "a/b~c": 1}, {"pointer": "#/a~1b~0c", "detail": "There is no such field."}),
            ({}, MISSING_PAGE),
            ({"nlp": False}, MISSING_PAGE),
            ([], {"pointer": "#", "detail": "Input should be an object."}),
        ],
    )
    def test_a_wrong_field_is_named_by_its_pointer(
        self, client: FlaskClient, read_problem: Any, body: Any, error: Any
    ) -> None:
        problem = read_problem(client.post("/v1/extract", json=body), "invalid-request")
        assert problem["errors"] == [error]

    @pytest.mark.parametrize(
        ("query", "parameter"),
        [
            ("", "url"),
            ("url=https://e.org&colour=1", "colour"),
            ("url=https://e.org&nlp=maybe", "nlp"),
            ("url=https://e.org&nlp=1", "nlp"),
            ("url=https://e.org&url=https://e.com", "url"),
            ("url=https://e.org&include=dreams", "include"),
        ],
    )
    def test_a_wrong_parameter_is_named(
        self, client: FlaskClient, read_problem: Any, query: str, parameter: str
    ) -> None:
        problem = read_problem(client.get(f"/v1/extract?{query}"), "invalid-request")
        assert [error["parameter"] for error in problem["errors"]] == [parameter]

    def test_a_parameter_that_is_given_twice_is_told_so(self, client: FlaskClient, read_problem: Any) -> None:
        problem = read_problem(client.get("/v1/extract?url=https://e.org&url=https://e.com"), "invalid-request")
        assert problem["errors"] == [{"detail": "It is given more than once.", "parameter": "url"}]

    def test_a_byte_order_mark_before_the_json_is_no_mistake(self, client: FlaskClient) -> None:
        body = b"\xef\xbb\xbf" + b'{"html": "<p>Page"}'
        assert client.post("/v1/extract", data=body, content_type="application/json").status_code == 200

    def test_options_beside_a_json_body_are_refused(self, client: FlaskClient, read_problem: Any) -> None:
        problem = read_problem(client.post("/v1/extract?nlp=false", json={"html": "x"}), "invalid-request")
        assert problem["errors"] == [{"detail": "Send it in the JSON body.", "parameter": "nlp"}]

    @pytest.mark.parametrize("body", [b"", b"{", b"{'html': 1}", b'{"html": "\xff"}', b'{"html": "\\ud800"}'])
    def test_a_body_that_is_not_json_is_malformed(self, client: FlaskClient, read_problem: Any, body: bytes) -> None:
        response = client.post("/v1/extract", data=body, content_type="application/json")
        assert read_problem(response, "malformed-request")["detail"].startswith("The body is not JSON")

    @pytest.mark.parametrize("kind", [None, "text/plain", "application/pdf", "application/x-www-form-urlencoded"])
    def test_another_content_type_is_refused(self, client: FlaskClient, read_problem: Any, kind: str | None) -> None:
        problem = read_problem(client.post("/v1/extract", data=b"x", content_type=kind), "unsupported-media-type")
        assert "application/json, multipart/form-data, text/html" in problem["detail"]


class TestLimits:
    @pytest.mark.parametrize("kind", ["application/json", "text/html"])
    def test_a_body_over_the_limit_is_refused(
        self, client: FlaskClient, read_problem: Any, kind: str, extractor: Any
    ) -> None:
        read_problem(client.post("/v1/extract", data=b"x" * 2001, content_type=kind), "request-too-large")
        assert extractor.calls == []

    def test_a_body_in_chunks_over_the_limit_is_refused(
        self, client: FlaskClient, read_problem: Any, extractor: Any
    ) -> None:
        chunked = {"wsgi.input_terminated": True, "wsgi.input": io.BytesIO(b"x" * 2001)}
        response = client.post("/v1/extract", content_type="text/html", environ_overrides=chunked)
        read_problem(response, "request-too-large")
        assert extractor.calls == []

    @pytest.mark.parametrize(
        ("coding", "body", "code"),
        [
            ("gzip", gzip.compress(b"x" * 2001), "request-too-large"),
            ("gzip", gzip.compress(b"x" * 1500) * 2, "request-too-large"),
            ("gzip", gzip.compress(b"x" * 1000)[:-9], "malformed-request"),
            ("gzip", b"x", "malformed-request"),
            ("gzip", gzip.compress(b"x") + bytes(9), "malformed-request"),
            ("gzip", gzip.compress(b"") * 100, "malformed-request"),
            ("br", b"x", "unsupported-encoding"),
            ("gzip, gzip", b"x", "unsupported-encoding"),
        ],
    )
    def test_a_compressed_body_is_never_taken_for_what_it_is_not(
        self, client: FlaskClient, read_problem: Any, extractor: Any, coding: str, body: bytes, code: str
    ) -> None:
        headers = {"Content-Encoding": coding}
        response = client.post("/v1/extract", data=body, content_type="text/html", headers=headers)
        read_problem(response, code)
        assert extractor.calls == []
        assert response.headers.get("Accept-Encoding") == ("gzip" if code == "unsupported-encoding" else None)

    def test_neither_a_page_is_fetched_nor_a_body_read_while_there_is_no_room(
        self, client: FlaskClient, read_problem: Any, pool: Any, fetcher: Any
    ) -> None:
        pool.is_full = True
        response = client.get("/v1/extract?url=https://e.org")
        read_problem(response, "overloaded")
        assert (response.headers["Retry-After"], fetcher.urls) == ("2", [])
        read_problem(client.post("/v1/extract", data=b"{", content_type="application/json"), "overloaded")


class TestErrors:
    def test_an_error_of_the_page_is_told_in_its_sentence(
        self, client: FlaskClient, read_problem: Any, extractor: Any
    ) -> None:
        extractor.raises = NotHtml("The page is a PDF document, not HTML.")
        problem = read_problem(client.post("/v1/extract", json={"html": "%PDF"}), "not-html")
        assert problem["detail"] == "The page is a PDF document, not HTML."

    def test_an_error_of_the_fetch_is_told_with_the_upstream_status(
        self, client: FlaskClient, read_problem: Any, fetcher: Any
    ) -> None:
        fetcher.raises = UpstreamError("The host answered 404.", 404)
        assert read_problem(client.get("/v1/extract?url=https://e.org"), "upstream-error")["upstream_status"] == 404
        fetcher.raises = FetchTimeout("Too slow.")
        read_problem(client.get("/v1/extract?url=https://e.org"), "fetch-timeout")
