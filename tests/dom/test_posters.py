"""Who wrote the first post of a forum."""

import pytest

from cutline.dom.page_comments import find_poster
from tests.dom.conftest import open_page

FORUM = "https://boat.example/forum/3"
WORDS = "<div class=content>Does anybody know how cold the lake is in May?</div>"
ANSWER = f'<div class=post id=p2><b class=username>Bo</b> <time datetime="2024-05-04">4 May</time>{WORDS}</div>'


@pytest.mark.parametrize(
    ("html", "url", "poster"),
    [
        ('<div class=post><b class=username>Kaptajn Bo</b> 3 May 2024', FORUM, "Kaptajn Bo"),
        ('<div class="CommentPost Post"><h3><a class=username href=/u/kale>kale</a></h3>', FORUM, "kale"),
        ('<shreddit-post author="kale_queen"><a href=/r/x>r/x</a>', FORUM, "kale_queen"),
        # an address is no name
        ("<div class=post><b class=username>ann@quay.example</b>", FORUM, None),
        # the text begins before all posts
        ("<div>", FORUM, None),
        # the first is a comment on what only its title says
        ("<div class=comment id=comment-1><b class=username>Ann</b>", FORUM, None),
        ("<div class=post><b class=username>Ann</b>", "https://boat.example/2024/cold", None),
    ],
)  # fmt: skip
def test_the_writer_of_the_first_post_is_named_in_it(html: str, url: str, poster: str | None) -> None:
    end = "</shreddit-post>" if "shreddit" in html else "</div>"
    page, segments = open_page(f"<body>{html}{WORDS}{end}{ANSWER}", url)
    kept = [segment for segment in segments if segment.text.startswith("Does anybody")]
    assert find_poster(page, segments, kept) == poster


def test_a_page_without_text_has_none() -> None:
    assert find_poster(*open_page(ANSWER, FORUM), []) is None


def test_a_story_whose_address_is_like_a_forum_s_has_none() -> None:
    declared = '<meta property="og:type" content="article">'
    page, segments = open_page(declared + ANSWER, FORUM)
    assert find_poster(page, segments, segments) is None
