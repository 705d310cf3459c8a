"""The pictures of a gallery that a page keeps as JSON."""

import pytest

from cutline.dom.images.offers import is_gallery_name, read_gallery


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


@pytest.mark.parametrize("value", ["", "[", "{}", "[]", "17", '"/a.jpg"', "[1, null, []]", "[" * 100_000, '{"a": 1'])
def test_other_data_has_no_pictures(value: str) -> None:
    assert read(value) == []


@pytest.mark.parametrize("name", ["data-gallery", "data-images", "data-photo-gallery", ":slides", "data-gallery-items"])
def test_names_of_galleries(name: str) -> None:
    assert is_gallery_name(name)


@pytest.mark.parametrize("name", ["data-posts", "class", "images", "data-image", "data-testimonials"])
def test_other_names(name: str) -> None:
    assert not is_gallery_name(name)
