"""What is said of an input that cannot be read to its end."""

from __future__ import annotations

from cutline.errors import SourceError


def describe_break(path: str, place: str, error: BaseException) -> SourceError:
    """Return the error that stands for everything in a file beyond a place, such as `line 5`."""
    reason = getattr(error, "strerror", None) or str(error) or type(error).__name__
    return SourceError(f"{path} cannot be read beyond {place}: {reason.rstrip('.')}.")
