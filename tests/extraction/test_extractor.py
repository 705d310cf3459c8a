"""The stages joined: one page in, its article out."""

import json
import os
import subprocess
import sys
import threading
from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import cutline
from cutline import Article, Extractor
from cutline.dom.document import Page, parse
from cutline.dom.features.images import IMAGE_COLUMNS
from cutline.errors import EmptyPage, NotHtml, OptionError, PageTooLarge, PipelineError
from cutline.extraction.page_views import divide_page
from cutline.models.image_reasons import name_reason
from cutline.types import Extra, Image

EXAMPLE = Path(__file__).parents[2] / "examples" / "ferry.html"
URL = "https://courier.example/2026/ferry-returns"
SUMMARY = "The council of Port Ellery has voted to bring back the night ferry to Holm, closed since 2015."
EXTRAS: list[Extra] = ["dropped", "html", "entities", "timings"]


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


@pytest.fixture(scope="module")
def article(extractor: Extractor) -> Article:
    return extractor.extract(EXAMPLE.read_bytes(), url=URL, include=EXTRAS)


@pytest.fixture(scope="module")
def by_paper(extractor: Extractor) -> Article:
    """The same page by the paper's rules."""
    return extractor.extract(EXAMPLE.read_bytes(), url=URL, include=EXTRAS, method="first-subtree")


def name_images(images: Iterable[Image]) -> dict[str, Image]:
    return {image.url.rsplit("/", 1)[1]: image for image in images}


def to_json(article: Article) -> str:
    return json.dumps(article.model_dump(exclude={"timings"}), sort_keys=True, default=str)


class TestExamplePage:
    def test_what_the_page_says_of_itself_is_read(self, article: Article) -> None:
        assert article.title == "Night ferry returns to Lake Varn after eleven years"
        assert article.authors == ("Ines Halloran", "Tom Okafor")
        assert article.published == "2026-05-04T06:30:00+02:00"
        assert article.site_name == "The Varn Courier"
        assert article.canonical_url == URL
        assert article.language == "en-GB"

    @pytest.mark.parametrize("method", ["auto", "first-subtree", "single-pass"])
    def test_the_story_it_points_to_is_its_related_link(self, extractor: Extractor, method: str) -> None:
        read = extractor.extract(EXAMPLE.read_bytes(), url=URL, method=method, render="never", nlp=False)
        assert [(link.title, link.url) for link in read.related] == [
            ("Holm paper mill to add 120 jobs, says Mayor Clara Benning", "https://courier.example/2026/mill-jobs")
        ]

    def test_the_summary_is_the_pages_own(self, article: Article) -> None:
        assert article.summary == SUMMARY

    def test_the_text_is_the_story_without_title_captions_and_teasers(self, article: Article) -> None:
        assert article.text.startswith("The council of Port Ellery voted on Monday night")
        assert "Bicycles travel free, as they did in 2015." in article.text
        for other in ("Dormello", "Read also", "Record pike", "wheelhouse", "Subscribe", "Night ferry returns"):
            assert other not in article.text

    def test_the_text_is_the_kept_blocks_joined_by_blank_lines(self, article: Article) -> None:
        assert article.text == "\n\n".join(block.text for block in article.blocks)
        assert all(block.verdict.kept for block in article.blocks)

    def test_the_two_pictures_of_the_story_are_kept_with_caption_and_credit(self, article: Article) -> None:
        images = name_images(article.images)
        lead, captain = images["ferry.jpg"], images["captain.jpg"]
        assert lead.url == "https://courier.example/2026/images/ferry.jpg"
        assert lead.is_lead and not captain.is_lead
        assert lead.caption == "The Aurelia on her last crossing from Port Ellery to Holm in October 2015."
        assert lead.credit is not None and "Marta Lindqvist" in lead.credit
        assert captain.caption_source == "figcaption"

    def test_a_kept_picture_shows_the_names_it_shares_with_the_text(self, article: Article) -> None:
        similarity = article.images[0].verdict.similarity
        assert similarity is not None and similarity.evidence.kind == "entities"
        assert {"Holm", "Port Ellery"} <= {name.name for name in similarity.evidence.shared}

    def test_pictures_of_other_stories_are_dropped_with_a_reason(self, article: Article) -> None:
        assert article.dropped is not None
        dropped = name_images(article.dropped.images)
        for name in ("mill.jpg", "festival.jpg"):
            verdict = dropped[name].verdict
            assert verdict.reason in {name_reason(column) for column in IMAGE_COLUMNS}
            assert verdict.score is not None and verdict.threshold is not None and verdict.score < verdict.threshold

    def test_the_paper_s_rule_drops_by_place_caption_and_names(self, by_paper: Article) -> None:
        assert list(name_images(by_paper.images)) == ["ferry.jpg", "captain.jpg"]
        assert by_paper.dropped is not None
        reasons = {name: image.verdict.reason for name, image in name_images(by_paper.dropped.images).items()}
        assert reasons == {
            "mattress-300x250.jpg": "dissimilar",
            "mill.jpg": "link_list",
            "festival.jpg": "outside_subtree",
        }

    def test_the_paper_s_rule_decides_by_the_similarity_itself(self, by_paper: Article) -> None:
        verdict = by_paper.images[0].verdict
        assert verdict.similarity is not None and verdict.similarity.score == verdict.score
        assert verdict.reason == "similar"

    def test_the_html_holds_the_kept_blocks_only(self, article: Article) -> None:
        assert article.html is not None
        assert article.html.count("<p>") == len(article.blocks)
        assert "<script" not in article.html and "Dormello" not in article.html

    def test_names_are_counted_over_all_their_forms(self, article: Article) -> None:
        counts = {entity.name: entity.count for entity in article.entities or ()}
        assert counts["Joren Haldane"] >= 2


