import pytest

from tests.dom.metadata.conftest import read_page

URL = "https://jodoe.example/2024/harbour"
BYLINE = '<h1>Storm</h1><p class="byline">By Ann Lee</p>'


def meta(name: str, content: str) -> str:
    return f'<meta property="{name}" content="{content}">'


@pytest.mark.parametrize(
    "head",
    [
        meta("author", "Jo Doe"),
        meta("author", "Jo Doe") + meta("og:site_name", "Jo Doe"),
        meta("article:author", "Jo Doe") + meta("og:site_name", "Jo Doe"),
        meta("twitter:data1", "Jo Doe") + meta("og:site_name", "Jo Doe"),
    ],
)
def test_a_person_s_own_site_bears_the_name_of_its_author(head: str) -> None:
    assert read_page(head, "<h1>Storm</h1>", url=URL).authors == ("Jo Doe",)


def test_the_byline_may_name_the_declared_person_whose_site_it_is() -> None:
    body = "<h1>Storm</h1><div><p>By Jo Doe</p></div><div><div><p class='author'>By Bo Ek</p></div></div>"
    assert read_page(meta("author", "Jo Doe"), body, url=URL).authors == ("Jo Doe",)


def test_the_owner_of_the_site_in_json_ld_is_the_author_of_a_page_without_an_article() -> None:
    page = {
        "@graph": [{"@type": "WebPage", "author": {"@id": "#jo"}}, {"@type": "Person", "@id": "#jo", "name": "Jo Doe"}]
    }
    assert read_page("", "<h1>Storm</h1>", page, url=URL).authors == ("Jo Doe",)
    assert read_page("", BYLINE, page, url=URL).authors == ("Ann Lee",)


def test_an_organisation_with_the_name_of_the_site_is_no_person() -> None:
    json_ld = [{"@type": "Organization", "name": "Great Day"}, {"@type": "Article", "headline": "Storm"}]
    head = meta("author", "Great Day") + meta("og:site_name", "Great Day")
    assert read_page(head, "<h1>Storm</h1>", json_ld).authors == ()
    assert read_page(head, BYLINE, json_ld).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "name",
    [
        "Great Day Editorial Team",
        "Isle Staff",
        "BR9 Redaktion",
        "Engineering Team",
        "Science Editor",
        "jo doe",
        "gizmo",
        "Mika",
    ],
)
def test_teams_roles_and_pen_names_are_authors_if_declared(name: str) -> None:
    assert read_page(meta("author", name), "<h1>Storm</h1>").authors == (name,)
    assert read_page("", "<h1>Storm</h1>", {"@type": "Article", "author": {"name": name}}).authors == (name,)


def test_a_person_in_the_byline_comes_before_a_declared_team() -> None:
    assert read_page(meta("author", "Isle Staff"), BYLINE).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "name",
    ["admin", "Super User", "No Author", "jo.doe", "jo_doe7", "jo-doe", "jo@isle.example", "Isle, London, UK", "jd"],
)
def test_accounts_and_what_software_fills_in_are_no_authors(name: str) -> None:
    assert read_page(meta("author", name), "<h1>Storm</h1>").authors == ()


def test_the_host_is_the_author_if_json_ld_says_so() -> None:
    article = {"@type": "Article", "author": {"@type": "Organization", "name": "jodoe.example"}}
    assert read_page("", "<h1>Storm</h1>", article, url=URL).authors == ("jodoe.example",)


@pytest.mark.parametrize("alias", ["gizmo7", "KT", "marc", "jo-doe", "the_cat"])
def test_an_alias_is_the_author_where_html_marks_it_as_one(alias: str) -> None:
    byline = (
        f'<p>Posted on 3 May by <span class="author vcard"><a class="url fn n" href="/author/x">{alias}</a></span></p>'
    )
    assert read_page("", f"<h1>Storm</h1>{byline}").authors == (alias,)
    assert read_page("", f"<div class=entry-meta>{byline}</div><h1>Storm</h1>").authors == (alias,)
    assert read_page("", f"<h1>Storm</h1>{byline}<p class=author>Ann Lee</p>").authors == ("Ann Lee",)
    assert read_page("", f'<h1>Storm</h1><p class="author-box">{alias}</p>').authors == ()


@pytest.mark.parametrize("name", ["Team Isle", "Human in the Loop", "Great Day"])
def test_a_group_or_the_site_is_the_author_where_html_marks_it_as_one(name: str) -> None:
    head = meta("og:site_name", "Great Day")
    byline = f'<p class="author">By <a rel="author" href="/author/x">{name}</a></p>'
    assert read_page(head, f"<h1>Storm</h1>{byline}").authors == (name,)
    assert read_page(head, f"<h1>Storm</h1>{byline}<p class=byline>By Ann Lee</p>").authors == ("Ann Lee",)
    assert read_page(head, f'<h1>Storm</h1><p class="byline">{name}</p>').authors == ()


def test_somebody_whom_a_long_paragraph_links_to_is_no_author() -> None:
    link = '<a href="https://books.example/author/jo-doe">Jo Doe</a>'
    assert read_page("", f"<h1>Storm</h1><p>{'The harbour was closed. ' * 12}{link} says why.</p>").authors == ()
    assert read_page("", f"<h1>Storm</h1><p>{link}</p>").authors == ("Jo Doe",)


@pytest.mark.parametrize(
    "byline",
    [
        "<p class='avatar__intro' itemprop='author'><a><span itemprop='name'>Ann Lee</span></a><i>Cook</i></p>",
        "<div class='Author'><div itemprop='author' itemscope><meta itemprop='name' content='Ann Lee'>Cook</div></div>",
        "<span itemprop='author' itemscope><link itemprop='name' content='Ann Lee'></span>",
    ],
)
def test_the_name_of_an_author_in_microdata_is_read_alone(byline: str) -> None:
    assert read_page(body=f"<h1>Storm</h1>{byline}<p>Big Boat</p>").authors == ("Ann Lee",)


