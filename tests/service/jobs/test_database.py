"""Databases that are new, old, foreign, full, read-only, locked or gone."""

import os
import shutil
import sqlite3
import stat
import sys
from collections.abc import Callable
from functools import partial
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest
from sqlalchemy import Connection, event, update

from cutline.config.settings import JobSettings
from cutline.errors import ConfigError, QueueUnavailable
from cutline.options import Options
from cutline.service.jobs import Depth, JobItem, JobStore
from cutline.service.jobs.claims import Claims
from cutline.service.jobs.database import SchemaRow, make_tables

OpenStore = Callable[..., JobStore]
BIG = [JobItem(None, os.urandom(200_000).hex())]


def open_at(settings: JobSettings, database: object, **limits: Any) -> JobStore:
    return JobStore.open(settings.model_copy(update={"database": str(database), **limits}))


class TestSchema:
    def test_opening_again_keeps_what_is_there(self, open_store: OpenStore) -> None:
        job = open_store().create([JobItem(None, "a")], Options())
        assert open_store().find(job.id).items == 1

    def test_tables_of_another_version_are_refused(self, store: JobStore, open_store: OpenStore) -> None:
        with store.database.writing() as connection:
            connection.execute(update(SchemaRow).values(version=99))
        with pytest.raises(
            ConfigError, match=r"tables of version 99, this cutline works with version 2: set jobs\.database"
        ):
            open_store()

    def test_tables_are_made_once_by_many_who_start_together(self, address: str, job_settings: JobSettings) -> None:
        from threading import Thread

        failures: list[Exception] = []

        def start() -> None:
            try:
                open_at(job_settings, address).close()
            except Exception as error:
                failures.append(error)

        threads = [Thread(target=start) for _ in range(8)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert failures == []


class TestSettings:
    def test_without_a_database_the_file_lies_in_the_state_folder(
        self, job_settings: JobSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("STATE_DIRECTORY", raising=False)
        monkeypatch.setenv("XDG_STATE_HOME", str(tmp_path / "state"))
        open_at(job_settings, "").close()
        assert (tmp_path / "state" / "cutline" / "jobs.sqlite").exists()

    def test_systemd_names_the_state_folder(
        self, job_settings: JobSettings, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setenv("STATE_DIRECTORY", f"{tmp_path / 'lib'}:{tmp_path / 'other'}")
        open_at(job_settings, "").close()
        assert (tmp_path / "lib" / "jobs.sqlite").exists()

    def test_only_its_owner_may_read_the_file(self, job_settings: JobSettings, tmp_path: Path) -> None:
        store = open_at(job_settings, tmp_path / "new" / "jobs.sqlite")
        store.create(BIG, Options())
        modes = [stat.S_IMODE(file.stat().st_mode) for file in (tmp_path / "new").iterdir()]
        assert set(modes) == {0o600}
        assert stat.S_IMODE((tmp_path / "new").stat().st_mode) == 0o700
        store.close()

    @pytest.mark.parametrize(
        ("database", "sentence"),
        [
            ("mysql://host/name", r"must be a file \(.*\) or postgresql://..., not mysql://"),
            ("postgresql://host:port/name", "is not the address of a database"),
            ("/proc/none/jobs.sqlite", "The jobs database /proc/none/jobs.sqlite cannot be written"),
        ],
    )
    def test_what_is_no_database_is_refused(self, job_settings: JobSettings, database: str, sentence: str) -> None:
        with pytest.raises(ConfigError, match=sentence):
            open_at(job_settings, database)

    def test_a_file_that_is_no_database_is_refused(self, job_settings: JobSettings, tmp_path: Path) -> None:
        (tmp_path / "text").write_text("This is no database, whatever the settings say. " * 50)
        with pytest.raises(ConfigError, match=r"text cannot be used now \(file is not a database\)"):
            open_at(job_settings, tmp_path / "text")
        assert (tmp_path / "text").read_text().startswith("This is no database")

    def test_postgresql_without_a_driver_says_what_to_install(
        self, job_settings: JobSettings, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setitem(sys.modules, "psycopg", None)
        with pytest.raises(ConfigError, match=r"pip install '.\[postgresql\]'"):
            open_at(job_settings, "postgresql://host/name")

    def test_the_password_stands_in_no_message(self, job_settings: JobSettings, tmp_path: Path) -> None:
        with pytest.raises(ConfigError) as caught:
            open_at(job_settings, f"postgresql://ann:secret@/name?host={tmp_path}")  # no socket there
        assert "secret" not in str(caught.value)
        assert "ann:***@" in str(caught.value)


class TestFaults:
    """Nothing is half-written, the caller is told to come again, and afterwards the queue works as before."""

    @pytest.fixture
    def store(self, job_settings: JobSettings) -> Any:
        store = open_at(job_settings, job_settings.database, busy_seconds=0.2)
        yield store
        store.close()

    def set_on_each_connection(self, store: JobStore, pragma: str) -> Callable[[], None]:
        def listen(connection: Connection) -> None:
            connection.exec_driver_sql(f"PRAGMA {pragma}")

        event.listen(store.database.engine, "begin", listen)
        return lambda: event.remove(store.database.engine, "begin", listen)

    def test_a_full_disk_refuses_a_job_as_a_whole(self, store: JobStore) -> None:
        free = self.set_on_each_connection(store, "max_page_count = 40")
        with pytest.raises(QueueUnavailable, match="database or disk is full") as caught:
            store.create([JobItem(None, "small"), *BIG], Options(), key="k")
        assert caught.value.retry_after == 30
        assert store.depth() == Depth(jobs=0, items=0)
        assert Claims(store).claim() is None
        free()
        with store.database.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert store.create([JobItem(None, "small"), *BIG], Options(), key="k").is_new

    def test_a_disk_with_next_to_no_room_left_is_told_before_it_is_full(
        self, store: JobStore, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        least = store.settings.min_free_bytes
        for free, is_enough in ((least, True), (least - 1, False)):
            monkeypatch.setattr(shutil, "disk_usage", lambda folder, free=free: SimpleNamespace(free=free))
            assert store.is_writable() is is_enough

    def test_a_result_that_does_not_fit_is_not_written_and_the_item_comes_back(self, store: JobStore) -> None:
        claims = Claims(store)
        job = store.create([JobItem(None, "a")], Options())
        claim = claims.claim()
        assert claim
        free = self.set_on_each_connection(store, "max_page_count = 40")
        result = b'{"text":"%s"}' % os.urandom(200_000).hex().encode()
        with pytest.raises(QueueUnavailable, match="full"):
            claims.close_done(claim, result)
        assert store.count(job.id).running == 1
        assert store.results(job.id).count == 0
        free()
        with store.database.reading() as connection:
            connection.exec_driver_sql("PRAGMA max_page_count = 1000000")
        assert claims.close_done(claim, result)
        assert store.results(job.id).is_last

    def test_a_read_only_database_can_be_read(self, store: JobStore) -> None:
        job = store.create([JobItem(None, "a")], Options())
        free = self.set_on_each_connection(store, "query_only = 1")
        assert not store.is_writable()
        with pytest.raises(QueueUnavailable, match="readonly"):
            store.create([JobItem(None, "b")], Options())
        assert store.find(job.id).items == 1
        free()
        with store.database.reading() as connection:
            connection.exec_driver_sql("PRAGMA query_only = 0")
        assert store.is_writable()

    def test_a_database_that_another_process_writes_all_the_time_is_busy(self, store: JobStore) -> None:
        other = sqlite3.connect(store.database.name, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        with pytest.raises(QueueUnavailable, match="database is locked"):
            store.create([JobItem(None, "a")], Options())
        other.execute("ROLLBACK")
        other.close()
        assert store.is_writable()

    def test_a_thread_that_writes_all_the_time_keeps_others_waiting_no_longer_than_set(self, store: JobStore) -> None:
        from threading import Thread

        caught: list[Exception] = []

        def write() -> None:
            try:
                store.create([JobItem(None, "a")], Options())
            except QueueUnavailable as error:
                caught.append(error)

        with store.database.writing():
            thread = Thread(target=write)
            thread.start()
            thread.join()
        assert "is busy" in str(caught[0])

    def test_a_server_that_is_restarted_is_found_again(self, postgres: Any, job_settings: JobSettings) -> None:
        store = open_at(job_settings, postgres.make_schema())
        job = store.create([JobItem(None, "a")], Options())
        postgres.end_connections()
        assert store.find(job.id).items == 1
        store.close()

    def test_a_connection_lost_in_mid_transaction_writes_nothing(
        self, postgres: Any, job_settings: JobSettings
    ) -> None:
        store = open_at(job_settings, postgres.make_schema())
        job = store.create([JobItem(None, "a")], Options())
        with pytest.raises(QueueUnavailable), store.database.writing() as connection:
            connection.execute(update(SchemaRow).values(checked_at=1.0))
            postgres.end_connections()
            connection.execute(update(SchemaRow).values(checked_at=2.0))
        assert store.find(job.id).items == 1
        store.database.prepare(partial(make_tables, store.database.name))
        store.close()


class TestRemovedFile:
    def test_nothing_is_written_into_a_file_that_was_removed(self, job_settings: JobSettings, tmp_path: Path) -> None:
        store = open_at(job_settings, tmp_path / "jobs.sqlite")
        (tmp_path / "jobs.sqlite").unlink()
        assert not store.is_writable()
        with pytest.raises(QueueUnavailable, match="was removed or replaced"), store.database.writing():
            pass

    def test_nor_beside_one_that_took_its_place(self, job_settings: JobSettings, tmp_path: Path) -> None:
        store = open_at(job_settings, tmp_path / "jobs.sqlite")
        (tmp_path / "jobs.sqlite").rename(tmp_path / "old.sqlite")
        (tmp_path / "jobs.sqlite").touch()
        assert not store.is_writable()
