"""The measures of extracted pages.

`SCORED_ELSEWHERE` are the figures that the project's scorer (`score.py`, kept outside this repository, with its own
code) printed for `CORPUS` and `ARTICLES`; equal figures here mean that the two agree on every rule the corpus has.
"""

import gzip
import json
from collections.abc import Iterable, Mapping
from pathlib import Path

import pytest

from cutline.errors import SourceError
from cutline.models.evaluation import Evaluation, EvaluationReport, Share, score_page
from cutline.models.labelled_pages import LabelledPage, read_labelled_pages
from cutline.types import Article, Image, ImageSource, ModelInfo, Verdict

SITE = "https://north.example"


def make_image(url: str, *sources: str, caption: str | None = None) -> Image:
    return Image(
        url=url,
        sources=tuple(ImageSource(url=source) for source in sources),
        caption=caption,
        xpath="/html/body/img",
        verdict=Verdict(kept=True, reason="article_image"),
    )


def make_article(text: str = "", title: str | None = None, images: tuple[Image, ...] = ()) -> Article:
    model = ModelInfo(ner=None, config_hash="0", version="0")
    return Article(text=text, title=title, blocks=(), images=images, method="first-subtree", model=model)


def make_page(**labels: object) -> LabelledPage:
    return LabelledPage.model_validate({"id": "page", "url": f"{SITE}/a/page", **labels})


def score_images(page: LabelledPage, *images: Image) -> dict[str, Share]:
    score = score_page(page, make_article(images=images))
    return {name: score[name] for name in ("image_p", "image_r", "page_exact")}


CORPUS = (
    make_page(
        id="harbour",
        site="north.example",
        title="Harbour opens again",
        text="The harbour opened again on Monday after the storm. Boats left before noon.",
        **{"with": ["opened again on Monday", "before noon"]},
        without=["Read also", "Subscribe now"],
        images=[
            {
                "src": f"{SITE}/i/harbour.jpg?w=800",
                "gold_urls": ["https://cdn.north.example/harbour-1200.jpg"],
                "caption": "Boats leave the harbour at noon.",
            },
            {"src": "/i/crane.jpg", "caption": "A crane."},
        ],
        other_images=[f"{SITE}/i/logo.png"],
        ambiguous_images=[f"{SITE}/i/author.jpg"],
    ),
    make_page(
        id="bridge",
        site="north.example",
        title="A bridge for walkers",
        text="Walkers may cross the new bridge from May.",
        images=[
            {"src": f"{SITE}/render?id=1", "caption": "The new bridge."},
            {"src": f"{SITE}/render?id=2", "caption": None},
        ],
        other_images=[{"src": f"{SITE}/render?id=3"}],
    ),
    make_page(
        id="market",
        site="south.example",
        title="Market day",
        text="Apples, pears and plums: the market is back.",
        **{"with": ["the market is back", "plums"]},
        without=["Cookies"],
        images=[],
    ),
    make_page(
        id="choir",
        site="west.example",
        title="The choir sings",
        text="Forty voices.",
        **{"with": ["Forty voices"]},
        images=None,
    ),
    make_page(
        id="mill",
        site="east.example",
        title="Mill burns",
        text="The old mill burnt down last night and nobody was hurt.",
        without=["Advertisement"],
        images=[{"src": "https://east.example/mill.webp", "caption": "The mill in flames."}],
    ),
)

ARTICLES = {
    "harbour": make_article(
        "The harbour opened again on Monday after the storm. Read also: Boats for sale.",
        "HARBOUR opens again!",
        (
            make_image("https://cdn.north.example/harbour-1200.jpg?q=5", caption="Boats leave the harbour."),
            make_image(f"{SITE}/i/harbour.jpg", caption="Boats leave the harbour."),
            make_image("https://img.example/unknown.jpg", f"{SITE}/i/crane.jpg"),
            make_image(f"{SITE}/i/author.jpg", caption="The author."),
        ),
    ),
    "bridge": make_article(
        "Walkers may cross the new bridge from May.",
        "Bridge",
        (
            make_image(f"{SITE}/render?id=1", caption="The new bridge, seen from the north."),
            make_image(f"{SITE}/render?id=3", f"{SITE}/render?id=2"),
        ),
    ),
    "market": make_article("Apples, pears and plums: the market is back. Cookies are used here.", "Market day"),
    "choir": make_article("Forty voices.", "The choir sings"),
}

