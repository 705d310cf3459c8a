"""The comments of a page, in the forms in which software writes them."""

# ruff: noqa: E501 - pages as software writes them

import json
import time

import pytest

from cutline.dom.document import parse, read_page
from cutline.dom.line_breaks import split_segments
from cutline.dom.page_comments import PageComments, read_comments
from cutline.dom.tags import breaks_line

STORY = (
    "<p>The night ferry is back on Lake Varn after eleven years, and the council of Port Ellery pays for it.</p>" * 3
)
FIRST = "I took the old one to school every day, and the smell of the paint is still with me."
ANSWER = "So did my sister. She says that the crossing was never late."
OTHER = "Who pays for the winter? The council has not said a word about the ice."

# Of each software: Ann's comment, Bo's answer to it, and Cy's comment. The dates are 3, 4 and 5 May 2024.
NESTED = {
    "WordPress, list of articles": f"""<div id="comments"><h2>3 thoughts on “Ferry”</h2><ol class="comment-list">
<li id="comment-1" class="comment even thread-even depth-1 parent"><article id="div-comment-1" class="comment-body">
<footer class="comment-meta"><div class="comment-author vcard"><img alt="" src="a.png"><b class="fn"><a href="#">Ann Lee</a></b>
<span class="says">says:</span></div><div class="comment-metadata"><a href="#comment-1"><time datetime="2024-05-03T10:11:00+00:00">
May 3, 2024 at 10:11 am</time></a></div></footer><div class="comment-content"><p>{FIRST}</p></div>
<div class="reply"><a class="comment-reply-link" href="#">Reply</a></div></article><ol class="children">
<li id="comment-2" class="comment odd alt depth-2"><article id="div-comment-2" class="comment-body"><footer class="comment-meta">
<div class="comment-author vcard"><b class="fn">Bo Holm</b> <span class="says">says:</span></div><div class="comment-metadata">
<time datetime="2024-05-04T08:00:00+00:00">May 4, 2024 at 8:00 am</time></div></footer><div class="comment-content"><p>{ANSWER}</p>
</div><div class="reply"><a href="#">Reply</a></div></article></li></ol></li>
<li id="comment-3" class="comment even depth-1"><article id="div-comment-3" class="comment-body"><footer class="comment-meta">
<div class="comment-author vcard"><b class="fn">Cy Day</b> <span class="says">says:</span></div><div class="comment-metadata">
<time datetime="2024-05-05T09:00:00+00:00">May 5, 2024</time></div></footer><div class="comment-content"><p>{OTHER}</p></div>
</article></li></ol></div>""",
    "WordPress, a comment in each item": f"""<div id="comments"><ol class="commentlist"><li class="comment depth-1" id="li-comment-1">
<article id="comment-1" class="comment"><header class="comment-meta comment-author vcard"><cite class="fn">Ann Lee</cite>
<a href="#comment-1"><time datetime="2024-05-03T10:11:00+00:00">May 3, 2024</time></a></header><section class="comment-content comment">
<p>{FIRST}</p></section><div class="reply"><a href="#">Reply</a></div></article><ol class="children">
<li class="comment depth-2" id="li-comment-2"><article id="comment-2" class="comment"><header class="comment-meta comment-author vcard">
<cite class="fn">Bo Holm</cite><time datetime="2024-05-04T08:00:00+00:00">May 4, 2024</time></header>
<section class="comment-content comment"><p>{ANSWER}</p></section></article></li></ol></li><li class="comment depth-1" id="li-comment-3">
<article id="comment-3" class="comment"><header class="comment-meta comment-author vcard"><cite class="fn">Cy Day</cite>
<time datetime="2024-05-05T09:00:00+00:00">May 5, 2024</time></header><section class="comment-content comment"><p>{OTHER}</p></section>
</article></li></ol></div>""",
    "WordPress, boxes without names for the words": f"""<div id="comments"><ul class="commentlist"><li class="comment" id="comment-1">
<div id="div-comment-1"><div class="comment-author vcard"><cite class="fn">Ann Lee</cite> <span class="says">says:</span></div>
<div class="comment-meta commentmetadata"><a href="#comment-1">May 3, 2024 at 10:11 am</a></div><p>{FIRST}</p><div class="reply">
<a href="#">Reply</a></div></div><ul class="children"><li class="comment" id="comment-2"><div id="div-comment-2">
<div class="comment-author vcard"><cite class="fn">Bo Holm</cite> <span class="says">says:</span></div><div class="comment-meta">
<a href="#comment-2">May 4, 2024 at 8:00 am</a></div><p>{ANSWER}</p><div class="reply"><a href="#">Reply</a></div></div></li></ul></li>
<li class="comment" id="comment-3"><div id="div-comment-3"><div class="comment-author vcard"><cite class="fn">Cy Day</cite></div>
<div class="comment-meta"><a href="#comment-3">May 5, 2024 at 9:00 am</a></div><p>{OTHER}</p></div></li></ul></div>""",
    "Blogger": f"""<div class="comments" id="comments"><ol id="top-ra"><li class="comment" id="c101"><div class="comment-block">
<div class="comment-header"><cite class="user"><a href="https://b.example/1">Ann Lee</a></cite><span class="icon user"></span>
<span class="datetime secondary-text"><a href="#c101">3 May 2024 at 10:11</a></span></div><p class="comment-content">{FIRST}</p>
<span class="comment-actions"><a href="#">Reply</a></span></div><div class="comment-replies"><ol><li class="comment" id="c102">
<div class="comment-block"><div class="comment-header"><cite class="user">Bo Holm</cite><span class="datetime"><a>4 May 2024 at 08:00</a>
</span></div><p class="comment-content">{ANSWER}</p></div></li></ol></div></li><li class="comment" id="c103"><div class="comment-block">
<div class="comment-header"><cite class="user">Cy Day</cite><span class="datetime"><a>5 May 2024 at 09:00</a></span></div>
<p class="comment-content">{OTHER}</p></div></li></ol></div>""",
    "Disqus": f"""<div id="disqus_thread"><ul id="post-list" class="post-list"><li class="post" id="post-1001"><div class="post-content">
<div class="post-body"><header><span class="post-byline"><span class="author publisher-anchor-color"><a href="#">Ann Lee</a></span>
</span><span class="post-meta"><a class="time-ago" title="Friday, May 3, 2024 10:11 AM" href="#">2 years ago</a></span></header>
<div class="post-body-inner"><div class="post-message"><p>{FIRST}</p></div></div><footer><ul><li class="reply"><a href="#">Reply</a></li>
</ul></footer></div></div><ul class="children"><li class="post" id="post-1002"><div class="post-content"><div class="post-body"><header>
<span class="post-byline"><span class="author">Bo Holm</span></span><a class="time-ago" title="Saturday, May 4, 2024 8:00 AM">2 years
ago</a></header><div class="post-message"><p>{ANSWER}</p></div></div></div></li></ul></li><li class="post" id="post-1003">
<div class="post-content"><div class="post-body"><header><span class="post-byline"><span class="author">Cy Day</span></span>
<a class="time-ago" title="Sunday, May 5, 2024 9:00 AM">2 years ago</a></header><div class="post-message"><p>{OTHER}</p></div></div>
</div></li></ul></div>""",
    "a tree like Reddit's": f"""<div class="commentarea"><div class="sitetable nestedlisting"><div class="thing id-t1_a comment" id="thing_t1_a1">
<div class="entry"><p class="tagline"><a class="author" href="/user/ann">Ann Lee</a> <span class="score">12 points</span>
<time datetime="2024-05-03T10:11:00+00:00">2 years ago</time></p><form class="usertext"><div class="usertext-body"><div class="md"><p>{FIRST}</p>
</div></div></form><ul class="flat-list buttons"><li><a href="#">permalink</a></li><li><a href="#">reply</a></li></ul></div>
<div class="child"><div class="sitetable listing"><div class="thing id-t1_b comment" id="thing_t1_b2"><div class="entry"><p class="tagline">
<a class="author" href="/user/bo">Bo Holm</a> <time datetime="2024-05-04T08:00:00+00:00">2 years ago</time></p><div class="usertext-body">
<div class="md"><p>{ANSWER}</p></div></div></div></div></div></div></div><div class="thing id-t1_c comment" id="thing_t1_c3">
<div class="entry"><p class="tagline"><a class="author" href="/user/cy">Cy Day</a> <time datetime="2024-05-05T09:00:00+00:00">2 years ago
</time></p><div class="usertext-body"><div class="md"><p>{OTHER}</p></div></div></div></div></div></div>""",
    "a tree of elements with depths": f"""<shreddit-comment-tree><shreddit-comment author="Ann Lee" depth="0" created="2024-05-03T10:11:00+00:00">
<div slot="commentMeta"><a href="/user/ann/">Ann Lee</a> • 2y ago</div><div slot="comment"><p>{FIRST}</p></div>
<shreddit-comment author="Bo Holm" depth="1" created="2024-05-04T08:00:00+00:00"><div slot="comment"><p>{ANSWER}</p></div></shreddit-comment>
</shreddit-comment><shreddit-comment author="Cy Day" depth="0" created="2024-05-05T09:00:00+00:00"><div slot="comment"><p>{OTHER}</p></div>
</shreddit-comment></shreddit-comment-tree>""",
    "a tree by indents": "<table class='comment-tree'>"
    + "".join(
        f"""<tr class="athing comtr" id="{number}"><td><table><tr><td class="ind" indent="{indent}"><img src="s.gif" height="1"
width="{40 * indent}"></td><td class="default"><div><span class="comhead"><a href="user?id=x" class="hnuser">{name}</a>
<span class="age" title="2024-05-0{day}T10:11:12 17147310{day}"><a href="item?id={number}">2 years ago</a></span></span></div>
<div class="comment"><div class="commtext c00">{words}</div><div class="reply"><p><u><a href="#">reply</a></u></div></div></td></tr></table></td>
</tr>"""
        for number, indent, name, day, words in (
            (1, 0, "Ann Lee", 3, FIRST),
            (2, 1, "Bo Holm", 4, ANSWER),
            (3, 0, "Cy Day", 5, OTHER),
        )
    )
    + "</table>",
    "Substack": f"""<div class="comments-page"><div class="comment-list"><div class="comment"><div id="comment-51" class="comment-anchor"></div>
<table class="comment-content"><tr><td class="comment-head"><img src="a.png"></td><td class="comment-rest"><div class="comment-meta">
<span class="name"><a href="https://s.example/profile/1-ann">Ann Lee</a></span><a class="comment-timestamp" title="May 3, 2024, 10:11 AM">May 3</a>
</div><div class="comment-body"><p>{FIRST}</p></div><div class="comment-actions"><a>Like</a> <a>Reply</a></div></td></tr></table>
<div class="comment-list"><div class="comment"><table class="comment-content"><tr><td class="comment-rest"><div class="comment-meta">
<span class="name"><a href="https://s.example/profile/2-bo">Bo Holm</a></span><a class="comment-timestamp" title="May 4, 2024, 8:00 AM">May 4</a>
</div><div class="comment-body"><p>{ANSWER}</p></div></td></tr></table></div></div></div><div class="comment"><table class="comment-content">
<tr><td class="comment-rest"><div class="comment-meta"><span class="name"><a href="https://s.example/profile/3-cy">Cy Day</a></span>
<a class="comment-timestamp" title="May 5, 2024, 9:00 AM">May 5</a></div><div class="comment-body"><p>{OTHER}</p></div></td></tr></table></div></div>
</div>""",
    "microdata": f"""<section><div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="author" itemscope
itemtype="https://schema.org/Person"><span itemprop="name">Ann Lee</span></span><meta itemprop="dateCreated" content="2024-05-03T10:11:00+00:00">
<div itemprop="text"><p>{FIRST}</p></div><div itemprop="comment" itemscope itemtype="https://schema.org/Comment"><span itemprop="creator">Bo Holm
</span><time itemprop="datePublished" datetime="2024-05-04">4 May</time><div itemprop="text">{ANSWER}</div></div></div>
<div itemprop="comment" itemscope itemtype="https://schema.org/UserComments"><span itemprop="creator">Cy Day</span>
<time itemprop="commentTime" datetime="2024-05-05">5 May</time><div itemprop="commentText">{OTHER}</div></div></section>""",
}
FLAT = {
    "phpBB": "<div id='page-body' class='thread'>"
    + "".join(
        f"""<div id="p{number}" class="post has-profile bg2"><div class="inner"><dl class="postprofile"><dt><a class="username"
href="./memberlist.php?u=2">{name}</a></dt><dd>Posts: 123</dd></dl><div class="postbody"><h3><a href="#p{number}">Re: Ferry</a></h3>
<p class="author"><a href="#">Post</a> by <strong><a class="username" href="./memberlist.php?u=2">{name}</a></strong> »
<time datetime="2024-05-0{day}T10:11:00+00:00">Fri May 03, 2024</time></p><div class="content">{words}</div></div></div></div>"""
        for number, name, day, words in (
            (11, "Ann Lee", 3, FIRST),
            (12, "Bo Holm", 4, ANSWER),
            (13, "Cy Day", 5, OTHER),
        )
    )
    + "</div>",
    "Discourse": "<div id='main-outlet'>"
    + "".join(
        f"""<div id="post_{number}" itemprop="comment" itemscope itemtype="http://schema.org/Comment" class="topic-body crawler-post">
<div class="crawler-post-meta"><span class="creator" itemprop="author" itemscope><a itemprop="url" href="/u/x"><span itemprop="name">{name}</span>
</a></span><span class="crawler-post-infos"><time itemprop="datePublished" datetime="2024-05-0{day}T10:11:00Z" class="post-time">May {day}, 2024
</time><span itemprop="position">{number}</span></span></div><div class="post" itemprop="text"><p>{words}</p></div>
<div class="post-likes">2 Likes</div></div>"""
        for number, name, day, words in ((2, "Ann Lee", 3, FIRST), (3, "Bo Holm", 4, ANSWER), (4, "Cy Day", 5, OTHER))
    )
    + "</div>",
    "Blogger's terms and descriptions": "<dl id='comments-block'>"
    + "".join(
        f"""<dt class="comment-author" id="c{number}"><a href="https://b.example/1">{name}</a> said...</dt><dd class="comment-body"><p>{words}</p></dd>
<dd class="comment-footer"><span class="comment-timestamp"><a href="#c{number}">{day} May 2024 at 10:11</a></span></dd>"""
        for number, name, day, words in (
            (11, "Ann Lee", 3, FIRST),
            (12, "Bo Holm", 4, ANSWER),
            (13, "Cy Day", 5, OTHER),
        )
    )
    + "</dl>",
}


