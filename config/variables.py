"""The CUTLINE_* variables that mean something."""

from __future__ import annotations

import os
from collections.abc import Collection
from difflib import get_close_matches

from cutline.errors import ConfigError

PREFIX = "CUTLINE_"
NESTING = "__"  # between a table and a setting
OTHER_VARIABLES = frozenset(("CUTLINE_CHROMIUM",))  # of the product, but no settings


def check_variables(tables: Collection[str], settings: Collection[str]) -> None:
    """Refuse CUTLINE_* variables that would be ignored.

    Args:
        tables: names of the settings' tables; of a variable that begins with one, the rest is checked as a setting is.
        settings: names of all settings, such as `fetch.total_seconds`.

    Raises:
        ConfigError: there is such a variable; the message names the nearest one that exists.
    """
    for variable in sorted(os.environ):
        name = variable.upper()
        if not name.startswith(PREFIX) or name in OTHER_VARIABLES:
            continue
        if name.removeprefix(PREFIX).partition(NESTING)[0].lower() not in tables:
            near = _find_nearest(name, settings)
            hint = f"did you mean {near}?" if near else "config/default.toml lists the settings."
            raise ConfigError(f"The variable {variable} is no setting of cutline; {hint}")


def _find_nearest(name: str, settings: Collection[str]) -> str | None:
    known = [setting.upper().replace(".", NESTING) for setting in settings]
    others = [other.removeprefix(PREFIX) for other in OTHER_VARIABLES]
    near = get_close_matches(name.removeprefix(PREFIX), [*others, *known], n=1)
    return PREFIX + near[0] if near else None
