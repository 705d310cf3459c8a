import pytest

from tests.dom.metadata.conftest import read_page

STORY = f"<h1>Storm</h1><p>{'The harbour was closed for most of the winter. ' * 8}</p>"
LIFE = "writes about harbours and storms. She was born on the isle, and taught navigation there for ten years."


@pytest.mark.parametrize(
    "box",
    [
        f"<div class=author-box><img src=a.png><h4>Ann Lee</h4><p>Ann {LIFE}</p></div>",
        f"<div class=about-author><h3>About the author</h3><p>Ann Lee {LIFE}</p></div>",
        f"<section class=author-bio>Ann Lee {LIFE}</section>",
        f"<h3>About the author</h3><p><b>Ann Lee</b> {LIFE}</p>",
        f"<aside><strong>À propos de l’auteur :</strong><p>Ann Lee est née sur l’île. {LIFE}</p></aside>",
    ],
)
def test_the_box_about_the_author_names_the_author_where_no_byline_does(box: str) -> None:
    assert read_page(body=STORY + box).authors == ("Ann Lee",)


@pytest.mark.parametrize(
    "box",
    [
        "<div class=author-box><p>Subscribe to our letter.</p></div>",
        f"<div class=comments><div class=author-info><b>Ann Lee</b><p>{LIFE}</p></div></div>",
        f"<h3>About the harbour</h3><p>Ann Lee {LIFE}</p>",
    ],
)
def test_other_boxes_name_no_author(box: str) -> None:
    assert read_page(body=STORY + box).authors == ()


def test_a_byline_comes_before_the_box_about_the_author() -> None:
    body = f"{STORY}<p>By Bo Ek</p><h3>About the author</h3><p>Ann Lee {LIFE}</p>"
    assert read_page(body=body).authors == ("Bo Ek",)
