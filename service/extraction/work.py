"""What is asked of an extraction process, and what it answers; all of it can be pickled."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from cutline.errors import CutlineError
from cutline.types import Method, Options, RenderMode


@dataclass(frozen=True, slots=True)
class PageGiven:
    """A page to work on.

    Attributes:
        html: the page, as text or as bytes in any encoding.
        url: its address.
        charset: the encoding that the HTTP header named, if the bytes came with one.
        is_live: whether it was fetched just now; its scripts may run, and what it asks for is fetched too.
    """

    html: str | bytes
    url: str | None = None
    charset: str | None = None
    is_live: bool = False


@dataclass(frozen=True, slots=True)
class ExtractWork:
    """The article of a page is wanted; `url` of the options is ignored, as the page has its own."""

    page: PageGiven
    options: Options


@dataclass(frozen=True, slots=True)
class CompareWork:
    """What several methods keep of a page is wanted."""

    page: PageGiven
    methods: tuple[Method, ...]
    render: RenderMode = "auto"


@dataclass(frozen=True, slots=True)
class InspectWork:
    """The article of a page with all that was dropped is wanted, what methods keep of it, and a picture of it.

    The picture is made if the page is rendered; without methods none are compared.
    """

    page: PageGiven
    options: Options
    methods: tuple[Method, ...] = ()


@dataclass(frozen=True, slots=True)
class SimilarityWork:
    """How similar each of the other texts is to the first is wanted; `vectors` may be included."""

    text: str
    others: tuple[str, ...]
    include: frozenset[str] = frozenset()


Work: TypeAlias = ExtractWork | CompareWork | InspectWork | SimilarityWork


@dataclass(frozen=True, slots=True)
class Verdicts:
    """How many blocks or images were kept, and dropped, by the reason.

    Attributes:
        kept, dropped: a count by each reason of `docs/reasons.md`.
    """

    kept: Mapping[str, int] = field(default_factory=dict)
    dropped: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorkDone:
    """The answer to a piece of work.

    Attributes:
        body: JSON, as every door prints it.
        blocks, images: what became of them; of an extraction only.
        seconds: wall time by stage; of an extraction only.
    """

    body: bytes
    blocks: Verdicts = Verdicts()
    images: Verdicts = Verdicts()
    seconds: Mapping[str, float] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class WorkRefused:
    """Why there is no answer: an error that is the page's or the options' own."""

    error: CutlineError


@dataclass(frozen=True, slots=True)
class WorkFailed:
    """There is no answer because of a mistake of ours.

    Attributes:
        kind: the exception's class.
        frames: where it was raised; without its message, which may quote the page.
    """

    kind: str
    frames: str


Outcome: TypeAlias = WorkDone | WorkRefused | WorkFailed
