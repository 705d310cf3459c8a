"""Which pictures can stand for an article."""

from collections.abc import Callable

import pytest

from cutline.dom.document import Document
from cutline.dom.images.candidates import find_images
from cutline.dom.images.lead_pictures import LeadPictures

Build = Callable[..., Document]
URL = "https://courier.example/2026/ferry"
STORY = "/media/2026/ferry-in-port.jpg"


def declare(*addresses: str, data: str = "") -> str:
    tags = "".join(f'<meta property="og:image" content="{address}">' for address in addresses)
    return f"<head>{tags}<script type='application/ld+json'>{data}</script></head><body><p>Text"


def find_declared(page: Document) -> str | None:
    declared = LeadPictures(page).declared
    return declared and declared.url.removeprefix("https://courier.example")


def test_declared_picture_leads_and_says_where_it_is_declared(document: Build) -> None:
    declared = LeadPictures(document(declare(STORY), URL)).declared
    assert declared is not None and (declared.url, declared.place) == (f"https://courier.example{STORY}", "open_graph")


def test_picture_in_json_ld_leads_where_no_tag_declares_one(document: Build) -> None:
    declared = LeadPictures(document(declare(data=f'{{"@type": "NewsArticle", "image": "{STORY}"}}'), URL)).declared
    assert declared is not None and declared.place == "json_ld"


@pytest.mark.parametrize(
    "address",
    [
        "/images/logo.png",
        "/i/clear.gif",
        "/i/cropped-logo-1.jpg",
        "/images/courier-logo-white.png",
        "/i/courier_default_share.jpg",
        "/i/logo_open-graph_facebook.d0dedfbe1787.png",
        "/assets/img/og-image.png",
        "/theme_courier/images/og-image.png",
        "/img/og-image.png",
        "/img/courier-og.png",
        "/img/crr-card.png",
        "/facebook.jpg",
        "/apple-touch-icon@2.png",
        "/img/CourierDefaultImage.png",
        "/media/default-images/press-opener.jpg",
        "/media/authors/ada-ruiz.jpg",
        "/avatar/0a1b2c",
        "/i/ada-ruiz-headshot.jpg",
    ],
)
def test_logo_default_picture_and_portrait_never_lead(document: Build, address: str) -> None:
    assert find_declared(document(declare(address), URL)) is None
    assert find_declared(document(declare(address, STORY), URL)) == STORY


@pytest.mark.parametrize(
    "address",
    [
        "/2026/ferry/cover.jpg",
        "/2025/04/facebook.jpg",
        "/cards/ferry/og-image.png",
        "/og?title=Ferry",
        "/i/mac-og.jpg",
        "/i/og-image-of-the-ferry.jpg",
        "/i/cheese-brand-logo.jpg",
        "/static/ferry.jpg",
        "/i/77",
    ],
)
def test_picture_whose_name_may_tell_of_the_story_leads(document: Build, address: str) -> None:
    assert find_declared(document(declare(address), URL)) == address


@pytest.mark.parametrize(
    "stranger",
    [
        '{"@type": "NewsMediaOrganization", "logo": {"@type": "ImageObject", "url": "/i/blue-1.png"}}',
        '{"@type": "NewsArticle", "publisher": {"@type": "Organization", "logo": "/i/blue-1.png"}}',
        '{"@type": "NewsArticle", "author": {"@type": "Person", "image": {"url": "/i/blue-1.png"}}}',
        '{"@type": "Organization", "image": {"@type": "ImageObject", "url": "/i/blue-1.png"}}',
        '{"@graph": [{"@type": "Person", "image": {"@id": "#p"}}, {"@id": "#p", "url": "/i/blue-1.png", "height": 9}]}',
    ],
)
def test_what_the_page_declares_as_a_logo_or_a_portrait_never_leads(document: Build, stranger: str) -> None:
    assert find_declared(document(declare("/i/blue-1.png", data=stranger), URL)) is None


@pytest.mark.parametrize(
    ("html", "may"),
    [
        (f"<img src={STORY}>", True),
        (f"<img src={STORY} alt='Ada Ruiz'>", False),
        (f"<div class=article__author><a><img src={STORY}></a></div>", False),
        (f"<div class=authority><a><img src={STORY}></a></div>", True),
        ("<img src=https://gravatar.example/avatar/1>", False),
    ],
)
def test_displayed_portrait_of_the_author_never_leads(document: Build, html: str, may: bool) -> None:
    page = document(f"<head><meta name=author content='Ada Ruiz'></head><body><main>{html}</main>", URL)
    (image,) = find_images(page)
    assert LeadPictures(page).may_lead(image) is may


def test_displayed_picture_is_declared_in_whatever_size(document: Build) -> None:
    leads = LeadPictures(document(declare("/media/ferry-in-the-port-1200x630.jpg"), URL))
    assert leads.is_declared("https://courier.example/media/ferry-in-the-port-640x360.jpg")
    assert not leads.is_declared("https://courier.example/media/captain-in-the-port.jpg")
