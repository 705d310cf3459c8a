import re
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from types import SimpleNamespace

import pytest

from cutline import Extractor
from cutline.config import Settings
from cutline.config.settings import FetchSettings
from cutline.errors import FetchTimeout, OptionError, ResponseTooLarge
from cutline.service.formats import article_images
from cutline.service.formats.article_images import NOT_FETCHED, embed_images, write_images
from cutline.types import ImageSource

MakePng = Callable[..., bytes]
URL = "https://e.org/a.png"


class Web:
    """Answers with the bytes given for an address, and remembers what it was asked."""

    def __init__(self, **images: bytes | Exception) -> None:
        self.images = {f"https://e.org/{name}.png": data for name, data in images.items()}
        self.calls: list[tuple[str, FetchSettings]] = []

    def __call__(self, url: str, settings: FetchSettings) -> bytes:
        self.calls.append((url, settings))
        data = self.images[url]
        if isinstance(data, Exception):
            raise data
        if len(data) > settings.max_bytes:
            raise ResponseTooLarge("The answer is too large.")
        return data


@pytest.fixture
def limit(settings: Settings) -> Callable[..., Settings]:
    """Change the limits on printed images: `limit(max_images=1)`."""
    return lambda **limits: settings.model_copy(update={"print": settings.print.model_copy(update=limits)})


def encode(data: bytes, media_type: str = "image/png") -> str:
    return f"data:{media_type};base64,{b64encode(data).decode()}"


def test_an_image_is_embedded_with_the_type_that_it_is(
    settings: Settings, build: SimpleNamespace, make_png: MakePng
) -> None:
    web = Web(a=make_png())
    embedded = embed_images([build.image(URL)], settings, web)
    assert (embedded.addresses, embedded.missing) == ({URL: encode(make_png())}, {})


def test_an_image_that_comes_twice_is_fetched_once(
    settings: Settings, build: SimpleNamespace, make_png: MakePng
) -> None:
    web = Web(a=make_png(), b=FetchTimeout("Too late."))
    images = [build.image(f"https://e.org/{name}.png") for name in "abab"]
    embedded = embed_images(images, settings, web)
    assert [url for url, _ in web.calls] == ["https://e.org/a.png", "https://e.org/b.png"]
    assert (len(embedded.addresses), len(embedded.missing)) == (1, 1)


def test_without_fetching_only_what_stands_in_the_page_is_embedded(
    settings: Settings, build: SimpleNamespace, make_png: MakePng
) -> None:
    inside = encode(make_png(), "text/html")
    embedded = embed_images([build.image(inside), build.image(URL)], settings, None)
    assert embedded.addresses == {inside: encode(make_png())}
    assert embedded.missing == {URL: NOT_FETCHED}


@pytest.mark.parametrize("svg", ["data:image/svg+xml,%3Csvg%3E%3C/svg%3E", "DATA:image/svg+xml;utf8,<svg></svg>"])
def test_a_data_address_need_not_be_base64(svg: str, settings: Settings, build: SimpleNamespace) -> None:
    embedded = embed_images([build.image(svg)], settings, None)
    assert embedded.addresses == {svg: encode(b"<svg></svg>", "image/svg+xml")}


@pytest.mark.parametrize(
    ("answer", "reason"),
    [
        (b"<html>Log in</html>", "it is not an image of a known type"),
        (b"\x89PNG\r\n\x1a\n", "it is not an image of a known type"),
        (FetchTimeout("e.org was too slow."), "e.org was too slow"),
    ],
)
def test_what_cannot_be_had_has_a_reason(
    answer: bytes | Exception, reason: str, settings: Settings, build: SimpleNamespace
) -> None:
    embedded = embed_images([build.image(URL)], settings, Web(a=answer))
    assert not embedded.addresses
    assert embedded.missing[URL].startswith(reason) and not embedded.missing[URL].endswith(".")


