"""The end of a run, when its files get their final names; it may be killed at any moment, too, and gone on with."""

from __future__ import annotations

import os
from pathlib import Path

from cutline.service.enrich.outputs import Format
from cutline.service.enrich.results import Tally
from cutline.service.enrich.runs.safe_files import replace_file, sync
from cutline.service.enrich.runs.working_folder import ARTICLES, FAILURES, MARK
from cutline.types import Frozen


class AllDone(Frozen):
    """The mark of a run of which every record is in the files; they only have to be moved."""

    finished: str  # the name of the finished file in the working folder
    tally: Tally


def name_dead_letters(out: Path) -> Path:
    """Return the file of the records that have no article."""
    return out.with_name(f"{out.name}.failed.jsonl")


def find_mark(folder: Path) -> AllDone | None:
    """Return the mark that all records are done, if there is one."""
    try:
        return AllDone.model_validate_json((folder / MARK).read_bytes())
    except FileNotFoundError:
        return None


def mark_all_done(folder: Path, form: Format, tally: Tally) -> AllDone:
    """Bring the articles into their final form, and leave the mark."""
    finished = form.finish(folder / ARTICLES)
    sync(finished)
    mark = AllDone(finished=finished.name, tally=tally)
    replace_file(folder / MARK, mark.model_dump_json().encode())
    return mark


def move_files(folder: Path, mark: AllDone, out: Path) -> None:
    """Give the files of a run their final names, and remove its folder.

    A dead-letter file of an earlier run is removed if this one has no failures.
    """
    dead_letters = name_dead_letters(out)
    if mark.tally.failures:
        _move(folder / FAILURES, dead_letters)
    else:
        dead_letters.unlink(missing_ok=True)
    _move(folder / mark.finished, out)
    sync(out.parent)
    for file in folder.iterdir():
        if file.name != MARK:
            file.unlink()
    (folder / MARK).unlink()
    folder.rmdir()


def _move(file: Path, target: Path) -> None:
    if file.exists():  # else it was moved before this run was killed
        os.replace(file, target)
