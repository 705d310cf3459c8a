"""Where pictures come from, and the examples."""

from typing import Any

import pytest

import cutline
from cutline.service.inspector.templating import EXAMPLES, read_example


def test_nothing_is_fetched_from_the_page_before_the_viewer_says_so(visitor: Any) -> None:
    path = visitor.inspect()
    for response in (visitor.get(path), visitor.get(f"{path}?thumbnails=shown&pictures=shown")):
        assert visitor.read(response).xpath("//img/@src") == [f"{path}/picture"]
        assert not visitor.read(response).xpath("//svg//image/@href")
        assert "http:" not in response.headers["Content-Security-Policy"]


def test_the_choice_to_show_pictures_is_asked_once_and_remembered(visitor: Any) -> None:
    path = visitor.inspect()
    (question,) = visitor.read(visitor.get(path)).find_class("ask-pictures")
    assert "fetches them from courier.example, without a referrer" in question.text_content()
    answer = visitor.post("/pictures", data={"pictures": "shown", "next": path})
    assert answer.headers["Location"] == path
    assert "HttpOnly" in answer.headers["Set-Cookie"] and "SameSite=Lax" in answer.headers["Set-Cookie"]
    shown = visitor.get(path)
    images = visitor.read(shown).xpath("//img[@class='thumbnail']")
    assert images and {image.get("referrerpolicy") for image in images} == {"no-referrer"}
    assert "img-src 'self' data: http: https:" in shown.headers["Content-Security-Policy"]
    assert not visitor.read(shown).find_class("ask-pictures")


def test_who_does_not_want_pictures_is_not_asked_again(visitor: Any) -> None:
    path = visitor.inspect()
    visitor.post("/pictures", data={"pictures": "hidden", "next": path})
    response = visitor.get(path)
    assert not visitor.read(response).find_class("ask-pictures")
    assert "http:" not in response.headers["Content-Security-Policy"]
    assert "Show pictures of other hosts" in response.text


@pytest.mark.parametrize("next_path", ["//evil.example", "https://evil.example", "/v1/jobs"])
def test_the_choice_leads_to_no_other_site(visitor: Any, next_path: str) -> None:
    assert visitor.post("/pictures", data={"pictures": "shown", "next": next_path}).headers["Location"] == "/"


def test_no_other_site_can_choose(visitor: Any) -> None:
    answer = visitor.post("/pictures", data={"pictures": "shown"}, headers={"Sec-Fetch-Site": "cross-site"})
    assert answer.status_code == 403 and "Set-Cookie" not in answer.headers


def test_the_example_s_pictures_are_the_service_s_own(visitor: Any, image: Any, inspecting: Any) -> None:
    verdict = inspecting.inspection.article.images[0].verdict
    own = image("ferry", verdict).model_copy(update={"url": "https://courier.example/2026/images/ferry.jpg"})
    article = inspecting.inspection.article.model_copy(update={"images": (own,), "dropped": None})
    inspecting.inspection = inspecting.inspection.model_copy(update={"article": article, "shown": None})
    page = visitor.read(visitor.get(visitor.inspect()))
    assert {*page.xpath("//img/@src")} == {"/inspector/example/ferry.jpg"}
    assert not page.find_class("ask-pictures")
    picture = visitor.get("/inspector/example/ferry.jpg")
    assert (picture.content_type, picture.data[:3]) == ("image/jpeg", b"\xff\xd8\xff")


def read(name: str) -> cutline.Article:
    file, address = EXAMPLES[name]
    return cutline.extract(read_example(file).decode(), url=address, include=["dropped"])


def test_each_example_is_inspected_at_a_click(visitor: Any, inspecting: Any) -> None:
    page = visitor.read(visitor.get("/"))
    names = page.xpath("//form[@class='example']//button/@value")
    assert names == list(EXAMPLES)
    for name in names:
        assert visitor.post("/inspections/example", data={"example": name}).status_code == 303
    assert [call["url"] for call in inspecting.calls] == [address for _, address in EXAMPLES.values()]
    assert visitor.post("/inspections/example", data={"example": "../secret"}).status_code == 303
    assert inspecting.calls[-1]["url"] == EXAMPLES["news"][1]


def test_the_essay_has_its_notes() -> None:
    assert [note.label for note in read("essay").notes] == ["1", "2", "3"]


def test_the_strangers_are_dropped() -> None:
    article = read("strangers")
    assert article.dropped is not None
    strange = [part.verdict.reason for part in (*article.dropped.blocks, *article.dropped.images)].count("off_topic")
    assert strange == 2
    assert [image.caption and image.caption.split()[0] for image in article.images] == ["Captain", "The"]
