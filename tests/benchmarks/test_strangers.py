"""Pages with strangers: what is put where, and what is said of what became of it."""

import gzip
import json
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import lxml.html
import numpy as np
import pytest
import strangers
from comparison.scoring import read_corpus
from comparison.systems import SystemFailed
from strange_pages.files import StrangePage, read_pages, write_pages
from strange_pages.labelled import LabelledArticle, LabelledPicture, base_name, read_articles
from strange_pages.making import find_near, make_strangers
from strange_pages.markup import put_figure, put_paragraphs, put_story
from strange_pages.measures import Answer, JudgedBlock, observe, observe_genuine, observe_kept_before, read_answers
from strange_pages.tables import render_images, render_observations, sum_images

Write = Callable[..., Path]
FERRY = [
    f"{day} the ferry crossed the lake with {count} passengers, {count} bicycles and a cargo of timber for the mill at "
    f"Holm, where the harbour master was waiting on the quay with the mail and a list of complaints."
    for day, count in (("On Monday", 11), ("On Tuesday", 12), ("On Friday", 13), ("On Saturday", 14), ("At last", 15))
]
CHEESE = [
    f"The dairy of Upper Tarn sells {kind} cheese from the {place} alone, which is pressed by hand for {days} days, "
    f"salted twice and laid on boards of spruce that are turned each morning, as they have been for a century."
    for kind, place, days in (
        ("soft", "valley", 2), ("hard", "alp", 9), ("blue", "cave", 30), ("young", "meadow", 3), ("old", "cellar", 90),
        ("smoked", "hut", 12),
    )
]  # fmt: skip
FERRY_PICTURE = LabelledPicture(
    "https://ferry.example/i/aurelia-quay.jpg",
    ("https://ferry.example/i/aurelia-quay.jpg", "https://ferry.example/i/aurelia-quay.jpg?w=400"),
    "The Aurelia at the quay of Holm on Friday",
    "A ferry",
)
CHEESE_PICTURE = LabelledPicture(
    "https://dairy.example/i/cheese-boards.jpg?w=9",
    ("https://dairy.example/i/cheese-boards.jpg?w=9",),
    "Boards of cheese in the cellar of Upper Tarn",
    "",
)


def page_of(paragraphs: list[str], picture: LabelledPicture) -> str:
    body = "".join(f"<p>{text}</p>\n" for text in paragraphs)
    figure = (
        f'<figure><img src="{picture.src}" alt="{picture.alt}" srcset="{picture.addresses[-1]} 400w">'
        f"<figcaption><b>{picture.caption}</b> Photo: Kit</figcaption></figure>"
    )
    return f'<html><body><nav>Home</nav><div id="body"><h2>News</h2>{figure}{body}</div>tail</body></html>'


def article(name: str, paragraphs: list[str], picture: LabelledPicture, **more: str) -> LabelledArticle:
    html, text = page_of(paragraphs, picture), "\n\n".join(paragraphs)
    given = LabelledArticle(
        name, f"{name}.example", f"https://{name}.example/1", "en", f"Title of {name}", html, text, (), ()
    )
    return replace(given, paragraphs=tuple(paragraphs), pictures=(picture,), **more)


def ferry() -> LabelledArticle:
    return article("ferry", FERRY, FERRY_PICTURE)


def dairy() -> LabelledArticle:
    return article("dairy", CHEESE, CHEESE_PICTURE)


def answer(text: str = "", *images: str, blocks: tuple[JudgedBlock, ...] = ()) -> Answer:
    shown = tuple({"url": image, "sources": [{"url": image}]} for image in images)
    return Answer(text, shown, frozenset(map(base_name, images)), blocks)


def strange_page(kind: str, *texts: str, replaced: tuple[str, ...] = (), lang: str = "en") -> StrangePage:
    return StrangePage(f"{kind}/1", kind, lang, "ferry", texts, replaced)