def test_a_damaged_data_address_has_a_reason(settings: Settings, build: SimpleNamespace) -> None:
    url = "data:image/png;base64,a"
    assert embed_images([build.image(url)], settings, None).missing == {url: "its data: address is damaged"}


def test_one_too_large_image_leaves_room_for_the_others(
    limit: Callable[..., Settings], build: SimpleNamespace, make_png: MakePng
) -> None:
    web = Web(a=make_png(padding=1000), b=make_png())
    images = [build.image(f"https://e.org/{name}.png") for name in "ab"]
    embedded = embed_images(images, limit(max_image_bytes=500), web)
    assert embedded.missing == {URL: "it has more than 500 bytes (setting print.max_image_bytes)"}
    assert len(embedded.addresses) == 1


def test_all_images_together_stay_within_their_limit(
    limit: Callable[..., Settings], build: SimpleNamespace, make_png: MakePng
) -> None:
    web = Web(a=make_png(padding=400), b=make_png(padding=400), c=make_png())
    images = [build.image(f"https://e.org/{name}.png") for name in "abc"]
    embedded = embed_images(images, limit(max_image_bytes=700, max_total_bytes=700), web)
    assert list(embedded.addresses) == [images[0].url, images[2].url]
    assert embedded.missing == {images[1].url: "the images are too large together (setting print.max_total_bytes)"}


def test_no_more_images_are_fetched_than_the_limit(
    limit: Callable[..., Settings], build: SimpleNamespace, make_png: MakePng
) -> None:
    web = Web(a=make_png(), b=make_png())
    images = [build.image(f"https://e.org/{name}.png") for name in "ab"]
    embedded = embed_images(images, limit(max_images=1), web)
    assert len(web.calls) == 1
    assert list(embedded.missing.values()) == ["the article has more than 1 images (setting print.max_images)"]


def test_an_image_of_too_many_pixels_is_refused_by_its_header(
    limit: Callable[..., Settings], build: SimpleNamespace, make_png: MakePng
) -> None:
    embedded = embed_images([build.image(URL)], limit(max_pixels=1_000_000), Web(a=make_png(30_000, 30_000)))
    assert embedded.missing == {URL: "it has 900,000,000 pixels (setting print.max_pixels)"}


def test_when_the_time_is_up_nothing_more_is_fetched(
    limit: Callable[..., Settings], build: SimpleNamespace, make_png: MakePng
) -> None:
    web = Web(a=make_png())
    embedded = embed_images([build.image(URL)], limit(total_seconds=1e-9), web)
    assert embedded.missing == {URL: "the time for images was up (setting print.total_seconds)"}
    assert web.calls == []


