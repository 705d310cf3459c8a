"""What a run does with what, by which it is known whether another one may go on with it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from importlib.metadata import version
from pathlib import Path

from pydantic import ValidationError

from cutline.config import Settings
from cutline.errors import OptionError
from cutline.service.enrich.inputs import Source
from cutline.service.enrich.runs.safe_files import replace_file
from cutline.types import Frozen

# What is said of each field that is not what it was.
DIFFERENCES = {
    "sources": "other inputs, or the inputs have changed",
    "options": "other options",
    "settings": "other settings",
    "version": "another version of cutline",
}


class RunDescription(Frozen):
    """All that the content of an output depends on."""

    sources: tuple[tuple[str, str], ...]  # the name of each, and what changes when it does
    options: str
    settings: str
    version: str


def describe_run(sources: Sequence[Source], options: Mapping[str, object], settings: Settings) -> RunDescription:
    """Return the description of a run.

    Args:
        sources: its inputs.
        options: with which pages are extracted.
        settings: of which those count that an article may depend on.
    """
    sorted_options = {name: sorted(value) if isinstance(value, frozenset) else value for name, value in options.items()}
    return RunDescription(
        sources=tuple((source.name or "", source.describe()) for source in sources),
        options=repr(sorted(sorted_options.items())),
        settings=settings.digest,
        version=version("cutline"),
    )


def keep_description(path: Path, description: RunDescription) -> None:
    """Write the description of a new run, or check that it is that of the unfinished one.

    Raises:
        OptionError: the unfinished run is another one.
    """
    if not path.exists():
        replace_file(path, description.model_dump_json().encode())
        return
    try:
        other = RunDescription.model_validate_json(path.read_bytes())
    except ValidationError as error:
        raise OptionError(f"{path} is no description of a run; remove the folder {path.parent}.") from error
    for name, what in DIFFERENCES.items():
        if getattr(other, name) != getattr(description, name):
            raise OptionError(
                f"The unfinished run in {path.parent} was begun with {what}. "
                "Go on with what it was begun with, or remove the folder and start over."
            )