def seen(pages: list[StrangePage], answers: dict[str, Answer]) -> list[tuple[str, float]]:
    return [(each.measure, each.value) for each in observe(pages, answers)]


class TestMarkup:
    def test_a_figure_keeps_its_place_and_gets_picture_caption_and_description_of_the_stranger(self) -> None:
        made = put_figure(ferry(), FERRY_PICTURE, CHEESE_PICTURE)
        assert made is not None and made.address == "https://images.other-site.example/2026/cheese-boards.jpg"
        (image,) = lxml.html.document_fromstring(made.html).iter("img")
        assert image.get("src") == image.get("srcset") == made.address
        assert image.get("alt") == CHEESE_PICTURE.caption
        assert image.getnext().text_content() == CHEESE_PICTURE.caption
        assert "aurelia" not in made.html.lower()

    def test_the_copy_of_a_lazy_picture_for_pages_without_scripts_is_the_strangers_too(self) -> None:
        lazy = f'<noscript><img src="{FERRY_PICTURE.src}"></noscript><figcaption>'
        made = put_figure(
            replace(ferry(), html=ferry().html.replace("<figcaption>", lazy)), FERRY_PICTURE, CHEESE_PICTURE
        )
        assert made is not None and "aurelia" not in made.html.lower()

    @pytest.mark.parametrize("absent", ["The Aurelia at the quay", "aurelia-quay.jpg"])
    def test_a_page_without_the_picture_or_its_caption_gets_no_stranger(self, absent: str) -> None:
        page = replace(ferry(), html=ferry().html.replace(absent, "else"))
        assert put_figure(page, FERRY_PICTURE, CHEESE_PICTURE) is None

    def test_paragraphs_stand_in_a_row_behind_the_middle_one(self) -> None:
        html = put_paragraphs(ferry(), CHEESE[:2])
        assert html is not None
        shown = [each.text for each in lxml.html.document_fromstring(html).iter("p")]
        assert shown == [*FERRY[:3], *CHEESE[:2], *FERRY[3:]]

    def test_the_text_behind_a_paragraph_stays_where_it_was(self) -> None:
        page = replace(ferry(), html=ferry().html.replace(f"{FERRY[2]}</p>\n", f"{FERRY[2]}</p>loose"))
        html = put_paragraphs(page, CHEESE[:1])
        assert html is not None and f"<p>{CHEESE[0]}</p>loose" in html

    def test_a_page_that_shows_few_labelled_paragraphs_gets_no_stranger(self) -> None:
        page = replace(ferry(), paragraphs=tuple(FERRY[:4]))
        assert put_paragraphs(page, CHEESE[:1]) is None
        assert put_story(page, CHEESE) is None

    def test_a_story_stands_in_a_copy_of_the_body_without_its_pictures_and_headings(self) -> None:
        html = put_story(ferry(), CHEESE)
        assert html is not None
        own, story = lxml.html.document_fromstring(html).xpath("//body/div")
        assert [each.text for each in own.iter("p")] == FERRY
        assert [each.text for each in story.iter("p")] == CHEESE[:5]
        assert not story.xpath(".//img|.//h2") and story.get("id") is None and story.tail == "tail"

    def test_a_shorter_story_leaves_no_paragraph_of_the_articles_own_in_the_copy(self) -> None:
        html = put_story(ferry(), CHEESE[:4], "Cheese")
        assert html is not None
        _, story = lxml.html.document_fromstring(html).xpath("//body/div")
        assert [each.text_content() for each in story.xpath("./h2|./p")] == ["Cheese", *CHEESE[:4]]

    def test_a_body_that_is_the_whole_page_gets_no_second_one(self) -> None:
        page = replace(ferry(), html=ferry().html.replace('<div id="body">', "").replace("</div>", ""))
        assert put_story(page, CHEESE) is None


