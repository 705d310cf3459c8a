"""The database of the queue: SQLite in a file, or PostgreSQL; its tables and their schema version."""

from __future__ import annotations

import os
import shutil
import sqlite3
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from pathlib import Path
from time import monotonic, sleep

import sqlalchemy as sa
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import ArgumentError, DataError, DBAPIError, IntegrityError, ProgrammingError
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from cutline.config.settings import JobSettings
from cutline.errors import ConfigError, QueueUnavailable, name_extra

VERSION = 2  # increase it with every change of a table

OPEN, DONE, FAILED, REMOVED = "open", "done", "failed", "removed"  # the states of an item


class Base(DeclarativeBase):
    """Base of the tables; times are seconds since 1970 (UTC)."""

    type_annotation_map = {float: sa.Double, bytes: sa.LargeBinary, str: sa.Text}  # noqa: RUF012, as SQLAlchemy documents it


class SchemaRow(Base):
    """The single row with the version of the tables."""

    __tablename__ = "cutline_schema"

    version: Mapped[int] = mapped_column(primary_key=True)
    checked_at: Mapped[float]


class JobRow(Base):
    """A job.

    A removed job (`removed_at`) is invisible, and is deleted piece by piece. An idempotency key identifies one job of
    its owner; `fingerprint` shows whether a second request with that key is equal.
    """

    __tablename__ = "cutline_jobs"
    __table_args__ = (sa.UniqueConstraint("owner", "key"),)

    id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    owner: Mapped[str]
    key: Mapped[str | None]
    fingerprint: Mapped[str]
    options: Mapped[str]
    items: Mapped[int]
    created_at: Mapped[float]
    finished_at: Mapped[float | None] = mapped_column(index=True)
    removed_at: Mapped[float | None]


class ItemRow(Base):
    """One page of a job.

    `given` is the caller's id and the address, `result` the compressed JSON of the article or the error. An open item
    is available from `free_at` on: at once, after the pause before another attempt, or when the `lease` on it expires.
    The available item with the lowest `turn` is next.
    """

    __tablename__ = "cutline_items"
    __table_args__ = (
        sa.Index("cutline_items_turn", "state", "turn", "free_at", "host"),
        sa.Index("cutline_items_state", "job_id", "state", "position"),
    )

    job_id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    given: Mapped[str]
    host: Mapped[str]
    state: Mapped[str]
    turn: Mapped[float]
    free_at: Mapped[float]
    lease: Mapped[str | None]
    attempts: Mapped[int]
    result: Mapped[bytes | None]


class PageRow(Base):
    """The compressed page sent with an item; a separate table keeps the rows of the queue small."""

    __tablename__ = "cutline_pages"

    job_id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    html: Mapped[bytes]


class WebhookRow(Base):
    """Where to tell from `free_at` on that a job has ended; deleted when it was told, or often enough in vain."""

    __tablename__ = "cutline_webhooks"

    job_id: Mapped[str] = mapped_column(sa.String(32), primary_key=True)
    url: Mapped[str]
    free_at: Mapped[float] = mapped_column(index=True)
    attempts: Mapped[int]


class HostRow(Base):
    """A host that is being fetched from, or was just before; nobody else fetches from it until `free_at`."""

    __tablename__ = "cutline_hosts"

    host: Mapped[str] = mapped_column(primary_key=True)
    lease: Mapped[str]
    free_at: Mapped[float]


DRIVER = "postgresql+psycopg"
SERVERS = {"postgresql", "postgres", DRIVER}
FILE_NAME = "jobs.sqlite"
FOLDER_MODE, FILE_MODE = 0o700, 0o600  # pages and addresses are private
LOOK_AGAIN_SECONDS = 0.02
BEGIN = "cutline_begin"  # execution option: the mode in which a transaction begins
MAKING_TABLES = 0x6375746C  # key of PostgreSQL's advisory lock; any unused number

RETRY_AFTER_SECONDS = 30  # Retry-After if the queue is full or unavailable


