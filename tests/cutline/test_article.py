"""What an article can do by itself."""

import json
from pathlib import Path

import pytest

import cutline
from cutline.service.formats import card, markdown

ROOT = Path(__file__).parents[2]
URL = "https://courier.example/2026/ferry-returns"


@pytest.fixture(scope="module")
def article() -> cutline.Article:
    page = (ROOT / "examples" / "ferry.html").read_bytes()
    with cutline.Extractor() as extractor:
        return extractor.extract(page, url=URL, include=["dropped", "html"])


def test_markdown_is_that_of_the_format(article: cutline.Article) -> None:
    assert article.markdown == markdown.render(article)


def test_a_dictionary_is_what_its_json_says(article: cutline.Article) -> None:
    assert article.to_dict() == json.loads(article.model_dump_json())


def test_a_notebook_gets_the_card(article: cutline.Article) -> None:
    assert article._repr_html_() == card.render(article)


def test_completion_shows_fields_and_methods_of_ours(article: cutline.Article) -> None:
    names = dir(article)
    assert {"text", "markdown", "save_images", "to_dict", "model"} <= {*names}
    assert not {name for name in names if name.startswith(("_", "model_", "parse_")) or name in ("copy", "json")}


def test_reprs_are_short(article: cutline.Article) -> None:
    assert (
        str(article)
        == repr(article)
        == (f"Article(title='Night ferry returns to Lake Varn after eleven years', url='{URL}', blocks=6, images=2)")
    )
    verdict = cutline.Verdict(kept=True, reason="article_image", score=0.65481, found=("Aurelia",) * 8)
    assert repr(verdict) == "Verdict(kept=True, reason='article_image', score=0.655)"
    assert repr(article.dropped) == "Dropped(blocks=22, images=3)"
    for part in (*article.blocks, *article.images):
        assert len(repr(part)) < 300


def test_an_extractor_that_was_closed_works_again() -> None:
    with cutline.Extractor() as extractor:
        first = extractor.extract("<p>The ferry sails.", nlp=False)
    assert extractor.extract("<p>The ferry sails.", nlp=False) == first


def test_articles_become_a_table_of_pandas(article: cutline.Article) -> None:
    pandas = pytest.importorskip("pandas")
    table = pandas.json_normalize([article.to_dict()])
    assert (table["title"][0], table["lead_image.url"][0]) == (article.title, article.images[0].url)
    dates = pandas.to_datetime(table["published"], format="ISO8601", utc=True)
    assert str(dates[0]) == "2026-05-04 04:30:00+00:00"
