"""Which subtree is the article (Joshi & Liu 2009, section 4.2)."""

import pytest

from cutline.config import Settings
from cutline.dom.methods import METHODS, Body
from cutline.dom.methods.first_subtree import find_first_subtree
from cutline.dom.segments import TextSegment
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

STRICT = SETTINGS.model_copy(update={"first_subtree": SETTINGS.first_subtree.model_copy(update={"strict": True})})
LONG = "Word " * 60  # 299 characters, the last space not counted


def find(html: str, settings: Settings = SETTINGS) -> tuple[Body, list[TextSegment]]:
    page, segments = open_page(html)
    return find_first_subtree(page, segments, settings), segments


def root_id(body: Body) -> str | None:
    assert body.root is not None
    return body.root.get("id")


def reasons(body: Body) -> list[str]:
    return [decision.reason for decision in body.decisions]


def test_method_is_found_by_its_name() -> None:
    assert METHODS["first-subtree"] is find_first_subtree


@pytest.mark.parametrize(
    "paragraphs",
    [
        f"<div>{LONG}</div><div>{LONG}</div>",
        f"<p>{LONG}</p><p>{LONG}</p>",
        f"<div><b>{LONG}</b></div><p><i>{LONG}</i></p>",
    ],
    ids=["div", "p", "style tags in them"],
)
def test_parent_of_paragraphs_is_the_article_subtree(paragraphs: str) -> None:
    body, _ = find(f"<div>head<div id=article>{paragraphs}</div></div>")
    assert root_id(body) == "article"
    assert reasons(body) == ["outside_subtree", "in_subtree", "in_subtree"]


def test_element_with_text_parted_by_line_breaks_is_the_article_subtree() -> None:
    body, _ = find(f"<table><tr><td id=article>{LONG}<br>{LONG}<br><br>{LONG}</td></tr></table>")
    assert root_id(body) == "article"
    assert body.warnings == ()


def test_line_break_in_an_inner_block_makes_no_subtree_of_the_outer() -> None:
    cell = f"<table><tr><td>{LONG}<h2>a<br>b</h2>{LONG}</td></tr></table>"
    body, _ = find(f"{cell}<div id=article><p>{LONG}</p><p>{LONG}</p></div>")
    assert root_id(body) == "article"


def test_paragraph_in_an_inner_block_counts_for_its_own_parent() -> None:
    body, _ = find(f"<div id=outer><p>{LONG}</p><section id=inner><p>{LONG}</p><p>{LONG}</p></section></div>")
    assert root_id(body) == "inner"


def test_first_subtree_is_chosen_though_a_later_one_is_larger() -> None:
    body, _ = find(f"<div id=first><p>{LONG}<p>{LONG}</div><div id=larger>{f'<p>{LONG}' * 5}</div>")
    assert root_id(body) == "first"


@pytest.mark.parametrize(("characters", "chosen"), [(500, "second"), (501, "first")])
def test_subtree_has_more_than_500_characters(characters: int, chosen: str) -> None:
    first = f"<div id=first><p>{'x' * (characters - 1)}<p>x</div>"
    body, _ = find(f"{first}<div id=second><p>{LONG}<p>{LONG}</div>")
    assert root_id(body) == chosen


@pytest.mark.parametrize(("characters", "warnings"), [(200, ("short_article",)), (201, ())])
def test_dense_scripts_need_fewer_characters(characters: int, warnings: tuple[str, ...]) -> None:
    body, _ = find(f"<div><p>{'図' * characters}</div>")
    assert body.warnings == warnings


def test_paragraphs_wrapped_one_by_one_are_siblings() -> None:
    wrapped = f"<div class=row><div><p>{LONG}</p></div></div>"
    body, _ = find(f"<div id=article>{wrapped * 3}</div><div id=later><p>{LONG}<p>{LONG}</div>")
    assert root_id(body) == "article"


def test_element_around_a_single_paragraph_is_no_subtree() -> None:
    body, _ = find(f"<div id=article><div id=one><p>{LONG * 2}</div><div id=two><p>{LONG}<p>{LONG}</div></div>")
    assert root_id(body) == "article"


def test_body_is_no_wrapper() -> None:
    body, _ = find(f"<p>{LONG * 2}</p>")
    assert body.root is not None and body.root.tag == "body"


def test_largest_subtree_stands_in_for_a_long_enough_one_with_a_warning() -> None:
    body, _ = find(
        f"<div id=small><p>one<p>two</div><div id=large><p>{LONG}<p>one</div><div id=other><p>one<p>two</div>"
    )
    assert (root_id(body), body.warnings) == ("large", ("short_article",))


