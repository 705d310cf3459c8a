"""The posts of a forum."""

import pytest

from cutline.dom.comments import SIGNATURE
from cutline.dom.methods.posts import LONG, find_lost_posts, read_posts
from cutline.dom.methods.scored_page import Gap, ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

FORUM = "https://boat.example/forum/3"
POST = (
    "<div class=post id=p{0}><b>Ann</b> <div class=content>{1}</div> <a role=button>Like</a> <a href=#>Reply</a></div>"
)


def look(*posts: str, url: str | None = FORUM) -> tuple[list[str], ...]:
    """Return the sentences, the links to answer, the signatures of the posts with this content, and what is above."""
    return look_at("".join(POST.format(number, text) for number, text in enumerate(posts)), url)


def look_at(html: str, url: str | None = FORUM) -> tuple[list[str], ...]:
    page, segments = open_page(html, url)
    found = read_posts(ScoredPage(page, segments, [0.0] * len(segments), SETTINGS.auto))
    return tuple([segments[number].text for number in numbers] for numbers in found)


@pytest.mark.parametrize(
    ("content", "sentences"),
    [
        ("<p>Cold.<p>Four degrees, I think.", ["Cold.", "Four degrees, I think."]),
        ("<p>" + "x" * LONG, ["x" * LONG]),
        ("<p>Cold.<p>1.9K views 11 replies 12 people last post by Bo Jan 18, 2026", ["Cold."]),
        # of a quote, of what says whose it is, and below all posts of one person, there are none
        ("<blockquote>How cold is it?</blockquote><p>Cold.", ["Cold."]),
        ("<div class=bbcode_quote>How cold is it?</div><p>Cold.", ["Cold."]),
        ("<div class=js-selectToQuote>Cold.</div>", ["Cold."]),
        ("<p>Bo Holm said:<p>Cold.", ["Cold."]),
        ("<p>Cold.<div class=message-signature>Row, row.</div>", ["Cold."]),
        ("<p>Cold.<div data-role=memberSignature>Row, row.</div>", ["Cold."]),
        ("<p>Cold.<p><a href=#>The whole story of the lake.</a>", ["Cold."]),
    ],
)
def test_the_sentences_of_a_post_are_its_own(content: str, sentences: list[str]) -> None:
    assert look(content)[0] == sentences


def test_links_to_answer_are_told_from_who_says_something() -> None:
    assert look("<p>Cold.<p>Bo wrote:<p>Very.", "<p>Warm.")[1] == ["Like Reply", "Like Reply"]


@pytest.mark.parametrize("url", [None, "https://boat.example/2024/cold", "https://boat.example/forum/questions/3"])
def test_a_page_that_is_no_forum_or_has_answers_with_asides_has_none(url: str | None) -> None:
    assert look("<p>Cold.", url=url) == ([], [], [], [])


def test_an_article_in_a_community_has_none() -> None:
    declared = '<meta property="og:type" content="article">'
    assert look(f"{declared}<p>Cold.", url="https://boat.example/community/cold") == ([], [], [], [])


def test_what_is_not_kept_of_posts_is_lost_unless_nothing_is_kept() -> None:
    page, segments = open_page(POST.format(1, "<p>Cold.<p>Four degrees."), FORUM)
    scored = ScoredPage(page, segments, [0.1, 0.9, 0.3, 0.2], SETTINGS.auto)
    sentences = read_posts(scored).sentences
    assert list(find_lost_posts(scored, sentences, [1])) == [Gap(2, 0.3, 0.0)]
    assert list(find_lost_posts(scored, sentences, [])) == []


def test_headings_that_sign_posts_and_lines_above_the_first_are_no_words_of_theirs() -> None:
    cold = "<h3>Update of 4 May 2024</h3><p>Cold.<p>Ice<h3>Timetable from 10:30</h3>"
    signed, joined = f"{'Ann':x<{SIGNATURE - 14}} on 3 May 2024", f"{'Joined 2015':x<{SIGNATURE}}"  # the longest
    dated = POST.replace("<b>Ann</b>", f"<h3>{signed}</h3><div>{joined}</div>")
    above = "<h1>The lake</h1><div>Solved</div><p>What to bring</p><p>How cold is it?</p>"
    page = f"{above}{dated.format(1, cold)}{dated.format(2, cold)}"
    _, _, signatures, lines = look_at(page)
    assert signatures == [signed, signed]
    assert lines == ["Solved", joined, joined]
