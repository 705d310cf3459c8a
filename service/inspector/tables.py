"""The inspector's tables, beside those of the jobs in the same database."""

from __future__ import annotations

from sqlalchemy import Double, LargeBinary, String, Text
from sqlalchemy.orm import DeclarativeBase, Mapped, mapped_column


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
