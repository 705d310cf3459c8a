"""The page of an inspection shows every verdict, with reason, score and evidence."""

from typing import Any

from cutline.service.formats.sentences import cut_line
from cutline.types import LeadImage, Video


def test_every_verdict_is_shown_with_reason_score_and_threshold(visitor: Any) -> None:
    page = visitor.read(visitor.get(visitor.inspect()))
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


def test_it_opens_with_its_picture_or_its_images_and_every_view_has_an_address(visitor: Any, inspecting: Any) -> None:
    rendered = visitor.read(visitor.get(visitor.inspect()))
    inspecting.inspection = inspecting.inspection.model_copy(update={"shown": None})
    parsed = visitor.read(visitor.get(visitor.inspect()))
    assert [page.xpath("//*[contains(@class, 'panel open')]/@id") for page in (rendered, parsed)] == [
        ["page"],
        ["images"],
    ]
    tabs = [address.removeprefix("#") for address in rendered.xpath("//nav[@class='tabs']/a/@href")]
    assert tabs == ["article", "images", "page", "methods", "export", "labels"]
    assert {*tabs} == {*rendered.xpath("//section[contains(@class, 'panel')]/@id")}


def test_joined_pages_are_named_and_cannot_be_labelled(visitor: Any, inspecting: Any) -> None:
    joined = ("https://courier.example/ferry/2", "https://courier.example/ferry/3")
    article = inspecting.inspection.article.model_copy(update={"joined_pages": joined})
    inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
    page = visitor.read(visitor.get(path := visitor.inspect()))
    assert page.xpath("//dt[.='joined pages']/../dd/a/@href | //dt[.='']/../dd/a/@href") == [*joined]
    assert page.xpath("//*[@id='labels' or @data-labelbar]") == []
    visitor.post(f"{path}/rendered")
    assert inspecting.calls[-1]["pages"] == "all"


def test_a_long_caption_is_cut_behind_a_word(visitor: Any, inspecting: Any) -> None:
    article = inspecting.inspection.article
    caption = "Keepers, " * 40
    images = tuple(image.model_copy(update={"caption": caption}) for image in article.images)
    article = article.model_copy(update={"images": images})
    inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
    page = visitor.read(visitor.get(visitor.inspect()))
    assert page.xpath("string(//*[@id='image-0']//p[@class='caption'])") == "Keepers, " * 32 + "Keepers…"
    assert page.xpath("string(//*[@id='image-0']//*[@class='unloaded'])") == "Keepers, " * 9 + "Keepers…"


def test_a_line_without_spaces_is_cut_at_its_limit() -> None:
    assert cut_line("a/" * 20, 10) == "a/a/a/a/a/…"
    assert cut_line("one " + "x" * 20, 10) == "one xxxxxx…"
    assert cut_line("one two six", 7) == "one two…"
    assert cut_line("one two", 7) == "one two"


def test_a_lead_image_that_is_only_declared_is_a_link(visitor: Any, inspecting: Any) -> None:
    lead = LeadImage(url="https://courier.example/a.jpg", declared=True, reason="open_graph")
    article = inspecting.inspection.article.model_copy(update={"lead_image": lead})
    inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
    (facts,) = visitor.read(visitor.get(visitor.inspect())).find_class("facts-row")
    assert "declared only:" in facts.text_content()
    assert facts.xpath(".//a/@href")[-1] == "https://courier.example/a.jpg"


def test_what_the_page_says_of_itself_is_shown(visitor: Any, inspecting: Any) -> None:
    told = {
        "section": "Region",
        "keywords": ("ferry", "lake"),
        "is_paywalled": True,
        "paywall_evidence": ("isAccessibleForFree: false",),
        "videos": (Video(title="On board", url="https://v.example/1"),),
    }
    article = inspecting.inspection.article.model_copy(update=told)
    inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
    (facts,) = visitor.read(visitor.get(visitor.inspect())).find_class("facts-row")
    shown = {row.findtext("dt"): " ".join(row.find("dd").text_content().split()) for row in facts}
    assert shown["section"] == "Region" and shown["keywords"] == "ferry, lake"
    assert shown["paywall"] == "yes (isAccessibleForFree: false)"
    assert shown["video"] == "On board https://v.example/1"


def test_a_credit_stands_with_its_caption(visitor: Any, inspecting: Any) -> None:
    article = inspecting.inspection.article
    images = tuple(image.model_copy(update={"credit": "Marta Lindqvist"}) for image in article.images)
    inspecting.inspection = inspecting.inspection.model_copy(
        update={"article": article.model_copy(update={"images": images})}
    )
    page = visitor.read(visitor.get(visitor.inspect()))
    assert page.xpath("string(//*[@id='image-0']//p[@class='caption'])") == "The ferry Marta Lindqvist"


def test_place_relevance_and_missing_words_are_shown(visitor: Any) -> None:
    page = visitor.read(visitor.get(visitor.inspect()))
    (card,) = page.xpath("//*[@id='image-2']")
    text = " ".join(card.text_content().split())
    ground = "its caption is about something else: the article does not mention “Orrell” and “hives”"
    assert f"Dropped: {ground}; its place alone would have kept it (0.97)." in text
    assert "off_topic" in text and "0.30 < 0.50" in text
    assert [" ".join(one.text_content().split()) for one in card.xpath(".//dl/div/dd")] == ["0.97", "0.08 unrelated"]
    assert "not in the article: Orrell, hives" in text


def test_what_is_unrelated_is_marked_though_it_was_kept(visitor: Any) -> None:
    page = visitor.read(visitor.get(visitor.inspect()))
    marked = page.xpath("//*[contains(@class, 'block')][@data-relevance='unrelated']")
    assert [element.get("data-block") or element.get("data-figure") for element in marked] == ["2", "2"]
    assert marked[0].get("data-kept") == "true"
    assert "relevance 0.10 unrelated" in marked[0].text_content()
    assert len(page.find_class("stranger")) == 3  # the key, a block and the card of an image


def test_the_article_can_be_downloaded(visitor: Any, inspecting: Any) -> None:
    response = visitor.get(f"{visitor.inspect()}/article.json")
    assert response.headers["Content-Disposition"] == 'attachment; filename="article.json"'
    assert response.json["title"] == "Ferry returns" and response.json["url"] == visitor.PAGE["url"]


def test_the_picture_of_a_rendered_page_has_frames(visitor: Any) -> None:
    path = visitor.inspect()
    picture = visitor.get(f"{path}/picture")
    assert (picture.content_type, picture.data) == ("image/webp", b"RIFFpicture")
    page = visitor.read(visitor.get(path))
    frames = page.xpath("//svg/*[@data-kept]")
    assert [(frame.get("class"), frame.get("data-kept")) for frame in frames] == [
        ("block-frame", "true"),
        ("frame", "true"),
    ]
    assert page.xpath("//*[@data-note]/@data-note") == ["0", "1", "2"]  # of those outside the picture, too


def test_a_date_keeps_its_direction_and_a_heading_stands_at_its_side(visitor: Any, inspecting: Any) -> None:
    told = {"language": "ar", "direction": "rtl", "published": "2026-05-04T06:30:00+02:00", "authors": ("ليلى",)}
    article = inspecting.inspection.article.model_copy(update=told)
    inspecting.inspection = inspecting.inspection.model_copy(update={"article": article})
    (head,) = visitor.read(visitor.get(visitor.inspect())).find_class("head")
    assert head.get("dir") == "rtl"
    parts = [(part.get("dir"), part.text_content()) for part in head.xpath(".//p[@class='byline']//bdi")]
    assert parts == [("auto", "ليلى"), ("ltr", "2026-05-04")]
