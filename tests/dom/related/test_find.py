"""Which links on a page are related stories."""

from urllib.parse import urlsplit

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.related import find_related
from tests.conftest import SETTINGS
from tests.dom.conftest import open_page

PAGE = "https://news.example.org/2026/05/ferry-returns-to-the-lake"
PARAGRAPH = "<p class=text>The ferry left the harbour of Port Ellery at six in the morning, and nobody complained.</p>"
MILL = "<a href=/2026/05/paper-mill-adds-jobs>Paper mill to add 120 jobs</a>"
SCHOOL = "<a href=https://www.example.org/local/two-village-schools-close-71>Two village schools to close</a>"
STORM = "<a href=//news.example.org/2026/04/storm#top>What the spring storm destroyed</a>"
LIST = f"<ul><li>{MILL}</li><li>{SCHOOL}</li></ul>"
BOTH = {
    "https://news.example.org/2026/05/paper-mill-adds-jobs": "Paper mill to add 120 jobs",
    "https://www.example.org/local/two-village-schools-close-71": "Two village schools to close",
}


def find(html: str, url: str | None = PAGE) -> dict[str, str]:
    """Return the related links of a page; of its text, what stands in `<p class=text>` is the article."""
    page, segments = open_page(html, url)
    kept = [segment.index for segment in segments if segment.block.get("class") == "text"]
    return {link.url: link.title for link in find_related(page, segments, kept, SETTINGS.related)}


def test_links_between_the_paragraphs_belong_to_the_article() -> None:
    assert find(f"<div>{PARAGRAPH}<ul><li>{MILL}</li><li>{STORM}</li></ul>{PARAGRAPH}</div>") == {
        "https://news.example.org/2026/05/paper-mill-adds-jobs": "Paper mill to add 120 jobs",
        "https://news.example.org/2026/04/storm": "What the spring storm destroyed",
    }


def test_a_list_right_behind_the_last_paragraph_needs_no_name() -> None:
    assert find(f"<article>{PARAGRAPH}<p>4 May 2026</p>{LIST}</article>") == BOTH


def test_a_list_far_behind_the_last_paragraph_needs_a_name() -> None:
    between = "<p>The Courier is made in Holm. " * 9
    assert find(f"<article>{PARAGRAPH}{between}{LIST}</article>") == {}
    assert find(f"<article>{PARAGRAPH}{between}<div class=relatedStories>{LIST}</div></article>") == BOTH


def test_a_list_in_another_part_of_the_page_needs_a_name() -> None:
    assert find(f"<main><div>{PARAGRAPH}</div><div>{LIST}</div></main>") == {}
    assert find(f"<div>{PARAGRAPH}<aside>{LIST}</aside></div>") == {}
    assert find(f"<main><div>{PARAGRAPH}</div><div class='position-relativ relative'>{LIST}</div></main>") == {}


@pytest.mark.parametrize(
    "heading",
    [
        *(
            "Related stories",
            "Lesen Sie auch",
            "Mehr zum Thema",
            "À lire aussi",
            "Noticias relacionadas",
            "Leggi anche",
        ),
        *("Lees ook", "Läs också", "Zobacz także", "Čtěte také", "Читайте также", "İlgili haberler", "Διαβάστε επίσης"),
        *("相关阅读", "関連記事", "관련 기사", "اقرأ أيضا", "यह भी पढ़ें"),
    ],
)
def test_a_heading_in_many_languages_names_a_list(heading: str) -> None:
    assert find(f"<main><div>{PARAGRAPH}</div><section><h3>{heading}</h3>{LIST}</section></main>") == BOTH


@pytest.mark.parametrize(
    "around",
    [
        "<nav>{}</nav>",
        "<footer>{}</footer>",
        "<div class=site-nav>{}</div>",
        "<div class=comments>{}</div>",
        "<div class=taboola-widget><h3>Related</h3>{}</div>",
        "<section><h3>Most read</h3>{}</section>",
        "<section><h3>Meistgelesen</h3>{}</section>",
        "<section><h3>Mehr aus Holm</h3>{}</section>",
        "<section><h3>人気ランキング</h3>{}</section>",
        "<div class=most-popular>{}</div>",
        "<section><h3>More from our partners</h3>{}</section>",
    ],
)
def test_navigation_and_what_the_site_shows_everywhere_do_not_belong(around: str) -> None:
    assert find(f"<div>{PARAGRAPH}{around.format(LIST)}{PARAGRAPH}</div>") == {}


def test_lists_before_the_article_do_not_belong() -> None:
    assert find(f"<div><div class=related>{LIST}</div>{PARAGRAPH}</div>") == {}