class TestMaking:
    def test_each_kind_is_made_of_the_article_of_another_site(self) -> None:
        made = dict(make_strangers([ferry(), dairy()]))
        (own,) = (strangers for each, strangers in made.items() if each.id == "ferry")
        by_kind = {stranger.kind: stranger for stranger in own}
        assert list(by_kind) == [
            "figure", "paragraph", "advert", "three-paragraphs", "story", "story-h2", "figure-hard"
        ]  # fmt: skip
        assert by_kind["paragraph"].texts[0] in CHEESE
        assert by_kind["three-paragraphs"].texts == tuple(CHEESE[1:4])
        assert by_kind["figure"].replaced == FERRY_PICTURE.addresses
        assert "Title of dairy" in by_kind["story-h2"].html and "Title of dairy" not in by_kind["story"].html

    def test_the_same_corpus_always_gets_the_same_strangers(self) -> None:
        first, second = ([made for _, made in make_strangers([ferry(), dairy()])] for _ in range(2))
        assert first == second

    def test_no_stranger_comes_from_another_language_or_the_same_site(self) -> None:
        alone = [ferry(), replace(dairy(), lang="de"), replace(dairy(), id="twin", site="ferry.example")]
        made = [stranger.kind for _, made in make_strangers(alone) for stranger in made]
        assert made == ["figure-hard", "figure-hard"]  # the two of one site, each with the other's picture

    def test_the_nearest_article_is_of_the_same_site_whatever_it_is_about(self) -> None:
        other = replace(article("other", FERRY[1:], CHEESE_PICTURE), title="x")
        neighbour = replace(dairy(), id="neighbour", site="ferry.example")
        own = ferry()
        assert find_near([own, other, neighbour])[own] is neighbour

    def test_the_nearest_article_of_other_sites_has_the_most_similar_text(self) -> None:
        own, far, near = ferry(), dairy(), article("near", [*CHEESE[:1], *FERRY[:3]], CHEESE_PICTURE)
        assert find_near([own, far, near])[own] is near

    def test_an_article_that_shows_the_same_picture_is_not_near(self) -> None:
        own, twin = ferry(), article("twin", FERRY, FERRY_PICTURE)
        assert find_near([own, twin]) == {}

    def test_languages_without_spaces_are_compared_by_pairs_of_characters(self) -> None:
        own, near, far = (
            replace(article(name, [text], picture), lang="ja")
            for name, text, picture in (
                ("own", "渡し船が湖を渡った", FERRY_PICTURE),
                ("near", "今日も渡し船が湖に", CHEESE_PICTURE),
                ("far", "山の乳製品は美味い", CHEESE_PICTURE),
            )
        )
        assert find_near([far, own, near])[own] is near


