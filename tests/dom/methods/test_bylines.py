"""Bylines and dates that a classifier took for the beginning of the text."""

from collections.abc import Callable, Sequence

import pytest

from cutline.dom.methods.bylines import find_bylines, find_colophons, find_topics
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

HEAD = '<title>A night on the lake</title><meta name="author" content="Ann Lee"><meta name="date" content="2013-08-13">'
STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>"


def find(body: str, find: Callable[[ScoredPage, Sequence[int]], list[int]] = find_bylines) -> list[str]:
    """Return the texts of bylines on a page by Ann Lee of 13 August 2013, all text being kept."""
    page, segments = open_page(f"<html lang=en><head>{HEAD}</head><body><main>{body}</main></body></html>")
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    return [segments[number].text for number in find(scored, range(len(segments)))]


@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee",
        "By ANN LEE, Courier Staff Writer",
        "13 August 2013",
        "Tuesday, August 13, 2013 - 2 min read",
        "August 13, 2013, Ann Lee reporting",
        "by Ann Lee 2013. 8. 13.",
        "The Lake Courier | Boats | Ann Lee | Tue 13 August 2013",
        "作者 Ann Lee",
        "First published 13 August 2013 · last updated 13 August 2013 at 09:30 by Ann Lee",
        "by Ann Lee2013. 8. 13.",
        "发表于2013-08-13更新于2013-08-13分类于船本文字数：1.2k阅读时长 ≈2 分钟",
        "2013.08.13 20:03:10字数 412阅读 933",
        f"Ann Lee {'x' * 142}",  # as long as one may be
        "Ann Lee 慢生活札记2013年8月13日 21:05浙江",
        "Photographs by Bo Ek",
        "编辑 | 小满",
        "责编：小满",
        "453 字",
        "AA Giriş Tarihi: 13.08.2013 07:05 Güncelleme Tarihi: 13.08.2013 10:12",
        "2013年8月13日 来源：湖畔晚报 港口",
        "1,204 words",
    ],
)
def test_a_line_of_authors_and_date_above_the_story_is_one(line: str) -> None:
    assert find(f"<p>{line}</p><p>A night on the lake</p>{STORY * 3}") == [line]
    assert find(f"{STORY * 4}<p>{line}</p>{STORY}") == []


@pytest.mark.parametrize(
    "line",
    [
        "Ann Lee was there.",
        "Ann Lee sailed on August 13, 2013.",
        "What Ann Lee saw on the lake",
        "2013年8月13日，渡轮恢复了。",
        "2013年8月13日，渡轮回来了",
        "摄影：从胶片到数字",
        "12 August 2013",
        "By Bo Ek",
        "Photographs by Bo Ek came to the island with forty people",
        "编辑部里的灯一直亮着",
        "Ann Lee went to the island with forty people and a dog",
    ],
)
def test_sentences_and_other_names_and_days_are_none(line: str) -> None:
    assert find(f"<p>{line}</p>{STORY * 3}") == []


def test_a_long_head_of_short_lines_is_looked_through_and_labels_go_with_what_they_label() -> None:
    docinfo = "<dl><dt>Author:<dd>Ann Lee<dt>Date:<dd>2013-08-13</dl>"
    assert find(f"<p>On boats</p>{docinfo}{STORY * 3}") == ["Author:", "Ann Lee", "Date:", "2013-08-13"]
    for label, found in (("Who wrote this:", ["Who wrote this:", "Ann Lee"]), ("Who wrote all this:", ["Ann Lee"])):
        assert find(f"<p>{label}</p><p>Ann Lee</p>{STORY * 3}") == found


def test_short_lines_in_a_box_named_as_a_byline_are_left_out_above_the_story_alone() -> None:
    lines = "<ul><li>نویسنده, سارا محمدی</li><li>شغل, خبرنگار</li><li>۱۶ فروردین ۱۴۰۵</li></ul>"
    box = f'<section aria-labelledby="article-byline">{lines}</section>'
    assert find(f"{box}{STORY * 3}") == ["نویسنده, سارا محمدی", "شغل, خبرنگار", "۱۶ فروردین ۱۴۰۵"]
    assert find(f"{STORY * 3}{box}") == []
    assert find(f"<div class=byline><p>Lake traffic</p>{STORY * 3}</div>") == []
    assert find(STORY.replace("<p>", "<p class=byline>") + STORY * 3) == []
    assert find(f"<div class=byline><h2>Lake traffic</h2></div>{STORY * 3}") == []


def test_the_other_items_of_a_list_with_the_date_above_the_story_are_left_out_with_it() -> None:
    items = "<ul><li>13 August 2013</li><li>News code: 140501</li></ul>"
    assert find(f"{items}{STORY * 3}") == ["13 August 2013", "News code: 140501"]
    assert find(f"{items.replace('13 August 2013', 'The old pier')}{STORY * 3}") == []


