"""Joints between segments, and stories after the first on a page."""

import pytest

from cutline.dom.body import Body, Decision
from cutline.dom.document import Document, parse, read_page
from cutline.dom.line_breaks import line_breaker, split_segments
from cutline.dom.segments import TextSegment
from cutline.dom.stories import Joints, end_story, find_joints, find_next_story, list_behind, may_begin_story
from tests.dom.conftest import split_html

LEAST = 100  # characters of a story
PARAGRAPH = "<p>" + "The ferry left the harbour of Port Ellery at six. " * 4 + "</p>"


def read(page: str) -> tuple[Document, list[TextSegment]]:
    document = parse(read_page(page, 10**6), 10**5)
    return document, split_segments(document, line_breaker(document, ()))


def find(body: str, title: str = "") -> set[str]:
    """Return the beginnings of the texts of other stories, all text being kept."""
    page, segments = read(f"<title>{title}</title><body>{body}</body>")
    every = range(len(segments))
    begin = find_next_story(page, segments, every, LEAST)
    return set() if begin is None else {segments[n].text[:9] for n in list_behind(page, segments, every, begin)}


def test_a_second_article_with_a_title_is_another_story() -> None:
    assert find(
        f"<article><h1>Ferry</h1>{PARAGRAPH}</article><article><h1>Bridge</h1><p>{'Bridges. ' * 20}</p></article>"
    ) == {"Bridge", "Bridges. "}


def test_articles_without_a_title_are_parts_of_one_story() -> None:
    assert not find(
        f"<h1>Live</h1><article><h2>Nine</h2>{PARAGRAPH}</article><article><h2>Ten</h2>{PARAGRAPH}</article>"
    )


def test_an_article_in_the_first_is_part_of_it() -> None:
    assert not find(f"<article><h1>Ferry</h1>{PARAGRAPH}<article><h1>Box</h1>{PARAGRAPH}</article></article>")


def test_stories_in_one_article_around_them_are_told_apart() -> None:
    inner = f"<article><h1>Ferry</h1>{PARAGRAPH}</article><article><h1>Bridge</h1><p>{'Bridges. ' * 20}</p></article>"
    assert find(f"<article>{inner}</article>") == {"Bridge", "Bridges. "}


def test_a_short_notice_with_a_title_is_no_story() -> None:
    assert not find(
        f"<article><h1>Ferry</h1>{PARAGRAPH}</article><article><h1>Imprint</h1><p>Port Ellery</p></article>"
    )


def test_a_page_without_articles_has_one_story() -> None:
    assert not find(f"<h1>Ferry</h1>{PARAGRAPH}<h1>Bridge</h1>{PARAGRAPH}")


HEADLINES = FERRY, BRIDGE, MUSEUM = "Ferry leaves for Aurelia", "Bridge opens to all", "Museum finds a boat"


def tell(headline: str, byline: str = "<p class=byline>By Ada Quill, 3 May 2024</p>", level: str = "h1") -> str:
    """Return a story of three paragraphs below a headline and a byline."""
    text = f"<p>{headline} {'was the word of the evening in the harbour. ' * 3}</p>"
    return f"<{level} class=headline>{headline}</{level}>{byline}{text * 3}"


ENDLESS = {
    "articles of an endless page": "".join(f"<article class=story>{tell(each)}</article>" for each in HEADLINES),
    "posts in plain boxes": "".join(f"<div class=post>{tell(each, level='h2')}</div>" for each in HEADLINES),
    "a page's whole template again": "".join(
        f"<div class=page><header><a href=/>Post</a><a href=/news>News</a></header><main>{tell(each)}</main></div>"
        for each in HEADLINES
    ),
    "a date above each headline": "".join(
        f"<div class=post><time>2024-05-0{day}</time>{tell(each, byline='')}</div>"
        for day, each in enumerate(HEADLINES, 1)
    ),
}


@pytest.mark.parametrize("body", ENDLESS.values(), ids=ENDLESS)
def test_a_second_headline_like_the_first_with_a_byline_begins_another_story(body: str) -> None:
    others = find(body, "Ferry leaves for Aurelia | Ellery Post")
    assert "Bridge op" in others
    assert "Ferry lea" not in others


