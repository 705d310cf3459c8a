"""Advertisements among the pictures of a whole page, with the shipped models."""

from pathlib import Path

import pytest

from cutline import Article, Extractor
from cutline.errors import ConfigError
from cutline.models import loaded_models

PARAGRAPH = "The council of Port Ellery voted on Monday night to bring back the night ferry across Lake Varn. "
PICTURES = {
    "counter": "<img src=https://www.facebook.com/tr?id=7 width=1 height=1>",
    "linked": "<a href=https://ad.doubleclick.net/clk?7><img src=/sponsor.jpg width=300 height=250></a>",
    "listed": "<img src=https://banners.example/sale.jpg width=728 height=90>",
    "ferry": "<figure><img src=/the-night-ferry.jpg width=960 height=540><figcaption>The ferry</figcaption></figure>",
}
PAGE = (
    f"<title>Night ferry</title><article>{''.join(f'<p>{PARAGRAPH * 2}{html}' for html in PICTURES.values())}</article>"
)
URL = "https://courier.example/story"


def find_rules(article: Article) -> dict[str, str | None]:
    """Return the rules of the images that fall under one, by the ends of their addresses."""
    assert article.dropped is not None
    dropped = {image.url.rpartition("/")[2]: image.verdict for image in article.dropped.images}
    assert all(verdict.score is None and not verdict.factors for verdict in dropped.values() if verdict.rule)
    return {name: verdict.rule for name, verdict in dropped.items() if verdict.reason == "ad_rule"}


def extract(config: Path | None = None, **options: object) -> Article:
    return Extractor(config).extract(PAGE, url=URL, nlp=False, include=["dropped"], **options)


def test_the_shipped_rules_drop_before_the_classifier_is_asked() -> None:
    article = extract()
    assert find_rules(article) == {"tr?id=7": "host facebook.com/tr", "sponsor.jpg": "host doubleclick.net"}
    assert article.dropped is not None
    judged = {
        image.url.rpartition("/")[2] for image in article.images + article.dropped.images if image.verdict.factors
    }
    assert judged == {"sale.jpg", "the-night-ferry.jpg"}


def test_the_papers_rules_are_left_as_they_are() -> None:
    assert find_rules(extract(method="first-subtree")) == {}


def test_a_filter_list_of_the_user_s_holds_as_well(tmp_path: Path) -> None:
    (tmp_path / "list.txt").write_text("||banners.example^\n")
    (tmp_path / "my.toml").write_text(f'[ads]\neasylist = "{tmp_path / "list.txt"}"\n')
    assert find_rules(extract(tmp_path / "my.toml"))["sale.jpg"] == "filter ||banners.example^"


def test_a_filter_list_that_cannot_be_read_is_an_error(tmp_path: Path) -> None:
    (tmp_path / "my.toml").write_text(f'[ads]\neasylist = "{tmp_path / "none.txt"}"\n')
    with pytest.raises(ConfigError, match=r"The filter list .*none\.txt cannot be read: No such file"):
        extract(tmp_path / "my.toml")


def test_a_filter_list_is_loaded_once(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    loaded: list[Path] = []
    monkeypatch.setattr(loaded_models, "load_filter_list", loaded.append)
    (tmp_path / "my.toml").write_text('[ads]\neasylist = "list.txt"\n')
    extractor = Extractor(tmp_path / "my.toml")
    for _ in range(2):
        extractor.extract(PAGE, url=URL, nlp=False)
    assert loaded == [tmp_path / "list.txt"]
