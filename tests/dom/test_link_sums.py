"""How much of what elements hold are links."""

import pytest

from cutline.dom.block_reasons import LinkSums, Sums
from cutline.dom.line_breaks import split_segments
from cutline.dom.tags import breaks_line
from tests.conftest import make_document

HEADLINE = "Council votes for a new bridge"  # 30 characters


def measure(html: str, tag: str, url: str | None = "https://courier.example/ferry") -> Sums:
    """Return the sums of the first element with a tag."""
    page = make_document(html, url)
    sums = LinkSums(page, split_segments(page, breaks_line))
    return sums.of_element(next(page.body.iter(tag)))


def test_an_element_holds_what_stands_in_it_and_nothing_behind() -> None:
    html = f"<p>Before<ul><li><a href=/a>{HEADLINE}</a><li><a href=/b>More</a> of it</ul><p>Behind"
    assert measure(html, "ul") == Sums(characters=40, links=34, linked=2, stories=1)
    assert measure(html, "body") == Sums(characters=52, links=34, linked=2, stories=1)


@pytest.mark.parametrize(
    ("address", "stories"),
    [
        ("/other", 1),
        ("https://elsewhere.example/", 1),
        ("#part", 0),
        ("/ferry#part", 0),
        ("", 0),
        ("javascript:open()", 0),
        ("mailto:desk@courier.example", 0),
    ],
)
def test_a_story_is_on_another_page(address: str, stories: int) -> None:
    assert measure(f"<p><a href='{address}'>{HEADLINE}</a>", "p").stories == stories


def test_a_relative_address_leads_to_another_page_where_the_own_is_unknown() -> None:
    assert measure(f"<p><a href=/other>{HEADLINE}</a>", "p", None).stories == 1


def test_a_few_words_are_no_headline() -> None:
    assert measure("<p><a href=/sport>Sport today</a>", "p") == Sums(11, 11, 1, 0)
