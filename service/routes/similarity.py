"""`/v1/similarity`: how alike texts are."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from flask import Response

from cutline.service.extraction import SimilarityWork
from cutline.service.messages import SimilarityRequest, SimilarityResponse
from cutline.service.problems import InvalidRequest
from cutline.service.routes.operation import Operation
from cutline.service.routes.parts import WORK, Parts, answer_json


def list_similarity(parts: Parts) -> Sequence[Operation]:
    """Return the operation of this group."""
    return (
        Operation(
            verb="POST",
            path="/v1/similarity",
            name="compare_texts",
            summary="How similar texts are to another, such as captions to an article, with the names that they share.",
            answer=partial(_compare, parts),
            body=SimilarityRequest,
            response=SimilarityResponse,
            problems=WORK,
            needs_room=True,
        ),
    )


def _compare(parts: Parts, message: SimilarityRequest) -> Response:
    limit = parts.settings.service.max_texts
    if len(message.others) > limit:
        raise InvalidRequest([{"detail": f"There should be no more than {limit} texts.", "pointer": "#/others"}])
    return answer_json(parts.work(SimilarityWork(message.text, message.others, message.include)).body)
