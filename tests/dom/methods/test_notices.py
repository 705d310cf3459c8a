"""What newsletters and blogs write around each text."""

import pytest

from cutline.dom.methods.notices import find_notices, find_paid_labels, find_sponsors
from cutline.dom.methods.scored_page import ScoredPage
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page, split_html

STORY = "<p>The ferry left the harbour of Port Ellery at six in the morning.</p>"


def find(body: str) -> list[str]:
    """Return the texts of notices, all text being kept."""
    segments = split_html(f"<main>{body}</main>")
    return [segments[number].text for number in find_notices(segments, range(len(segments)))]


@pytest.mark.parametrize(
    ("said", "linked"),
    [
        ("Is this email not displaying correctly?", "View it in your browser"),
        ("Wird die Mail nicht richtig angezeigt?", "Im Browser ansehen"),
        ("Vous recevez ce message car vous êtes abonné.", "Se désabonner"),
        ("Si ya no quiere recibirlo, puede", "darse de baja"),
        ("このメールは登録した方にお送りしています。", "配信停止はこちら"),
        ("This entry was posted on Monday and is filed under", "Lakes"),
        ("Dieser Beitrag wurde am 4. Mai 2015 veröffentlicht unter", "Seen"),
        ("Geplaatst in", "Rivieren"),
        ("This post may contain affiliate links; read", "the disclosure"),
        ("Previous message:", "[ferry-dev] Fares"),
        ("More information about the", "ferry-dev mailing list"),
        ("x" * 238, "Unsubscribe"),
    ],
)
def test_a_short_line_with_such_a_link_above_or_below_the_text_is_one(said: str, linked: str) -> None:
    line = f"<p>{said} <a href=/x>{linked}</a></p>"
    assert find(f"{line}{STORY * 9}") == find(f"{STORY * 9}{line}") == [f"{said} {linked}"]


@pytest.mark.parametrize(
    "line",
    [
        "<p>Who does not want the letter can unsubscribe.</p>",
        f"<p>{'x' * 239} <a href=/u>Unsubscribe</a></p>",
        "<p>She found <a href=/r>the report on ferries</a> in a browser.</p>",
    ],
)
def test_sentences_of_the_story_are_none(line: str) -> None:
    assert find(f"{STORY * 9}{line}") == []


def test_a_link_to_a_channel_of_the_site_is_one_between_any_paragraphs() -> None:
    line = "✅ Clique aqui para seguir o canal no WhatsApp"
    assert find(f"{STORY * 6}<ul><li><a href=/w>{line}</a></li></ul>{STORY * 9}") == [line]
    assert find(f"{STORY * 6}<p><a href=/w>{line[2:]}!</a>{'.' * 11}</p>{STORY * 9}")  # 44 of 55 characters
    assert find(f"{STORY * 6}<p>{line}</p>{STORY * 9}") == []


def test_a_line_in_the_middle_of_the_story_is_none() -> None:
    assert find(f"{STORY * 4}<p><a href=/u>Unsubscribe</a></p>{STORY * 9}") == []


