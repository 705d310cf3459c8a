"""Inspections are kept for a while, and no longer."""

import random
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from cutline.config import Settings
from cutline.page_given import PageGiven
from cutline.service.inspector.store import HOUR, InspectionStore
from cutline.service.jobs import JobStore
from cutline.service.pages.extraction import Inspection

PAGE = PageGiven("<p>Färe\u2028", "https://courier.example/ferry")


@pytest.fixture(params=["sqlite", pytest.param("postgresql", marks=pytest.mark.database)])
def store(request: pytest.FixtureRequest, settings: Settings, tmp_path: Path, clock: Any) -> Iterator[InspectionStore]:
    """An empty store: once in SQLite, once in PostgreSQL."""
    in_file = request.param == "sqlite"
    database = str(tmp_path / "jobs.sqlite") if in_file else request.getfixturevalue("postgres").make_schema()
    jobs = settings.jobs.model_copy(update={"database": database})
    store = InspectionStore.open(settings.model_copy(update={"jobs": jobs}), clock)
    yield store
    store.close()


def test_what_is_kept_is_found_by_its_id(store: InspectionStore, inspection: Inspection) -> None:
    inspection_id = store.keep(PAGE, inspection.model_dump_json().encode())
    assert store.find(inspection_id) == inspection
    assert store.find_page(inspection_id) == PageGiven("<p>Färe\u2028".encode(), PAGE.url, "utf-8")


def test_bytes_are_kept_with_their_encoding(store: InspectionStore, inspection: Inspection) -> None:
    page = PageGiven("Fähre".encode("latin-1"), None, "iso-8859-1", is_live=True)
    inspection_id = store.keep(page, inspection.model_dump_json().encode())
    assert store.find_page(inspection_id) == PageGiven(page.html, None, "iso-8859-1")


def test_nobody_can_guess_an_id(store: InspectionStore) -> None:
    ids = [store.keep(PAGE, b"{}") for _ in range(20)]
    assert len(set(ids)) == 20 and all(len(one) == 32 for one in ids)
    assert store.find("0" * 32) is None


def test_after_its_hours_it_is_gone_and_soon_deleted(
    store: InspectionStore, inspection: Inspection, clock: Any
) -> None:
    inspection_id = store.keep(PAGE, inspection.model_dump_json().encode())
    clock.now += store.settings.keep_hours * HOUR - 1
    assert store.find(inspection_id) is not None
    clock.now += 1
    assert store.find(inspection_id) is None and store.find_page(inspection_id) is None
    store.remove_expired()
    with store.database.reading() as connection:
        assert connection.exec_driver_sql("SELECT count(*) FROM cutline_inspections").scalar() == 0


def test_the_oldest_make_room_for_the_newest(store: InspectionStore, clock: Any) -> None:
    store.settings = store.settings.model_copy(update={"max_stored_bytes": 5000})
    page = PageGiven(random.Random(1).randbytes(2000))  # which cannot be compressed
    ids = []
    for _ in range(4):
        clock.now += 1
        ids.append(store.keep(page, Inspection.__name__.encode()))
    with store.database.reading() as connection:
        kept = connection.exec_driver_sql("SELECT id FROM cutline_inspections ORDER BY created_at").scalars().all()
    assert kept == ids[-2:]


def test_they_share_a_database_with_jobs(settings: Settings, tmp_path: Path, inspection: Inspection) -> None:
    jobs = settings.jobs.model_copy(update={"database": str(tmp_path / "both.sqlite")})
    both = settings.model_copy(update={"jobs": jobs})
    for _ in range(2):  # new tables, and those that are there
        inspections, queue = InspectionStore.open(both), JobStore.open(jobs)
        assert inspections.find(inspections.keep(PAGE, inspection.model_dump_json().encode())) is not None
        inspections.close()
        queue.close()


@pytest.mark.parametrize("url", ["half \ud83d", "nul \0", None])
def test_no_character_keeps_a_page_from_being_kept(store: InspectionStore, url: str | None) -> None:
    inspection_id = store.keep(PageGiven("<p>\ud83d\0", url, "utf\0-8"), b"{}")
    assert store.find_page(inspection_id) is not None


@pytest.mark.parametrize("strange", ["", "%", "\0", "\ud83d", "0" * 31, "g" * 32, "٣" * 32, "0" * 33])
def test_a_strange_id_is_one_of_nothing(store: InspectionStore, strange: str) -> None:
    assert store.find(strange) is None
