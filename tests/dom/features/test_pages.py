"""The row of a whole page."""

import math
from collections.abc import Callable

import numpy as np
import pytest

from cutline.dom.features.pages import PAGE_COLUMNS, measure_page
from cutline.dom.images.pictures import Picture
from cutline.dom.reading import Reading

Describe = Callable[..., dict[str, float]]


@pytest.fixture
def describe(read: Callable[..., tuple[Reading, list[Picture]]]) -> Describe:
    """Return the row of HTML given as text, by its columns."""

    def build(html: str, url: str | None = None) -> dict[str, float]:
        rows = measure_page(read(html, url)[0])
        assert rows.shape == (1, len(PAGE_COLUMNS)) and np.isfinite(rows).all()
        return dict(zip(PAGE_COLUMNS, rows[0].tolist(), strict=True))

    return build


def test_share_of_the_article_in_the_page(describe: Describe) -> None:
    row = describe("<p>The story<p>Menu item")
    assert row["text_share"] == pytest.approx(9 / 19)
    assert row["blocks"] == pytest.approx(math.log1p(1))
    assert row["mean_score"] == pytest.approx((0.9 * 9 + 0.1 * 9) / 19)


def test_prose_is_measured_without_lines_of_code_and_menus(describe: Describe) -> None:
    story = "The story of the ferry that sank in the harbour of Varn, as told by those who saw it. " * 2
    menu = f"<p><a href=/a>{'Menu item of the ferry ' * 10}</a>"
    row = describe(f"<p>{story}<pre>The story x = 1</pre><p>{'Menu' * 30}{menu}")
    assert row["prose_blocks"] == pytest.approx(math.log1p(1))
    assert row["prose"] == pytest.approx(math.log1p(len(story.strip())))
    assert row["prose_share"] == pytest.approx(len(story.strip()) / (len(story.strip()) + 120 + 1))
    assert row["prose_sentences"] == pytest.approx(2 / 2)


def test_what_a_page_declares_to_be(describe: Describe) -> None:
    json = '<script type="application/ld+json">{"@type": "Product", "name": "x"}</script>'
    row = describe(f"{json}<p>The story costs $5 or 7 €")
    assert (row["declares_product"], row["declares_article"], row["published"]) == (1, 0, 0)
    for name in ("published", "modified"):
        head = f'<meta property="article:{name}_time" content="2026-05-04">'
        assert describe(f"{head}<p>The story")["published"] == 1
    assert row["prices"] == pytest.approx(math.log1p(2))


@pytest.mark.parametrize("price", ["$5", "€ 5", "5£", "¥5", "5 ₹", "5 USD", "5EUR", "5 GBP"])
def test_prices_in_every_currency_are_counted(describe: Describe, price: str) -> None:
    assert describe(f"<p>The story of {price}<p>{price}<p>5 euros")["prices"] == pytest.approx(math.log1p(2))


def test_words_and_dates_in_the_address(describe: Describe) -> None:
    row = describe("<p>The story", "https://e.example/news/2026/05/old-ferry-sails?page=1")
    assert (row["address_news"], row["address_shop"]) == (1, 0)
    assert (row["address_depth"], row["address_hyphens"]) == (4, 2)
    assert (row["address_date"], row["address_query"]) == (1, 1)


@pytest.mark.parametrize("url", ["http://[", "https://[::1/a", "//", "%", "javascript:alert(1)", None])
def test_odd_addresses_say_nothing(describe: Describe, url: str | None) -> None:
    assert describe("<p>The story", url)["address_news"] == 0


@pytest.mark.parametrize("html", ["", "<img src=a.jpg>", "<p>Menu", "<frameset></frameset>"])
def test_a_page_without_article_text_has_a_row(describe: Describe, html: str) -> None:
    assert describe(f"<body>{html}")["text"] == 0
