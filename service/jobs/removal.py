"""Jobs deleted, piece by piece, so that nobody waits for it."""

from __future__ import annotations

from sqlalchemy import delete, select, update

from cutline.service.jobs.database import Database
from cutline.service.jobs.tables import HostRow, ItemRow, JobRow, PageRow

ITEMS_DELETED_AT_ONCE = 500  # in one transaction, for which others that write may have to wait


def remove_old_jobs(database: Database, finished_before: float, now: float) -> None:
    """Mark the jobs that finished before a moment as removed; forget the hosts that nobody holds."""
    with database.writing() as connection:
        old = (JobRow.finished_at < finished_before, JobRow.removed_at.is_(None))
        connection.execute(update(JobRow).where(*old).values(removed_at=now, key=None))
        connection.execute(delete(HostRow).where(HostRow.free_at < now))


def delete_removed_jobs(database: Database) -> int:
    """Delete the removed jobs with all they had, and return how many there were."""
    with database.reading() as connection:
        removed = connection.scalars(select(JobRow.id).where(JobRow.removed_at.is_not(None))).all()
    for job_id in removed:
        while _delete_items(database, job_id):
            pass
        with database.writing() as connection:
            connection.execute(delete(JobRow).where(JobRow.id == job_id))
    return len(removed)


def _delete_items(database: Database, job_id: str) -> bool:
    """Delete the last items of a job, and return whether there were any."""
    with database.writing() as connection:
        connection.execute(select(JobRow.id).where(JobRow.id == job_id).with_for_update())  # one deletes at a time
        last = select(ItemRow.position).where(ItemRow.job_id == job_id).order_by(ItemRow.position.desc())
        positions = connection.scalars(last.limit(ITEMS_DELETED_AT_ONCE)).all()
        if positions:
            connection.execute(delete(PageRow).where(PageRow.job_id == job_id, PageRow.position >= positions[-1]))
            connection.execute(delete(ItemRow).where(ItemRow.job_id == job_id, ItemRow.position >= positions[-1]))
        return bool(positions)
