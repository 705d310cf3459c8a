"""What a viewer is told in place of an inspection: the same sentences that the REST endpoint's problems have."""

from __future__ import annotations

from dataclasses import dataclass

from flask import Response

from cutline.service.problem_types import PROBLEM_TYPES, URN


@dataclass(frozen=True, slots=True)
class Notice:
    """What happened, and what may be done about it.

    Attributes:
        status: of the answer.
        title, detail, advice: sentences; the second may be empty.
    """

    status: int
    title: str
    detail: str
    advice: str


NOT_KEPT = Notice(
    404,
    "This inspection is not kept any more.",
    "Inspections are kept for some time only; or the link is not complete.",
    "Inspect the page again.",
)
FOREIGN_FORM = Notice(
    403,
    "This form was not sent from a page of this service.",
    "It may be of a session that is over, or of another site.",
    "Go to the first page, and try again from there.",
)


class Refused(Exception):
    """An inspector's page cannot be shown; the notice says why."""

    def __init__(self, notice: Notice) -> None:
        """Take the notice."""
        super().__init__(notice.title)
        self.notice = notice


def read_problem(response: Response) -> Notice:
    """Return what a problem document says, for a person."""
    problem = response.get_json(force=True)
    kind = PROBLEM_TYPES[problem["type"].removeprefix(URN)]
    return Notice(response.status_code, kind.title, problem.get("detail", ""), kind.advice)