ENTRIES = "".join(f"<h2>{time}</h2><p class=byline>{time}, Ada Quill</p>{PARAGRAPH * 2}" for time in ("9:00", "9:30"))
OF_ONE_STORY = {
    "a live report": f"<h1>{FERRY}</h1><p class=byline>3 May 2024</p>{ENTRIES}",
    "a list with a recommender for each": f"{tell(FERRY)}{tell('Tea', level='h2')}{tell('Soap', level='h2')}",
    "letters to the editor": f"<h1>{FERRY}</h1><p>3 May 2024</p>"
    + "".join(f"<h3>Sir</h3>{PARAGRAPH}<p class=author>{name}</p>" for name in ("B. Ek", "C. Lind", "D. Moe")),
    "an interview": f"{tell(FERRY)}<h2>How did it begin?</h2>{PARAGRAPH}<h2>And then?</h2>{PARAGRAPH}",
    "a changelog": f"<h1>{FERRY}</h1>"
    + "".join(f"<h1>{version}</h1><p>2024-05-03</p>{PARAGRAPH}" for version in ("2.2", "2.1", "2.0")),
    "sections with headings of the first level": f"{tell(FERRY)}<h1 class=headline>Part two</h1>{PARAGRAPH * 2}",
    "sections like the headline, one with a year": f"{tell(FERRY)}<h1 class=headline>Part two</h1><p>In 2020, it ended."
    f"{PARAGRAPH}<h1 class=headline>Part three</h1><p class=author>Ada Quill</p>{PARAGRAPH}"
    f"<h1 class=headline>Part four</h1>{PARAGRAPH}",
    "a newsletter": f"<h1>{FERRY}</h1><p>3 May 2024</p>{tell(BRIDGE, level='h2')}{tell(MUSEUM, level='h2')}",
    "a teaser with a date": f"{tell(FERRY)}<div>{tell(BRIDGE)[:90]}</p></div>",
    "its headline again": f"{tell(FERRY)}<div class=print>{tell(FERRY)}</div>",
    "a diary with a date for each day": f"<main>{tell(FERRY)}{tell('The second day')}{tell('The third day')}</main>",
    "signed parts behind an introduction": f"<div class=intro>{tell(FERRY)}</div>"
    + "".join(f"<div class=part>{tell(each)}</div>" for each in HEADLINES[1:]),
    "a box in its middle": f"<main>{tell(FERRY)}<aside>{tell(BRIDGE)}</aside>{PARAGRAPH}</main>",
}


@pytest.mark.parametrize("body", OF_ONE_STORY.values(), ids=OF_ONE_STORY)
def test_one_story_with_headings_stays_whole(body: str) -> None:
    assert not find(body, "Ferry leaves for Aurelia | Ellery Post")


def test_the_first_post_of_a_front_page_is_not_its_article() -> None:
    posts = "".join(f"<div class=post>{tell(each, level='h2')}</div>" for each in HEADLINES)
    assert not find(posts, "The Harbour Blog")


def part(body: str, following: str) -> bool:
    """Return whether another story may begin at the text that begins so."""
    page, segments = read(f"<body>{body}</body>")
    place = next(number for number, segment in enumerate(segments) if segment.text.startswith(following))
    return may_begin_story(page, segments, place)


class TestMayBeginStory:
    def test_the_second_container_of_a_kind_may(self) -> None:
        assert part("<div class=text><p>a<p>b</div><div class=text><p>c</div>", "c")

    def test_the_third_is_a_section_like_those_before(self) -> None:
        assert not part("<div class=part><h2>a</h2></div><div class=part><h2>b</h2></div><div class=part>c</div>", "c")

    def test_empty_containers_between_do_not_count(self) -> None:
        assert part("<div class=text>a</div><div class=text><img></div><div class=text>c</div>", "c")

    def test_a_heading_may_unless_it_follows_two_others(self) -> None:
        assert part("<main><h2>a</h2><p>b<h2>c</h2></main>", "c")
        assert not part("<main><h2>a</h2><p>b<h2>b</h2><p>d<h2>c</h2></main>", "c")

    @pytest.mark.parametrize(
        "body", ["<ul><li>a<li>c</ul>", "<table><tr><td>a<tr><td>c</table>", "<dl><dt>a<dd>c</dl>"]
    )
    def test_an_item_of_a_list_may_not(self, body: str) -> None:
        assert not part(body, "c")

    @pytest.mark.parametrize("label", ["", "<p>c</p>"])
    def test_a_listing_may_not_be_it_labelled_or_not(self, label: str) -> None:
        assert not part(f"<p>a</p><div>{label}<pre>c = 1\nd = 2</pre></div>", "c")

    def test_a_story_with_a_listing_further_down_may(self) -> None:
        assert part("<p>a</p><div><p>c</p><p>d</p><pre>e = 1\nf = 2</pre></div>", "c")

    def test_a_line_of_the_same_paragraph_may_not(self) -> None:
        assert not part("<p>a<br>c", "c")