DATES = ("2024-05-03", "2024-05-04", "2024-05-05")
WORDS = (FIRST, ANSWER, OTHER)
NAMES = ("Ann Lee", "Bo Holm", "Cy Day")


def read(body: str, head: str = "", url: str | None = None, limit: int = 1_000) -> PageComments:
    document = parse(read_page(f"<html><head>{head}</head><body>{body}</body></html>", 20_000_000, url), 1_000_000)
    segments = split_segments(document, breaks_line)
    return read_comments(document, segments, segments[:1], "en", limit)


def list_said(found: PageComments) -> list[tuple[str | None, str | None, str]]:
    return [(each.author, (each.published or "")[:10], each.text) for each in found.comments]


@pytest.mark.parametrize("way", NESTED)
def test_comments_and_answers_are_read_however_they_are_written(way: str) -> None:
    found = read(STORY + NESTED[way])
    assert list_said(found) == list(zip(NAMES, DATES, WORDS, strict=True))
    assert [(each.depth, each.answers) for each in found.comments] == [(0, None), (1, 0), (0, None)]


@pytest.mark.parametrize("way", FLAT)
def test_comments_that_answer_none_are_beside_each_other(way: str) -> None:
    found = read(STORY + FLAT[way], url="https://boat.example/viewtopic.php?t=3")
    assert list_said(found) == list(zip(NAMES, DATES, WORDS, strict=True))
    assert {(each.depth, each.answers) for each in found.comments} == {(0, None)}


