"""The report of an evaluation: its plots and tables."""

import pytest
from lxml import html
from lxml.html import HtmlElement

from cutline.models.evaluation import Evaluation
from cutline.models.labelled_pages import LabelledPage
from cutline.service.cli.evaluation_report import (
    Bin,
    CorpusResult,
    JudgedImage,
    JudgedPage,
    MethodResult,
    judge_page,
    list_thresholds,
    measure_threshold,
    render_report,
    scale_axis,
    trace_thresholds,
)
from cutline.types import Article, Dropped, Evidence, Image, ImageSource, ModelInfo, Similarity, Verdict

HOSTILE = "<script>alert(1)</script>"


def make_image(name: str, score: float | None, *, kept: bool, similarity: float | None = None) -> Image:
    compared = None
    if similarity is not None:
        compared = Similarity(
            score=similarity,
            measure="cosine",
            cosine=similarity,
            match_share=similarity,
            evidence=Evidence(kind="words"),
        )
    verdict = Verdict(
        kept=kept, reason="article_image", score=score, threshold=None if score is None else 0.5, similarity=compared
    )
    url = f"https://e.example/{name}.jpg"
    return Image(url=url, sources=(ImageSource(url=url),), xpath=f"//{name}", verdict=verdict)


ARTICLE = Article(
    text="one two",
    blocks=(),
    images=(make_image("right", 0.9, kept=True, similarity=1.0), make_image("wrong", 0.6, kept=True)),
    dropped=Dropped(
        images=(
            make_image("missed", 0.3, kept=False, similarity=0.31),
            make_image("logo", 0.1, kept=False),
            make_image("ad", None, kept=False),
        )
    ),
    method="auto",
    model=ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0"),
)
PAGE = LabelledPage.model_validate(
    {
        "id": f"page-{HOSTILE}",
        "url": "javascript:alert(1)",
        "text": "one three",
        "images": [{"src": "https://e.example/right.jpg"}, {"src": "https://e.example/missed.jpg"}],
        "ambiguous_images": ["https://e.example/logo.jpg"],
    }
)


def judge(article: Article | None = ARTICLE) -> JudgedPage:
    judged = judge_page(PAGE, article)
    assert judged is not None
    return judged


def measure(article: Article | None, method: str = "auto", page: LabelledPage = PAGE) -> MethodResult:
    evaluation = Evaluation()
    evaluation.add(page, article)
    judged = judge_page(page, article)
    return MethodResult(method, evaluation.report(), (judged,) if judged else ())


def render(*results: MethodResult, **addresses: str) -> HtmlElement:
    text = render_report([CorpusResult("own <b>.jsonl", results, {PAGE.id: PAGE.url} | addresses)], 5)
    return html.document_fromstring(text)


def read_rows(table: HtmlElement) -> list[list[str]]:
    return [[cell.text_content().strip() for cell in row] for row in table.xpath(".//tbody/tr")]


class TestJudgedImages:
    def test_each_image_of_which_something_is_known_is_there(self) -> None:
        judged = judge()
        assert judged.labelled == 2
        assert [(image.belongs, image.kept, image.score, image.similarity) for image in judged.images] == [
            (True, True, 0.9, 1.0),
            (False, True, 0.6, None),
            (True, False, 0.3, 0.31),
            (False, False, None, None),
        ]

    def test_a_page_that_failed_has_kept_none(self) -> None:
        assert judge(None) == JudgedPage((), 2)

    def test_a_page_without_labelled_images_is_none(self) -> None:
        assert judge_page(LabelledPage(id="a", text="one"), ARTICLE) is None


