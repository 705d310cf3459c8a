"""A labelled page is scored as its marks say."""

import json
import re
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from cutline.errors import LabelError
from cutline.models.evaluation import PageScore, score_page
from cutline.models.labelled_pages import read_labelled_pages
from cutline.service.inspector.labels import Marks, label_page
from cutline.service.rest.problem_types import PROBLEM_TYPES
from cutline.types import Article, Block, Dropped, Image, ImageSource, ModelInfo, Verdict

URL = "https://www.courier.example/2026/ferry"
HTML = "<p>The ferry\u2028sails.\n"
DROPPED = Verdict(kept=False, reason="outside_article")
KEPT = Verdict(kept=True, reason="article_image")


def make_block(index: int, text: str, verdict: Verdict = KEPT, **more: Any) -> Block:
    return Block(
        **{"index": index, "kind": "paragraph", "text": text, "xpath": f"/p[{index}]", "verdict": verdict} | more
    )


def make_image(name: str, verdict: Verdict = KEPT, **more: Any) -> Image:
    url = f"https://courier.example/{name}-800.jpg"
    sources = (ImageSource(url=url), ImageSource(url=f"https://courier.example/{name}-400.jpg"))
    return Image(**{"url": url, "sources": sources, "xpath": f"//{name}", "verdict": verdict} | more)


BLOCKS = (
    make_block(2, "Sails again", kind="heading", level=2),
    make_block(3, "The ferry sails from the mill to the island on every day of the week."),
    make_block(7, "Subscribe to our letter now and read more of this."),
)
FERRY = make_image("ferry", caption="The ferry Aruna", credit="Ada Ruiz", alt="a ferry", is_lead=True)
MILL = make_image("mill", caption="The mill")
LOGO = make_image("logo", DROPPED)
CAPTAIN = make_image("captain", DROPPED, caption="Captain Ines Okafor, who has sailed her for ten years")


def make_article(**more: Any) -> Article:
    dropped = Dropped(
        blocks=(make_block(5, "It costs two crowns and takes an hour.", DROPPED),), images=(LOGO, CAPTAIN)
    )
    text = "\n\n".join(block.text for block in BLOCKS)
    model = ModelInfo(config_hash="0" * 12, version="0.1.0", ner=None)
    return Article(
        **{"text": text, "blocks": BLOCKS, "images": (FERRY, MILL), "method": "auto", "model": model}
        | {"title": "Ferry", "language": "en", "dropped": dropped, "authors": ("Ada Ruiz",), "published": "2026-05-04"}
        | more
    )


ARTICLE = make_article()


def label(article: Article = ARTICLE, html: str = HTML, url: str | None = URL, **marks: Any) -> Mapping[str, Any]:
    line = label_page(html, url, article, Marks(**marks))
    assert line.endswith("\n") and line.count("\n") == 1
    page: Mapping[str, Any] = json.loads(line)
    return page


def score(folder: Path, article: Article = ARTICLE, **marks: Any) -> PageScore:
    """Return the score of the extracted article by the labels made of it."""
    corpus = folder / "own.jsonl"
    corpus.write_text(label_page(HTML, URL, ARTICLE, Marks(**marks)), encoding="utf-8")
    return score_page(*read_labelled_pages(corpus), article)


