"""Captions declared for machines."""

import json
from collections.abc import Callable

import pytest

from cutline.dom.captioning.stated import find_declared_caption, read_declared_captions
from cutline.dom.document import Document
from cutline.dom.images.candidates import find_images
from cutline.dom.metadata.declarations import read_declarations

URL = "https://example.org/story"


@pytest.fixture
def find(document: Callable[..., Document]) -> Callable[..., str | None]:
    """Return the caption that an image object declares for the page's first image."""

    def build(image: object, html: str = "<img src=/council-at-work.jpg>") -> str | None:
        script = f"<script type=application/ld+json>{json.dumps(image)}</script>"
        page = document(script + html, URL)
        captions = read_declared_captions(read_declarations(page.root, URL), page.base_url)
        return find_declared_caption(find_images(page)[0], captions)

    return build


@pytest.mark.parametrize("key", ["url", "contentUrl", "@id", "thumbnailUrl"])
def test_image_object_is_found_by_any_of_its_addresses(find: Callable[..., str | None], key: str) -> None:
    assert find({"@type": "ImageObject", key: f"{URL}/council-at-work.jpg", "caption": "The council"}) == "The council"


def test_description_stands_in_for_a_missing_caption(find: Callable[..., str | None]) -> None:
    image = {
        "@type": "ImageObject",
        "url": ["/council-at-work.jpg"],
        "caption": "",
        "description": "The <b>council</b>",
    }
    assert find(image) == "The council"


def test_any_size_of_the_image_will_do(find: Callable[..., str | None]) -> None:
    image = {"@type": "ImageObject", "url": "/council-at-work-800x600.jpg", "caption": "The council"}
    assert find({"@graph": [image]}, "<img src=/x.jpg srcset='/council-at-work-300x200.jpg 300w'>") == "The council"


@pytest.mark.parametrize(
    "image",
    [
        {"@type": "ImageObject", "url": "/other-picture-here.jpg", "caption": "The council"},
        {"@type": "VideoObject", "url": "/council-at-work.jpg", "caption": "The council"},
        {"@type": "ImageObject", "url": {"@id": 1}, "caption": "The council"},
        {"@type": "ImageObject", "caption": "The council"},
        {"@type": "ImageObject", "url": "http://[", "caption": "The council"},
        {"@type": "ImageObject", "url": "/council-at-work.jpg", "caption": {"x": []}},
    ],
)
def test_other_objects_declare_no_caption(find: Callable[..., str | None], image: object) -> None:
    assert find(image) is None
