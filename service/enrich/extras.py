"""Imports of optional packages."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from cutline.errors import OptionError


def import_extra(module: str, extra: str, purpose: str) -> ModuleType:
    """Import a module of an optional package.

    Args:
        module: full name of the module.
        extra: the extra of cutline that installs it.
        purpose: what needs it, for the message: "Parquet files".

    Raises:
        OptionError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise OptionError(f"For {purpose} the package {package} is needed: pip install 'cutline[{extra}]'.") from error