class TestWithoutMarks:
    def test_the_article_is_right_in_everything(self, tmp_path: Path) -> None:
        scores = score(tmp_path)
        assert {name: share.value for name, share in scores.items()} == dict.fromkeys(
            (
                "word_f1",
                "shingle_p",
                "shingle_r",
                "title",
                "image_p",
                "image_r",
                "page_exact",
                "caption_f1",
                "caption_all",
            ),
            1.0,
        )

    def test_the_line_tells_all_that_is_known(self) -> None:
        page = label()
        assert page["html"] == HTML
        assert (page["url"], page["site"], page["lang"]) == (URL, "courier.example", "en")
        assert (page["title"], page["authors"], page["date"]) == ("Ferry", ["Ada Ruiz"], "2026-05-04")
        assert page["page_type"] == "article"
        assert page["blocks"][0] == {"type": "h", "text": "Sails again"}
        assert page["blocks"][1]["type"] == "p"
        assert page["images"][0] == {
            "src": "https://courier.example/ferry-800.jpg",
            "gold_urls": ["https://courier.example/ferry-800.jpg", "https://courier.example/ferry-400.jpg"],
            "alt": "a ferry",
            "caption": "The ferry Aruna",
            "credit": ["Ada Ruiz"],
            "cover": True,
        }
        assert page["other_images"] == [
            f"https://courier.example/{name}-{width}.jpg" for name in ("logo", "captain") for width in (800, 400)
        ]

    def test_the_same_page_has_the_same_id_and_another_another(self) -> None:
        assert label()["id"] == label(wrongly_kept_blocks={7})["id"]
        assert label()["id"] != label(html="<p>Another.")["id"]
        assert label()["id"].startswith("courier.example/")

    def test_a_page_without_address_belongs_to_no_site(self) -> None:
        page = label(url=None)
        assert (page["site"], page["url"]) == (None, None)
        assert page["id"].startswith("page/")

    def test_half_a_character_does_not_spoil_the_line(self) -> None:
        assert label(html="<p>\ud83d")["html"] == "<p>\ufffd"

    def test_a_picture_without_address_is_left_out(self) -> None:
        drawn = make_image("drawn", url="data:image/png;base64,AA", sources=())
        page = label(make_article(images=(FERRY, drawn), dropped=Dropped(images=(LOGO, drawn))))
        assert [image["src"] for image in page["images"]] == [FERRY.url]
        assert not [address for address in page["other_images"] if address.startswith("data:")]

    def test_a_picture_that_stands_in_the_page_twice_is_labelled_once(self) -> None:
        thumbnail = ImageSource(url="https://courier.example/ferry-80.jpg")
        twin = make_image("twin", DROPPED, url=FERRY.url, sources=(thumbnail,))
        page = label(make_article(dropped=Dropped(images=(twin,))), wrongly_dropped_images={"//twin"})
        assert [image["src"] for image in page["images"]] == [FERRY.url, MILL.url]
        assert page["images"][0]["gold_urls"][-1] == thumbnail.url