class TestThresholds:
    def test_precision_and_recall_are_those_of_the_images_a_threshold_keeps(self) -> None:
        points = {point.threshold: point for point in trace_thresholds([judge()])}
        assert len(points) == 51
        assert (points[0.0].precision, points[0.0].recall) == (2 / 3, 1.0)
        assert (points[0.5].precision, points[0.5].recall, points[0.5].f1) == (0.5, 0.5, 0.5)
        assert (points[0.8].precision, points[0.8].recall) == (1.0, 0.5)
        assert (points[1.0].precision, points[1.0].recall, points[1.0].f1) == (None, 0.0, 0.0)

    def test_the_threshold_in_use_has_the_figures_of_the_evaluation(self) -> None:
        figures = measure(ARTICLE).report.figures
        point = measure_threshold([judge()], *list_thresholds([judge()]))
        assert (point.precision, point.recall) == (figures["image_p"].value, figures["image_r"].value)

    def test_a_copy_that_was_dropped_stays_dropped(self) -> None:
        right, copy = JudgedImage((0,), True, 0.9, 0.5, None), JudgedImage((0,), False, 0.8, 0.5, None)
        below = JudgedImage((0,), False, 0.4, 0.5, None)
        assert measure_threshold([JudgedPage((right, copy, below), 1)], 0.2).precision == 1.0

    def test_images_without_scores_have_no_line(self) -> None:
        kept = JudgedImage((0,), True, None, None, None)
        assert trace_thresholds([JudgedPage((kept,), 1)]) == ()


class TestReport:
    def test_it_needs_nothing_else(self) -> None:
        document = render(measure(ARTICLE))
        assert not document.xpath("//script | //link | //img | //iframe")
        assert "url(" not in html.tostring(document, encoding="unicode")

    def test_what_corpora_say_is_text(self) -> None:
        document = render(measure(ARTICLE))
        assert f"page-{HOSTILE}" in document.xpath("//table//th")[-1].text_content()
        assert "own <b>.jsonl" in document.text_content()
        assert not document.xpath("//a | //b")

    def test_every_plot_has_a_name_and_says_in_words_what_it_shows(self) -> None:
        document = render(measure(ARTICLE), measure(None, "single-pass"))
        plots = document.xpath("//svg")
        assert len(plots) == 6  # the overview, for one method thresholds too; for each two histograms
        for plot in plots:
            names = plot.get("aria-labelledby").split()
            assert [len(document.xpath(f"//*[@id='{name}']")) for name in names] == [1, 1]
        identities = document.xpath("//@id")
        assert len(identities) == len(set(identities))

    def test_the_overview_names_the_figures_of_each_method(self) -> None:
        document = render(measure(ARTICLE), measure(None, "single-pass"))
        (text,) = document.xpath("//desc[@id='overview-1-text']")
        assert text.text_content() == "auto: text 0.500, images 0.500; single-pass: text 0.000, images 0.000"

    def test_the_threshold_in_use_is_marked(self) -> None:
        document = render(measure(ARTICLE))
        (text,) = document.xpath("//desc[@id='thresholds-1-1-text']")
        assert text.text_content() == "With the threshold in use, 0.5: precision 0.500, recall 0.500"
        assert document.xpath("//svg//text[.='in use: 0.5']")
        rows = read_rows(document.xpath("//table[.//th='threshold']")[0])
        assert rows[5] == ["0.5", "0.500", "0.500", "0.500"]
        assert rows[10] == ["1.0", "–", "0.000", "0.000"]

    def test_similarities_are_counted_by_what_is_right(self) -> None:
        tables = render(measure(ARTICLE)).xpath("//table[.//th='similarity']")
        assert read_rows(tables[0]) == [["0.30 to 0.35", "0", "1"], ["0.95 to 1.00", "1", "0"]]
        assert read_rows(tables[1]) == [["none", "1", "1"]]

    def test_the_worst_pages_are_listed_with_their_figures(self) -> None:
        document = render(measure(ARTICLE))
        tables = document.xpath("//table[.//th='word F1']")
        assert [read_rows(table) for table in tables] == [[[PAGE.id, "0.500", "1", "1", "1"]]] * 2

    def test_a_page_with_an_address_of_the_web_is_linked(self) -> None:
        page = PAGE.model_copy(update={"id": "a"})
        document = render(measure(ARTICLE, page=page), a="https://e.example/?a=1&b=2")
        assert {link.get("href") for link in document.xpath("//a")} == {"https://e.example/?a=1&b=2"}

    def test_a_corpus_without_labelled_images_has_a_report_of_its_text(self) -> None:
        document = render(measure(ARTICLE, page=LabelledPage(id="t", text="one two")))
        assert "Images by threshold" not in document.text_content()
        assert "No page has a mistake in its text" in document.text_content()


@pytest.mark.parametrize(("count", "top"), [(0, 1), (5, 5), (6, 6), (49, 50), (1234, 1500)])
def test_an_axis_of_counts_ends_at_a_round_number(count: int, top: int) -> None:
    assert scale_axis([Bin("a", "", count, 0)])[1] == top
