"""Reads settings: `default.toml`, overridden by CUTLINE_* variables, overridden by a settings file."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Collection
from difflib import get_close_matches
from pathlib import Path
from threading import Lock
from typing import Any

from pydantic import ValidationError
from pydantic_settings import SettingsError

from cutline.config.settings import NESTING, PREFIX, SHIPPED, Settings
from cutline.errors import ConfigError

# Settings whose value is always a path; `jobs.database` may also be an address.
PATHS = ("ads.easylist", "template_wrapper.file", "fetch.cache_file", "jobs.database")
# Settings whose value may also be a name, such as that of an installed pipeline; a path contains a separator.
NAMES_OR_PATHS = (
    *("auto.text_model", "auto.page_model", "auto.image_model", "v_wrapper.model", "relevance.model"),
    *("nlp.pipeline", "render.chromium"),
)
SECRETS = ("service.tokens", "jobs.webhook_secret")  # settings whose values must not appear in messages

OTHER_VARIABLES = frozenset(("CUTLINE_CHROMIUM",))  # used by cutline, but not settings
MAX_REMEMBERED = 16  # settings; few processes use more than one
_remembered: dict[str, Settings] = {}
_remembering = Lock()


def load_settings(file: Path | None = None) -> Settings:
    """Return the settings: `file` over CUTLINE_* variables over the defaults.

    A relative path in the file is relative to the file's folder.

    Raises:
        ConfigError: the file cannot be read, or a setting or a CUTLINE_* variable is unknown or has a wrong value.
    """
    given = {} if file is None else read_settings_file(file)
    check_variables(Settings.model_fields, _list_names())
    try:
        return Settings(**given)
    except ValidationError as error:
        raise ConfigError(_describe(error)) from error
    except SettingsError as error:
        raise ConfigError(f"A CUTLINE_* variable cannot be read: {error}.") from error


def choose_settings(config: Settings | Path | str | None, wrapper: Path | str | None = None) -> Settings:
    """Return the settings that a caller gave: none, a file or a `Settings` object, optionally with a wrapper file.

    Raises:
        ConfigError: the file cannot be used, or an argument has a wrong type.
    """
    if not isinstance(config, Settings | Path | str | None) or config == "":
        raise ConfigError(
            f"The settings must be those of load_settings or the path of a TOML file, not {config!r:.80}."
        )
    if not isinstance(wrapper, Path | str | None) or wrapper == "":
        raise ConfigError(f"The wrapper must be the path of a file, not {wrapper!r:.80}.")
    settings = config if isinstance(config, Settings) else load_settings(None if config is None else Path(config))
    return settings if wrapper is None else settings.with_wrapper(wrapper)


def remember_settings(settings: Settings) -> str:
    """Return the digest of settings, by which `recall_settings` finds the last ones of this process."""
    digest = settings.digest
    with _remembering:
        _remembered.pop(digest, None)
        _remembered[digest] = settings
        for oldest in list(_remembered)[:-MAX_REMEMBERED]:
            del _remembered[oldest]
    return digest


def recall_settings(digest: str) -> Settings | None:
    """Return the settings with a digest; None if this process did not use them, or long ago."""
    return _remembered.get(digest)


def _list_names() -> list[str]:
    tables = ((table, field.annotation) for table, field in Settings.model_fields.items())
    return [f"{table}.{name}" for table, kind in tables if kind for name in kind.model_fields]


def _describe(error: ValidationError) -> str:
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"There is no setting {name!r}; config/default.toml lists them all."
    given = "what was given" if name.startswith(SECRETS) else repr(first["input"])
    return f"The setting {name!r} cannot be {given}: {first['msg']}."


def read_settings_file(file: Path) -> dict[str, Any]:
    """Return the tables of a TOML file.

    Raises:
        ConfigError: it cannot be read, or is not valid TOML.
    """
    try:
        given = tomllib.loads(file.read_text(encoding="utf-8"))
    except OSError as error:
        raise ConfigError(f"The settings file {file} cannot be read: {error.strerror or error}.") from error
    except ValueError as error:  # TOMLDecodeError, UnicodeDecodeError, a NUL in the name
        raise ConfigError(f"The settings file {file} is not valid TOML: {error}.") from error
    _place_paths(given, file.absolute().parent)
    return given


def _place_paths(given: dict[str, Any], folder: Path) -> None:
    for setting in (*PATHS, *NAMES_OR_PATHS):
        table, _, name = setting.partition(".")
        values = given.get(table)
        if isinstance(values, dict) and name in values:
            values[name] = _place(values[name], folder, is_path=setting in PATHS)
    nlp = given.get("nlp")
    if isinstance(nlp, dict) and isinstance(pipelines := nlp.get("pipelines"), dict):
        nlp["pipelines"] = {language: _place(value, folder, is_path=False) for language, value in pipelines.items()}


def _place(value: object, folder: Path, *, is_path: bool) -> object:
    """Return a path relative to the folder; anything else unchanged, for the settings to report."""
    if not isinstance(value, str) or not value or value == SHIPPED or "://" in value:
        return value
    return str(folder / value) if is_path or os.sep in value or "/" in value else value


def check_variables(tables: Collection[str], settings: Collection[str]) -> None:
    """Refuse CUTLINE_* variables that would be ignored.

    Args:
        tables: names of the settings tables; a variable that begins with one is checked later, as a setting.
        settings: names of all settings, such as `fetch.total_seconds`.

    Raises:
        ConfigError: there is such a variable; the message suggests the most similar one that exists.
    """
    for variable in sorted(os.environ):
        name = variable.upper()
        if not name.startswith(PREFIX) or name in OTHER_VARIABLES:
            continue
        if name.removeprefix(PREFIX).partition(NESTING)[0].lower() not in tables:
            near = _find_nearest(name, settings)
            hint = f"did you mean {near}?" if near else "config/default.toml lists the settings."
            raise ConfigError(f"The variable {variable} is not a cutline setting; {hint}")


def _find_nearest(name: str, settings: Collection[str]) -> str | None:
    known = [setting.upper().replace(".", NESTING) for setting in settings]
    others = [other.removeprefix(PREFIX) for other in OTHER_VARIABLES]
    near = get_close_matches(name.removeprefix(PREFIX), [*others, *known], n=1)
    return PREFIX + near[0] if near else None