class Database:
    """Read and write transactions; safe to share between threads, not between processes.

    Attributes:
        engine: the SQLAlchemy engine.
    """

    def __init__(self, settings: JobSettings) -> None:
        """Take the settings; nothing is connected yet.

        Raises:
            ConfigError: `settings.database` is not a database, or its driver is not installed.
        """
        self._url = _find_url(settings.database)
        self._patience = settings.busy_seconds
        self._min_free_bytes = settings.min_free_bytes
        self.engine = self._make_engine()
        self._file = _identify(self._url)
        self._write_lock = threading.Lock()

    @property
    def name(self) -> str:
        """The database in messages: the file, or the address without the password."""
        return self._url.database or "" if self.is_file else self._url.render_as_string(hide_password=True)

    @property
    def is_file(self) -> bool:
        """Whether it is SQLite."""
        return self._url.get_backend_name() == "sqlite"

    @property
    def has_room(self) -> bool:
        """Whether the disk of the file has enough free space (`jobs.min_free_bytes`); always True for a server."""
        with suppress(OSError):  # if the file is gone, writing reports it
            return not self.is_file or shutil.disk_usage(Path(self.name).parent).free >= self._min_free_bytes
        return True

    @contextmanager
    def reading(self) -> Iterator[sa.Connection]:
        """Open a transaction that reads a consistent state of the tables.

        Raises:
            QueueUnavailable: the database cannot be reached or read.
        """
        with self._name_failures(), self.engine.begin() as connection:
            yield connection

    @contextmanager
    def writing(self) -> Iterator[sa.Connection]:
        """Open a transaction that writes everything or nothing; with SQLite there is one at a time.

        Raises:
            QueueUnavailable: the database cannot be reached or written, is full, or is locked for too long.
        """
        with self._name_failures():
            if not self.is_file:
                with self.engine.begin() as connection:
                    yield connection
                return
            self._check_file()
            with self._wait_for_turn(), self.engine.execution_options(**{BEGIN: "IMMEDIATE"}).begin() as connection:
                yield connection

    def prepare(self, make: Callable[[sa.Connection], None]) -> None:
        """Make tables, in a transaction that waits for those of other processes; close the connections if that fails.

        Raises:
            ConfigError: the database cannot be opened.
        """
        try:
            with self.writing() as connection:
                if not self.is_file:  # with SQLite, there is only one writer
                    connection.execute(sa.select(sa.func.pg_advisory_xact_lock(MAKING_TABLES)))
                make(connection)
        except QueueUnavailable as error:
            self.close()
            raise ConfigError(f"{error} Or set jobs.database to another.") from error
        except BaseException:
            self.close()
            raise

    def insert(self, table: type[Base]) -> postgresql.Insert | sqlite.Insert:
        """Return an INSERT that supports `on_conflict_do_nothing` and `on_conflict_do_update`."""
        return sqlite.insert(table) if self.is_file else postgresql.insert(table)

    def close(self) -> None:
        """Close the connections."""
        self.engine.dispose()

    def _make_engine(self) -> sa.Engine:
        if self.is_file:
            engine = sa.create_engine(self._url, connect_args={"timeout": self._patience}, hide_parameters=True)
            sa.event.listen(engine, "connect", partial(_prepare_file, self._patience))
            sa.event.listen(engine, "begin", _begin)
            return engine
        try:
            options = f"{self._url.query.get('options', '')} -c lock_timeout={self._patience * 1000:.0f}"
            limits = {
                "options": options,
                "connect_timeout": max(2, round(self._patience)),
            }  # with less, it would wait forever
            return sa.create_engine(self._url, connect_args=limits, pool_pre_ping=True, hide_parameters=True)
        except ImportError as error:
            raise ConfigError(f"PostgreSQL needs a driver: {name_extra('postgresql')}.") from error

    def _check_file(self) -> None:
        """Check that the file was not removed or replaced; what is written to it would be lost."""
        if _identify(self._url) != self._file:
            message = f"The file of the jobs database {self.name} was removed or replaced; start the service again."
            raise QueueUnavailable(message, RETRY_AFTER_SECONDS)

    @contextmanager
    def _wait_for_turn(self) -> Iterator[None]:
        """Let the threads of this process write in turn; SQLite's own lock has no order of waiting."""
        if not self._write_lock.acquire(timeout=self._patience):
            raise QueueUnavailable(f"The jobs database {self.name} is busy; try again later.", RETRY_AFTER_SECONDS)
        try:
            yield
        finally:
            self._write_lock.release()

    @contextmanager
    def _name_failures(self) -> Iterator[None]:
        try:
            yield
        except (DataError, IntegrityError, ProgrammingError):
            raise  # bugs of ours
        except DBAPIError as error:
            reason = str(error.orig).partition("\n")[0]
            message = f"The jobs database {self.name} cannot be used now ({reason}); try again later."
            raise QueueUnavailable(message, RETRY_AFTER_SECONDS) from error