class TestMarks:
    def test_a_block_wrongly_kept_is_not_in_the_text(self, tmp_path: Path) -> None:
        scores = score(tmp_path, wrongly_kept_blocks={7})
        assert label(wrongly_kept_blocks={7})["text"] == f"{BLOCKS[0].text}\n\n{BLOCKS[1].text}"
        assert scores["shingle_r"].value == 1.0 > scores["shingle_p"].value
        assert scores["page_exact"].value == 1.0

    def test_a_block_wrongly_dropped_stands_in_its_place(self, tmp_path: Path) -> None:
        blocks = label(wrongly_dropped_blocks={5})["blocks"]
        assert [block["text"] for block in blocks][2] == "It costs two crowns and takes an hour."
        scores = score(tmp_path, wrongly_dropped_blocks={5})
        assert scores["shingle_p"].value > scores["shingle_r"].value
        assert scores["page_exact"].value == 1.0

    def test_an_image_wrongly_kept_is_one_that_is_wrong(self, tmp_path: Path) -> None:
        scores = score(tmp_path, wrongly_kept_images={"//mill"})
        assert (scores["image_p"].value, scores["image_r"].value, scores["word_f1"].value) == (0.5, 1.0, 1.0)
        assert MILL.url in label(wrongly_kept_images={"//mill"})["other_images"]

    def test_an_image_wrongly_dropped_is_one_that_is_missing(self, tmp_path: Path) -> None:
        scores = score(tmp_path, wrongly_dropped_images={"//captain"})
        assert scores["image_p"].value == 1.0
        assert scores["image_r"] == (2, 3)
        assert CAPTAIN.url not in label(wrongly_dropped_images={"//captain"})["other_images"]

    def test_a_corrected_caption_is_the_right_one(self, tmp_path: Path) -> None:
        scores = score(tmp_path, captions={"//mill": "Water wheel"})
        assert scores["caption_f1"].value == 0.5
        assert scores["page_exact"].value == 1.0
        assert label(captions={"//mill": " "})["images"][1]["caption"] is None

    def test_the_caption_of_an_image_wrongly_dropped_may_be_corrected(self) -> None:
        page = label(wrongly_dropped_images={"//captain"}, captions={"//captain": "Ines Okafor"})
        assert page["images"][2]["caption"] == "Ines Okafor"

    def test_a_corrected_title_is_the_right_one(self, tmp_path: Path) -> None:
        assert score(tmp_path, title="A ferry sails")["title"].value == 0.0

    def test_a_page_of_which_no_block_is_left_is_no_article(self, tmp_path: Path) -> None:
        page = label(wrongly_kept_blocks={2, 3, 7}, wrongly_kept_images={"//ferry", "//mill"})
        assert (page["page_type"], page["text"], page["images"]) == ("other", "", [])
        scores = score(tmp_path, wrongly_kept_blocks={2, 3, 7}, wrongly_kept_images={"//ferry", "//mill"})
        assert scores["without"] == (0, 3)
        nothing = make_article(text="", blocks=(), images=())
        assert score(tmp_path, nothing, wrongly_kept_blocks={2, 3, 7}, wrongly_kept_images={"//ferry", "//mill"})[
            "without"
        ] == (3, 3)

    @pytest.mark.parametrize(
        ("marks", "sentence"),
        [
            ({"wrongly_kept_blocks": {5, 99}}, "There is no block 5, 99 that is kept"),
            ({"wrongly_dropped_blocks": {3}}, "There is no block 3 that is dropped"),
            ({"wrongly_kept_images": {"//logo"}}, "There is no image //logo that is kept"),
            ({"wrongly_dropped_images": {"//sea"}}, "There is no image //sea that is dropped"),
            ({"captions": {"//logo": "A logo"}}, "There is no image //logo that is of the article"),
            (
                {"captions": {"//mill": "M"}, "wrongly_kept_images": {"//mill"}},
                "no image //mill that is of the article",
            ),
        ],
    )
    def test_a_mark_that_does_not_fit_is_refused(self, marks: Mapping[str, Any], sentence: str) -> None:
        with pytest.raises(LabelError, match=sentence):
            label(**marks)

    def test_an_article_that_does_not_say_what_was_dropped_is_refused(self) -> None:
        with pytest.raises(LabelError, match="include=dropped"):
            label(make_article(dropped=None))

    def test_the_article_has_other_pages_too(self) -> None:
        with pytest.raises(LabelError, match="several pages"):
            label(make_article(joined_pages=("https://courier.example/ferry/2",)))


def test_what_differs_is_labelled(visitor: Any) -> None:
    marks = {"wrongly_kept_blocks": [2], "wrongly_dropped_blocks": [0], "title": "Ferry sails"}
    marks["captions"] = {"/html/body/img['ferry']": "The Aruna"}
    response = visitor.post(f"{visitor.inspect()}/labels", data={"marks": json.dumps(marks)})
    assert re.fullmatch(r'attachment; filename="labelled-[0-9a-f]{8}\.jsonl"', response.headers["Content-Disposition"])
    line = json.loads(response.text)
    assert response.text.count("\n") == 1
    assert (line["title"], line["text"]) == ("Ferry sails", "Buy now\n\nThe ferry sails again.")
    assert [image["caption"] for image in line["images"]] == ["The Aruna"]
    assert (line["html"], line["url"]) == (visitor.PAGE["html"], visitor.PAGE["url"])


@pytest.mark.parametrize(
    "marks", ["", "{", "[]", '{"wrongly_kept_blocks": [99]}', '{"colour": "red"}', '{"captions": {"//nothing": "A"}}']
)
def test_marks_that_fit_nothing_are_refused(visitor: Any, marks: str) -> None:
    response = visitor.post(f"{visitor.inspect()}/labels", data={"marks": marks})
    assert response.status_code == 422
    assert PROBLEM_TYPES["bad-option"].title in visitor.find_alert(response)