@pytest.mark.parametrize(
    "line",
    [
        "<p>© Courier 2005</p>",
        f"<p>© Courier 2005 {'x' * 235}</p>",
        "<p>Copyright 1998 The Courier. All rights reserved.</p>",
        "<h3>2 comments on “Fares”</h3>",
        "<address>Generated on Sun Mar 17 2024 by <a href=//doxygen.example>Doxygen</a> 1.9.4</address>",
        "<p>This document was translated from LaTeX by HeVeA.</p>",
        "<p>The documentation for this class was generated from the following file:</p>",
        "<p>This page was last edited on 27 November 2026, at 11:46.</p>",
        "<div>Helmsman can make mistakes. Check important info.</div>",
        "<p>Follow us on <a href=//social.example>Facebook</a> and X for more.</p>",
        "<p>For the latest news from the lake download the Courier apps for iOS and Android.</p>",
        "<h3>Abonniere unseren Newsletter</h3>",
        "<p>欢迎关注我们的公众号</p>",
        "<p>This page was last updated on 03/11/2003. © F. Bankole. You are visitor number 004112.</p>",
        "<p><a href=index.html>Back to my home page</a> | lee@lake.example</p>",
        "<div>posted @ 2023-05-06 10:00 林下 阅读(1204) 评论(2)</div>",
        "<div>« 上一篇： 换掉旧书桌</div>",
        "<div>12人点赞</div>",
        "<p>点击下方名片关注我们</p>",
        "<p>ines.halloran@courier.example</p>",
        "<p>© Courier/ih - Rechte am Artikel können Sie hier erwerben.</p>",
        "<p>© Riproduzione riservata</p>",
        "<p>責任編輯：張迪</p>",
        "<p>编辑 刘倩 校对 王心</p>",
        "<p>新京报记者 李明</p>",
        "<p>（声明：本文仅代表作者观点，不代表平台立场。）返回，查看更多</p>",
        "<p>《 人民日报 》（ 2026年04月11日 07 版）</p>",
        "<p>点个“在看”，让更多人看到</p>",
        "<p>제주=한지우 기자 han@courier.example</p>",
        "<p>&lt;저작권자(c) 호수일보, 무단 전재-재배포 금지&gt;</p>",
        "<p>当サイト掲載の記事、写真等の無断転載を禁じます。</p>",
        "<p>この記事は有料記事です。</p>",
        "<p>Подписывайтесь на наш канал в Telegram и первыми узнавайте новости</p>",
        "<p>Хочешь получать новости? Подписывайся на канал в Telegram</p>",
        "<p>Ακολουθήστε το courier.example στο Google News</p>",
        "<p>Il vous reste 62.14% de cet article à lire.</p>",
        "<a href=/blog>← Back to blog</a>",
        "<p><a href=../index.html>Back to Home</a></p>",
        "<a href=/blog>Zurück zum Blog</a>",
        "<a href=/blog>ブログ一覧へ戻る</a>",
        "<p>Discuss on <a href=//b.example>Bluesky</a> · Edit on GitHub</p>",
        "<p>Have a comment on this article? Start a discussion in my <a href=//l.example>public inbox</a>.</p>",
        "<p>If you enjoyed this post, consider <a href=/feed>subscribing via RSS</a>.</p>",
        "<p>You should follow me on twitter <a href=//t.example>here</a>.</p>",
        "<small>Styled with <a href=//s.example>a small sheet</a>, hosted on GitHub Pages</small>",
    ],
)
def test_the_copyright_and_appeals_below_the_text_are_some(line: str) -> None:
    assert len(find(f"{STORY * 9}{line}")) == 1
    assert find(f"{line}{STORY * 9}") == []


