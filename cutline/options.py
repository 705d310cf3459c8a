"""How to extract pages: the options, as callers give them, and checked."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable
from difflib import get_close_matches
from typing import Annotated, Any, TypedDict

from pydantic import AfterValidator, Field, ValidationError, field_validator
from pydantic_core import PydanticCustomError

from cutline.errors import OptionError
from cutline.types import Extra, Favor, Frozen, Method, PagesMode, RenderMode

TAG = r"^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$"


def _check_tag(tag: str) -> str:
    if not re.fullmatch(TAG, tag):
        raise PydanticCustomError("language_tag", "Input should be a language tag, such as 'en' or 'pt-BR'")
    return tag


LanguageTag = Annotated[str, AfterValidator(_check_tag), Field(json_schema_extra={"pattern": TAG})]


class SharedOptions(Frozen):
    """How to extract a page; the same options everywhere."""

    method: Method = Field(
        default="auto", description="What finds the article: `auto`, or one of the published methods."
    )
    render: RenderMode = Field(
        default="auto",
        description="Whether to render the page in a browser first; `auto`: only if the method uses layout.",
    )
    favor: Favor = Field(
        default="balanced",
        description="`precision` keeps only what is clearly part of the article, and may lose some of it; `recall` "
        "keeps more, and may let in what is not. Moves the limits of the method `auto`.",
    )
    pages: PagesMode = Field(
        default="one",
        description="`all` also fetches the pages that follow this one, if the site has split the article, and joins "
        "them; at most `fetch.max_pages`. Needs the address of the page, and the method `auto`.",
    )
    images: bool = Field(default=True, description="Whether to return images; the text is the same either way.")
    nlp: bool = Field(
        default=True, description="Whether to compare names; without it, no block or image is dropped for its topic."
    )
    include: frozenset[Extra] = Field(
        default=frozenset(),
        description="Optional parts of the result: `dropped` (brings `evidence`), `evidence` (`similarity`, `found` "
        "and `missing` of blocks; images always have theirs), `html`, `entities`, `timings`, "
        "`comments`, `fingerprint`.",
    )
    language: LanguageTag | None = Field(default=None, description="The language of the page, if you know it (BCP 47).")

    @field_validator("include", mode="before")
    @classmethod
    def _accept_names(cls, include: object) -> object:
        given = (include,) if isinstance(include, str) else include
        if isinstance(given, list | tuple) and all(isinstance(name, str) for name in given):
            return frozenset(given)
        return given

    @field_validator("include")
    @classmethod
    def _explain_dropped(cls, include: frozenset[Extra]) -> frozenset[Extra]:
        """Who asks for what was dropped wants to know why."""
        return include | {"evidence"} if "dropped" in include else include


class Options(SharedOptions):
    """How to extract one page."""

    url: str | None = Field(
        default=None, description="The address of the page. Relative links are resolved against it."
    )


class OptionsGiven(TypedDict, total=False):
    """The options of `extract` and `enrich` as keyword arguments, so that mypy finds a misspelt one.

    `cutline.Options` describes each of them. `url` is missing: every function that takes it names it.
    """

    method: Method
    render: RenderMode
    favor: Favor
    pages: PagesMode
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


def tell_unknown(name: str, names: Iterable[str]) -> str:
    """Return that there is no such option, and which of `names`, those there are, may be meant."""
    names = tuple(names)
    meant = next((f" Did you mean {other!r}?" for other in get_close_matches(name, names, 1)), "")
    return f"There is no option {name!r}; the options are {', '.join(names)}.{meant}"


def describe(error: ValidationError, names: Iterable[str]) -> str:
    """Return what is wrong with options, in a sentence; `names` are those there are."""
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return tell_unknown(name, names)
    return f"The option {name!r} cannot be {first['input']!r}: {first['msg']}."
