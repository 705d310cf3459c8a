from collections.abc import Callable
from html.parser import HTMLParser
from io import BytesIO
from types import SimpleNamespace

import pytest
from pypdf import PageObject, PdfReader

from cutline.config import Settings
from cutline.config.settings import FetchSettings
from cutline.dom.render.pool import BrowserPool
from cutline.errors import UpstreamError
from cutline.service.formats.pdf import print_article, render

MakePng = Callable[..., bytes]
URL = "https://courier.example/a.png"
A4 = [595, 842]  # points


class Tags(HTMLParser):
    """The names of a document's elements."""

    def __init__(self, document: str) -> None:
        super().__init__()
        self.names: list[str] = []
        self.feed(document)

    def handle_starttag(self, tag: str, attrs: object) -> None:
        self.names.append(tag)


def find_left(page: PageObject, words: str) -> float:
    """Return where words stand on a page, in points from the left."""
    places: list[float] = []

    def visit(text: str, page_matrix: list[float], text_matrix: list[float], *_: object) -> None:
        if words in text:
            places.append(page_matrix[0] * text_matrix[4] + page_matrix[4])

    page.extract_text(visitor_text=visit)
    return places[0]


class TestDocument:
    def test_an_address_is_shown_in_the_letters_of_its_language(self, build: SimpleNamespace) -> None:
        address = "https://e.org/%D8%B4%D8%B9%D8%B1/a%2Fb%20c"
        assert f'href="{address}">https://e.org/شعر/a%2Fb%20c<' in render(build.article(url=address), {})

    @pytest.mark.parametrize("escaped", ["%E2%80%AE", "%FF", "%C2%85", "%E2%80%A8"])
    def test_what_is_no_letter_stays_escaped(self, escaped: str, build: SimpleNamespace) -> None:
        assert f">https://e.org/{escaped}<" in render(build.article(url=f"https://e.org/{escaped}"), {})

    @pytest.mark.parametrize("url", ["javascript:alert(1)", "file:///etc/passwd", "data:text/html,x"])
    def test_an_address_that_is_none_of_the_web_is_left_out(self, url: str, build: SimpleNamespace) -> None:
        document = render(build.article(url=url, images=(build.image(url, caption="C"),)), {})
        assert "href" not in document.replace('<link rel="canonical" href=', "") and 'class="source"' not in document

    @pytest.mark.parametrize(("language", "direction"), [("ar", "rtl"), ("ja", None)])
    def test_language_and_direction_are_those_of_the_article(
        self, language: str, direction: str | None, build: SimpleNamespace
    ) -> None:
        document = render(build.article(title="Ferry", language=language, direction=direction), {})
        assert f'<html lang="{language}">' in document and f'<article dir="{direction or "auto"}">' in document

    def test_an_image_that_is_missing_is_a_note_with_its_description_and_its_caption(
        self, build: SimpleNamespace
    ) -> None:
        image = build.image(URL, alt="A white ferry", caption="The Aurelia", credit="Photo: M. L.")
        assert (
            f'<figure><p class="missing"><a href="{URL}"><span lang="en" dir="ltr">Image not included</span></a>: '
            "<bdi>A white ferry</bdi></p><figcaption>The Aurelia <small>Photo: M. L.</small></figcaption></figure>"
        ) in render(build.article(images=(image,)), {})

    def test_a_note_does_not_repeat_the_caption(self, build: SimpleNamespace) -> None:
        image = build.image(URL, alt="The Aurelia", caption="The Aurelia at night")
        assert "Image not included</span></a></p>" in render(build.article(images=(image,)), {})

    def test_nothing_of_the_page_becomes_markup(self, build: SimpleNamespace) -> None:
        evil = '"><script>alert(1)</script><style>'
        image = build.image(f"https://e.org/{evil}", alt=evil, caption=evil, credit=evil)
        blocks = tuple(build.block(n, evil, kind) for n, kind in enumerate(("paragraph", "code", "list_item", "quote")))
        article = build.article(
            blocks, title=evil, authors=(evil,), site_name=evil, language="en", images=(image,), url=f"https://{evil}"
        )
        for addresses in ({}, {image.url: "data:image/png;base64,AA=="}):
            names = Tags(render(article, addresses)).names
            assert "script" not in names
            assert names.count("style") == 1