class TestOptions:
    def test_the_text_does_not_depend_on_images_or_include(self, extractor: Extractor, article: Article) -> None:
        page = EXAMPLE.read_bytes()
        assert extractor.extract(page, url=URL, images=False).text == article.text
        assert extractor.extract(page, url=URL).text == article.text

    @pytest.mark.load
    @settings(max_examples=30)
    @given(pieces=st.lists(st.sampled_from(["text", "link", "picture", "caption", "list", "name"]), max_size=12))
    def test_no_page_has_another_text_without_its_images(self, extractor: Extractor, pieces: list[str]) -> None:
        html = {
            "text": f"<p>{'The mayor of Holm spoke again. ' * 9}</p>",
            "link": '<p><a href="/x">Read about the mayor of Marnwick</a></p>',
            "picture": '<div><img src="a.jpg"> The mayor of Holm</div>',
            "caption": '<figure><img src="b.jpg"><figcaption>Clara Benning in Holm</figcaption></figure>',
            "list": "<ul><li>One thing</li><li>Another</li></ul>",
            "name": '<p>Clara Benning met <a href="/y">Pieter Amsel, Joren Haldane and Ines Halloran</a></p>',
        }
        page = f"<body><div>{''.join(html[piece] for piece in pieces)}</div></body>"
        assert extractor.extract(page, images=False).text == extractor.extract(page, include=EXTRAS).text

    def test_without_names_no_block_and_no_captioned_image_is_dropped_by_them(self, extractor: Extractor) -> None:
        article = extractor.extract(EXAMPLE.read_bytes(), url=URL, nlp=False, method="first-subtree")
        assert {image.verdict.reason for image in article.images} == {"captioned"}
        assert article.model.ner is None

    def test_an_unknown_option_is_named(self, extractor: Extractor) -> None:
        with pytest.raises(OptionError, match="no option 'colour'"):
            extractor.extract("<p>x</p>", colour="red")

    def test_a_wrong_value_is_named(self, extractor: Extractor) -> None:
        with pytest.raises(OptionError, match="'method' cannot be 'magic'"):
            extractor.extract("<p>x</p>", method="magic")

    def test_one_part_of_the_result_may_be_named_alone(self, extractor: Extractor) -> None:
        assert extractor.extract("<p>x</p>", include="dropped").dropped is not None

    def test_a_page_of_another_type_is_refused(self, extractor: Extractor) -> None:
        with pytest.raises(OptionError, match="str, bytes or a Path, not int"):
            extractor.extract(5)  # type: ignore[arg-type]

    def test_neither_page_nor_address_is_refused(self, extractor: Extractor) -> None:
        with pytest.raises(OptionError, match="Give a page"):
            extractor.extract()

    def test_another_language_is_compared_without_the_english_pipeline(self, extractor: Extractor) -> None:
        assert extractor.extract(EXAMPLE.read_bytes(), language="de").model.ner is None


