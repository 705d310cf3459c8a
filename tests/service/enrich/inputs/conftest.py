"""Inputs opened and read."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from cutline.config import load_settings
from cutline.service.enrich.batches import Record, Skipped
from cutline.service.enrich.inputs import open_inputs

Read = Callable[..., list[tuple[int, Record | Skipped]]]


@pytest.fixture
def read() -> Read:
    """Return what stands at each place of a source: `read(path, max_line_bytes=1000, max_bytes=1000)`."""

    def run(given: Any, **limits: int) -> list[tuple[int, Record | Skipped]]:
        settings = load_settings()
        enrich = settings.enrich.model_copy(update={name: n for name, n in limits.items() if name != "max_bytes"})
        page = settings.page.model_copy(update={name: n for name, n in limits.items() if name == "max_bytes"})
        (source,) = open_inputs(
            str(given) if isinstance(given, Path) else given,
            settings.model_copy(update={"enrich": enrich, "page": page}),
        )
        items = list(source.items())
        assert [item.number for item in items] == sorted({item.number for item in items})
        shares = [item.share for item in items if item.share is not None]
        assert shares == sorted(shares) and all(0 <= share <= 1 for share in shares)
        return [
            (item.number, item.content if isinstance(item.content, Skipped) else item.content.read()) for item in items
        ]

    return run


def reason(record: Record | Skipped) -> str:
    """Return why a record cannot be used."""
    assert isinstance(record, Record) and record.error is not None
    return record.error.message