@pytest.mark.parametrize(
    "link",
    [
        "<a href=https://elsewhere.example.com/2026/05/another-long-story-there>Another story of another site</a>",
        "<a href=/2026/05/short-one>Three words only</a>",
        "<a href=/author/ines-halloran-of-the-courier>All stories by Ines Halloran</a>",
        "<a href=/2026/tag/ferries-and-boats-here>All about ferries and boats</a>",
        "<a rel=tag href=/2026/05/ferries-and-boats>All about ferries and boats</a>",
        "<a rel='nofollow sponsored' href=/2026/05/mattresses-for-a-night>Sleep like never before tonight</a>",
        "<a href=/politics>All of our politics pages</a>",
        "<a href='https://news.example.org/2026/05/ferry-returns-to-the-lake/#comments'>Read what the others say</a>",
        "<a href=/2026/05/ferry-returns-to-the-lake?page=2>Go on to the next page</a>",
        "<a href=/2026/05/report-of-the-inspectors.pdf>Report of the lake inspectors</a>",
        "<a href='javascript:open(2026)'>Open all of the stories</a>",
        "<a href='mailto:post@example.org?subject=2026'>Write a letter to us</a>",
        "<a href='https://[2026'>An address that is none</a>",
        "<a>Words that lead to nothing</a>",
        "<a href=/archive/2026/05/04>4 May 2026 08:22</a>",
    ],
)
def test_links_that_lead_to_no_other_story_are_left_out(link: str) -> None:
    assert find(f"<div>{PARAGRAPH}<p>{link}</p>{PARAGRAPH}</div>") == {}


def test_links_in_the_articles_own_text_are_no_related_links() -> None:
    assert find(f"<div>{PARAGRAPH}<p class=text>As was told here: {MILL}.</p>{PARAGRAPH}</div>") == {}


def test_a_link_around_text_of_the_article_is_in_no_list() -> None:
    around = f"<a href=/2026/05/paper-mill-adds-jobs><h3>Paper mill to add 120 jobs</h3>{PARAGRAPH}</a>"
    assert find(f"<article>{around}<div class=related>{LIST}</div></article>") == BOTH


def test_the_words_before_a_headline_are_not_part_of_it() -> None:
    before = find(f"<div>{PARAGRAPH}<p>Read also: {MILL}</p>{PARAGRAPH}</div>")
    within = find(f"<div>{PARAGRAPH}<p>{MILL.replace('Paper', 'Read also: Paper')}</p>{PARAGRAPH}</div>")
    behind = find(f"<div>{PARAGRAPH}<p>{MILL.replace('jobs</a>', 'jobs | mehr</a>')}</p>{PARAGRAPH}</div>")
    assert before == within == behind == dict([*BOTH.items()][:1])


def test_a_heading_in_a_link_is_its_headline() -> None:
    card = (
        "<a href=/2026/05/paper-mill-adds-jobs><div>The boom in the north goes on</div>"
        "<h3>Paper mill to add 120 jobs</h3><div>Mayor Benning speaks of a good day for Holm.</div></a>"
    )
    assert find(f"<div>{PARAGRAPH}<div>{card}</div>{PARAGRAPH}</div>") == dict([*BOTH.items()][:1])


def test_a_kicker_beside_a_headline_is_parted_from_it() -> None:
    card = "<a href=/2026/05/paper-mill><span>Business</span><span>Paper mill to add jobs</span></a>"
    found = find(f"<div>{PARAGRAPH}<div>{card}</div>{PARAGRAPH}</div>")
    assert list(found.values()) == ["Business Paper mill to add jobs"]


def test_each_story_comes_once_whatever_its_address_adds() -> None:
    again = MILL.replace("jobs>", "jobs?ref=list_01>")
    copy = MILL.replace("/05/", "/06/")
    assert find(f"<div>{PARAGRAPH}<ul><li>{MILL}<li>{again}<li>{copy}<li>{SCHOOL}</ul>{PARAGRAPH}</div>") == BOTH


def test_headlines_without_spaces_are_counted_in_characters() -> None:
    links = "<li><a href=/articles/AST1>相关</a><li><a href=/articles/20260504>渡轮时隔十一年重返湖区</a>"
    found = find(f"<div>{PARAGRAPH}<ul>{links}</ul>{PARAGRAPH}</div>")
    assert found == {"https://news.example.org/articles/20260504": "渡轮时隔十一年重返湖区"}