def test_the_first_post_of_a_forum_is_its_article() -> None:
    found = read(FLAT["phpBB"], url="https://boat.example/viewtopic.php?t=3")
    assert [each.author for each in found.comments] == ["Bo Holm", "Cy Day"]


def test_posts_of_a_blog_are_no_comments() -> None:
    post = (
        '<div class="post" id="post-{0}"><span class="author">Ann</span> <time datetime="2024-05-0{0}">{0} May</time>'
    )
    assert read(STORY + "".join(f"{post.format(n)}<p>{FIRST}</p></div>" for n in range(1, 6))).comments == []


def test_a_form_and_a_count_are_no_comments() -> None:
    form = '<div class="comment" id="comment-0"><label>Your name</label><textarea></textarea></div>'
    assert read(f'{STORY}<a class="comment">3 comments</a><div id="comments">{form}</div>').comments == []


FORM = """<div id="respond" class="comment-respond"><h3 id="reply-title">Leave a Reply <small><a href="#respond">Cancel</a></small></h3>
<form action="/wp-comments-post.php" id="commentform" class="comment-form"><p class="comment-notes">Required fields are marked *</p>
<p class="comment-form-comment"><label>Comment</label> <textarea name="comment"></textarea></p><p class="comment-form-author">
<label for="author">Name *</label> <input id="author" name="author"></p><p class="comment-form-email"><label>Email *</label></p></form></div>"""


