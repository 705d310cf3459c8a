from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from lxml.etree import tostring
from lxml.html import document_fromstring

from cutline.dom.metadata import read_metadata
from cutline.dom.metadata.dates import is_date, is_date_note
from cutline.dom.metadata.declarations import read_declarations
from cutline.dom.metadata.iso_dates import to_iso_date
from tests.dom.metadata.conftest import read_page


@pytest.mark.parametrize(
    ("written", "iso"),
    [
        ("2024-05-03", "2024-05-03"),
        ("2024-5-3", "2024-05-03"),
        ("2024/05/03", "2024-05-03"),
        ("20240503", "2024-05-03"),
        ("2024-05-03T15:47Z", "2024-05-03T15:47:00+00:00"),
        ("2024-05-03 15:47:42", "2024-05-03"),
        ("2024-05-03T15:47:42.389Z", "2024-05-03T15:47:42+00:00"),
        ("2024-05-03T15:47:42+0200", "2024-05-03T15:47:42+02:00"),
        ("2024-05-03T15:47:42-05", "2024-05-03T15:47:42-05:00"),
        ("20240503T154742Z", "2024-05-03T15:47:42+00:00"),
        ("20240503154742", "2024-05-03"),
        ("2024-05-03T15:59:59+14:59", "2024-05-03T15:59:59+14:59"),
        ("1714751262", "2024-05-03T15:47:42+00:00"),
        ("0631152000", "1990-01-01T00:00:00+00:00"),
        ("1714751262389", "2024-05-03T15:47:42+00:00"),
        ("Fri, 03 May 2024 15:47:42 GMT", "2024-05-03T15:47:42+00:00"),
        ("Fri May 03 2024 15:47:42 GMT+0200 (Summer Time)" + " " * 9 + "x" * 44, "2024-05-03T15:47:42+02:00"),
        ("May 3, 2024 3:47 PM UTC", "2024-05-03T15:47:00+00:00"),
        ("3.5.2024, 15:47", "2024-05-03"),
        ("2024 May 3", "2024-05-03"),
        ("23/05/2024", "2024-05-23"),
        ("05/23/2024 12:05 am GMT", "2024-05-23T00:05:00+00:00"),
    ],
)
def test_a_date_has_a_time_where_time_and_offset_are_written(written: str, iso: str) -> None:
    assert to_iso_date(written) == iso


@pytest.mark.parametrize(
    "written",
    [
        "", "today", "2024", "2024-05", "2024-13-01", "2024-02-30", "1989-12-31", "0001-01-01T00:00:00Z", "2100-01-01",
        "3 Foo 2024",
        "05/04/2024", "05/12/2024", "12/05/2024", "2024-05-03" + "x" * 200, "0000000000",
    ],
)  # fmt: skip
def test_what_is_no_date_or_cannot_be_one_is_dropped(written: str) -> None:
    assert to_iso_date(written) is None


def test_a_time_that_cannot_be_leaves_the_date() -> None:
    assert to_iso_date("2024-05-03T27:61") == "2024-05-03"


DAYS = "%Y-%m-%d|%Y/%m/%d|%Y.%m.%d|%Y%m%d|%d.%m.%Y|%a, %d %b %Y|%d %B %Y|%d-%b-%Y|%B %d, %Y|%A %b. %d %Y".split("|")
TIMES = ["T%H:%M:%S", " %H:%M:%S", ", %H:%M:%S.%f", " %I:%M:%S %p", "T%H%M%S"]
ZONES = {"": "", " Z": "+00:00", " UTC": "+00:00", "+0200": "+02:00", " -05:30": "-05:30", " GMT+01:00": "+01:00"}


@given(
    st.datetimes(datetime(1980, 1, 1), datetime(2110, 1, 1)),
    st.sampled_from(DAYS),
    st.sampled_from(TIMES),
    st.sampled_from([*ZONES]),
)
def test_every_day_is_read_in_every_shape(moment: datetime, day: str, time: str, zone: str) -> None:
    iso = f"{moment:%Y-%m-%dT%H:%M:%S}{ZONES[zone]}" if ZONES[zone] else f"{moment:%Y-%m-%d}"
    is_possible = 1990 <= moment.year <= 2099
    assert to_iso_date(f"{moment:{day}{time}}{zone}") == (iso if is_possible else None)
    assert to_iso_date(f"{moment:{day}}") == (f"{moment:%Y-%m-%d}" if is_possible else None)