@pytest.mark.parametrize(
    "line",
    [
        "Zurück zum Hafen von Ellery",
        "If you liked what the captain did, you may laugh.",
        "If you like the ferry, what will you say of the harbour?",
        "If you like the taste of coffee, add a spoon of it to the cake.",
        "Powered by two diesel engines",
        "Watch the talk on YouTube, where the film of the whole evening is kept",
        "Copyright 20 years later is the subject with the ferry.",
        "Generated by hand, the list of boats was never complete.",
        "Copyright 2020 rules changed what the ferry may play.",
        "(c) the crews live on land.",
        f"© Courier 2005 {'x' * 236}",
        "Back to the top of the hill they went, and from there they saw the ferry, the island and all of the lake.",
        "更多精彩内容并不在书里，而在船上那些老人讲给孩子们听的故事里面。",
        "Return to the top flight",
        "Back to top form, the ferry company expects more",
        "Already a member, the log in the harbour book shows, he signed.",
        "Sign up for my magazine has been the call of the editor.",
        "关注我们的父母一代人的生活",
        "扫描二维码支付的故事，从这条船开始。",
        "No response to our request came by Friday.",
        "Every crew can make one mistake on the ferry.",
        "Follow the money on Facebook, the report says.",
        "Subscribe to the theory that the ferry pays for itself.",
        "Wer uns folgt, folgt der Fähre auf Facebook.",
        "3 responses to the crisis were heard. One was the ferry.",
        "编辑部昨天下午召开了会议，决定把渡轮的时刻表印在头版，读者第二天早上就能看到。",
        "声明：渡轮公司决定从五月起降低票价。",
        "한지우 기자는 다음 날 아침 배를 타고 섬으로 돌아갔다.",
        "Подписывайтесь на рассылку парохода, говорит капитан, и мы расскажем вам всё.",
        "The captain answers at aurelia@ferry.example every day.",
        "Contact:<br>Ann Lee<br>ann.lee@ferry.example<br>952-960-4724",
        "Ann Lee<br>ann.lee@ferry.example",
        "Posted in <a href=/b>Berlin</a> from 1939 to 1941, he filed dispatches.",
    ],
)
def test_a_closing_sentence_is_none(line: str) -> None:
    assert find(f"{STORY * 9}<p>{line}</p>") == []


@pytest.mark.parametrize(
    ("line", "is_label"),
    [
        ("<p>Hirdetés</p>", True),
        ("<div>ADVERTISEMENT</div>", True),
        ("<p>広告</p>", True),
        ("<h2>Werbung</h2>", False),
        ("<ul><li>Reklama</ul>", False),
        ("<p>提供</p>", False),
        ("<p>Advertisement was her trade.</p>", False),
    ],
)
def test_a_paragraph_that_only_labels_an_advertisement_is_left_out(line: str, is_label: bool) -> None:
    page, segments = open_page(f"<main>{STORY}{line}{STORY}</main>")
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    assert find_paid_labels(scored, range(len(segments))) == ([1] if is_label else [])


PROSE = "The ferry sails again. " * 20
SOCKS = "<p>Tallow knits them from wool. <a href='https://tallow.example/?utm_source=slow'>Get 15% off</a></p>"


@pytest.mark.parametrize(
    ("line", "box", "count"),
    [
        ("Together with Tallow &amp; Tine", "<div class=section>{}{}</div>", 2),  # as beehiiv has it
        (f"Presented by {'x' * 67}", "<div>{}{}</div>", 2),
        (f"Presented by {'x' * 68}", "<div>{}{}</div>", 0),
        ("Presented by Tallow", "<table><tr><td><div>{}</div>{}</td></tr></table>", 2),
        ("In Kooperation mit Tallow", "<div>{}{}</div>", 2),
        ("Together with Ann Lee we sailed north.", "<div>{}{}</div>", 0),
        ("The sponsors of the ferry", "<div>{}{}</div>", 0),
        ("Together with Tallow &amp; Tine", "{}{}", 0),
        ("Together with the neighbours", f"<div><p>{PROSE[:90]}</p>{{}}{{}}</div>", 0),
        ("Together with Tallow &amp; Tine", "<div>{}{}</div>" + f"<p>{PROSE}</p>", 2),
    ],
)
def test_a_box_that_begins_with_a_sponsor_and_leads_there_is_left_out(line: str, box: str, count: int) -> None:
    body = f"<main><p>{PROSE}</p>{box.format(f'<p>{line}</p>', SOCKS)}<p>{PROSE}</p></main>"
    page, segments = open_page(f"<html><body>{body}</body></html>")
    scored = ScoredPage(page, segments, [0.9] * len(segments), SETTINGS.auto)
    assert len(find_sponsors(scored, range(len(segments)))) == count
    unpaid, others = open_page(f"<html><body>{body.replace('utm_source', 'from')}</body></html>")
    assert find_sponsors(ScoredPage(unpaid, others, [0.9] * len(others), SETTINGS.auto), range(len(others))) == []
