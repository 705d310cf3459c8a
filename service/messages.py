"""What travels through the REST endpoint beside the articles."""

from __future__ import annotations

from typing import Annotated, Self

from pydantic import Field, model_validator

from cutline.types import Frozen, Options, Similarity


class ExtractRequest(Options):
    """The body of `POST /v1/extract`: a page or the address of one, with the options."""

    html: str | None = Field(default=None, description="The page; without it, it is fetched from `url`.")

    @model_validator(mode="after")
    def _has_a_page(self) -> Self:
        if self.html is None and self.url is None:
            raise ValueError("Give html, url or both.")
        return self


class SimilarityRequest(Frozen):
    """The body of `POST /v1/similarity`."""

    text: str = Field(description="The text that the others are compared with.")
    others: Annotated[tuple[str, ...], Field(min_length=1)]


class SimilarityResponse(Frozen):
    """The answer of `POST /v1/similarity`, and what `cutline similarity --json` prints."""

    similarities: tuple[Similarity, ...] = Field(description="One for each of the other texts, in their order.")
