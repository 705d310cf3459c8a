"""The tables of the queue and their schema version."""

from __future__ import annotations

from sqlalchemy import (
    Double,
    Index,
    LargeBinary,
    String,
    Text,
    UniqueConstraint,
)
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column

VERSION = 1  # increase it with every change of a table

OPEN, DONE, FAILED, REMOVED = "open", "done", "failed", "removed"  # the states of an item


class Base(DeclarativeBase):
    """Base of the tables; times are seconds since 1970 (UTC)."""

    type_annotation_map = {float: Double, bytes: LargeBinary, str: Text}  # noqa: RUF012, as SQLAlchemy documents it


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
    __table_args__ = (UniqueConstraint("owner", "key"),)

    id: Mapped[str] = mapped_column(String(32), primary_key=True)
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
        Index("cutline_items_turn", "state", "turn", "free_at", "host"),
        Index("cutline_items_state", "job_id", "state", "position"),
    )

    job_id: Mapped[str] = mapped_column(String(32), primary_key=True)
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

    job_id: Mapped[str] = mapped_column(String(32), primary_key=True)
    position: Mapped[int] = mapped_column(primary_key=True)
    html: Mapped[bytes]


class HostRow(Base):
    """A host that is being fetched from, or was just before; nobody else fetches from it until `free_at`."""

    __tablename__ = "cutline_hosts"

    host: Mapped[str] = mapped_column(primary_key=True)
    lease: Mapped[str]
    free_at: Mapped[float]