@given(
    st.lists(st.integers(0, 99), min_size=5, max_size=5),
    st.integers(0, 9999),
    st.sampled_from(["-", "/", "."]),
    st.sampled_from([*ZONES]),
)
def test_no_numbers_raise_and_a_date_found_is_a_date(numbers: list[int], year: int, mark: str, zone: str) -> None:
    month, day, hour, minute, second = numbers
    for date in (
        f"{year:04}{mark}{month}{mark}{day}",
        f"{day}{mark}{month}{mark}{year:04}",
        f"{year:04}{month:02}{day:02}",
    ):
        if iso := to_iso_date(f"{date} {hour}:{minute:02}:{second:02}{zone}"):
            assert to_iso_date(iso) == iso
            datetime.fromisoformat(iso)


def test_json_ld_comes_before_tags_and_tags_before_time_elements() -> None:
    article = {"@type": "NewsArticle", "datePublished": "2024-05-03T08:00:00Z", "dateModified": "2024-05-04"}
    head = '<meta property="article:published_time" content="2024-05-02">'
    body = '<time datetime="2024-05-01">Wednesday</time>'
    page = read_page(head, body, article)
    assert (page.published, page.modified) == ("2024-05-03T08:00:00+00:00", "2024-05-04")
    assert read_page(head, body).published == "2024-05-02"
    assert read_page("", body).published == "2024-05-01"


def test_the_time_element_marked_as_publication_comes_first() -> None:
    body = '<time datetime="2020-01-01">old</time><time class="published" datetime="2024-05-03">new</time>'
    assert read_page(body=body).published == "2024-05-03"


def test_microdata_is_read() -> None:
    body = '<span itemprop="datePublished" content="2024-05-03">3 May</span><i itemprop="dateModified">2024-05-04</i>'
    page = read_page(body=body)
    assert (page.published, page.modified) == ("2024-05-03", "2024-05-04")


def test_an_impossible_date_gives_way_to_the_next_source() -> None:
    head = '<meta property="article:published_time" content="2024-05-03">'
    assert read_page(head, json_ld={"@type": "Article", "datePublished": "0001-01-01"}).published == "2024-05-03"


def test_a_date_in_the_text_is_found_if_none_is_declared() -> None:
    assert read_page(body='<p class="date">2024-05-03</p>').published == "2024-05-03"


def test_a_page_without_a_date_has_none() -> None:
    page = read_page(body="<h1>Storm</h1>")
    assert (page.published, page.modified) == (None, None)


@pytest.mark.parametrize("written", ["2024-05", "2024/05", "2024.5", "May 2024", "2024"])
def test_a_month_or_a_year_is_not_completed_with_the_day_of_the_reading(written: str) -> None:
    tag = f'<meta name="citation_publication_date" content="{written}">'
    assert read_page(tag, f'<time datetime="{written}">{written}</time>').published is None


def test_looking_for_a_date_does_not_change_the_tree() -> None:
    root = document_fromstring("<html><body><nav>a</nav><script>1</script><p class='date'>2024-05-03</p></body></html>")
    before = tostring(root)
    read_metadata(root, read_declarations(root, None))
    assert tostring(root) == before


