"""Pages brought and turned into documents."""

from dataclasses import replace
from types import SimpleNamespace
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.dom.document import Document, Page, parse
from cutline.dom.render.layout import Box, Layout
from cutline.dom.render.tab import Screenshot
from cutline.errors import BrowserMissing, OptionError, RenderTimeout
from cutline.extraction.documents import DocumentSource
from cutline.page_given import PageGiven
from cutline.service.pages.extraction import open_fetcher

PAGE = Page("<p>Text</p>", "https://e.example/")
LAYOUT = Layout(Box(0, 0, 1, 1), Box(0, 0, 1, 1), {}, {}, {})


class FakeBrowsers:
    """Answers with a document that has a layout, or raises."""

    def __init__(self, error: Exception | None = None) -> None:
        self.error = error
        self.calls: list[dict[str, Any]] = []

    def render(self, page: Page, **given: Any) -> Document:
        self.calls.append(given)
        if self.error is not None:
            raise self.error
        return replace(parse(page, 1000), layout=LAYOUT)

    def show(self, page: Page, **given: Any) -> tuple[Document, Screenshot]:
        return self.render(page, **given), Screenshot(b"picture", 1, 1)


def make_source(browsers: FakeBrowsers) -> DocumentSource:
    source = DocumentSource(load_settings(), open_fetcher)
    source.browsers = browsers  # type: ignore[assignment]
    return source


@pytest.mark.parametrize(
    ("render", "uses_layout", "is_rendered"),
    [("never", True, False), ("auto", False, False), ("auto", True, True), ("always", False, True)],
)
def test_a_page_is_rendered_when_asked_or_when_the_method_uses_layout(
    render: Any, uses_layout: bool, is_rendered: bool
) -> None:
    source = make_source(FakeBrowsers())
    document = source.open(PAGE, render, uses_layout=uses_layout, is_live=False)
    assert (document.layout is not None) is is_rendered


def test_a_fetcher_with_a_cache_is_opened_at_once_and_closed_with_the_source() -> None:
    calls: list[str] = []
    fetcher: Any = SimpleNamespace(close=lambda: calls.append("closed"))
    for cache_file, expected in (("", []), ("cache.sqlite", ["opened", "closed"])):
        settings = load_settings()
        fetch = settings.fetch.model_copy(update={"cache_file": cache_file})
        opening = lambda _: calls.append("opened") or fetcher  # type: ignore[func-returns-value]  # noqa: E731
        DocumentSource(settings.model_copy(update={"fetch": fetch}), opening).close()
        assert calls == expected
    DocumentSource(load_settings()).close()


def test_a_saved_page_is_rendered_without_scripts_and_network() -> None:
    browsers = FakeBrowsers()
    make_source(browsers).open(PAGE, "always", uses_layout=True, is_live=False)
    assert browsers.calls == [{"scripts": False, "fetch": None}]


def test_a_live_page_is_rendered_with_scripts_and_a_guarded_network() -> None:
    browsers = FakeBrowsers()
    source = make_source(browsers)
    source.open(PAGE, "always", uses_layout=True, is_live=True)
    (call,) = browsers.calls
    assert call["scripts"] is True
    with pytest.raises(Exception, match="not on the public web"):
        call["fetch"]("http://127.0.0.1/style.css")


@pytest.mark.parametrize(
    ("error", "warning"), [(BrowserMissing("none"), "no_browser"), (RenderTimeout("slow"), "render_failed")]
)
def test_without_a_rendering_the_page_is_parsed_with_a_warning(error: Exception, warning: str) -> None:
    document = make_source(FakeBrowsers(error)).open(PAGE, "auto", uses_layout=True, is_live=False)
    assert document.layout is None
    assert document.warnings == (warning,)


def test_a_rendering_that_must_be_is_an_error_if_it_fails() -> None:
    with pytest.raises(BrowserMissing):
        make_source(FakeBrowsers(BrowserMissing("none"))).open(PAGE, "always", uses_layout=True, is_live=False)


def test_neither_page_nor_address_is_an_error() -> None:
    with pytest.raises(OptionError, match="Give a page"):
        make_source(FakeBrowsers()).bring_page(PageGiven(None))


@pytest.mark.parametrize(("render", "has_picture"), [("always", True), ("never", False)])
def test_a_picture_is_made_if_the_page_is_rendered(render: Any, has_picture: bool) -> None:
    browsers = FakeBrowsers()
    document, picture = make_source(browsers).open_shown(PAGE, render, uses_layout=False, is_live=False)
    assert (document.layout is not None) is (picture is not None) is has_picture
    assert len(browsers.calls) == has_picture


def test_a_page_that_cannot_be_rendered_has_no_picture() -> None:
    source = make_source(FakeBrowsers(RenderTimeout("slow")))
    document, picture = source.open_shown(PAGE, "auto", uses_layout=True, is_live=False)
    assert (picture, document.warnings) == (None, ("render_failed",))


def test_freed_memory_is_returned_after_every_hundredth_page(monkeypatch: pytest.MonkeyPatch) -> None:
    returned = []
    monkeypatch.setattr("cutline.extraction.documents.return_freed_memory", lambda: returned.append(1))
    source = make_source(FakeBrowsers())
    for _ in range(99):
        source.bring_page(PageGiven("<p>Text</p>"))
    assert not returned
    for _ in range(101):
        source.bring_page(PageGiven("<p>Text</p>"))
    assert len(returned) == 2