def test_hosts_below_a_public_suffix_are_other_sites() -> None:
    html = (
        f"<div>{PARAGRAPH}<p><a href=https://paper.co.uk/2026/a-story-of-the-lake>A story of the lake</a></p>"
        f"<p><a href=https://m.courier.co.uk/2026/the-other-lake-story>The other lake story</a></p>{PARAGRAPH}</div>"
    )
    found = find(html, "https://www.courier.co.uk/2026/05/ferry-returns-to-the-lake")
    assert list(found) == ["https://m.courier.co.uk/2026/the-other-lake-story"]


def test_a_page_without_an_address_has_the_canonical_one() -> None:
    inner = f"<div>{PARAGRAPH}<p>{SCHOOL}</p>{PARAGRAPH}</div>"
    assert find(inner, None) == {}
    assert find(f"<link rel=canonical href={PAGE}>{inner}", None) == dict([*BOTH.items()][1:])


def test_no_more_links_than_the_settings_allow() -> None:
    many = "".join(f"<li><a href=/2026/05/{n}>Story number {n} of the day</a>" for n in range(50))
    page, segments = open_page(f"<div>{PARAGRAPH}<ul>{many}</ul>{PARAGRAPH}</div>", PAGE)
    found = find_related(page, segments, [0, len(segments) - 1], SETTINGS.related)
    assert [link.title for link in found] == [f"Story number {n} of the day" for n in range(SETTINGS.related.max_links)]


def test_no_article_has_no_related_links() -> None:
    assert find(f"<div class=related>{LIST}</div>") == {}


class TestDeclared:
    def declare(self, json_ld: str) -> str:
        return f'<script type="application/ld+json">{json_ld}</script><div>{PARAGRAPH}<div>{LIST}</div></div>'

    def test_declared_stories_come_with_the_headline_of_their_link(self) -> None:
        ld = '{"@type": "WebPage", "relatedLink": ["/2026/05/paper-mill-adds-jobs", "https://example.org/x", 7, null]}'
        page = f'<script type="application/ld+json">{ld}</script><main><div>{PARAGRAPH}</div><div>{LIST}</div></main>'
        assert find(page) == dict([*BOTH.items()][:1])

    def test_a_declared_thing_has_its_own_name(self) -> None:
        ld = '{"@type": "NewsArticle", "isRelatedTo": {"url": "/2026/05/pike", "name": "Record pike &amp; perch"}}'
        page = f'<script type="application/ld+json">{ld}</script>{PARAGRAPH}'
        assert find(page) == {"https://news.example.org/2026/05/pike": "Record pike & perch"}

    def test_other_sites_and_the_page_itself_are_not_believed(self) -> None:
        things = ", ".join(
            f'{{"url": "{url}", "name": "A name"}}' for url in (PAGE, "https://shop.example/2026", "x:y")
        )
        page = f'<script type="application/ld+json">{{"@type": "WebPage", "relatedLink": [{things}]}}</script>'
        assert find(page + PARAGRAPH) == {}

    def test_microdata_is_read(self) -> None:
        page = f"<main><div>{PARAGRAPH}</div><div>{LIST.replace('<a', '<a itemprop=relatedLink', 1)}</div></main>"
        assert find(page) == dict([*BOTH.items()][:1])


ADDRESSES = st.one_of(
    st.text(max_size=30),
    st.sampled_from(
        ["/2026/a", "//x.org/2026/b", "http://[", "ftp://example.org/2026/c", "?id=2026", "data:,2026", "#"]
    ),
    st.builds(
        "{}://news.example.org/2026/{}".format, st.sampled_from(["http", "HTTPS", "ws", "x"]), st.text(max_size=9)
    ),
)


@given(hrefs=st.lists(ADDRESSES, max_size=4), declared=ADDRESSES, url=st.one_of(st.none(), st.just(PAGE), ADDRESSES))
def test_every_address_is_an_absolute_one_of_the_web(hrefs: list[str], declared: str, url: str | None) -> None:
    def escape(text: str) -> str:
        return "".join(f"&#{ord(c)};" for c in text if c.isprintable())

    links = "".join(f'<li><a href="{escape(href)}">Story number {n} of the day</a>' for n, href in enumerate(hrefs))
    meta = f'<a itemprop=relatedLink href="{escape(declared)}">A story that is declared</a>'
    found = find(f"<div>{PARAGRAPH}<ul>{links}</ul>{meta}{PARAGRAPH}</div>", url)
    for address, title in found.items():
        parts = urlsplit(address)
        assert parts.scheme in ("http", "https")
        assert parts.hostname
        assert not parts.fragment
        assert title