def test_each_fetch_has_the_limits_of_printing(
    limit: Callable[..., Settings], build: SimpleNamespace, make_png: MakePng, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(article_images, "IMAGE_SECONDS", 3.0)
    web = Web(a=make_png())
    embed_images([build.image(URL)], limit(max_image_bytes=9_000), web)
    assert (web.calls[0][1].total_seconds, web.calls[0][1].max_bytes) == (3.0, 9_000)


def test_of_several_widths_the_smallest_that_is_wide_enough_is_fetched(
    settings: Settings, build: SimpleNamespace, make_png: MakePng, monkeypatch: pytest.MonkeyPatch
) -> None:
    web = Web(w400=make_png(), w800=make_png(), w1600=make_png())
    widths = (
        ImageSource(url=f"https://e.org/w{width}.png", width=width, descriptor=f"{width}w")
        for width in (400, 800, 1600)
    )
    attribute = ImageSource(url="https://e.org/plain.png", width=600)
    best = "https://e.org/w1600.png"
    image = build.image(best).model_copy(update={"sources": (*widths, attribute)})
    monkeypatch.setattr(article_images, "IMAGE_WIDTH", 500)
    embedded = embed_images([image], settings, web)
    assert [url for url, _ in web.calls] == ["https://e.org/w800.png"]
    assert list(embedded.addresses) == [best]
    monkeypatch.setattr(article_images, "IMAGE_WIDTH", 5_000)
    embed_images([image], settings, web)
    assert web.calls[1][0] == best


class TestSaving:
    def test_each_image_is_a_file_named_after_its_address_and_type(
        self, settings: Settings, build: SimpleNamespace, make_png: MakePng, tmp_path: Path
    ) -> None:
        urls = ["https://e.org/img/Ferry%20returns.jpg?w=9", "https://e.org/img/", encode(make_png(2, 2))]
        saved = write_images(map(build.image, urls), tmp_path / "new" / "er", settings, lambda *_: make_png())
        assert [path.name for path in saved.paths.values()] == ["01-Ferry-returns.png", "02.png", "03.png"]
        assert list(saved.paths) == urls and saved.paths[urls[0]].read_bytes() == make_png()

    @pytest.mark.parametrize("name", ["..%2f..%2fetc%2fpasswd.x", "%00.png", "CON.png", "-rf.png", "a" * 500 + ".png"])
    def test_no_file_leaves_the_folder_or_has_a_name_that_means_something(
        self, name: str, settings: Settings, build: SimpleNamespace, make_png: MakePng, tmp_path: Path
    ) -> None:
        write_images([build.image(f"https://e.org/{name}")], tmp_path, settings, lambda *_: make_png())
        (file,) = tmp_path.rglob("*")
        assert re.fullmatch(r"01(-[A-Za-z0-9_-]+)?\.png", file.name) and len(file.name) < 100

    def test_an_image_that_fails_is_reported_and_the_others_are_saved(
        self, settings: Settings, build: SimpleNamespace, make_png: MakePng, tmp_path: Path
    ) -> None:
        web = Web(a=FetchTimeout("Too late."), b=make_png())
        images = [build.image(f"https://e.org/{name}.png") for name in "ab"]
        saved = write_images(images, tmp_path, settings, web)
        assert saved.missing == {"https://e.org/a.png": "Too late"}
        assert saved.paths == {"https://e.org/b.png": tmp_path / "01-b.png"}

    def test_the_best_version_is_fetched(
        self, settings: Settings, build: SimpleNamespace, make_png: MakePng, tmp_path: Path
    ) -> None:
        small = ImageSource(url="https://e.org/small.png", width=1400, descriptor="1400w")
        web = Web(a=make_png())
        image = build.image(URL)
        write_images([image.model_copy(update={"sources": (*image.sources, small)})], tmp_path, settings, web)
        assert [url for url, _ in web.calls] == [URL]

    def test_the_settings_of_the_extractor_count(
        self, settings: Settings, build: SimpleNamespace, make_png: MakePng, tmp_path: Path
    ) -> None:
        limits = settings.print.model_copy(update={"max_images": 1})
        extractor = Extractor(settings.model_copy(update={"print": limits}))
        article = extractor.extract("<p>The ferry sails.", nlp=False)
        images = tuple(build.image(encode(make_png(size, 2))) for size in (2, 3))
        article = article.model_copy(update={"images": images})
        assert len(article.save_images(tmp_path).paths) == 1
        assert len(article.save_images(tmp_path, settings).paths) == 2

    @pytest.mark.parametrize("name", ["file/pictures", "nul\0"])
    def test_a_folder_that_cannot_be_written_is_a_user_error(
        self, name: str, build: SimpleNamespace, tmp_path: Path
    ) -> None:
        (tmp_path / "file").touch()
        with pytest.raises(OptionError, match="cannot be written into the folder"):
            build.article().save_images(tmp_path / name)

    def test_an_address_that_is_not_public_is_reported(self, build: SimpleNamespace, tmp_path: Path) -> None:
        saved = build.article(images=(build.image("http://127.0.0.1/a.png"),)).save_images(tmp_path)
        assert not saved.paths and "127.0.0.1" in saved.missing["http://127.0.0.1/a.png"]