def end(body: str, last: str, following: str) -> tuple[list[str], Body, Document]:
    """Return the beginnings of the texts kept where a story ends behind one text, before another; all were kept."""
    page = parse(read_page(f"<body>{body}</body>", 10**6), 10**5)
    segments = split_segments(page, line_breaker(page, ()))
    kept = tuple(Decision(segment.text != "Menu", None, 0.9, 0.5) for segment in segments)
    both = Body(page.body, kept)
    numbers = {segment.text: number for number, segment in enumerate(segments)}
    ended = end_story(page, segments, both, numbers[last], numbers[following])
    decided = zip(segments, ended.decisions, strict=True)
    return [segment.text for segment, decision in decided if decision.kept], ended, page


class TestEndStory:
    def test_all_behind_the_end_is_of_another_story(self) -> None:
        kept, ended, _ = end("<div><p>a</p><p>b</p></div><div><h2>c</h2><p>d</p></div>", "b", "c")
        assert kept == ["a", "b"]
        assert [decision.reason for decision in ended.decisions] == [None, None, "other_story", "other_story"]

    def test_the_next_story_begins_with_the_greatest_element_that_holds_nothing_of_the_first(self) -> None:
        _, ended, page = end("<main><div><p>a</p></div><section><div><img><p>b</p></div></section></main>", "a", "b")
        assert ended.next_story is next(page.root.iter("section"))
        assert ended.root is next(page.root.iter("p"))

    def test_in_one_container_it_begins_with_its_first_block(self) -> None:
        _, ended, page = end("<div><p>a</p><p>b</p><p>c</p></div>", "b", "c")
        assert ended.next_story is list(page.root.iter("p"))[2]
        assert ended.root is next(page.root.iter("div"))

    def test_lines_of_one_block_are_parted_between_them(self) -> None:
        kept, ended, page = end("<p>a<br>b<br>c<br>d</p>", "b", "c")
        assert kept == ["a", "b"]
        assert ended.next_story is list(page.root.iter("br"))[1]  # what stands before it is the first story's

    def test_text_behind_a_block_in_the_same_element_takes_nothing_before_it(self) -> None:
        kept, _, _ = end("<div>a<p>b</p>c</div>", "b", "c")
        assert kept == ["a", "b"]

    def test_what_was_dropped_before_keeps_its_reason(self) -> None:
        _, ended, _ = end("<p>a</p><p>b</p><p>Menu</p>", "a", "b")
        assert [(decision.kept, decision.reason) for decision in ended.decisions] == [
            (True, None),
            (False, "other_story"),
            (False, None),
        ]

    def test_scores_stay_as_they_were(self) -> None:
        _, ended, _ = end("<p>a</p><p>b</p>", "a", "b")
        assert [(decision.score, decision.threshold) for decision in ended.decisions] == [(0.9, 0.5)] * 2


def join(body: str) -> Joints:
    return find_joints(split_html(f"<html><body>{body}</body></html>"))


def test_paragraphs_of_one_element_are_joined_in_it() -> None:
    joints = join("<div><p>a</p><p>b</p><p>c</p></div>")
    assert joints.depths.tolist() == [3, 3]  # html, body and div hold both
    assert joints.is_alike.tolist() == [True, True]
    assert joints.is_heading.tolist() == [False, False]


def test_two_containers_are_joined_nearer_to_the_root() -> None:
    joints = join("<div class=story><p>a</p><p>b</p></div><div class=story><p>c</p></div>")
    assert joints.depths.tolist() == [3, 2]
    assert joints.is_alike.tolist() == [True, True]


def test_containers_of_another_tag_or_class_are_not_alike() -> None:
    joints = join("<div class=a><p>a</p></div><div class=b><p>b</p></div><section class=b><p>c</p></section>")
    assert joints.is_alike.tolist() == [False, False]


def test_a_heading_behind_a_joint_is_told() -> None:
    joints = join("<p>a</p><h2>b</h2><p>c</p><h4>d</h4>")
    assert joints.is_heading.tolist() == [True, False, True]
    assert joints.is_alike.tolist() == [False, False, False]


def test_lines_of_one_block_are_joined_in_it() -> None:
    joints = join("<p>a<br>b</p>")
    assert joints.depths.tolist() == [3]
    assert joints.is_alike.tolist() == [False]


def test_one_block_has_no_joints() -> None:
    for joints in (join("<p>a</p>"), find_joints([])):
        assert len(joints.depths) == len(joints.is_alike) == len(joints.is_heading) == 0