@pytest.mark.parametrize(
    "attributes",
    ['id="comments" class="comment-wrapper"', 'id="comments" class="comments-wrap"', 'class="comment-box"'],
)
def test_a_box_around_all_comments_and_the_form_are_no_comments(attributes: str) -> None:
    items = NESTED["WordPress, list of articles"].partition("</h2>")[2].removesuffix("</div>")
    found = read(f"{STORY}<div {attributes}><h3>3 comments</h3>{items}{FORM}</div>")
    assert list_said(found) == list(zip(NAMES, DATES, WORDS, strict=True))
    assert [(each.depth, each.answers) for each in found.comments] == [(0, None), (1, 0), (0, None)]


@pytest.mark.parametrize("heading", ["", "<h3>One comment</h3>"])
def test_the_only_comment_of_a_box_stands_without_the_form(heading: str) -> None:
    item = NESTED["WordPress, list of articles"].partition("</h2>")[2].partition('<ol class="children">')[0]
    found = read(f'{STORY}<div id="comments" class="comments-wrap">{heading}{item}</li></ol>{FORM}</div>')
    assert list_said(found) == [(NAMES[0], DATES[0], FIRST)]


def test_a_form_in_a_comment_is_no_part_of_it() -> None:
    page = NESTED["WordPress, list of articles"].replace('<ol class="children">', f'{FORM}<ol class="children">')
    assert list_said(read(STORY + page)) == list(zip(NAMES, DATES, WORDS, strict=True))


