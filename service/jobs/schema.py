"""The tables made in a new database, and their version checked in an old one."""

from __future__ import annotations

from sqlalchemy import Connection, func, insert, inspect, select

from cutline.errors import ConfigError, QueueUnavailable
from cutline.service.jobs.database import Database
from cutline.service.jobs.tables import VERSION, Base, SchemaRow

MAKING_TABLES = 0x6375746C  # a number for PostgreSQL's lock; any that nobody else takes


def prepare_tables(database: Database) -> None:
    """Make the tables if the database has none.

    Raises:
        ConfigError: the database cannot be opened, or its tables are of another version.
    """
    try:
        with database.writing() as connection:
            if not database.is_file:  # with SQLite, nobody else writes
                connection.execute(select(func.pg_advisory_xact_lock(MAKING_TABLES)))
            if not inspect(connection).has_table(SchemaRow.__tablename__):
                Base.metadata.create_all(connection, checkfirst=False)
                connection.execute(insert(SchemaRow).values(version=VERSION, checked_at=0.0))
            _check_version(connection, database.name)
    except QueueUnavailable as error:
        raise ConfigError(f"{error} Or set jobs.database to another.") from error


def _check_version(connection: Connection, name: str) -> None:
    version = connection.scalar(select(func.max(SchemaRow.version)))
    if version != VERSION:
        raise ConfigError(
            f"The jobs database {name} has tables of version {version}, this cutline works with version {VERSION}: "
            "set jobs.database to another, or use the cutline that made it until its jobs are finished."
        )
