"""The images that elements offer."""

from collections.abc import Callable

import pytest

from cutline.dom.images.candidates import ImageCandidate
from cutline.dom.images.offers import is_gallery_name, read_gallery

Find = Callable[..., list[ImageCandidate]]


def test_picture_that_a_figure_is_about_stands_where_its_image_is(images: Find) -> None:
    (image,) = images("<figure itemid=/ferry.jpg><b><img class=lazy></b></figure>")
    assert (image.url, image.kind, image.element.tag) == ("/ferry.jpg", "image", "img")


def test_picture_that_an_empty_figure_is_about_is_found(images: Find) -> None:
    (image,) = images("<figure itemid=/ferry.jpg><figcaption>The ferry</figcaption></figure>")
    assert (image.url, image.element.tag) == ("/ferry.jpg", "figure")


@pytest.mark.parametrize("name", ["data-bg", "data-background-image", "data-image-src", "data-src"])
def test_background_that_a_script_sets_is_found(images: Find, name: str) -> None:
    (image,) = images(f"<section {name}=/ferry.jpg><h1>Ferry</h1></section>")
    assert (image.url, image.kind) == ("/ferry.jpg", "background")


@pytest.mark.parametrize("value", ["/player/embed?id=7", "/story.html", "", "17"])
def test_other_address_for_a_script_is_no_background(images: Find, value: str) -> None:
    assert images(f"<div data-src='{value}'></div>") == []


@pytest.mark.parametrize(
    "frame", ["<figure itemid={}>", "<div data-bg={}>", "<div data-src={}>", "<div data-images='[\"{}\"]'>"]
)
def test_picture_that_an_image_shows_is_not_found_twice(images: Find, frame: str) -> None:
    (image,) = images(f"{frame.format('/ferry-w1200.jpg')}<p></p><p><img src=/ferry-w300.jpg></p>")
    assert image.element.tag == "img"


def test_larger_version_of_an_image_is_a_source_of_it(images: Find) -> None:
    (image,) = images("<div data-thumb=/t/1.jpg data-src=/large.jpg><img src=/small.jpg width=300></div>")
    assert image.element.tag == "img" and {source.url for source in image.sources} == {"/large.jpg", "/small.jpg"}


def test_background_of_several_images_is_none_of_them(images: Find) -> None:
    found = images("<div data-src=/sea.jpg><img src=/ferry.jpg><img src=/crew.jpg></div>")
    assert [image.url for image in found] == ["/sea.jpg", "/ferry.jpg", "/crew.jpg"]


@pytest.mark.parametrize("name", ["data-gallery", "data-images", "data-article-slides", ":photos"])
def test_pictures_of_a_gallery_kept_for_a_script_are_found(images: Find, name: str) -> None:
    gallery = '[{"src": "/ferry.jpg", "alt": "The ferry"}, {"src": "/harbour.jpg"}]'
    found = images(f"<div {name}='{gallery}'></div>")
    assert [(image.url, image.alt) for image in found] == [("/ferry.jpg", "The ferry"), ("/harbour.jpg", None)]


def test_pictures_in_data_of_another_name_are_not_found(images: Find) -> None:
    assert images("""<div data-posts='[{"src": "/ferry.jpg"}]'></div>""") == []


def test_images_of_a_part_of_the_page_for_readers_without_scripts_are_found(images: Find) -> None:
    part = "<noscript><p>The ferry is back.</p><img src=/ferry.jpg><p>So is the crew.</p><img src=/crew.jpg></noscript>"
    found = images(f"<article><p>{'The harbour is open again. ' * 40}</p>{part}</article>")
    assert [(image.url, image.hidden) for image in found] == [("/ferry.jpg", False), ("/crew.jpg", False)]


@pytest.mark.parametrize(
    ("html", "urls"),
    [
        ('<object data="/a.svg" type="image/svg+xml">a.svg</object>', ["https://example.org/a.svg"]),
        ('<object data="/a.svg" type="image/svg+xml"><img src="/a.png"></object>', ["https://example.org/a.png"]),
        ('<object data="/a.pdf" type="application/pdf">a.pdf</object>', []),
    ],
)
def test_a_drawing_in_an_object_is_an_image(images: Find, html: str, urls: list[str]) -> None:
    assert [each.url for each in images(f"<p>{html}</p>", "https://example.org/")] == urls


def read(value: str) -> list[tuple[str, ...]]:
    return [picture.addresses for picture in read_gallery(value)]


@pytest.mark.parametrize(
    "value",
    [
        '["/a.jpg", "/b.jpg"]',
        '[{"url": "/a.jpg"}, {"url": "/b.jpg"}]',
        '{"title": "Ferry", "items": [{"image": {"src": "/a.jpg"}}, {"image": {"src": "/b.jpg"}}]}',
        '{"tags": ["x"], "items": [{"src": "/a.jpg", "thumb": "/t/1.jpg", "author": "/who.jpg"}, {"src": "/b.jpg"}]}',
    ],
)
def test_items_of_the_first_list_with_addresses_are_the_pictures(value: str) -> None:
    assert read(value) == [("/a.jpg",), ("/b.jpg",)]


def test_sizes_of_one_item_are_one_picture() -> None:
    assert read('[{"large": "/a-1200.jpg", "sizes": ["/a-800.jpg", "/a-400.jpg"]}]') == [
        ("/a-1200.jpg", "/a-800.jpg", "/a-400.jpg")
    ]


@pytest.mark.parametrize(
    "value",
    [
        "",
        "[",
        "{}",
        "[]",
        "17",
        '"/a.jpg"',
        "[1, null, []]",
        "[" * 100_000,
        '{"a": 1',
        "[" + '{"a": ' * 20 + '"/a.jpg"' + "}" * 20 + "]",
    ],
)
def test_other_data_has_no_pictures(value: str) -> None:
    assert read(value) == []


@pytest.mark.parametrize("name", ["data-gallery", "data-images", "data-photo-gallery", ":slides", "data-gallery-items"])
def test_names_of_galleries(name: str) -> None:
    assert is_gallery_name(name)


@pytest.mark.parametrize("name", ["data-posts", "class", "images", "data-image", "data-testimonials"])
def test_other_names(name: str) -> None:
    assert not is_gallery_name(name)


EMPTY = "src='data:image/gif;base64,R0'"


@pytest.mark.parametrize(
    "html",
    [
        f"<a href=/ferry.jpg><img {EMPTY}></a>",
        f"<figure><span data-original=/ferry.jpg><img {EMPTY}></span></figure>",
        f"""<img {EMPTY} data-sizes='{{"800": "/ferry.jpg", "1600": "\\/ferry.jpg?w=1600"}}'>""",
    ],
)
def test_address_of_an_empty_image_is_read_beside_it(images: Find, html: str) -> None:
    (image,) = images(html)
    assert image.url.startswith("/ferry.jpg")


@pytest.mark.parametrize(
    "html",
    [
        "<a href=/harbour.jpg><img src=/ferry.jpg></a>",
        f"<a href=/harbour.jpg><img {EMPTY}><img src=/ferry.jpg></a>",
        f"<a href=/story><img {EMPTY}></a>",
    ],
)
def test_address_around_other_images_is_none_of_theirs(images: Find, html: str) -> None:
    assert {source.url for image in images(html) for source in image.sources} <= {"/ferry.jpg", "data:image/gif"}
