"""Authors as the software of blogs, forums and portals signs for them."""

from __future__ import annotations

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