def test_an_answer_outlives_a_comment_without_words() -> None:
    page = NESTED["WordPress, list of articles"].replace(f"<p>{FIRST}</p>", "")
    assert [each.author for each in read(STORY + page).comments] == ["Bo Holm", "Cy Day"]


def test_paragraphs_of_a_comment_stay_apart() -> None:
    page = NESTED["Blogger"].replace(FIRST, f"One.<br><br>{OTHER}")
    assert read(STORY + page).comments[0].text == f"One.\n\n{OTHER}"


def test_json_ld_declares_comments_that_the_page_does_not_show() -> None:
    reply = {"@type": "Comment", "text": ANSWER, "author": {"name": "Bo Holm"}, "dateCreated": DATES[1]}
    first = {
        "@type": "Comment",
        "text": f"<p>{FIRST}</p><p>Again.</p>",
        "author": {"@type": "Person", "name": "Ann Lee"},
    }
    last = {"@type": "Comment", "text": OTHER, "creator": "Cy Day", "datePublished": DATES[2]}
    said = {"@type": "NewsArticle", "comment": [{**first, "comment": [reply]}, last]}
    found = read(STORY, f'<script type="application/ld+json">{json.dumps(said)}</script>').comments
    assert [(each.author, each.published, each.depth, each.answers) for each in found] == [
        ("Ann Lee", None, 0, None),
        ("Bo Holm", DATES[1], 1, 0),
        ("Cy Day", DATES[2], 0, None),
    ]
    assert found[0].text == f"{FIRST}\n\nAgain." and found[0].element is None


def read_stated(said: object, body: str = STORY) -> list[str]:
    return [
        each.text for each in read(body, f'<script type="application/ld+json">{json.dumps(said)}</script>').comments
    ]


def question(**answers: object) -> dict[str, object]:
    return {"@type": "Question", "name": "Who pays?", **answers}


def test_answers_of_an_faq_are_no_comments_and_of_a_qa_page_only_those_of_other_readers() -> None:
    accepted = {"@type": "Answer", "text": FIRST, "author": {"@type": "Person", "name": "Ann Lee"}}
    suggested = [{"@type": "Answer", "text": OTHER}]
    asked = question(acceptedAnswer=accepted, suggestedAnswer=suggested)
    assert read_stated({"@type": "FAQPage", "mainEntity": [asked, asked]}) == []
    assert read_stated({"@type": "QAPage", "mainEntity": asked}) == [OTHER]
    faq = f"""<div itemscope itemtype="https://schema.org/FAQPage"><div itemprop="mainEntity" itemscope
itemtype="https://schema.org/Question"><h3 itemprop="name">When?</h3><div itemprop="acceptedAnswer" itemscope
itemtype="https://schema.org/Answer"><p itemprop="text">9:00 to 17:30</p><p>{OTHER}</p></div></div></div>"""
    assert read(STORY + faq).comments == []