@pytest.mark.parametrize("date", ["on May 6, 2020", "6 hours ago"])
def test_an_alias_behind_by_is_the_author_if_it_is_a_link_in_a_line_with_a_date(date: str) -> None:
    line = '<p><span>120 points</span> by <a href="/user?id=gizmo7">gizmo7</a> <span>{}</span></p>'
    assert read_page(body=f"<h1>Storm</h1>{line.format(date)}").authors == ("gizmo7",)
    assert read_page(body=f"<h1>Storm</h1>{line.format('and others')}").authors == ()


@pytest.mark.parametrize("label", ["Medically reviewed by", "Edited by", "Photography by", "Traduit par"])
def test_a_link_behind_another_work_than_writing_is_no_author(label: str) -> None:
    other = f'<div class="byline">{label} <a href="/author/bo">Bo Ek</a></div>'
    assert read_page(body=f"<h1>Storm</h1>{other}").authors == ()
    written = '<div class="byline">By <a href="/author/ann">Ann Lee</a></div>'
    assert read_page(body=f"<h1>Storm</h1>{written}{other}").authors == ("Ann Lee",)


def test_the_bylines_of_more_stories_are_none_of_the_page() -> None:
    more = '<section class="more-stories"><h3>Boats</h3><span class="byline">By Bo Ek</span></section>'
    assert read_page(body=f"<h1>Storm</h1>{more}").authors == ()


@pytest.mark.parametrize("kind", ["DiscussionForumPosting", "Question"])
def test_the_writer_of_a_post_may_have_a_name_of_any_kind(kind: str) -> None:
    owner = '<a rel="author" href="/quay">Quay Works</a><h1>Storm</h1>'
    thing = {"@type": kind, "headline": "Storm", "author": {"@type": "Person", "name": "disk_full7"}}
    page = {"@type": "QAPage", "mainEntity": thing} if kind == "Question" else thing
    assert read_page("", owner, page, url=URL).authors == ("disk_full7",)
    assert read_page(meta("og:author:username", "disk_full7"), owner, url=URL).authors == ("disk_full7",)
    assert read_page("", owner, {**thing, "@type": "Article"}, url=URL).authors == ("Quay Works",)
    # a byline is the editor's word: an organisation asks the question that its article answers
    assert read_page("", BYLINE, page, url=URL).authors == ("Ann Lee",)
    assert read_page(meta("og:author:username", "isle_council"), BYLINE, url=URL).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    ("title", "authors"),
    [
        ("Ann Lee (@ann@fedi.example)", ("Ann Lee",)),
        ("Ann Lee (@ann.bakes) on Threads", ("Ann Lee",)),
        ("Ann Lee on X: “Storm”", ()),
        ("Follow us (@marlow) for the tides", ()),
        ("Review (@marlow)", ()),
        ("Ann Lee on storms: “We must wait”", ()),
    ],
)
def test_networks_name_who_posts_in_the_title(title: str, authors: tuple[str, ...]) -> None:
    assert read_page(meta("og:title", title), "<p>Storm.</p>", url=URL).authors == authors


def test_what_plugins_write_for_networks_may_name_more_authors_than_json_ld() -> None:
    article = {"@type": "Article", "headline": "Storm", "author": {"@type": "Person", "name": "Ann Lee"}}
    written = meta("twitter:label1", "Written by") + meta("twitter:data1", "{}")
    assert read_page(written.format("Ann Lee, Bo Ek"), json_ld=article).authors == ("Ann Lee", "Bo Ek")
    assert read_page(written.format("Bo Ek"), json_ld=article).authors == ("Ann Lee",)


def test_what_is_said_of_the_author_in_the_author_s_own_box_is_no_other_author() -> None:
    card = "<div itemprop=author itemscope><meta itemprop=name content=巷口><div class=AuthorInfo-content><b>巷口</b>"
    body = f"<h1>风暴</h1><div class=Post-Author>{card}<div class=badge>写字的人，偶尔修椅子</div></div></div></div>"
    assert read_page(body=body).authors == ("巷口",)


def test_the_user_whose_journal_it_is_is_the_author() -> None:
    user = "<span class=ljuser lj:user={0}><a href=/profile><img src=user.png></a><a href=/><b>{0}</b></a></span>"
    comment = f"<div class=comment>{user.format('marge')}<p>It was the outboard.</p></div>"
    body = f"<h1>Storm</h1><div class=poster>{user.format('saltpole')}</div><p>Text</p>{comment}"
    assert read_page(body=body).authors == ("saltpole",)


def test_who_wrote_the_example_that_a_page_began_with_is_no_author() -> None:
    assert read_page(meta("author", "Mark Otto, Jacob Thornton, and Bootstrap contributors")).authors == ()


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ('<p class="info">Par Jean le lundi 4 mars 2013, 10:12 - <a href="/x">Atelier</a></p>', ("Jean",)),
        ('<p class="info">By Train on 4 May 2013, after a long night in a small hotel by the sea, we came</p>', ()),
        ('<p class="info">by train on 4 May 2013</p>', ()),
        ('<div><span>2022-05-22</span> <span class="post-author">:: crzjp</span></div>', ("crzjp",)),
        ('<div><span>2022-05-22</span> <span class="post-author">admin</span></div>', ()),
    ],
)
def test_a_name_of_one_word_is_the_author_s_before_a_date_or_in_a_box_of_that_name(
    line: str, authors: tuple[str, ...]
) -> None:
    assert read_page("", f"<h1>Storm</h1>{line}<p>Text</p>").authors == authors
