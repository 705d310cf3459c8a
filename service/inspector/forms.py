"""What the forms of the inspector hold."""

from __future__ import annotations

from flask import Request
from pydantic import Field, ValidationError
from werkzeug.exceptions import HTTPException

from cutline.service.messages import ExtractRequest
from cutline.service.problems import InvalidRequest
from cutline.service.requests import refuse_parameters
from cutline.types import Frozen, Method, RenderMode

FIELDS = ("url", "html", "method", "render")
CHECKED = "true"  # what a box that is checked sends


class InspectionForm(ExtractRequest):
    """A page or the address of one, and what is asked of it."""

    compare: bool = Field(default=False, description="Whether all methods are compared.")


class GivenBefore(Frozen):
    """What a form shows when it comes back; anything that anybody writes into a link."""

    url: str = ""
    method: Method = "auto"
    render: RenderMode = "auto"
    compare: bool = False


def read_inspection(request: Request) -> InspectionForm:
    """Return what a form asks for.

    Raises:
        InvalidRequest: a field has a wrong value, or there is neither page nor address.
        RequestEntityTooLarge: the form is larger than the application allows.
    """
    allow_whole_form(request)
    given: dict[str, object] = {name: request.form[name] for name in FIELDS if request.form.get(name, "").strip()}
    if "url" not in given and "html" not in given:
        raise InvalidRequest([{"detail": "Give the address of a page, or paste its HTML.", "parameter": "url"}])
    try:
        return InspectionForm.model_validate(given | {"compare": request.form.get("compare") == CHECKED})
    except ValidationError as error:
        refuse_parameters(error)


def read_given(request: Request) -> GivenBefore:
    """Return what was asked for by a link or by a form that failed, as far as it makes sense."""
    try:
        values = request.form if request.method == "POST" else request.args
    except HTTPException:  # the form itself is what failed
        return GivenBefore()
    given: dict[str, object] = {name: values[name] for name in ("url", "method", "render") if values.get(name)}
    try:
        return GivenBefore.model_validate(given | {"compare": values.get("compare") == CHECKED})
    except ValidationError:
        return GivenBefore(url=values.get("url", ""))


def allow_whole_form(request: Request) -> None:
    """Have a field be as large as a body may be: pages are pasted into one."""
    request.max_form_memory_size = request.max_content_length
