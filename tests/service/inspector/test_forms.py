"""A page given in a form becomes an inspection with an address of its own."""

import re
from io import BytesIO
from typing import Any

import pytest


def test_the_first_page_asks_for_a_page(visitor: Any) -> None:
    page = visitor.read(visitor.get("/"))
    assert {field.get("name") for field in page.xpath("//form[@action='/inspections']//*[@name]")} == {
        "url",
        "html",
        "file",
        "method",
        "render",
        "favor",
        "pages",
        "compare",
    }


def test_it_can_be_filled_in_by_a_link_which_fetches_nothing(visitor: Any, fetcher: Any) -> None:
    page = visitor.read(
        visitor.get("/?url=https://e.org/%22%3E%3Cscript%3E&method=first-subtree&render=always&favor=recall")
    )
    assert page.xpath("//input[@name='url']/@value") == ['https://e.org/"><script>']
    assert page.xpath("//option[@selected]/@value") == ["first-subtree", "always", "recall"]
    assert fetcher.urls == []


@pytest.mark.parametrize("path", ["/inspections", "/login"])
def test_who_comes_back_to_a_form_s_address_is_led_to_the_first_page(visitor: Any, path: str) -> None:
    assert visitor.get(path).headers["Location"] == "/"


def test_a_pasted_page_is_inspected_and_kept(visitor: Any, inspecting: Any) -> None:
    path = visitor.inspect()
    assert re.fullmatch("/inspections/[0-9a-f]{32}", path)
    assert inspecting.calls[0]["html"] == visitor.PAGE["html"]
    assert inspecting.calls[0]["include"] >= {"dropped", "entities"}
    page = visitor.read(visitor.get(path))
    assert page.xpath("string(//h1)") == "Ferry returns"
    assert page.xpath("//input[@id='permalink']/@value") == [f"http://localhost{path}"]


def test_a_stored_page_is_inspected_as_its_bytes_and_its_address_is_not_fetched(
    visitor: Any, inspecting: Any, fetcher: Any
) -> None:
    page = "<p>Fähre".encode("latin-1")
    given = {"file": (BytesIO(page), "page.html"), "url": visitor.PAGE["url"], "html": ""}
    path = visitor.post("/inspections", data=given).headers["Location"]
    assert re.fullmatch("/inspections/[0-9a-f]{32}", path)
    assert (inspecting.calls[0]["html"], inspecting.calls[0]["url"]) == (page, visitor.PAGE["url"])
    assert fetcher.urls == []


def test_a_page_that_is_read_again_favors_the_same(visitor: Any, inspecting: Any) -> None:
    path = visitor.inspect(**visitor.PAGE, favor="recall")
    visitor.post(f"{path}/rendered")
    assert [call["favor"] for call in inspecting.calls] == ["recall", "recall"]
    assert "favoring recall" in visitor.read(visitor.get(path)).xpath("string(//dl[@class='facts-row'])")


def test_all_pages_of_an_article_are_read_with_a_box(visitor: Any, inspecting: Any) -> None:
    visitor.inspect(**visitor.PAGE, pages="all")
    visitor.inspect(**visitor.PAGE)
    assert [call["pages"] for call in inspecting.calls] == ["all", "one"]


def test_no_file_chosen_is_none(visitor: Any, fetcher: Any) -> None:
    visitor.post("/inspections", data={"file": (BytesIO(b""), ""), "url": "https://e.org"})
    assert fetcher.urls == ["https://e.org"]


def test_a_fetched_page_says_in_its_link_how_to_inspect_it_again(visitor: Any, fetcher: Any) -> None:
    path = visitor.inspect(url="https://courier.example/a?b=c", method="first-subtree")
    assert fetcher.urls == ["https://courier.example/a?b=c"]
    assert path.endswith("?url=https%3A%2F%2Fcourier.example%2Fa%3Fb%3Dc&method=first-subtree")
    assert visitor.get(path).status_code == 200


@pytest.mark.parametrize(
    ("typed", "fetched"),
    [
        (" orf.at/stories ", "https://orf.at/stories"),
        ("courier.example:8080/a", "https://courier.example:8080/a"),
        ("http://courier.example/a", "http://courier.example/a"),
        ("HTTPS://courier.example/a", "HTTPS://courier.example/a"),
    ],
)
def test_an_address_without_a_scheme_is_one_of_https(visitor: Any, fetcher: Any, typed: str, fetched: str) -> None:
    visitor.inspect(url=typed)
    assert fetcher.urls == [fetched]