class TestBadPages:
    @pytest.mark.parametrize("page", ["", b"", "  \n ", b"\xef\xbb\xbf"])
    def test_an_empty_page(self, extractor: Extractor, page: str | bytes) -> None:
        with pytest.raises(EmptyPage, match="empty"):
            extractor.extract(page)

    @pytest.mark.parametrize("page", [b"%PDF-1.7 ...", b"\x89PNG\r\n\x1a\n...", b"\x1f\x8b\x08...", "%PDF-1.7 ..."])
    def test_what_is_not_html(self, extractor: Extractor, page: str | bytes) -> None:
        with pytest.raises(NotHtml):
            extractor.extract(page)

    def test_a_page_over_the_limit(self, extractor: Extractor) -> None:
        with pytest.raises(PageTooLarge, match=r"page\.max_bytes"):
            extractor.extract(b"x" * (extractor.settings.page.max_bytes + 1))

    @pytest.mark.load
    def test_a_page_with_more_pieces_of_text_than_the_limit(self, extractor: Extractor) -> None:
        page = "<p>The ferry" * (extractor.settings.page.max_segments + 1)
        sentence = r"20,001 pieces of text; the limit is 20,000\. Raise page\.max_segments"
        with pytest.raises(PageTooLarge, match=sentence):
            extractor.extract(page, render="never")
        with pytest.raises(PageTooLarge, match=sentence):
            extractor.compare(page, render="never", methods=["first-subtree"])
        with pytest.raises(PageTooLarge, match=sentence):
            divide_page(parse(Page(page), extractor.settings.page.max_elements), extractor.settings)

    @pytest.mark.parametrize(
        "page", ["<!-- -->", "<html></html>", "<body><img src=a.jpg></body>", "<frameset></frameset>"]
    )
    def test_a_page_without_text_has_an_empty_article(self, extractor: Extractor, page: str) -> None:
        article = extractor.extract(page)
        assert (article.text, article.blocks) == ("", ())
        assert "no_article" in article.warnings

    def test_deep_nesting_is_said(self, extractor: Extractor) -> None:
        page = f"<body>{'<div>' * 100_000}text{'</div>' * 100_000}</body>"
        assert "deep_nesting" in extractor.extract(page).warnings

    @pytest.mark.load
    def test_thousands_of_images_are_all_accounted_for(self, extractor: Extractor) -> None:
        images = "".join(f"<img src=p{number}.jpg>" for number in range(5_000))
        page = f"<body><div><p>{'word ' * 200}</p>{images}"
        article = extractor.extract(page, include=["dropped"], method="first-subtree")
        assert article.dropped is not None and len(article.dropped.images) == 5_000
        assert {image.verdict.reason for image in article.dropped.images} == {"no_caption"}
        assert article.warnings == ("caption_is_article",)


class TestSharing:
    def test_results_are_equal_in_eight_threads(self, extractor: Extractor, article: Article) -> None:
        results: list[str] = []

        def work() -> None:
            found = extractor.extract(EXAMPLE.read_bytes(), url=URL, include=EXTRAS)
            results.append(to_json(found))

        threads = [threading.Thread(target=work) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert set(results) == {to_json(article)} and len(results) == 8

    @pytest.mark.processes
    def test_results_are_equal_in_another_process(self, article: Article) -> None:
        code = (
            "import cutline, pathlib, sys;"
            f"page = pathlib.Path({str(EXAMPLE)!r}).read_bytes();"
            f"article = cutline.extract(page, url={URL!r}, include=['dropped', 'html', 'entities']);"
            "sys.stdout.write(article.model_dump_json())"
        )
        done = subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            text=True,
            env=os.environ | {"PYTHONHASHSEED": "1"},  # ours is another one
        )
        assert Article.model_validate_json(done.stdout) == article.model_copy(update={"timings": None})


