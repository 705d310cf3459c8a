"""Builders that tests of several folders use."""

from __future__ import annotations

from collections.abc import Callable

import hypothesis
import pytest

from cutline.config import Settings, load_settings
from cutline.dom.document import Document, Page, parse

hypothesis.settings.register_profile("cutline", deadline=None)  # times vary on a busy machine
hypothesis.settings.load_profile("cutline")

BuildDocument = Callable[..., Document]


@pytest.fixture(scope="session")
def settings() -> Settings:
    return load_settings()


@pytest.fixture(scope="session")
def document(settings: Settings) -> BuildDocument:
    """Parse HTML given as text: `document("<p>x", url="https://example.org/")`."""

    def build(html: str, url: str | None = None) -> Document:
        return parse(Page(html, url), settings.page.max_elements)

    return build