def test_answers_of_a_forum_that_its_page_shows_are_comments() -> None:
    answers = "".join(
        f"""<div id="answer-{n}" class="answer" itemprop="{kind}Answer" itemscope itemtype="https://schema.org/Answer"><div itemprop="text">
<p>{words}</p></div><time itemprop="dateCreated" datetime="2024-05-0{n}T10:11:00">May {n}, 2024</time><div itemprop="author" itemscope>
<a href="/users/{n}"><span itemprop="name">{name}</span></a></div></div>"""
        for n, kind, name, words in ((3, "accepted", "Ann Lee", FIRST), (4, "suggested", "Bo Holm", ANSWER))
    )
    found = read(STORY + answers, url="https://boat.example/questions/7/ferry")
    assert list_said(found) == list(zip(NAMES[:2], DATES[:2], WORDS[:2], strict=True))


def test_a_declared_comment_that_is_a_text_of_the_article_is_none() -> None:
    said = {"@type": "BlogPosting", "comment": [{"@type": "Comment", "text": FIRST}, {"text": OTHER}]}
    assert read_stated(said, f"<p>{FIRST}</p>") == [OTHER]


def test_only_so_many_are_read() -> None:
    found = read(STORY + FLAT["Discourse"], limit=2)
    assert (len(found.comments), found.is_cut) == (2, True)
    assert not read(STORY + FLAT["Discourse"], limit=3).is_cut


def write_avada(reply: str) -> str:
    return f"""<li class="comment depth-1" id="comment-7"><div class="the-comment"><div class="avatar"><img src="a.png"></div>
<div class="comment-box"><div class="comment-author meta"><strong>Ben</strong> June 19, 2018 at 15:28 <a rel="nofollow"
class="comment-reply-link" href="#">{reply}</a></div><div class="comment-text"><p>{FIRST}</p></div></div></div></li>"""


SLASHDOT = f"""<li id="tree_65" class="comment full contain"><div id="comment_65" class="cw"><div class="commentTop"><div class="title"><h4>
<a href="//s.example/comments.pl?cid=65">Re: Ferry</a> <span class="score">(<a href="#">Score:2</a>)</span></h4></div><div class="details">
<span class="by"><span class="byby">by </span><a href="//s.example/~ben">Ben</a> <span class="uid"><a href="//s.example/~ben">( 1311177 )</a>
</span></span> <span class="otherdetails">on Tuesday June 19, 2018 @03:28PM (<a href="//s.example/comments.pl?cid=65">#65</a>) <small>
<a href="https://ben.example/" class="user_homepage_display">Homepage</a>
<a href="//s.example/~ben/journal/" class="user_journal_display">Journal</a></small></span><a class="user-share"
href="https://www.facebook.com/sharer.php?u=x">facebook</a></div></div><div class="commentBody"><div id="comment_body_65">{FIRST}</div></div>
</div></li>"""
SUBSTACK = f"""<div class="comment"><div id="comment-187" class="comment-anchor"></div><div class="comment-content"><div class="pc">
<a href="https://s.example/profile/1-ben"><img src="a.png" alt="Ben's avatar"></a></div><div class="pc"><div class="pc"><div class="pc"><span
class="pc"><span><a href="https://s.example/profile/1-ben">Ben</a></span></span></div><a href="https://s.example/p/ferry/comment/187"
rel="nofollow" title="Jun 19, 2018, 7:40 PM" class="pc"><span class="pc">6d</span></a><span class="pc">Edited</span></div><div
class="comment-body"><p><span>{FIRST}</span></p><div role="button" class="show-all-toggle"><div class="show-all-toggle-label">Expand full
comment</div></div></div><div class="pc"><a class="pc">Like (2)</a> <a class="pc">Reply</a></div></div></div></div>"""
SIGNED = {
    "Substack, of 2025": SUBSTACK,
    "Avada": write_avada(" - Reply"),
    "Avada in German": write_avada("- Antworten"),
    "Slashdot": SLASHDOT,
    "Slashdot, by one without a page": SLASHDOT.replace("//s.example/~ben", "//s.example/ben"),
    "a date in the name's element": f"""<div class="comment" id="comment-3"><div class="comment-author">Ben <span class="date"><a href="#3"><time>
19.06.2018 // 12:56</time></a></span></div><div class="comment-content"><p>{FIRST}</p></div></div>""",
    "WordPress's classic theme": f"""<li id="comment-3"><p>{FIRST}</p><p><cite>Kommentar von Ben — 2018-06-19 @ <a href="#comment-3">00:39</a>
</cite></p></li>""",
    "Blogger in English": f"""<li class="comment" id="c101"><div class="comment-block"><div class="comment-header"><cite class="user"
><a href="https://b.example/1">Ben</a></cite><span class="icon user"></span><span class="datetime secondary-text"
><a href="#c101">June 19, 2018 at 1:06 PM</a></span></div><p class="comment-content">{FIRST}</p></div></li>""",
    "Stack Exchange": f"""<div id="comment-7" class="comment"><div class="user-info"><div class="user-action-time">answered <span
title="2018-06-19 13:02:44Z" class="relativetime">Jun 19, 2018 at 13:02</span></div><div class="user-details"><a href="/users/7/ben">Ben</a>
</div></div><div class="comment-text">{FIRST}</div></div>""",
    "Twenty Twenty": f"""<li class="comment"><div class="comment-author vcard"><a href="https://b.example/" class="url"><span class="fn"
>Ben</span><span class="screen-reader-text says">says:</span></a></div><time datetime="2018-06-19">then</time><p>{FIRST}</p></li>""",
    "one who says on a day": f"""<div class="comment"><p class="comment-author">Posted by Ben on Tuesday, June 19, 2018 <a
href="mailto:b@b.example">Email</a></p><div class="comment-text">{FIRST}</div></div>""",
}