class TestPublicNames:
    def test_every_public_name_is_there(self) -> None:
        for name in cutline.__all__:
            assert getattr(cutline, name) is not None

    def test_texts_are_judged_as_captions_and_compared_by_the_names_they_share(self) -> None:
        text = "Barack Obama met Angela Merkel in Berlin. Merkel and Obama talked about Ukraine."
        same, other = cutline.similarity(text, "Obama and Merkel in Berlin", "The new Toyota in Nagoya")
        assert (same.relevance, other.relevance) == ("related", "unknown")  # so short a story says little
        assert same.relevance_score is not None and same.relevance_score >= same.related_threshold
        assert other.relevance_score is not None and other.relevance_score < other.related_threshold
        assert set(same.found) == {"Obama", "Merkel", "Berlin"} and set(other.missing) == {"Toyota", "Nagoya"}
        assert same.similarity.cosine is not None and same.similarity.cosine > 0.9
        assert {name.name for name in same.similarity.evidence.shared} == {"Barack Obama", "Angela Merkel", "Berlin"}
        assert not other.similarity.score

    @pytest.mark.parametrize("caption", ["", "Photo: AFP", "Foto: dpa", "\U0001f600"])
    def test_a_text_that_says_nothing_has_no_score(self, extractor: Extractor, caption: str) -> None:
        (compared,) = extractor.similarity("Barack Obama met Angela Merkel in Berlin.", caption)
        assert (compared.relevance, compared.relevance_score, compared.similarity.score) == ("unknown", None, None)

    def test_an_article_says_of_its_captions_what_their_verdicts_say(
        self, extractor: Extractor, article: Article
    ) -> None:
        assert article.dropped is not None
        judged = [image for image in (*article.images, *article.dropped.images) if image.verdict.relevance]
        compared = extractor.similarity(article, *(image.caption or image.alt or "" for image in judged))
        assert len(judged) >= 4
        for image, one in zip(judged, compared, strict=True):
            verdict = image.verdict
            assert (one.relevance, one.relevance_score) == (verdict.relevance, verdict.relevance_score)
            assert (one.found, one.missing, one.similarity) == (verdict.found, verdict.missing, verdict.similarity)

    def test_an_advertisement_in_a_text_is_held_against_the_rest_of_it(self, extractor: Extractor) -> None:
        ferry = "The night ferry Aurelia crosses Lake Varn from Port Ellery to Holm again, and the harbour celebrates."
        captain = "Captain Joren Haldane steers the Aurelia across the lake to the harbour of Holm every night."
        advertisement = "Sleep like never before: the Dormello Cloud mattress by Nordheim, now 40 % off in all stores."
        text = "\n".join([ferry, captain, advertisement, ferry.replace("again", "once more")])
        stranger, own, all_of_it = extractor.similarity(text, advertisement, captain, text)
        assert (stranger.relevance, stranger.found) == ("unrelated", ())
        assert own.relevance == all_of_it.relevance == "related"

    def test_an_article_can_be_compared_too(self, extractor: Extractor, article: Article) -> None:
        (compared,) = extractor.similarity("The Aurelia crosses Lake Varn to Holm.", article)
        assert compared.similarity.evidence.used == article.text

    def test_the_language_given_decides_how_words_are_read(self, extractor: Extractor) -> None:
        texts = "Gestern in Hamburg.", "Der Bürgermeister von Hamburg"
        english, german = (extractor.similarity(*texts, language=tag)[0] for tag in ("en", "de"))
        assert english != german
        with pytest.raises(OptionError, match="language"):
            extractor.similarity(*texts, language="German!")

    def test_of_many_texts_none_is_left_out(self, tmp_path: Path) -> None:
        config = tmp_path / "my.toml"
        config.write_text("[nlp]\nmax_characters = 100\n")
        compared = Extractor(config).similarity("Obama met Merkel in Berlin.", *["Merkel in Berlin"] * 20)
        assert {one.relevance_score for one in compared} == {compared[0].relevance_score}

    @pytest.mark.parametrize("half", ["\ud83d", "\udc80"])
    def test_halves_of_characters_are_left_out_of_texts_that_are_compared(
        self, extractor: Extractor, half: str
    ) -> None:
        texts = [f"Barack Obama met {half}Angela Merkel{half} in Berlin.", f"Angela{half} Merkel {half}", half]
        assert extractor.similarity(*texts) == extractor.similarity(*(text.replace(half, "") for text in texts))
        compared, vectors = extractor.similarity_with_vectors(*texts)
        assert [one.similarity.score for one in compared] == [1.0, None]
        assert [term.name for term in vectors.others[0].terms] == ["Angela Merkel"]

    def test_a_missing_pipeline_is_one_sentence(self, tmp_path: Path) -> None:
        config = tmp_path / "my.toml"
        config.write_text('[nlp]\npipeline = "xx_not_there"\n')
        with pytest.raises(PipelineError, match="There is no spaCy pipeline 'xx_not_there'"):
            Extractor(config).extract(EXAMPLE.read_bytes())
