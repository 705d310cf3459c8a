"""Options as callers give them, checked."""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any, TypedDict

from pydantic import ValidationError

from cutline.errors import OptionError
from cutline.types import Extra, Method, Options, RenderMode


class OptionsGiven(TypedDict, total=False):
    """The options of `extract` and `enrich` as keyword arguments, so that mypy finds a misspelt one.

    `cutline.Options` describes each of them. `url` is missing: every function that takes it names it.
    """

    method: Method
    render: RenderMode
    images: bool
    nlp: bool
    include: Extra | Collection[Extra]
    language: str | None


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