def _find_url(database: str) -> sa.URL:
    if "://" not in database:
        return sa.URL.create("sqlite", database=str(_find_file(database)))
    try:
        url = sa.make_url(database)
    except (ArgumentError, ValueError) as error:
        raise ConfigError("The setting 'jobs.database' is not the address of a database.") from error
    if url.drivername not in SERVERS:
        raise ConfigError(
            f"The setting 'jobs.database' must be a file (empty: in the state folder) or postgresql://..., "
            f"not {url.drivername}://..."
        )
    return url.set(drivername=DRIVER)


def _find_file(database: str) -> Path:
    """Return the SQLite file, readable by its owner only; create it if it is missing."""
    file = Path(database).expanduser() if database else _find_state_folder() / FILE_NAME
    try:
        file.parent.mkdir(mode=FOLDER_MODE, parents=True, exist_ok=True)
        with suppress(FileExistsError):  # closing a file that SQLite has open would release its locks
            os.close(os.open(file, os.O_CREAT | os.O_EXCL | os.O_CLOEXEC, FILE_MODE))
    except OSError as error:
        raise ConfigError(
            f"The jobs database {file} cannot be written ({error.strerror}); set jobs.database to another file."
        ) from error
    return file.absolute()


def _identify(url: sa.URL) -> tuple[int, int] | None:
    """Return what identifies the database file, even if another one takes its name; None if there is none."""
    with suppress(OSError):
        if url.get_backend_name() == "sqlite" and url.database:
            status = os.stat(url.database)
            return status.st_dev, status.st_ino
    return None


def _find_state_folder() -> Path:
    given = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]  # set by systemd
    if given:
        return Path(given)
    return Path(os.environ.get("XDG_STATE_HOME") or Path.home() / ".local" / "state") / "cutline"


def _prepare_file(patience: float, connection: sqlite3.Connection, _record: object) -> None:
    connection.isolation_level = None  # the driver starts no transactions by itself
    _turn_on_log(connection, patience)
    connection.execute("PRAGMA synchronous = FULL")  # accepted jobs survive a power loss


def _turn_on_log(connection: sqlite3.Connection, patience: float) -> None:
    """Switch to write-ahead logging, so that readers and writers do not block each other.

    SQLite does not wait for locks while it changes this mode, so the attempt is repeated.
    """
    ends = monotonic() + patience
    while True:
        try:
            connection.execute("PRAGMA journal_mode = WAL")
            return
        except sqlite3.OperationalError:
            if monotonic() > ends:
                raise
            sleep(LOOK_AGAIN_SECONDS)


def _begin(connection: sa.Connection) -> None:
    how = connection.get_execution_options().get(BEGIN, "DEFERRED")
    connection.exec_driver_sql(f"BEGIN {how}")


def make_tables(database: str, connection: sa.Connection) -> None:
    """Create the tables of the queue if the database of that name has none.

    Raises:
        ConfigError: it has tables of another version.
    """
    if not sa.inspect(connection).has_table(SchemaRow.__tablename__):
        Base.metadata.create_all(connection, checkfirst=False)
        connection.execute(sa.insert(SchemaRow).values(version=VERSION, checked_at=0.0))
    version = connection.scalar(sa.select(sa.func.max(SchemaRow.version)))
    if version != VERSION:
        raise ConfigError(
            f"The jobs database {database} has tables of version {version}, this cutline works with version {VERSION}: "
            "set jobs.database to another, or use the cutline that made it until its jobs are finished."
        )