@pytest.mark.parametrize("way", SIGNED)
def test_the_author_is_no_label_of_a_link_and_no_date(way: str) -> None:
    assert list_said(read(f'{STORY}<ol class="commentlist">{SIGNED[way]}</ol>')) == [("Ben", "2018-06-19", FIRST)]


def test_a_moment_that_is_stated_comes_before_the_day_that_is_shown_around_it() -> None:
    when = '<span class="posted-on"><time datetime="2024-05-03T10:11:00+02:00">May 3, 2024 at 10:11</time></span>'
    page = f'<div class="comment"><cite>Ann</cite> <span class="comment-date">{when}</span><p>{FIRST}</p></div>'
    assert [each.published for each in read(STORY + page).comments] == ["2024-05-03T10:11:00+02:00"]


@pytest.mark.parametrize("name", ["ann1may2020", "Rita Balas", "Jean Le Roux", "https://ann.example/ferry/"])
def test_a_name_stays_whole(name: str) -> None:
    page = f'<div class="comment"><cite>{name}</cite> <time datetime="2024-05-03">May 3</time><p>{FIRST}</p></div>'
    assert [each.author for each in read(STORY + page).comments] == [name]


COMMENT = '<div class="comment"><cite>Ann</cite><p>Yes, and more than that.</p>'


@pytest.mark.parametrize(
    "page",
    [
        (COMMENT + "</div>") * 5_000,
        COMMENT * 5_000,
        '<div class="comment">' * 10_000,
        f'<div class="comment">{(COMMENT + "</div>") * 5_000}</div>',
        '<div class="comment">' + "<div class=author>" * 5_000,
        '<div class="comment"><cite>Ann</cite>' + "<p>Yes" * 15_000,
        '<div class="comment"><b class="author"><i class="date">' * 5_000,
        '<div class="comment"><cite>Ann</cite>' + "<div>" * 200 + "<textarea></textarea>" * 10_000,
    ],
    ids=[
        "many",
        "each in the one before",
        "empty",
        "in a comment",
        "one name in another",
        "one of many paragraphs",
        "names and dates in each other",
        "fields",
    ],
)
@pytest.mark.load
def test_a_hostile_page_takes_little_time(page: str) -> None:
    start = time.process_time()
    document = parse(read_page(f"<html><body>{STORY}{page}", 20_000_000), 1_000_000)
    segments = split_segments(document, breaks_line)
    parsed = time.process_time()
    assert len(read_comments(document, segments, segments[:1], "en", 1_000).comments) <= 1_000
    assert time.process_time() - parsed < 1 + 2 * (parsed - start)
