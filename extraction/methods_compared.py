"""What several methods keep of the same page."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from itertools import combinations

from cutline.dom.document import Document
from cutline.dom.methods import METHODS, Body
from cutline.dom.segments import TextSegment
from cutline.dom.tree import Paths
from cutline.errors import OptionError
from cutline.page_views import Agreement, ComparedBlock, MethodsCompared
from cutline.types import Method


def check_methods(methods: Sequence[str]) -> None:
    """Check a list of methods.

    Raises:
        OptionError: it is not a list, is empty, or names an unknown method.
    """
    names = ", ".join(METHODS)
    if isinstance(methods, str) or not isinstance(methods, Sequence) or not methods:
        raise OptionError(f"The option 'methods' cannot be {methods!r:.80}: give a list of some of {names}.")
    unknown = next((one for one in methods if not isinstance(one, str) or one not in METHODS), None)
    if unknown is not None:
        raise OptionError(f"There is no method {unknown!r:.80}; the methods are {names}.")


def compare_bodies(
    document: Document,
    segments: Sequence[TextSegment],
    bodies: Mapping[Method, Body],
    left_out: Sequence[Method],
    title: str | None,
) -> MethodsCompared:
    """Return which methods keep each segment, and how well each pair of methods agrees.

    Args:
        document: the page.
        segments: its text segments, the same for all methods.
        bodies: what each method found.
        left_out: the methods that need a wrapper and have none.
        title: the page's title.
    """
    paths = Paths()
    keepers = [
        tuple(method for method, body in bodies.items() if body.decisions[index].kept) for index in range(len(segments))
    ]
    return MethodsCompared(
        url=document.url,
        title=title,
        rendered=document.layout is not None,
        methods=tuple(bodies),
        blocks=tuple(
            ComparedBlock(text=segment.text, xpath=paths.path(segment.block), kept_by=kept_by)
            for segment, kept_by in zip(segments, keepers, strict=True)
        ),
        agreements=tuple(
            Agreement(methods=(first, second), f1=_agree(segments, bodies[first], bodies[second]))
            for first, second in combinations(bodies, 2)
        ),
        warnings={method: body.warnings for method, body in bodies.items() if body.warnings}
        | dict.fromkeys(left_out, ("no_wrapper",)),
    )


def _agree(segments: Sequence[TextSegment], first: Body, second: Body) -> float:
    """Return the F1 (0..1) of the characters that two methods keep; 1 if both keep nothing."""
    shared = total = 0
    for segment, here, there in zip(segments, first.decisions, second.decisions, strict=True):
        size = len(segment.text)
        shared += size * (here.kept and there.kept)
        total += size * here.kept + size * there.kept
    return round(2 * shared / total, 4) if total else 1.0