@pytest.mark.parametrize(
    "html", ["<ul><li>text</ul>", "<h1>title</h1>", "<img src=a>", "<ul><li><a href=a>one</a></ul>"]
)
def test_page_without_paragraphs_has_no_body(html: str) -> None:
    body, segments = find(html)
    assert (body.root, body.warnings) == (None, ("no_article",))
    assert reasons(body) == ["outside_subtree"] * len(segments)


def test_everything_shown_in_the_subtree_is_kept() -> None:
    body, segments = find(
        f"<div><h1>a</h1><p>{LONG}<p>{LONG}<blockquote>b</blockquote><ul><li>c</ul></div><div>d</div>"
    )
    kept = [segment.text for segment, decision in zip(segments, body.decisions, strict=True) if decision.kept]
    assert kept == ["a", LONG.strip(), LONG.strip(), "b", "c"]


def test_menu_above_the_article_is_not_the_article() -> None:
    menu = "<ul>" + "<li><a href=x>A link to another section of the site</a></li>" * 20 + "</ul>"
    links = "<div id=menu>" + "<div><a href=x>A link to another section of the site</a></div>" * 20 + "</div>"
    body, _ = find(f"{menu}{links}<div id=article><p>{LONG}<p>{LONG}</div>")
    assert root_id(body) == "article"


def test_list_of_links_in_the_article_is_removed_whole() -> None:
    related = "<ul><li>See also:<li><a href=a>Another story of the day</a><li><a href=b>Yet another story</a></ul>"
    body, segments = find(f"<div><p>{LONG}</p>{related}<p>{LONG}</p></div>")
    removed = [segment.text for segment, reason in zip(segments, reasons(body), strict=True) if reason == "link_list"]
    assert removed == ["See also:", "Another story of the day", "Yet another story"]


def test_list_with_a_few_links_is_kept() -> None:
    points = "<ul><li>The new library opens on Monday, <a href=a>its site</a> says<li>Entry is free for everyone</ul>"
    body, _ = find(f"<div><p>{LONG}</p>{points}<p>{LONG}</p></div>")
    assert set(reasons(body)) == {"in_subtree"}


@pytest.mark.parametrize(("plain", "reason"), [(4, "link_list"), (5, "in_subtree")])
def test_paragraph_of_three_fifths_links_is_a_list_of_links(plain: int, reason: str) -> None:
    body, _ = find(f"<div><p>{LONG}<p>{LONG}<p>{'x' * plain}<a href=a>123456</a></div>")
    assert reasons(body)[2] == reason


def test_hidden_text_is_not_counted() -> None:
    body, _ = find(f"<div id=first><p>x<p>y<p hidden>{LONG * 3}</p></div><div id=second><p>{LONG}<p>{LONG}</div>")
    assert root_id(body) == "second"


class TestToTheLetter:
    """With `first_subtree.strict`."""

    def test_paragraphs_wrapped_one_by_one_are_no_siblings(self) -> None:
        wrapped = f"<section><p>{LONG}</p></section>"
        body, _ = find(f"<div id=wrapped>{wrapped * 3}</div><div id=later><p>{LONG}<p>{LONG}</div>", STRICT)
        assert root_id(body) == "later"

    def test_element_around_a_single_paragraph_is_a_subtree(self) -> None:
        body, _ = find(
            f"<div id=article><div id=one><p>{LONG * 2}</div><div id=two><p>{LONG}<p>{LONG}</div></div>", STRICT
        )
        assert root_id(body) == "one"

    def test_links_are_summed_up_and_removed_from_the_subtree_chosen(self) -> None:
        links = "<div id=menu>" + "<div><a href=x>A link to another section of the site</a></div>" * 20 + "</div>"
        body, _ = find(f"{links}<div id=article><p>{LONG}<p>{LONG}</div>", STRICT)
        assert root_id(body) == "menu"
        assert set(reasons(body)) == {"link_list", "outside_subtree"}

    @pytest.mark.parametrize(("characters", "warnings"), [(500, ("no_article",)), (501, ())])
    def test_every_script_needs_more_than_500_characters(self, characters: int, warnings: tuple[str, ...]) -> None:
        body, _ = find(f"<div><p>{'図' * characters}</div>", STRICT)
        assert body.warnings == warnings

    def test_nothing_stands_in_for_a_subtree_that_is_too_small(self) -> None:
        body, _ = find(f"<div><p>{LONG}</div>", STRICT)
        assert (body.root, reasons(body)) == (None, ["outside_subtree"])
