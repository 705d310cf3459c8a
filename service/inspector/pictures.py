"""The pictures of an inspected page: which of them a browser gets, from where, and who decides that."""

from __future__ import annotations

import base64
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Literal

from cutline.dom.web_addresses import split_address
from cutline.service.formats.flow import is_safe
from cutline.types import Image

# Whether pictures are loaded from the hosts of a page: the viewer's choice, or not chosen yet.
Choice = Literal["unasked", "shown", "hidden"]
# The examples of the first page: file and address by the name that its form sends.
EXAMPLES = {
    "news": ("ferry.html", "https://courier.example/2026/ferry-returns"),
    "essay": ("essay.html", "https://oduya.example/essays/tide-book"),
    "strangers": ("strangers.html", "https://courier.example/2026/captain-retires"),
}
# The pictures of the example by their addresses, whose hosts do not exist: names under .example are reserved.
EXAMPLE = {
    **{
        f"https://courier.example/2026/images/{name}": name
        for name in ("ferry.jpg", "ferry-small.jpg", "captain.jpg", "mill.jpg", "festival.jpg")
    },
    "https://ads.example/serve/mattress-300x250.jpg": "mattress.jpg",
}
EXAMPLE_TYPE = "image/jpeg"


@dataclass(frozen=True, slots=True)
class Pictures:
    """Where the pictures of a page come from.

    Attributes:
        choice: of the viewer.
        locate: returns the address of one of the example's pictures by its name.
    """

    choice: Choice
    locate: Callable[[str], str]

    def find_source(self, image: Image) -> str | None:
        """Return the address to load now; None for a picture that is on another host and was not asked for."""
        if (own := EXAMPLE.get(image.url)) is not None:
            return self.locate(own)
        if image.url.lower().startswith("data:image/") or (self.choice == "shown" and is_safe(image.url)):
            return image.url
        return None

    def list_hosts(self, images: Iterable[Image]) -> list[str]:
        """Return the hosts of the pictures that are loaded once the viewer asks for them, each once."""
        waiting = (image.url for image in images if self.find_source(image) is None and is_safe(image.url))
        return list(dict.fromkeys(split_address(address).hostname or "this page's folder" for address in waiting))

    def find_later(self, image: Image) -> str | None:
        """Return the address to load once the viewer asks for it; None if it may never be loaded."""
        return image.url if is_safe(image.url) else None


@cache
def read_example(name: str) -> bytes:
    """Return a file of the example: `ferry.html`, or one of its pictures such as `images/ferry.jpg`."""
    return files("cutline.service.inspector").joinpath("example", name).read_bytes()


def embed_example(name: str) -> str:
    """Return a picture of the example as a `data:` address."""
    picture = read_example(f"images/{name}")
    return f"data:{EXAMPLE_TYPE};base64,{base64.b64encode(picture).decode()}"
