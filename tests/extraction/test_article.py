"""What an article says besides its text: what it is about, where it stands, who wrote it, and its comments."""

import json

import pytest

from cutline import Extractor
from cutline.config import load_settings
from cutline.types import AuthorLink
from tests.extraction.test_extractor import URL


@pytest.fixture(scope="module")
def extractor() -> Extractor:
    return Extractor()


def test_an_article_says_what_it_is_about_and_which_videos_stand_in_it(extractor: Extractor) -> None:
    said = {
        "@type": "NewsArticle",
        "articleSection": "Regional",
        "keywords": "ferry, lake",
        "isAccessibleForFree": False,
    }
    paragraph = (
        "<p>The night ferry is back on Lake Varn after eleven years, and the council of Port Ellery pays for it.</p>"
    )
    article = extractor.extract(
        f"""<html><head><link rel="icon" href="/icon.svg"><script type="application/ld+json">{json.dumps(said)}</script>
        </head><body><article><h1>Ferry</h1>{paragraph * 5}
        <iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>{paragraph * 5}</article></body></html>""",
        url=URL,
        method="first-subtree",
    )
    assert (article.section, article.keywords, article.rendered) == ("Regional", ("ferry", "lake"), False)
    assert article.favicon == "https://courier.example/icon.svg"
    assert (article.is_paywalled, article.paywall_evidence) == (True, ("isAccessibleForFree: false (article)",))
    (video,) = article.videos
    assert video.url == "https://www.youtube.com/watch?v=dQw4w9WgXcQ"
    assert video.position == article.blocks[4].index
    assert video.xpath == "/html/body/article/iframe"


def test_an_article_says_where_it_stands_who_wrote_it_and_what_one_may_do_with_it(extractor: Extractor) -> None:
    paragraph = "<p>الليلة تعود العبارة إلى بحيرة فارن بعد أحد عشر عاما، ومجلس الميناء يدفع ثمنها كما قال رئيسه.</p>"
    article = extractor.extract(
        f"""<html><body><nav class="breadcrumb"><a href="/">Home</a> › <a href="/lake">Lake</a></nav><article>
        <h1>Ferry</h1><p class="byline">By <a rel="author" href="/ann">Ann Lee</a></p>{paragraph * 10}
        <pre><code>row(<b>3</b>)</code></pre><p>Call <code>row</code> first.</p></article>
        <footer><a rel="license" href="https://creativecommons.org/licenses/by/4.0/">BY</a></footer></body></html>""",
        url=URL,
        method="first-subtree",
    )
    assert [step.model_dump() for step in article.breadcrumbs] == [
        {"name": "Home", "url": "https://courier.example/"},
        {"name": "Lake", "url": "https://courier.example/lake"},
    ]
    assert article.author_links == (AuthorLink(name="Ann Lee", url="https://courier.example/ann"),)
    assert article.license == "https://creativecommons.org/licenses/by/4.0/"
    assert [block.html for block in article.blocks[-2:]] == ["row(<b>3</b>)", "Call <code>row</code> first."]
    assert (article.direction, article.word_count) == ("rtl", len(article.text.split()))


def test_comments_are_given_if_asked_for_and_never_change_the_text() -> None:
    shipped = load_settings()
    extractor = Extractor(shipped.model_copy(update={"page": shipped.page.model_copy(update={"max_comments": 50})}))
    paragraph = "<p>The night ferry is back on Lake Varn after eleven years, and the council pays for it.</p>"
    comment = '<li class="comment"><cite>{0}</cite><time datetime="2024-05-03"></time><p>I took it in {0}.</p></li>'
    thread = "".join(comment.format(f"Year {year}") for year in range(52))
    page = f'<article><h1>Ferry</h1>{paragraph * 10}</article><ol id="comments">{thread}</ol>'
    plain, asked = extractor.extract(page), extractor.extract(page, include=["comments"])
    assert plain.comments is None and asked.comments is not None
    assert (asked.text, asked.blocks) == (plain.text, plain.blocks)
    assert asked.comments[1].model_dump() == {
        "author": "Year 1",
        "published": "2024-05-03",
        "text": "I took it in Year 1.",
        "depth": 0,
        "answers": None,
        "xpath": "/html/body/ol/li[2]",
    }
    assert len(asked.comments) == 50
    assert "many_comments" in asked.warnings and "many_comments" not in plain.warnings
