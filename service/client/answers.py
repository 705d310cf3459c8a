"""What a service answers, as the typed results of the local API."""

from __future__ import annotations

import json
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from cutline.errors import ServiceError
from cutline.service.enrich.results import Enriched, Failure
from cutline.types import Article

Message = TypeVar("Message", bound=BaseModel)


def read_answer(kind: type[Message], body: bytes) -> Message:
    """Return the message that a body holds.

    Raises:
        ServiceError: it holds something else.
    """
    try:
        return kind.model_validate_json(body)
    except ValidationError as error:
        raise _make_error(kind) from error


def read_result(line: bytes) -> Enriched:
    """Return the result in a line: a page's id and number, then the fields of its article, or its error.

    Raises:
        ServiceError: the line holds something else.
    """
    try:
        fields = json.loads(line)
        page_id, number = fields.pop("id"), fields.pop("line")
        if "error" in fields:
            return Enriched.of(page_id, Failure.model_validate(fields["error"]), number)
        return Enriched.of(page_id, Article.model_validate(fields), number)
    except (ValueError, KeyError, AttributeError) as error:  # a ValidationError is a ValueError
        raise _make_error(Enriched) from error


def _make_error(kind: type[BaseModel]) -> ServiceError:
    return ServiceError(
        f"The service answered with something that is no {kind.__name__}; its version of cutline may be another one."
    )
