"""Packages that only some runs need."""

from __future__ import annotations

from importlib import import_module
from types import ModuleType

from cutline.errors import OptionError


def import_extra(module: str, extra: str, purpose: str) -> ModuleType:
    """Return a module of a package that is not installed with cutline by itself.

    Args:
        module: its full name.
        extra: the extra of cutline that installs it.
        purpose: what needs it, as the object of a sentence.

    Raises:
        OptionError: it is not installed.
    """
    try:
        return import_module(module)
    except ImportError as error:
        package = module.partition(".")[0]
        raise OptionError(f"For {purpose} the package {package} is needed: pip install 'cutline[{extra}]'.") from error
