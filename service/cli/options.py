"""The options shared by all commands that extract pages."""

from __future__ import annotations

from collections.abc import Callable
from functools import wraps
from pathlib import Path
from typing import Any, Literal, get_args, get_origin

import click
from click.core import ParameterSource
from pydantic import BaseModel, ValidationError

from cutline.config import load_settings
from cutline.options import Options
from cutline.types import Extra, Method

WRAPPER_METHOD: Method = "template-wrapper"
ALL_PAGES = (
    "Also fetch the pages that follow each one, if the site has split the article, and join them; at most "
    "fetch.max_pages. A stored page needs its address."
)

Function = Callable[..., None]
Decorator = Callable[[Function], Function]


def _help(field: str) -> str | None:
    return Options.model_fields[field].description


def _wrapper_option(effect: str) -> Decorator:
    path = click.Path(dir_okay=False)
    return click.option(
        "--wrapper", metavar="FILE", type=path, help=f"The site's wrapper from `cutline train`; {effect}."
    )


def field_option(model: type[BaseModel], name: str, **more: Any) -> Decorator:
    """Return the option for a field, which says what it means, what it can be, and what it is by default.

    Args:
        model: has the field.
        name: of the field.
        more: arguments of `click.option`, such as `metavar`.
    """
    field = model.model_fields[name]
    kinds = [field.annotation, *get_args(field.annotation)]  # those beside None, too
    values = next((get_args(kind) for kind in kinds if get_origin(kind) is Literal), ())
    if values:
        more["type"] = click.Choice(values)
    if field.default is not None:
        more |= {"default": field.default, "show_default": True}
    return click.option(f"--{name.replace('_', '-')}", help=field.description, **more)


# Each adds an option to a command: `--config`, which becomes `settings`; `--workers`, for many pages; `--url`, for one
# stored page; `--wrapper`, for the comparison of methods.
settings_option: Decorator = click.option(
    "--config",
    "settings",
    metavar="FILE",
    type=click.Path(dir_okay=False, path_type=Path),
    callback=lambda _context, _parameter, file: load_settings(file),
    help="A TOML file with settings to change; config/default.toml lists all settings.",
)
workers_option: Decorator = click.option(
    "--workers",
    type=click.IntRange(1),
    default=1,
    show_default=True,
    help="Worker processes; with 2 or more, a page that hangs or crashes affects no other page.",
)
url_option = field_option(Options, "url", metavar="URL")
language_option = field_option(Options, "language", metavar="TAG")
render_option = field_option(Options, "render")
wrapper_option = _wrapper_option("without it, template-wrapper is left out")


def page_options(function: Function) -> Function:
    """Add `--config`, `--wrapper` and all options except `--url`; the command gets `options` and `settings`."""

    @wraps(function)
    def with_options(**given: Any) -> None:
        url, wrapper = given.pop("url", None), given.pop("wrapper")
        if wrapper is not None:
            given |= {"settings": given["settings"].with_wrapper(wrapper), "method": _check_method(given["method"])}
        fields = {name: given.pop(name) for name in Options.model_fields if name in given}
        function(options=read_options(url=url, **fields), **given)

    extended: Function = with_options
    for add_option in (
        settings_option,
        language_option,
        click.option("--include", multiple=True, type=click.Choice(get_args(Extra)), help=_help("include")),
        click.option("--all-pages", "pages", is_flag=True, flag_value="all", default="one", help=ALL_PAGES),
        click.option("--nlp/--no-nlp", default=True, help=_help("nlp")),
        click.option("--images/--no-images", default=True, help=_help("images")),
        field_option(Options, "favor"),
        render_option,
        _wrapper_option("selects the method template-wrapper"),
        field_option(Options, "method"),
    ):
        extended = add_option(extended)
    return extended


def read_options(**given: object) -> Options:
    """Return the options after checking them.

    Raises:
        click.BadParameter: one has a wrong value.
    """
    try:
        return Options.model_validate(given)
    except ValidationError as error:
        first = error.errors()[0]
        raise click.BadParameter(f"{first['input']!r}: {first['msg']}.", param_hint=f"--{first['loc'][0]}") from error


def _check_method(method: str) -> str:
    """Return the method that a wrapper is for, unless another one was chosen."""
    source = click.get_current_context().get_parameter_source("method")
    if method != WRAPPER_METHOD and source is not ParameterSource.DEFAULT:
        raise click.UsageError(f"--wrapper needs --method {WRAPPER_METHOD}, not {method}.")
    return WRAPPER_METHOD