SCORED_ELSEWHERE = {  # value, and the interval to three digits
    "caption_all": (0.35, 0.000, 0.467),
    "caption_f1": (0.4666666666666666, 0.467, 0.467),
    "image_f1": (0.6, 0.000, 0.667),
    "image_p": (0.6, 0.000, 0.600),
    "image_r": (0.6, 0.000, 0.750),
    "page_exact": (0.25, 0.000, 1.000),
    "shingle_f1": (0.7466054178207121, 0.400, 0.915),
    "shingle_p": (0.7752525252525253, 0.556, 1.000),
    "shingle_r": (0.72, 0.250, 1.000),
    "title": (0.6, 0.250, 1.000),
    "with": (0.8, 0.500, 1.000),
    "without": (0.5, 0.000, 1.000),
    "word_f1": (0.7081481481481482, 0.250, 0.948),
}


def evaluate(pages: Iterable[LabelledPage], articles: Mapping[str, Article]) -> EvaluationReport:
    evaluation = Evaluation()
    for page in pages:
        evaluation.add(page, articles.get(page.id))
    return evaluation.report()


class TestEvaluate:
    def test_figures_are_those_of_the_projects_scorer(self) -> None:
        report = evaluate(CORPUS, ARTICLES)
        values = {name: figure.value for name, figure in report.figures.items()}
        assert values == pytest.approx({name: figure[0] for name, figure in SCORED_ELSEWHERE.items()}, abs=1e-12)
        bounds = {name: (round(figure.low, 3), round(figure.high, 3)) for name, figure in report.figures.items()}
        assert bounds == {name: figure[1:] for name, figure in SCORED_ELSEWHERE.items()}

    def test_pages_sites_and_failures_are_counted(self) -> None:
        report = evaluate(CORPUS, ARTICLES)
        assert (report.pages, report.sites, report.failed) == (5, 4, 1)
        assert set(report.by_page) == {page.id for page in CORPUS}

    def test_the_order_of_pages_does_not_matter(self) -> None:
        forward = evaluate(CORPUS, ARTICLES)
        backward = evaluate(reversed(CORPUS), ARTICLES)
        for name, figure in forward.figures.items():
            assert (figure.value, figure.low, figure.high) == pytest.approx(
                (backward.figures[name].value, backward.figures[name].low, backward.figures[name].high)
            )

    def test_a_measure_without_labels_is_left_out(self) -> None:
        report = evaluate([page := make_page(title="Mill burns")], {page.id: make_article(title="Mill burns")})
        assert list(report.figures) == ["title"]

    def test_no_page_is_an_error(self) -> None:
        with pytest.raises(SourceError, match="nothing to evaluate"):
            evaluate([], {})


class TestText:
    def test_word_f1_counts_each_word_as_often_as_it_stands(self) -> None:
        score = score_page(make_page(text="one two two"), make_article("two two three"))
        assert score["word_f1"].value == pytest.approx(2 / 3)

    def test_shingles_of_a_short_text_are_the_text(self) -> None:
        score = score_page(make_page(text="one two"), make_article("one two three four"))
        assert (score["shingle_p"], score["shingle_r"]) == (Share(0, 1), Share(0, 1))

    def test_an_empty_text_has_no_precision(self) -> None:
        score = score_page(make_page(text="one two"), make_article(""))
        assert (score["shingle_p"], score["shingle_r"]) == (Share(0, 0), Share(0, 1))

    def test_snippets_are_found_though_they_are_cut_in_the_middle_of_a_word(self) -> None:
        page = make_page(**{"with": ["ew  mil", "mill new"]}, without=["ill", "hill"])
        score = score_page(page, make_article("The New  Mill."))
        assert (score["with"], score["without"]) == (Share(1, 2), Share(1, 2))

    def test_a_title_is_compared_without_case_and_punctuation(self) -> None:
        assert score_page(make_page(title="“Mill” burns"), make_article(title="MILL BURNS!"))["title"] == Share(1, 1)


