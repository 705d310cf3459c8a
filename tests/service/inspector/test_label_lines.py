"""What was marked in the browser comes back as one line of a corpus."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from cutline.service.rest.problem_types import PROBLEM_TYPES


def test_what_differs_is_labelled(visitor: Any) -> None:
    marks = {"wrongly_kept_blocks": [2], "wrongly_dropped_blocks": [0], "title": "Ferry sails"}
    marks["captions"] = {"/html/body/img['ferry']": "The Aruna"}
    response = visitor.post(f"{visitor.inspect()}/labels", data={"marks": json.dumps(marks)})
    assert re.fullmatch(r'attachment; filename="labelled-[0-9a-f]{8}\.jsonl"', response.headers["Content-Disposition"])
    line = json.loads(response.text)
    assert response.text.count("\n") == 1
    assert (line["title"], line["text"]) == ("Ferry sails", "Buy now\n\nThe ferry sails again.")
    assert [image["caption"] for image in line["images"]] == ["The Aruna"]
    assert (line["html"], line["url"]) == (visitor.PAGE["html"], visitor.PAGE["url"])


@pytest.mark.parametrize(
    "marks",
    ["", "{", "[]", '{"wrongly_kept_blocks": [99]}', '{"colour": "red"}', '{"captions": {"//nothing": "A"}}'],
)
def test_marks_that_fit_nothing_are_refused(visitor: Any, marks: str) -> None:
    response = visitor.post(f"{visitor.inspect()}/labels", data={"marks": marks})
    assert response.status_code == 422
    assert PROBLEM_TYPES["bad-option"].title in visitor.find_alert(response)