@pytest.mark.parametrize(
    ("lang", "line", "date"),
    [
        ("en", "Posted on December 15th, 2025 by Ann Lee", "2025-12-15"),
        ("en", "2/3/2026", "2026-02-03"),
        ("en-GB", "2/3/2026", "2026-03-02"),
        ("en", "15/3/2026", "2026-03-15"),
        ("de", "24. März 2020 |", "2020-03-24"),
        ("de", "Hafen, 03.11.2021, 11:35 Uhr", "2021-11-03"),
        ("fr", "Publié le 1er février 2023", "2023-02-01"),
        ("es", "3 de mayo de 2024", "2024-05-03"),
        ("pt-BR", "3 de abril de 2021 às 10h", "2021-04-03"),
        ("it", "14 febbraio 2012", "2012-02-14"),
        ("pl", "5 listopada 2023", "2023-11-05"),
        ("ru", "3 мая 2024", "2024-05-03"),
        ("tr", "04 Nisan 2025", "2025-04-04"),
        ("no", "3. mai 2024", "2024-05-03"),
        ("hu", "2024. május 3.", "2024-05-03"),
        ("ja", "2024年5月3日 12:00", "2024-05-03"),
        ("ko", "2024년 5월 3일", "2024-05-03"),
        ("xx", "3 May 2024", "2024-05-03"),
        ("en", "Saturday the 16th of September, 2023", "2023-09-16"),
        ("hi", "27 नवंबर 2023, 10:15", "2023-11-27"),
        ("hi", "19 मई 2026, 10:00 AM IST", "2026-05-19"),
        ("fa", "۳۰ آوریل ۲۰۲۶", "2026-04-30"),
        ("ar", "الخميس ١٢ فبراير ٢٠٢٦", "2026-02-12"),
        ("cs", "7. 4. 2026 | 6:00", "2026-04-07"),
        ("ko", "2026. 4. 28. 5:00", "2026-04-28"),
        ("th", "5 มีนาคม 2567", "2024-03-05"),
        ("th", "5 มี.ค. 2567 08:30 น.", "2024-03-05"),
        ("th", "5 มีนาคม พ.ศ. 2567", "2024-03-05"),
        ("th", "5 มี.ค. 2024", "2024-03-05"),
        ("th", "5/3/2567", "2024-03-05"),
        ("sr", "3. maj 2026.", "2026-05-03"),
        ("sr", "3. мај 2026.", "2026-05-03"),
        ("vi", "ngày 3 tháng 5 năm 2026", "2026-05-03"),
        ("lt", "2026 m. gegužės 3 d.", "2026-05-03"),
        ("ja", "令和8年5月3日", "2026-05-03"),
        ("ja", "平成30年5月3日", "2018-05-03"),
        ("en", "Mon Mar 18 22:41:07 2008", "2008-03-18"),
        ("en-GB", "Posted 14/09/07", "2007-09-14"),
        ("en", "03/14/99", "1999-03-14"),
        ("de", "Freitag, 07.02.20 | Hafen (dpa)", "2020-02-07"),
    ],
)
def test_a_date_near_the_headline_is_read_in_the_language_of_the_page(lang: str, line: str, date: str) -> None:
    body = f"<h1>Storm</h1><p>{line}</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}, lang=f'lang="{lang}"').published == date


def test_the_date_below_the_headline_comes_before_those_above_it_and_of_changes() -> None:
    body = "<p>1 May 2024</p><h1>Storm</h1><p>Updated 4 May 2024</p><p>3 May 2024</p><p>5 May 2024</p>"
    assert read_page(body=body, json_ld={"headline": "Storm"}).published == "2024-05-03"
    assert read_page(body=body[: body.index("<p>Updated")], json_ld={"headline": "Storm"}).published == "2024-05-01"


def test_a_date_in_a_sentence_of_the_story_is_none_of_the_page() -> None:
    sentence = (
        "The harbour was closed on 3 May 2020, when the storm of the century came in from the west and took roofs."
    )
    assert read_page(body=f"<h1>Storm</h1><p>{sentence}</p>", json_ld={"headline": "Storm"}).published is None


@pytest.mark.parametrize(
    "line",
    [
        "<p>The treaty signed on 4 May 1999.</p>",
        "<p>Deadline: 30 June 2026</p>",
        "<p>Apply by Tuesday, 30 June 2026</p>",
        "<p><b>When:</b> 12 June 2026, 7pm, Town Hall</p>",
        "<dl><dt>Wann</dt><dd>12. Juni 2026</dd></dl>",
        "<b>Closing date</b> <time datetime=2026-06-12>Friday</time>",
        "<p>Ann Lee (born 3 May 1950)</p>",
        "<p>11.10.13 A finite set</p>",
        "<p>Score 14/09/07/21</p>",
        "<p>Sizes 10/12/14</p>",
        "<p>02.10.12 34</p>",
    ],
)
def test_a_date_of_an_event_a_deadline_or_the_past_is_none_of_the_page(line: str) -> None:
    assert read_page(body=f"<h1>Storm</h1>{line}<p>3 May 2026</p>").published == "2026-05-03"


@pytest.mark.parametrize(
    "line", ["3 May 2026, 10:00", "Ann Lee, 3 May 2026", "By Ann Lee of the Courier, Berlin, 3 May 2026",
             "This article was first published in the Courier on 3 May 2026.", "Berlin, 3 May 2026."],
)  # fmt: skip
def test_a_date_beside_names_and_times_is_that_of_the_page(line: str) -> None:
    assert read_page(body=f"<h1>Storm</h1><p>{line}</p><p>4 May 2026</p>").published == "2026-05-03"


def test_a_date_that_is_said_to_be_of_publication_comes_before_others() -> None:
    body = "<h1>Storm</h1><p>Date: 12 June 2026, 7pm, Town Hall</p><p>It was posted on <b>3 May 2026</b></p>"
    assert read_page(body=body).published == "2026-05-03"


