"""Authors as the software of blogs, forums and portals signs for them."""

import pytest

from tests.dom.metadata.conftest import read_page

STORY = f"<p>{'The harbour was closed for most of the winter. ' * 60}</p>"


@pytest.mark.parametrize(
    ("line", "author"),
    [
        ("Posted by Ann Lee at February 27, 2004 11:14 PM", "Ann Lee"),
        ("Posted by gizmo7 at February 27, 2004 11:14 PM", "gizmo7"),
        ("Publicado por gizmo7", None),
        ("By Ann Lee", None),
        ("By midnight on May 6, 2020", None),
    ],
)
def test_a_dated_signature_counts_however_long_the_post_above_it(line: str, author: str | None) -> None:
    authors = read_page(body=f"<h1>Storm</h1>{STORY}<span>{line}</span>").authors
    assert authors == ((author,) if author else ())


def test_the_name_that_microdata_marks_is_the_alias_beside_the_real_name() -> None:
    author = (
        '<span itemprop="author" itemscope><a href="/u/gizmo7"><span itemprop="name">gizmo7</span></a> (Bo Ek)</span>'
    )
    assert read_page(body=f"<h1>Storm</h1>{author}{STORY}").authors == ("gizmo7",)


@pytest.mark.parametrize("name", ["note-creatorInfo", "follow-nickName", "creator"])
def test_creators_and_nicknames_are_authors(name: str) -> None:
    assert read_page(body=f'<h1>Storm</h1><div class="{name}">川辺直人</div>{STORY}').authors == ("川辺直人",)


def test_a_badge_beside_the_name_is_no_author() -> None:
    badge = '<div class="author-badge">Sea Expert</div>'
    assert read_page(body=f'<h1>Storm</h1><div class="author">Ann Lee</div>{badge}{STORY}').authors == ("Ann Lee",)


def test_old_newspapers_declare_whom_a_story_is_by() -> None:
    assert read_page('<meta name="by" content="By ANN LEE">').authors == ("ANN LEE",)


@pytest.mark.parametrize(
    ("line", "authors"),
    [
        ("新华社记者王立武、陈诺", ("王立武", "陈诺")),
        ("本报记者　黄　娴", ("黄娴",)),
        ("晨报记者 李明", ("李明",)),
        ("记者王立武昨天从港口得到消息", ()),
    ],
)
def test_chinese_papers_name_paper_and_office_before_the_reporters(line: str, authors: tuple[str, ...]) -> None:
    assert read_page(body=f"<h1>渡轮恢复</h1><p>{line}</p>{STORY}").authors == authors


@pytest.mark.parametrize(
    ("end", "authors"),
    [
        ('<p style="text-align:right"><strong>Phạm Linh</strong></p><p>Ảnh của tác giả</p>', ("Phạm Linh",)),
        ("<p align=right>Елена Дружинина</p>", ("Елена Дружинина",)),
        ("<p>町議会は意見書を採択する方針だ。【田中綾乃、岸良祐】</p>", ("田中綾乃", "岸良祐")),
        (f'<p style="text-align: right">Ann Lee</p>{STORY}', ()),
        ('<p style="text-align: right">Port Ellery, in May</p>', ()),
        ("<p>Ann Lee</p>", ()),
    ],
)
def test_a_name_on_the_right_or_in_japanese_brackets_signs_what_ends_there(end: str, authors: tuple[str, ...]) -> None:
    assert read_page(body=f"<h1>Storm</h1>{STORY}{end}").authors == authors


def test_asian_papers_and_portals_that_are_declared_as_authors_stand_back_behind_a_byline() -> None:
    byline = '<p class="byline">한지우 기자(han@courier.example)</p>'
    head = '<meta property="og:article:author" content="중앙일보 | 네이버">'
    assert read_page(head, body=f"<h1>Storm</h1>{byline}{STORY}").authors == ("한지우",)
    assert read_page('<meta name="author" content="新京报">', body=f"<h1>Storm</h1>{STORY}").authors == ("新京报",)


def test_a_persian_photographer_is_no_author() -> None:
    assert read_page(body=f'<h1>Storm</h1>{STORY}<p class="writer">عکس: رضا عدالتی</p>').authors == ()


def test_first_name_and_surname_in_an_element_each_are_one_name() -> None:
    name = "<span class=firstname>Ingrid</span> <span class=lastname>Solheim</span>"
    byline = f"<div class=byline><address class=name>{name}</address><span>Journalist</span></div>"
    assert read_page(body=f"<h1>Storm</h1>{byline}{STORY}").authors == ("Ingrid Solheim",)


def test_a_name_with_other_work_behind_it_in_brackets_is_no_author() -> None:
    names = '<a rel="author" href="/a">Teresa Firmino</a> (texto) e <a rel="author" href="/r">Rui Gaio</a> (fotografia)'
    assert read_page(body=f"<h1>Storm</h1><div class=byline>{names}</div>{STORY}").authors == ("Teresa Firmino",)