class TestPdf:
    def test_an_article_is_printed_on_a4_with_all_its_parts_in_order(
        self, browsers: BrowserPool, settings: Settings, build: SimpleNamespace, make_png: MakePng
    ) -> None:
        blocks = (
            build.block(0, "The council voted."),
            build.block(1, "Two shores", "heading", level=2),
            build.block(2, "Holm", "list_item"),
            build.block(3, "We shall cross", "quote"),
            build.block(4, "x = 1", "code"),
        )
        image = build.image(URL, caption="The Aurelia", credit="Photo: M. L.", position=0)
        article = build.article(blocks, title="Night ferry", language="en", images=(image,))
        printed = print_article(article, browsers, settings, fetch=lambda url, limits: make_png(90, 60))
        reader = PdfReader(BytesIO(printed.pdf))
        (page,) = reader.pages
        assert [round(float(length)) for length in page.mediabox[2:]] == A4
        assert set(page.extract_text().splitlines()[1:]) == {
            "Night ferry", "The council voted.", "The Aurelia Photo: M. L.", "Two shores", "Holm", "We shall cross",
            "x = 1",
        }  # fmt: skip
        order = [page.extract_text().index(words) for words in ("council", "Aurelia", "shores", "Holm", "cross", "x =")]
        assert order == sorted(order)
        assert page.extract_text().startswith("1 / 1")
        assert len(page.images) == 1
        assert printed.missing == {}
        assert reader.metadata is not None and reader.metadata.title == "Night ferry"

    def test_a_long_article_has_numbered_pages(
        self, browsers: BrowserPool, settings: Settings, build: SimpleNamespace
    ) -> None:
        article = build.article(tuple(build.block(number, "word " * 300) for number in range(5)))
        pages = PdfReader(BytesIO(print_article(article, browsers, settings).pdf)).pages
        assert len(pages) > 1
        assert [page.extract_text().splitlines()[0] for page in pages] == [
            f"{number} / {len(pages)}" for number in range(1, len(pages) + 1)
        ]

    def test_images_that_cannot_be_had_are_named_and_their_captions_printed(
        self, browsers: BrowserPool, settings: Settings, build: SimpleNamespace
    ) -> None:
        def fail(url: str, limits: FetchSettings) -> bytes:
            raise UpstreamError("courier.example answered with status 404 (Not Found).", 404)

        article = build.article(images=(build.image(URL, caption="The Aurelia"),))
        printed = print_article(article, browsers, settings, fetch=fail)
        (page,) = PdfReader(BytesIO(printed.pdf)).pages
        assert page.extract_text().splitlines()[1:] == ["Image not included", "The Aurelia"]
        assert printed.missing == {URL: "courier.example answered with status 404 (Not Found)"}
        assert [link.get_object()["/A"]["/URI"] for link in page["/Annots"]] == [URL]

    def test_a_right_to_left_article_begins_at_the_right(
        self, browsers: BrowserPool, settings: Settings, build: SimpleNamespace
    ) -> None:
        places = {}
        for language, direction in (("he", "rtl"), ("en", "ltr")):
            article = build.article((build.block(0, "UN 2026"),), language=language, direction=direction)
            (page,) = PdfReader(BytesIO(print_article(article, browsers, settings).pdf)).pages
            places[language] = find_left(page, "UN 2026")
        assert places["en"] < A4[0] / 4 and places["he"] > A4[0] / 2


def test_words_of_a_heading_that_wraps_are_apart_in_the_outline(
    browsers: BrowserPool, build: SimpleNamespace, settings: Settings
) -> None:
    title = "Night ferry returns to Lake Varn after eleven years, says the captain who kept her engine turning"
    heading = build.block(0, title, "heading", level=2, html=title.replace("the captain", "<b>the\n  captain</b>"))
    article = build.article((heading, build.block(1, "She sails.")), title=f"{title} again")
    outline = PdfReader(BytesIO(print_article(article, browsers, settings).pdf)).outline
    assert [outline[0].title, outline[1][0].title] == [f"{title} again", title]