class TestImages:
    def test_a_failed_page_misses_its_images(self) -> None:
        score = score_page(make_page(images=[{"src": "/a.jpg", "caption": "A."}]), None)
        assert (score["image_p"], score["image_r"], score["caption_all"]) == (Share(0, 0), Share(0, 1), Share(0, 1))
        assert "caption_f1" not in score

    def test_unlabelled_images_are_not_scored(self) -> None:
        assert "image_p" not in score_page(make_page(images=None), make_article(images=(make_image("/a.jpg"),)))

    def test_no_image_found_where_there_is_none_is_exact(self) -> None:
        assert score_images(make_page(images=[]))["page_exact"] == Share(1, 1)

    def test_a_size_variant_is_right(self) -> None:
        page = make_page(images=[{"src": "/a.jpg", "gold_urls": ["/a-large.jpg"]}])
        assert score_images(page, make_image(f"{SITE}/a-large.jpg"))["image_p"] == Share(1, 1)

    def test_the_query_does_not_tell_images_apart_where_paths_do(self) -> None:
        page = make_page(images=[{"src": "/a.jpg?w=1"}])
        assert score_images(page, make_image(f"{SITE}/a.jpg?w=2"))["image_p"] == Share(1, 1)

    def test_the_query_tells_images_apart_where_paths_do_not(self) -> None:
        page = make_page(images=[{"src": "/img?id=1"}], other_images=["/img?id=2"])
        assert score_images(page, make_image(f"{SITE}/img?id=2"))["image_p"] == Share(0, 1)

    def test_the_same_image_twice_is_wrong_once(self) -> None:
        page = make_page(images=[{"src": "/a.jpg"}])
        twice = (make_image(f"{SITE}/a.jpg"), make_image(f"{SITE}/a.jpg"))
        assert score_images(page, *twice) == {"image_p": Share(1, 2), "image_r": Share(1, 1), "page_exact": Share(0, 1)}

    def test_an_unknown_address_is_right_when_its_sources_meet_one_label(self) -> None:
        page = make_page(images=[{"src": "/a.jpg"}, {"src": "/b.jpg"}])
        one, both = (f"{SITE}/a.jpg",), (f"{SITE}/a.jpg", f"{SITE}/b.jpg")
        assert score_images(page, make_image("https://x.example/u", *one))["image_p"] == Share(1, 1)
        assert score_images(page, make_image("https://x.example/u", *both))["image_p"] == Share(0, 1)

    def test_sources_do_not_excuse_the_address_of_another_image(self) -> None:
        page = make_page(images=[{"src": "/a.jpg"}], other_images=["/logo.png"])
        assert score_images(page, make_image(f"{SITE}/logo.png", f"{SITE}/a.jpg"))["image_p"] == Share(0, 1)

    def test_an_ambiguous_image_is_neither_right_nor_wrong(self) -> None:
        page = make_page(images=[], ambiguous_images=[{"src": "/author.jpg"}])
        assert score_images(page, make_image(f"{SITE}/author.jpg"))["page_exact"] == Share(1, 1)

    def test_an_address_that_is_no_address_is_wrong(self) -> None:
        page = make_page(images=[{"src": "data:image/gif;base64,R0"}, {"src": "http://[broken"}])
        assert score_images(page, make_image("data:image/gif;base64,R0"))["image_p"] == Share(0, 1)


class TestReadLabelledPages:
    @pytest.mark.parametrize("name", ["corpus.jsonl", "corpus.jsonl.gz"])
    def test_pages_are_read_plain_and_gzipped(self, tmp_path: Path, name: str) -> None:
        lines = b'{"id": "a", "with": ["x"]}\n\n{"id": "b", "images": null}\n'
        (tmp_path / name).write_bytes(gzip.compress(lines) if name.endswith(".gz") else lines)
        first, second = read_labelled_pages(tmp_path / name)
        assert (first.with_, second.images) == (("x",), None)

    @pytest.mark.parametrize(
        ("line", "reason"),
        [
            ("{", "Invalid JSON: EOF while parsing an object at character 1"),
            ('{"url": "x"}', "id"),
            ('{"id": 1}', "id"),
        ],
    )
    def test_a_malformed_line_is_named(self, tmp_path: Path, line: str, reason: str) -> None:
        path = tmp_path / "corpus.jsonl"
        path.write_text(json.dumps({"id": "a"}) + "\n" + line, encoding="utf-8")
        with pytest.raises(SourceError, match=rf"^Line 2 of .* is not a labelled page: {reason}"):
            list(read_labelled_pages(path))

    def test_pages_without_labels_cannot_be_evaluated(self) -> None:
        with pytest.raises(SourceError, match="no page is labelled"):
            evaluate([LabelledPage(id="a", html="<p>Page")], {})

    def test_a_page_labelled_twice_is_named(self, tmp_path: Path) -> None:
        path = tmp_path / "corpus.jsonl"
        path.write_text('{"id": "a"}\n{"id": "b"}\n{"id": "a"}\n', encoding="utf-8")
        with pytest.raises(SourceError, match=r"^Lines 1 and 3 of .* have the same id"):
            list(read_labelled_pages(path))

    def test_a_byte_order_mark_is_none_of_the_first_line(self, tmp_path: Path) -> None:
        (tmp_path / "corpus.jsonl").write_text('{"id": "a"}\n', encoding="utf-8-sig")
        assert [page.id for page in read_labelled_pages(tmp_path / "corpus.jsonl")] == ["a"]

    def test_a_missing_corpus_is_named(self, tmp_path: Path) -> None:
        with pytest.raises(SourceError, match="cannot be read"):
            list(read_labelled_pages(tmp_path / "none.jsonl"))
