"""The work for captions grows with the page, and no faster: counted in characters and elements that are looked at."""

from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from cutline.dom.captioning import pieces
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.marked import Territories

Build = Callable[..., AllCaptionFinder]
PAGES: dict[str, Callable[[int], str]] = {
    "images in one block": lambda n: "<div>" + "".join(f"<img src={i}.jpg>x" for i in range(n)) + "</div>",
    "captions in one block": lambda n: "".join(f"<img src={i}.jpg><p class=caption>x {i}a</p>" for i in range(n)),
    "images inside each other": lambda n: "".join(f"<div><img src={i}.jpg>x" for i in range(n)),
    "copies inside each other": lambda n: "".join("<div class=credit><img src=a.jpg>x" for _ in range(n)),
    "captions far below": lambda n: f"{'<div>' * (n // 2)}<img src=a.jpg>" + "<p class=caption>x</p>" * n,
    "captions inside each other": lambda n: "<img src=a.jpg>" + "<p class=caption><div class=caption>x" * n,
    "one figure": lambda n: "<figure>" + "".join(f"<img src={i}.jpg>" for i in range(n)) + "<figcaption>x" + "<b>x" * n,
    "blanks": lambda n: "".join(f"<div><img src=a.jpg>{' ' * 3000}" for _ in range(n)),
    "kept text inside each other": lambda n: "<div class=kept>x" * n + "<img src=a.jpg>",
    "references": lambda n: "".join(
        f"<p id=i{i}>x</p><img src={i}.jpg aria-describedby='i0 i1 i2 i3'>" for i in range(n)
    ),
}


@pytest.fixture
def count(finder: Build, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Counter[str]]:
    """Return how much is looked at to find all captions of a page."""

    def build(html: str) -> Counter[str]:
        counts: Counter[str] = Counter()

        def counted(name: str, function: Callable[..., Any]) -> Callable[..., Any]:
            def call(*arguments: Any) -> Any:
                counts[name] += len(arguments[0]) if name == "characters" else 1
                return function(*arguments)

            return call

        with monkeypatch.context() as patch:
            patch.setattr(pieces, "collapse_space", counted("characters", pieces.collapse_space))
            patch.setattr(pieces._PieceBuilder, "add", counted("runs", pieces._PieceBuilder.add))
            for name in ("has_picture", "has_article", "find_owner", "belongs_to"):
                patch.setattr(Territories, name, counted("elements", getattr(Territories, name)))
            built = finder(html)
            for image in built.images:
                built.find(image)
        return counts

    return build


@pytest.mark.parametrize("make", PAGES.values(), ids=PAGES.keys())
@pytest.mark.load
def test_work_grows_with_the_page(count: Callable[[str], Counter[str]], make: Callable[[int], str]) -> None:
    small, large = count(make(300)), count(make(600))
    for what, number in large.items():
        assert number <= 2.3 * max(small[what], 300), (what, small[what], number)


def test_one_huge_text_is_not_read_for_each_image(count: Callable[[str], Counter[str]]) -> None:
    images = "".join(f"<p><img src={i}.jpg></p>" for i in range(200))
    text = "word " * 50_000
    assert count(f"<div>{images}<div>{text}</div></div>")["characters"] <= 3 * len(text)