def test_a_sentence_about_another_publication_does_not_come_before_the_date_of_the_page() -> None:
    body = "<h1>Storm</h1><p>3 May 2026</p><p>Her first book was published on 4 May 1999.</p>"
    assert read_page(body=body).published == "2026-05-03"


@pytest.mark.parametrize(
    "line",
    [
        "<p>Updated 5 May 2026 | Published 3 May 2026</p>",
        "<p>Last updated: 5 May 2026. First published: 3 May 2026</p>",
        "<p>Updated 5 May 2026 | 3 May 2026</p>",
        "<p>3 May 2026 | Updated 5 May 2026</p>",
        "<time datetime=2026-05-05>Updated 5 May</time><time datetime=2026-05-03>3 May</time>",
    ],
)
def test_each_of_several_dates_is_judged_by_the_words_before_it(line: str) -> None:
    assert read_page(body=f"<h1>Storm</h1>{line}").published == "2026-05-03"


@pytest.mark.parametrize(
    "profile",
    [
        "<dd><strong>Joined:</strong> Tue May 02, 2006 9:14 pm</dd>",
        "<dl><dt>Registered</dt><dd>May 2, 2006</dd></dl>",
        "<p>Member since May 2, 2006</p>",
    ],
)
def test_the_day_on_which_a_writer_joined_a_forum_is_no_date_of_the_page(profile: str) -> None:
    body = f'<h1>Storm</h1>{profile}<p>by Joe <time datetime="2019-02-11T20:20:00Z">Mon Feb 11</time></p>'
    assert read_page(body=body).published == "2019-02-11T20:20:00+00:00"


def test_a_date_in_the_address_outweighs_another_that_is_seen() -> None:
    url = "https://www.daily-herald.example/2024/05/03/storm"
    for seen, published in (("9 May 2011", "2024-05-03"), ("2 May 2024", "2024-05-02")):
        body = f"<h1>Storm</h1><p>{seen}</p>"
        assert read_page(body=body, json_ld={"headline": "Storm"}, url=url).published == published


@pytest.mark.parametrize(
    "line",
    [
        "<span>Published</span> 3 May 2024, <span>last modified</span> 4 May 2024",
        "Published <b>3 May 2024</b>, updated <b>4 May 2024</b>",
        "<span>3 May 2024</span> <span>Uppdaterad</span> <span>4 May 2024</span>",
        "<span>3 May 2024</span> <span>The whole article was last updated today</span> <span>4 May 2024</span>",
        "<span>3 May 2024</span> <span>Revised</span> <time datetime=2024-05-04>Saturday</time>",
    ],
)
def test_a_label_before_a_date_says_that_it_is_of_a_change(line: str) -> None:
    page = read_page("<title>Storm closes the harbour</title>", f"<div>{line}</div><h1>Storm closes the harbour</h1>")
    assert page.published == "2024-05-03"


@pytest.mark.parametrize(
    "before",
    [
        "<h1>Lake Varn ferry update</h1>",
        "<h1>Изменения в расписании</h1>",
        "<h1>Storm</h1><a>Company updates</a>",
        "<h1>Storm</h1><span>Edited by Ann Lee</span>",
        "<h1>Storm</h1><span>Accredited press</span>",
        "<h1>Storm</h1><script>updateClock()</script>",
    ],
)
def test_headlines_links_and_names_before_a_date_do_not_make_it_one_of_a_change(before: str) -> None:
    assert read_page("", f"{before}<span>3 May 2024</span><p>It sails on 14 June 2024.</p>").published == "2024-05-03"


@pytest.mark.parametrize(
    ("text", "is_day", "is_note"),
    [
        ("4. Mai 2023", True, False),
        ("September 12, 2025 | 14 min read", True, False),
        ("5 May 2024 in Rome", False, False),
        ("Apollo 11, 1969", False, False),
        ("Last updated on June 19", False, True),
        ("Published: 4 May 2023, 10:15 am", False, True),
        ("Dernière mise à jour le 5 mai 2024 à 10h15", False, True),
        ("Обновлено 5 мая 2024", False, True),
        ("最終更新 2024年5月3日", False, True),
        ("Updated map of June 19", False, False),
        ("The memo, published on May 5", False, False),
        ("June 19", False, False),
    ],
)
def test_text_is_a_date_or_says_when_the_page_was_changed(text: str, is_day: bool, is_note: bool) -> None:
    assert (is_date(text), is_date_note(text)) == (is_day, is_note)