def test_paragraphs_without_spaces_between_words_are_prose() -> None:
    story = "<p>渡轮清晨六点离开了埃勒里港，中午以前到达了湖心岛，船上一共有四十个人。</p>"
    assert find(f"{story * 5}<p>453 字</p>{story}") == []


def test_headings_that_say_nothing_else_are_one_as_pandoc_wrote_them() -> None:
    assert find(f'<h2 class="author">Ann Lee</h2><h3 class="date">2013-08-13</h3>{STORY * 3}') == [
        "Ann Lee",
        "2013-08-13",
    ]


@pytest.mark.parametrize("heading", ["What happened on August 13, 2013", "Ann Lee answers questions"])
def test_headings_are_none(heading: str) -> None:
    assert find(f"<h2>{heading}</h2>{STORY * 3}") == []


@pytest.mark.parametrize(
    ("line", "is_one"),
    [
        ("Posted by Ann Lee at August 13, 2013 10:12 AM", True),
        ("August 13, 2013", True),
        ("Ann Lee", False),  # signs a letter
        ("14 August 2013", False),
        ("The ferry sailed on 13 August 2013.", False),
    ],
)
def test_who_wrote_it_and_when_may_stand_below_the_story(line: str, is_one: bool) -> None:
    assert find(f"{STORY * 4}<p>{line}</p><p>Thank you</p>") == ([line] if is_one else [])
    assert find(f"{STORY * 4}<h2>{line}</h2>") == []


def test_beside_the_date_what_leads_elsewhere_does_not_count() -> None:
    links = ' <a href="/boats/">Boats and other vessels</a> <a href="/x.txt">Markdown source</a>'
    assert find(f"<p>13 August 2013, filed under{links}</p>{STORY * 3}") == [
        "13 August 2013, filed under Boats and other vessels Markdown source"
    ]
    assert find(f"<p>13 August 2013 was the day of the great storm on{links}</p>{STORY * 3}") == []


def test_the_dated_lines_of_a_thread_stay() -> None:
    first, other = (f"<p>{line} August 2013</p>{STORY}" for line in ("Ann Lee, 13", "Bo Ek, 14"))
    assert find(first + other) == ["Ann Lee, 13 August 2013"]
    assert find(first + other * 2) == []


def test_a_name_below_another_text_is_that_of_who_said_it() -> None:
    assert find(f"<p>The old ferry sails the lake once again.</p><p>Ann Lee, captain</p>{STORY * 3}") == []
    assert find(f"{STORY}<p>By Ann Lee</p>{STORY * 3}") == ["By Ann Lee"]


@pytest.mark.parametrize(
    ("line", "is_topic"),
    [
        ('<a href="/tags/boats/">boats</a>, <a href="/tags/lake/">lake</a>,', True),
        ('<a href="/x" rel="tag">随笔</a>,', True),
        ('<a href="/category/boats/">Boats</a>', True),
        ('Tags: <a href="/tags/boats/">boats</a>', True),
        ('<a href="/lee/tag:boats">#boats</a>', True),
        ('<a href="/boats/">Boats</a>', False),
        ('Sources: <a href="/topics/lake/">Lake report 2024</a>', False),
        ('more about <a href="/tags/boats/">boats</a>', False),
    ],
)
def test_links_to_tags_around_the_story_are_left_out(line: str, is_topic: bool) -> None:
    assert bool(find(f"<ul><li>{line}</ul>{STORY * 3}", find_topics)) is is_topic
    assert bool(find(f"{STORY * 3}<p>{line}</p>", find_topics)) is is_topic
    assert find(f"{STORY * 2}<p>{line}</p>{STORY}<p>{line}</p>", find_topics) == []


def test_tags_below_a_long_line_of_author_and_date_are_left_out() -> None:
    line = '<p>By Ann Lee on Tuesday, August 13, 2013, 10:12 - <a href="/x">Permanent link</a></p>'
    tags = '<ul><li><a href="/tag/boats">boats</a></ul>'
    assert find(f"{line}{tags}{STORY * 3}", find_topics) == ["boats"]


def test_a_list_of_what_the_page_states_is_left_out_with_its_licence() -> None:
    lines = ["The post author: Ann Lee", "Created at : 2013-08-13 09:00", "License: CC BY 4.0"]
    box = "<ul>" + "".join(f"<li>{line}" for line in lines) + "</ul>"
    assert find(STORY * 3 + box, find_colophons) == lines
    assert find(f"{STORY * 3}<ul><li>Author: Ann Lee<li>Length: twenty metres</ul>", find_colophons) == []
    assert find(f"{STORY * 3}<ul><li>Skipper: Bo Ek<li>Built: 1978-04-01</ul>", find_colophons) == []
