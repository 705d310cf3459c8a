"""Inspections kept for a while, under ids that nobody can guess."""

from __future__ import annotations

import secrets
import zlib
from time import time
from typing import Any, Self

from sqlalchemy import Connection, Double, LargeBinary, Row, Select, String, Text, delete, insert, select
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

from cutline.config import Settings
from cutline.config.settings import InspectorSettings
from cutline.page_given import PageGiven
from cutline.service.jobs.database import Database
from cutline.service.jobs.store import HOUR, ID_BYTES, ID_PATTERN, Clock
from cutline.service.pages.extraction import Inspection

LEVEL = 1  # of compression: pages become a fifth, in a tenth of the time that the best level takes


class InspectorBase(DeclarativeBase):
    """Base of the tables; moments are seconds since 1970 (UTC)."""

    type_annotation_map = {float: Double, bytes: LargeBinary, str: Text}  # noqa: RUF012, as SQLAlchemy documents it


class InspectionRow(InspectorBase):
    """An inspected page with what was found in it, both compressed; `size` is the bytes of the two."""

    __tablename__ = "cutline_inspections"

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
    created_at: Mapped[float]
    expires_at: Mapped[float] = mapped_column(index=True)
    size: Mapped[int]
    url: Mapped[str | None]
    charset: Mapped[str | None]
    html: Mapped[bytes]
    inspection: Mapped[bytes]


class SessionRow(InspectorBase):
    """A browser that gave a token; the row knows digests alone, of the cookie and of the token."""

    __tablename__ = "cutline_sessions"

    digest: Mapped[str] = mapped_column(String(64), primary_key=True)
    caller: Mapped[str] = mapped_column(String(64))
    expires_at: Mapped[float] = mapped_column(index=True)


class InspectionStore:
    """Inspections in the database of the jobs; one a process, safe to share between threads.

    Every method may raise `QueueUnavailable`.
    """

    def __init__(self, database: Database, settings: InspectorSettings, clock: Clock) -> None:
        """Take a database that has the tables, the limits, and what tells the time in seconds since 1970."""
        self.database = database
        self.settings = settings
        self.clock = clock

    @classmethod
    def open(cls, settings: Settings, clock: Clock = time) -> Self:
        """Return the store in the database that the settings name; a new one gets its tables.

        Raises:
            ConfigError: the database cannot be opened.
        """
        database = Database(settings.jobs)
        database.prepare(InspectorBase.metadata.create_all)
        return cls(database, settings.inspector, clock)

    def keep(self, page: PageGiven, inspection: bytes) -> str:
        """Keep an inspection, and return its id; where there is no room the oldest are removed.

        Args:
            page: the page that was inspected.
            inspection: the JSON of an `Inspection`.
        """
        is_text = isinstance(page.html, str)
        given = page.html.encode("utf-8", "replace") if isinstance(page.html, str) else page.html or b""
        html = zlib.compress(given, LEVEL)
        found = zlib.compress(inspection, LEVEL)
        inspection_id, now, size = secrets.token_hex(ID_BYTES), self.clock(), len(html) + len(found)
        with self.database.writing() as connection:
            connection.execute(delete(InspectionRow).where(InspectionRow.expires_at <= now))
            _make_room(connection, self.settings.max_stored_bytes - size)
            connection.execute(
                insert(InspectionRow).values(
                    id=inspection_id,
                    created_at=now,
                    expires_at=now + self.settings.keep_hours * HOUR,
                    size=size,
                    url=_clean(page.url),
                    charset="utf-8" if is_text else _clean(page.charset),
                    html=html,
                    inspection=found,
                )
            )
        return inspection_id

    def find(self, inspection_id: str) -> Inspection | None:
        """Return an inspection; None if there is none, or none any more."""
        row = self._find(select(InspectionRow.inspection), inspection_id)
        return None if row is None else Inspection.model_validate_json(zlib.decompress(row.inspection))

    def find_page(self, inspection_id: str) -> PageGiven | None:
        """Return the page that was inspected; None if there is none, or none any more."""
        row = self._find(select(InspectionRow.html, InspectionRow.url, InspectionRow.charset), inspection_id)
        return None if row is None else PageGiven(zlib.decompress(row.html), row.url, row.charset)

    def remove_expired(self) -> None:
        """Delete the inspections and sessions whose time is over."""
        now = self.clock()
        with self.database.writing() as connection:
            connection.execute(delete(InspectionRow).where(InspectionRow.expires_at <= now))
            connection.execute(delete(SessionRow).where(SessionRow.expires_at <= now))

    def close(self) -> None:
        """Close the connections."""
        self.database.close()

    def _find(self, wanted: Select[*tuple[Any, ...]], inspection_id: str) -> Row[*tuple[Any, ...]] | None:
        if not ID_PATTERN.fullmatch(inspection_id):
            return None
        is_it = InspectionRow.id == inspection_id, InspectionRow.expires_at > self.clock()
        with self.database.reading() as connection:
            return connection.execute(wanted.where(*is_it)).one_or_none()


def _clean(text: str | None) -> str | None:
    """Return a text that any database takes: PostgreSQL takes no NUL, and none takes half a character."""
    return text and text.replace("\0", "").encode("utf-8", "replace").decode()


def _make_room(connection: Connection, room: int) -> None:
    """Delete the oldest inspections until the others fit into the room (bytes)."""
    rows = connection.execute(
        select(InspectionRow.id, InspectionRow.size).order_by(InspectionRow.created_at.desc())
    ).all()
    kept, too_many = 0, []
    for row in rows:
        kept += row.size
        if kept > room:
            too_many.append(row.id)
    if too_many:
        connection.execute(delete(InspectionRow).where(InspectionRow.id.in_(too_many)))
