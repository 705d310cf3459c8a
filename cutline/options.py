"""Options as callers give them, checked."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from pydantic import ValidationError

from cutline.errors import OptionError
from cutline.types import Options


def read_options(**given: Any) -> Options:
    """Return the options.

    Raises:
        OptionError: an option is unknown or has a value it cannot take.
    """
    try:
        return Options(**given)
    except ValidationError as error:
        raise OptionError(describe(error, Options.model_fields)) from error


def describe(error: ValidationError, names: Iterable[str]) -> str:
    """Return what is wrong with options, in a sentence; `names` are those there are."""
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"There is no option {name!r}; the options are {', '.join(names)}."
    return f"The option {name!r} cannot be {first['input']!r}: {first['msg']}."