class TestFiles:
    def test_articles_are_read_from_blocks_and_from_lines_of_text(self, write_corpus: Write) -> None:
        page = {"site": "a.example", "url": "https://a.example/", "html": "<p>", "text": "One\n\nTwo", "title": None}
        image = {"src": "i.jpg", "gold_urls": ["i.jpg", None], "caption": "A caption", "alt": None}
        blocks = [{"type": "h", "text": "Head"}, {"type": "p", "text": "One"}]
        rows = (
            {**page, "id": "1", "lang": "en", "blocks": blocks, "images": [image, {**image, "caption": None}]},
            {**page, "id": "2", "lang": "en", "images": None},
            {**page, "id": "3", "lang": None},
        )
        first, second = read_articles(write_corpus(*rows))
        assert (first.paragraphs, second.paragraphs) == (("One",), ("One", "Two"))
        assert first.pictures == (LabelledPicture("i.jpg", ("i.jpg",), "A caption", ""),)

    def test_a_page_as_it_was_stands_before_those_made_of_it(self, tmp_path: Path) -> None:
        out = tmp_path / "pages.jsonl.gz"
        counts = write_pages(make_strangers([ferry(), dairy()]), out)
        pages = list(read_pages(out))
        assert (counts["as-it-was"], counts["figure"], counts["story"]) == (2, 2, 1)  # five paragraphs are no story
        assert [page.id for page in pages[:3]] == ["as-it-was/ferry", "figure/1", "paragraph/1"]
        assert pages[0].strangers == () and pages[1].replaced == FERRY_PICTURE.addresses
        assert {page.base for page in pages} == {"ferry", "dairy"}
        with gzip.open(out, "rt", encoding="utf-8") as lines:
            rows = {row["id"]: row for row in map(json.loads, lines)}
        assert rows["as-it-was/ferry"]["html"] == ferry().html and rows["figure/1"]["site"] == "ferry.example"

    def test_one_stranger_is_read_as_one_text_and_not_as_its_characters(self, tmp_path: Path) -> None:
        out = tmp_path / "pages.jsonl.gz"
        write_pages(make_strangers([ferry(), dairy()]), out)
        by_id = {page.id: page for page in read_pages(out)}
        assert by_id["paragraph/1"].strangers[0] in CHEESE and len(by_id["paragraph/1"].strangers) == 1
        assert by_id["three-paragraphs/1"].strangers == tuple(CHEESE[1:4])

    def test_answers_hold_kept_and_dropped_blocks_with_what_their_verdicts_say(self, write_predictions: Write) -> None:
        def block(text: str, **verdict: str) -> dict[str, object]:
            return {"text": text, "verdict": {"reason": "article_text", **verdict}}

        image = {"url": "https://a.example/big.jpg", "sources": [{"url": "https://a.example/small.jpg?w=1"}]}
        record = {"text": "One", "images": [image], "blocks": [block("One"), block("Two", relevance="unrelated")]}
        dropped = {"blocks": [block(" Three  words", reason="off_topic"), block("Four", reason="teaser")]}
        answers = read_answers(
            write_predictions({"id": "1", **record, "dropped": dropped}, {"id": "2", "error": {"code": "x"}})
        )
        assert list(answers) == ["1"] and answers["1"].names == {"big.jpg", "small.jpg"}
        assert answers["1"].blocks == (
            JudgedBlock("One", True, False),
            JudgedBlock("Two", True, True),
            JudgedBlock("Three words", False, True),
            JudgedBlock("Four", False, False),
        )


