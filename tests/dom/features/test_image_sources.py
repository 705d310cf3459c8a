"""What images say of themselves."""

from collections.abc import Callable

import pytest

from cutline.dom.features.image_sources import ELSEWHERE, NO_LINK, NONE, TO_ITSELF, TO_PICTURE, TO_SITE

Columns = Callable[..., dict[str, list[float]]]
URL = "https://www.courier.example/2026/ferry"


def test_sizes_that_an_image_declares(image_columns: Columns) -> None:
    columns = image_columns("<img src=a.jpg width=640 height=320><img src=b.jpg>")
    assert columns["width"] == [640, NONE]
    assert columns["aspect"] == [2, NONE]
    assert columns["largest"] == [640, 0]


def test_a_height_of_nothing_has_no_aspect(image_columns: Columns) -> None:
    assert image_columns("<img src=a.jpg width=640 height=0>")["aspect"] == [NONE]


def test_widths_in_addresses_and_descriptors(image_columns: Columns) -> None:
    html = "<img src='a.jpg?width=1200'><p><img srcset='b.jpg 320w, c.jpg 960w'></p><img src=d-300x250.jpg>"
    assert image_columns(html)["largest"] == [1200, 960, 300]


@pytest.mark.parametrize(
    ("link", "kind"),
    [
        (None, NO_LINK),
        ("/images/ferry.jpg?large", TO_PICTURE),
        (f"{URL}/a/", TO_PICTURE),  # the page of an attachment
        (f"{URL}/harbour/", TO_SITE),
        (f"{URL}#photo", TO_ITSELF),
        ("/2026/other", TO_SITE),
        ("https://shop.courier.example/", TO_SITE),
        ("https://elsewhere.example/", ELSEWHERE),
        ("http://[", NO_LINK),
    ],
)
def test_where_a_click_leads_to(image_columns: Columns, link: str | None, kind: int) -> None:
    image = "<img src=a.jpg>"
    html = f"<a href='{link}'>{image}</a>" if link else image
    assert image_columns(html, URL)["link"] == [kind]


@pytest.mark.parametrize("head", ["", f"<link rel=canonical href={URL}>"])
def test_a_relative_link_stays_on_the_site_of_a_page_of_unknown_address(image_columns: Columns, head: str) -> None:
    html = f"{head}<a href=/2026/mill><img src=a.jpg></a><p><a href=https://elsewhere.example/><img src=b.jpg></a>"
    assert image_columns(html, None)["link"] == [TO_SITE, ELSEWHERE]


def test_words_in_address_alternative_text_and_names(image_columns: Columns) -> None:
    columns = image_columns("<img src=/logo.png alt='Author portrait' class='thumbnail'><img src=/x.jpg>")
    assert columns["address_logo"] == columns["alt_person"] == columns["class_small"] == [1, 0]


@pytest.mark.parametrize(
    "image",
    [
        "src=/i/werbung_3.jpg",
        "src=/i/Sommer-Anzeige.png",
        "src=/i/%D1%80%D0%B5%D0%BA%D0%BB%D0%B0%D0%BC%D0%B0.png",
        "src='/image?url=%2Fpromo%2Fferry.png'",
        "src=/a.jpg alt='Publicité : la mer'",
        "src=/a.jpg alt='広告バナー'",
        "src=/a.jpg alt='إعلان ممول'",
        "src=/a.jpg alt='Sponsored Content'",
        "src=/a.jpg alt='summerSale-advertisement2'",
    ],
)
def test_words_of_advertisement_in_many_languages(image_columns: Columns, image: str) -> None:
    columns = image_columns(f"<img {image}>")
    assert columns["address_advertisement"] + columns["alt_advertisement"] in ([1, 0], [0, 1])


@pytest.mark.parametrize(
    "image",
    [
        "src=/i/bewerbung.jpg",
        "src=/i/announcement.jpg",
        "src=/i/race-track.jpg",
        "src=/a.jpg alt='Ilan Roe an der Anzeigetafel'",
        "src=/a.jpg alt='写真提供：港'",
    ],
)
def test_words_that_only_resemble_those_of_advertisement(image_columns: Columns, image: str) -> None:
    columns = image_columns(f"<img {image}>")
    assert columns["address_advertisement"] == columns["alt_advertisement"] == [0]


@pytest.mark.parametrize("url", ["/ferry.jpg?zoom=1&icon=0", "/silicon-chip.jpg", "/flag-day.jpg", "/ferry.svg"])
def test_address_that_does_not_say_icon(image_columns: Columns, url: str) -> None:
    assert image_columns(f"<img src={url}>")["address_icon"] == [0]


@pytest.mark.parametrize("url", ["/icons/mail.png", "/phoneIcon.png", "/i?url=%2Fbutton.png&w=64"])
def test_address_that_says_icon(image_columns: Columns, url: str) -> None:
    assert image_columns(f"<img src='{url}'>")["address_icon"] == [1]


def test_words_in_the_names_of_its_frame_and_in_its_link(image_columns: Columns) -> None:
    html = "<div class=blog-cta><p><a href=/webinar-1><img src=a.jpg></a></p></div><p class=mobile-only><img src=b.jpg>"
    columns = image_columns(html, URL)
    assert columns["frame_offer"] == columns["link_offer"] == [1, 0]
    assert columns["frame_device"] == [0, 1]


@pytest.mark.parametrize(("kind", "news", "posting"), [("NewsArticle", 1, 0), ("BlogPosting", 0, 1), ("Recipe", 0, 0)])
def test_what_the_page_says_it_is(image_columns: Columns, kind: str, news: int, posting: int) -> None:
    declared = f'<script type="application/ld+json">{{"@type": "{kind}", "headline": "Ferry"}}</script>'
    columns = image_columns(f"<head>{declared}</head><img src=a.jpg>", URL)
    assert (columns["page_news"], columns["page_posting"]) == ([news], [posting])


def test_host_of_an_image(image_columns: Columns) -> None:
    html = "<img src=/a.jpg><img src=https://img.courier.example/b.jpg><img src=https://ads.example/c.jpg>"
    columns = image_columns(html, URL)
    assert columns["same_host"] == [1, 0, 0]
    assert columns["same_domain"] == [1, 1, 0]


def test_copies_of_one_picture_are_counted(image_columns: Columns) -> None:
    html = "<p><img src=/the-old-ferry.jpg></p><p><img src=/x.jpg></p><p><img src=/the-old-ferry.jpg></p>"
    assert image_columns(html, URL)["copies"] == [2, 1, 2]


def test_declared_pictures_are_recognised(image_columns: Columns) -> None:
    html = f"<meta property=og:image content={URL}/ferry.jpg><img src={URL}/ferry.jpg><p><img src={URL}/other.jpg>"
    columns = image_columns(html, URL)
    assert columns["declared"] == [1, 0]
    assert columns["page_declared"] == [1, 1]


@pytest.mark.parametrize("url", ["http://[", "https://[::1", "//", "#", "not an address", "javascript:alert(1)", None])
def test_odd_addresses_of_pages_are_read(image_columns: Columns, url: str | None) -> None:
    image = "<img src=https://e.example/{0}.jpg>"
    html = f"<a href=http://[>{image.format('one')}</a><p><a href=https://e.example/x>{image.format('two')}</a></p>"
    columns = image_columns(html, url)
    assert columns["link"] == [NO_LINK, ELSEWHERE]
    assert columns["same_host"] == [0, 0]