PUBLISHED = '<meta property="article:published_time" content="{}">'


@pytest.mark.parametrize(
    ("moment", "line", "published"),
    [
        ("2024-05-04T02:41:00Z", "May 3, 2024", "2024-05-03"),
        ("2024-05-03T18:30:00Z", "4 May 2024", "2024-05-04"),
        (
            "2024-05-03T18:30:00Z",
            '<time datetime="2024-05-04T05:30:00+11:00">Today</time>',
            "2024-05-04T05:30:00+11:00",
        ),
        (
            "2024-05-03T18:30:00Z",
            '<time datetime="2024-05-04T07:30:00+11:00">Today</time>',
            "2024-05-03T18:30:00+00:00",
        ),
        ("2024-05-03T12:00:00Z", "3 May 2024", "2024-05-03T12:00:00+00:00"),
        ("2024-05-03T12:00:00Z", "2 May 2024", "2024-05-03T12:00:00+00:00"),
        ("2024-05-03T09:00:00Z", "4 May 2024", "2024-05-03T09:00:00+00:00"),
        ("2024-05-04T02:41:00+02:00", "May 3, 2024", "2024-05-04T02:41:00+02:00"),
    ],
)
def test_a_moment_in_utc_is_on_the_neighbouring_day_that_readers_see(moment: str, line: str, published: str) -> None:
    assert read_page(PUBLISHED.format(moment), f"<h1>Storm</h1><p>{line}</p>", lang="lang=en").published == published


def test_a_moment_in_utc_is_on_the_neighbouring_day_of_the_address_but_not_of_a_change() -> None:
    head, url = PUBLISHED.format("2024-05-04T02:41:00Z"), "https://herald.example/2024/05/03/storm"
    changed = '<meta property="article:modified_time" content="2024-05-03T23:00:00Z">'
    assert read_page(head, url=url).published == "2024-05-03"
    assert read_page(head + changed, "<h1>Storm</h1><p>3 May 2024</p>").published == "2024-05-04T02:41:00+00:00"


@pytest.mark.parametrize(
    "comment",
    [
        '<div class="comment-body"><span itemprop="datePublished" title="2018-05-21">May 21</span></div>',
        '<div itemtype="https://schema.org/Comment"><time itemprop="dateCreated" datetime="2018-05-21"></time></div>',
        '<ol id="comments"><li><time datetime="2018-05-21">long ago</time></li></ol>',
        '<div id="comments"><ol><li class="comment"><p class="meta"><a href="#1">May 21, 2018</a></p></ol></div>',
        '<div class="post-comments"><span class="date">21 May 2018</span><p>Well said.</p></div>',
        '<blockquote class="twitter-tweet"><p>Storm!</p>— Jo <a href=/1>May 21, 2018</a></blockquote>',
        '<section class="kommentare"><span class="date">21. Mai 2018</span><p>Gut gesagt.</p></section>',
        '<div id="disqus_thread"><ul><li><div><div><span>21 May 2018</span></div></div></ul></div>',
        '<section class="related-posts"><a href="/x"><time datetime="2018-05-21">long ago</time></a></section>',
        "<p>Copyright © 21 May 2018</p>",
        "<p>Version 1.2.53</p>",
        "<div class=date>V. 4.03.03</div>",
        "<div class=date>tidebook 3.14.10 documentation</div>",
        "<pre><code>GET /tides?from=2018-05-21</code></pre>",
        "<p><code><b>2018-05-21</b> low water</code></p>",
        '<h2><a href="/calm">Calm</a></h2><time datetime="2018-05-21"><a href="/calm">May 21, 2018</a></time>',
    ],
)
def test_a_date_of_a_comment_a_teaser_a_copyright_a_version_or_code_is_none_of_the_page(comment: str) -> None:
    assert read_page("", f"<h1>Storm</h1>{comment}", url="https://courier.example/storm").published is None
    asked = '<time itemprop="dateCreated" datetime="2014-02-04">asked 10 years ago</time>'
    assert read_page("", f"<h1>Storm</h1>{comment}{asked}").published == "2014-02-04"


def test_the_date_of_the_first_post_of_a_forum_counts_though_each_post_has_the_type_of_comments() -> None:
    post = '<li itemscope itemtype="https://schema.org/UserComments"><span class="date">{}</span><p>Well said.</p></li>'
    days = "".join(map(post.format, ("29 November 2024", "30 November 2024")))
    assert read_page("", f"<h1>Storm</h1><ol>{days}</ol>").published == "2024-11-29"