class TestMeasures:
    def test_a_strange_figure_counts_where_the_genuine_one_was_kept(self) -> None:
        own, stranger = FERRY_PICTURE.src, "https://images.other-site.example/2026/cheese-boards.jpg"
        page = strange_page("figure", stranger, replaced=(own,))
        kept = {"as-it-was/ferry": answer("", own), "figure/1": answer("", stranger)}
        assert seen([page], kept) == [("genuine kept", 1), ("stranger kept", 1)]
        assert seen([page], {**kept, "figure/1": answer()}) == [("genuine kept", 1), ("stranger kept", 0)]
        assert seen([page], {**kept, "as-it-was/ferry": answer()}) == [("genuine kept", 0)]

    def test_what_happened_to_strange_paragraphs_is_told_of_each(self) -> None:
        page = strange_page("three-paragraphs", *CHEESE[:2])
        text = "\n\n".join(FERRY)
        now = answer(f"{text}\n\n{CHEESE[0]}", blocks=(JudgedBlock(CHEESE[1], False, True),))
        assert seen([page], {"as-it-was/ferry": answer(text), page.id: now}) == [
            ("in the text", 1),
            ("verdict `unrelated`", 0),
            ("in the text", 0),
            ("verdict `unrelated`", 1),
            ("more than 10 % of the rest lost", 0),
        ]

    def test_a_text_that_is_lost_with_the_stranger_is_seen(self) -> None:
        page = strange_page("advert", "Buy")
        answers = {"as-it-was/ferry": answer("\n\n".join(FERRY)), page.id: answer("\n\n".join(FERRY[:4]))}
        assert seen([page], answers)[-1] == ("more than 10 % of the rest lost", 1)

    def test_a_story_is_measured_by_the_characters_kept_of_it_and_lost_of_the_own(self) -> None:
        page = strange_page("story", "aaa", "b")
        answers = {"as-it-was/ferry": answer("own\n\nt  ext"), page.id: answer("t ext aaa")}
        assert seen([page], answers) == [("text kept of it", 0.75), ("own text lost", pytest.approx(3 / 8))]

    def test_a_page_that_was_not_answered_is_not_counted(self) -> None:
        page = strange_page("paragraph", CHEESE[0])
        assert seen([page], {page.id: answer()}) == seen([page], {"as-it-was/ferry": answer()}) == []

    def test_long_genuine_paragraphs_are_counted_apart_from_what_was_dropped(self) -> None:
        page = replace(strange_page("as-it-was", lang="de"), id="as-it-was/ferry")
        blocks = (
            JudgedBlock(FERRY[0], True, False),
            JudgedBlock(FERRY[1], True, True),
            JudgedBlock(FERRY[2], False, True),
            JudgedBlock(CHEESE[0], False, True),
            JudgedBlock("short", True, True),
        )
        observed = list(observe_genuine([page], {page.id: answer(blocks=blocks)}, [ferry()]))
        assert [(each.measure.split()[1], each.value) for each in observed] == [
            ("kept,", 0), ("paragraph", 0), ("kept,", 1), ("paragraph", 0), ("paragraph", 1)
        ]  # fmt: skip
        assert {each.language for each in observed} == {"others"}

    def test_pictures_that_an_earlier_run_kept_are_looked_for(self) -> None:
        pages = [strange_page("figure", "x", replaced=(name,)) for name in ("a.jpg", "b.jpg", "c.jpg")]
        now, before = answer("", "a.jpg", "c.jpg"), answer("", "a.jpg", "b.jpg")
        observed = observe_kept_before(pages, {"as-it-was/ferry": now}, {"as-it-was/ferry": before})
        assert [each.value for each in observed] == [1, 0]


class TestImages:
    def test_strangers_are_wrong_and_the_replaced_picture_is_no_longer_asked_for(self, write_corpus: Write) -> None:
        images = [{"src": name, "gold_urls": [name]} for name in ("a.jpg", "b.jpg")]
        labels = {"id": "ferry", "site": "s", "html": "", "images": images}
        by_id = {label["id"]: label for label in read_corpus(write_corpus(labels)).labels}
        page = strange_page("figure", "x.jpg", replaced=("a.jpg",))
        answers = {page.id: answer("", "b.jpg", "x.jpg")}
        sums = sum_images([page], by_id, answers, ["figure"])
        assert sums.tolist() == [[1, 2, 1]]
        assert sum_images([page], by_id, {}, ["figure"]).tolist() == [[0, 0, 1]]

    def test_pages_of_one_site_are_summed_and_pages_without_labels_left_out(self, write_corpus: Write) -> None:
        rows = [{"id": name, "site": "s", "html": "", "images": [{"src": "a.jpg"}]} for name in ("ferry", "2")]
        by_id = {row["id"]: row for row in [*rows, {"id": "3", "site": "t", "images": None}]}
        pages = [StrangePage(f"as-it-was/{base}", "as-it-was", "en", base, (), ()) for base in by_id]
        answers = {"as-it-was/ferry": answer("", "a.jpg"), "as-it-was/2": answer("", "z.jpg")}
        assert sum_images(pages, by_id, answers, ["as-it-was"]).tolist() == [[1, 2, 2]]


