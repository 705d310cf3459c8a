"""What the pages of an article have beside text and images is joined too."""

from types import SimpleNamespace
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.extraction.joined_pages import FollowingPages, join_pages
from cutline.page_given import PageGiven
from cutline.types import Article, Block, Comment, Dropped, Entity, Extra, ModelInfo, RelatedLink, Verdict, Video

KEPT = Verdict(kept=True, reason="article_text")
MODEL = ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0")
STEP = 100


def make_page(*texts: str, **more: Any) -> Article:
    blocks = tuple(
        Block(index=number, kind="paragraph", text=text, xpath="/html/body/p", verdict=KEPT)
        for number, text in enumerate(texts)
    )
    fields = {"text": "", "blocks": blocks, "images": (), "method": "auto", "model": MODEL, "title": "Ferry"}
    return Article(**{**fields, **more})


def join(*pages: Article, include: tuple[Extra, ...] = ()) -> Article:
    return join_pages(pages, STEP, frozenset(include))


@pytest.mark.parametrize(
    ("title", "score", "warnings"),
    [
        ("The ferry (page 2)", 0.0, ()),
        (None, 0.04, ("other_page",)),
        ("Ferry", 0.0, ()),
        ("Bridge", 0.05, ()),
        ("Bridge", 0.04, ("other_page",)),
        ("Bridge", None, ()),
    ],
)
def test_a_page_is_another_story_if_its_title_and_its_text_are_others(
    title: str | None, score: float | None, warnings: tuple[str, ...]
) -> None:
    url = "https://e.org/ferry?page=2"
    second = make_page("B", text="B", title=title)
    compared: Any = SimpleNamespace(relevance_score=score)
    for compare, expected in ((lambda *_: compared, warnings), (None, ())):
        following = FollowingPages(lambda _: PageGiven("", url), lambda _: second, compare, load_settings())
        assert following.join_to(make_page("A", next_page=url), frozenset()).warnings == expected


def make_comment(author: str, text: str, answers: int | None = None) -> Comment:
    return Comment(author=author, text=text, depth=0 if answers is None else 1, answers=answers)


def test_comments_are_those_of_all_pages_once_with_the_ones_they_answer() -> None:
    first = make_page(
        "A", comments=(make_comment("Ada", "Good."), make_comment("Bo", "+1", 0), make_comment("Bo", "+1"))
    )
    second = make_page("B", comments=(make_comment("Ada", "Good."), make_comment("Cy", "No.", 0)))
    third = make_page("C", comments=(make_comment("Di", "Late."), make_comment("Ed", "Very.", 0)))
    joined = join(first, second, third, include=("comments",)).comments or ()
    assert [(comment.author, comment.answers) for comment in joined] == [
        ("Ada", None),
        ("Bo", 0),
        ("Bo", None),
        ("Cy", 0),
        ("Di", None),
        ("Ed", 4),
    ]


def test_names_and_times_are_added_up() -> None:
    def name(name: str, count: int) -> Entity:
        return Entity(name=name, label="LOC", count=count)

    first = make_page("A", entities=(name("Holm", 3), name("Varn", 1)), timings={"parse": 1.5})
    second = make_page("B", entities=(name("Varn", 4),), timings={"parse": 2.25})
    article = join(first, second, include=("entities", "timings"))
    assert article.entities == (name("Varn", 5), name("Holm", 3))
    assert article.timings == {"parse": 3.75}


def test_videos_and_related_stories_are_there_once_and_videos_in_place() -> None:
    def video(name: str, position: int | None) -> Video:
        return Video(embed_url=f"https://v.example/{name}", position=position)

    link = RelatedLink(title="Bridge", url="https://e.org/bridge")
    first = make_page("A", "B", videos=(video("a", 0),), related=(link,))
    second = make_page("C", "D", videos=(video("a", 1), video("b", None), video("c", 1)), related=(link,))
    article = join(first, second)
    assert [(each.embed_url, each.position) for each in article.videos] == [
        ("https://v.example/a", 0),
        ("https://v.example/b", 1),
        ("https://v.example/c", STEP + 1),
    ]
    assert article.related == (link,)


def test_the_end_that_several_pages_have_stands_at_the_end_alone() -> None:
    pages = [make_page("Ferry", text, "By Ada.", "Share", dropped=Dropped()) for text in ("A", "B", "C")]
    article = join(*pages, include=("dropped",))
    assert [block.text for block in article.blocks] == ["Ferry", "A", "B", "C", "By Ada.", "Share"]
    assert article.dropped is not None
    assert [(block.text, block.index) for block in article.dropped.blocks] == [
        ("By Ada.", 2),
        ("Share", 3),
        ("Ferry", 100),
        ("By Ada.", 102),
        ("Share", 103),
        ("Ferry", 200),
    ]
    assert {block.verdict.reason for block in article.dropped.blocks} == {"duplicate"}


def test_what_was_short_or_odd_about_a_page_alone_is_not_said_of_the_article() -> None:
    first = make_page("A", warnings=("short_article", "control_characters"))
    second = make_page("B", warnings=("short_article", "unlike_article", "broken_encoding"))
    assert join(first, second).warnings == ("control_characters", "broken_encoding")