def test_the_example_is_inspected(visitor: Any, inspecting: Any) -> None:
    assert visitor.post("/inspections/example").status_code == 303
    assert "The Varn Courier" in inspecting.calls[0]["html"]


def test_methods_are_compared_if_asked_for(visitor: Any, inspecting: Any) -> None:
    compared: list[Any] = []
    inspecting.compare_page = lambda _page, methods, _render: compared.append(methods)
    visitor.inspect(**visitor.PAGE)
    visitor.inspect(**visitor.PAGE, compare="true")
    assert [len(methods) for methods in compared] == [10]


@pytest.mark.parametrize("path", ["/", "/inspections/{id}"])
def test_a_page_may_do_nothing_but_run_our_script_and_send_our_forms(visitor: Any, path: str) -> None:
    response = visitor.get(visitor.inspect() if "{id}" in path else path)
    policy = set(response.headers["Content-Security-Policy"].split("; "))
    assert {"default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'", "form-action 'self'"} <= policy
    assert {"script-src 'self'", "style-src 'self'", "img-src 'self' data:"} <= policy
    page = visitor.read(response)
    inline = "//script[not(@src) and not(@type='application/json')] | //style | //@style"
    assert page.xpath(f"{inline} | //@*[starts-with(name(), 'on')]") == []
    assert page.xpath("//script/@src | //link[@rel='stylesheet']/@href") == [
        "/inspector/inspector.css",
        "/inspector/inspector.js",
    ]


def test_style_and_script_are_not_sent_again_to_who_has_them(visitor: Any) -> None:
    for name, kind in (("inspector.css", "text/css"), ("inspector.js", "text/javascript")):
        response = visitor.get(f"/inspector/{name}")
        assert response.content_type.startswith(kind)
        known = {"If-None-Match": response.headers["ETag"]}
        assert visitor.get(f"/inspector/{name}", headers=known).status_code == 304


def test_a_page_is_rendered_as_it_was_stored(visitor: Any, inspecting: Any, fetcher: Any) -> None:
    path = visitor.inspect(url="https://courier.example/a", method="first-subtree", compare="true")
    given = {"url": "https://courier.example/a", "method": "first-subtree", "compare": "true"}
    response = visitor.post(f"{path.partition('?')[0]}/rendered", data=given)
    assert response.headers["Location"].endswith("&method=first-subtree&render=always&compare=true")
    assert inspecting.calls[-1]["render"] == "always"
    assert inspecting.calls[-1]["method"] == inspecting.inspection.article.method
    assert len(fetcher.urls) == 1
    assert visitor.get(response.headers["Location"]).status_code == 200


def test_a_pasted_page_is_rendered_too_and_its_link_says_nothing(visitor: Any, inspecting: Any) -> None:
    response = visitor.post(f"{visitor.inspect()}/rendered")
    assert re.fullmatch("/inspections/[0-9a-f]{32}", response.headers["Location"])
    assert inspecting.calls[-1]["html"] == visitor.PAGE["html"].encode()


def test_methods_are_compared_on_a_page_as_it_was_stored(visitor: Any, inspecting: Any, fetcher: Any) -> None:
    page = visitor.read(visitor.get(visitor.inspect()))
    assert page.xpath("//section[@id='methods']//button/text()") == ["Compare all methods now"]
    (action,) = page.xpath("//section[@id='methods']//form/@action")
    response = visitor.post(action, data={"url": "https://courier.example/a", "method": "auto"})
    assert response.headers["Location"].endswith("?url=https%3A%2F%2Fcourier.example%2Fa&compare=true#methods")
    assert inspecting.calls[-1]["html"] == visitor.PAGE["html"].encode()
    assert fetcher.urls == []
    assert visitor.post(action).headers["Location"].endswith("#methods")
    assert visitor.get(action).headers["Location"] == action.removesuffix("/compared")


def test_who_comes_back_to_the_address_of_that_button_is_led_to_the_inspection(visitor: Any) -> None:
    path = visitor.inspect()
    assert visitor.get(f"{path}/rendered").headers["Location"] == path
    assert visitor.post(f"/inspections/{'0' * 32}/rendered").status_code == 404