class TestTables:
    def test_a_cell_holds_the_mean_and_how_many_were_seen(self) -> None:
        pages = [strange_page("advert", "Buy"), replace(strange_page("advert", "Buy"), id="advert/2")]
        was = {"as-it-was/ferry": answer("own")}
        kept = {**was, "advert/1": answer("own Buy"), "advert/2": answer("own")}
        table = render_observations({"cutline": observe(pages, kept), "none": observe(pages, {})})
        assert table.splitlines()[:3] == [
            "| pages | measure | languages | cutline | none |",
            "|---|---|---|---:|---:|",
            "| advert | in the text | English | 0.500 of 2 | – |",
        ]

    def test_image_f1_is_shown_with_the_difference_and_its_interval(self) -> None:
        ours, theirs = np.array([[2.0, 2, 2], [1, 1, 1]]), np.array([[1.0, 2, 2], [0, 1, 1]])
        table = render_images({"figure": {"cutline": ours, "no NLP": theirs}})
        assert table.splitlines()[-1] == "| figure | 1.000 | 0.333 | +0.667 [+0.500, +1.000] | 3 |"


class TestCommand:
    def test_a_run_prints_both_tables_and_shows_an_earlier_run_beside_them(
        self, tmp_path: Path, write_corpus: Write, capsys: pytest.CaptureFixture[str]
    ) -> None:
        corpus = write_corpus(*(describe(each) for each in (ferry(), dairy())), name="two")
        earlier = strangers.Earlier(strangers.BEFORE, tmp_path / "before")
        with pytest.raises(SystemFailed, match="--before"):
            strangers.print_measures(corpus, [earlier], tmp_path / "work")
        left = tmp_path / "before" / "two" / "cutline.jsonl"
        left.parent.mkdir(parents=True)
        left.write_text("\n".join(map(json.dumps, predict(tmp_path / "work" / "two" / "pages.jsonl.gz"))))
        ours = replace(earlier, name=strangers.OURS)
        capsys.readouterr()
        strangers.print_measures(corpus, [ours, earlier], tmp_path / "work")
        printed = capsys.readouterr().out
        assert "Pages: 2 as-it-was, 2 figure," in printed and "Without an answer: cutline 0, before 0." in printed
        assert "| figure | genuine kept, of those kept before | English | 1.000 of 2 | 1.000 of 2 |" in printed
        assert "| as they were | 1.000 | 1.000 | +0.000 [+0.000, +0.000] | 2 |" in printed
        strangers.print_measures(corpus, [ours, replace(earlier, name=strangers.NO_NAMES)], tmp_path)
        assert "| as-it-was | 2 | 0 | 0 of 0 | 0 of 0 |" in capsys.readouterr().out

    def test_every_second_page_can_be_built_alone(self, tmp_path: Path, write_corpus: Write) -> None:
        corpus = write_corpus(*(describe(each) for each in (ferry(), dairy())), name="two")
        assert strangers.build(corpus, tmp_path / "out.jsonl.gz", 2).startswith("1 as-it-was, 1 figure")

    def test_all_variants_are_read_by_held_out_models_if_there_are_any(self, tmp_path: Path) -> None:
        *variants, before = strangers.find_systems(tmp_path, tmp_path)
        assert [(system.name, system.models) for system in variants] == [
            (name, tmp_path) for name in (strangers.OURS, strangers.NO_NAMES, strangers.NO_NLP)
        ]
        assert before.name == strangers.BEFORE


def describe(each: LabelledArticle) -> dict[str, object]:
    """Return an article as a line of a corpus."""
    images = [
        {"src": one.src, "gold_urls": list(one.addresses), "caption": one.caption, "alt": one.alt}
        for one in each.pictures
    ]
    blocks = [{"type": "p", "text": text} for text in each.paragraphs]
    fields = ("id", "site", "url", "lang", "title", "html", "text")
    return {**{name: getattr(each, name) for name in fields}, "blocks": blocks, "images": images}


def predict(pages: Path) -> list[dict[str, object]]:
    """Return predictions that keep the first picture of every page."""
    with gzip.open(pages, "rt", encoding="utf-8") as lines:
        rows = list(map(json.loads, lines))
    shown = [next(lxml.html.document_fromstring(row["html"]).iter("img")).get("src") for row in rows]
    return [
        {"id": row["id"], "text": "", "blocks": [], "images": [{"url": src, "sources": [{"url": src}]}]}
        for row, src in zip(rows, shown, strict=True)
    ]
