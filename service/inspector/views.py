"""The inspector's pages made from what is kept and found, and the notices shown in place of one."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any
from urllib.parse import urlencode

from flask import Request, Response

from cutline.config import Settings
from cutline.service.inspector.page import arrange_page
from cutline.service.inspector.report import STORED, list_exports
from cutline.service.inspector.sessions import CHECKED, GivenBefore, InspectionForm, Session, read_given
from cutline.service.inspector.templating import ALL_IMAGES, OWN_IMAGES, Choice, Pictures, frame_page, render_template
from cutline.service.pages.extraction import Inspection
from cutline.service.rest.about_routes import METHODS
from cutline.service.rest.problem_types import PROBLEM_TYPES, URN

# What a person does about a problem, where the advice of its type is for programs.
ADVICE = {
    "request-too-large": "Give the address of the page, or a file of its HTML alone, without pictures and scripts in "
    "it; whoever runs this service can also raise the limit."
}
MEMBERS = ("`detail`", "`errors`", "`request_id`", "`upstream_status`")  # of a problem document: advice for programs


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


def read_problem(problem: Mapping[str, Any]) -> Notice:
    """Return what a problem document says, for a person."""
    code = problem["type"].removeprefix(URN)
    kind = PROBLEM_TYPES[code]
    is_for_people = not any(member in kind.advice for member in MEMBERS)
    advice = ADVICE.get(code, kind.advice.replace("`", "") if is_for_people else "")
    return Notice(kind.status, kind.title, problem.get("detail", "").replace("`", ""), advice)


HTML = "text/html; charset=utf-8"
PICTURES = "cutline_pictures"  # the cookie that says `shown` or `hidden`
PICTURES_SECONDS = 180 * 86_400  # for which a browser remembers it: half a year
# Forms of a page that says nothing of itself come from nowhere; this tells other sites as little.
HEADERS = {"Referrer-Policy": "same-origin"}


def show_start(
    settings: Settings, given: GivenBefore, session: Session | None, notice: Notice | None = None
) -> Response:
    """Return the first page, with a notice if something could not be shown."""
    keep = describe_hours(settings.inspector.keep_hours)
    methods = [method for method in METHODS if not method.needs_wrapper or settings.template_wrapper.file]
    return _answer("start.html", session, notice=notice, given=given, methods=methods, keep=keep)


def show_login(settings: Settings, next_path: str, notice: Notice | None) -> Response:
    """Return the page that asks for a token; `next_path` is where to go on with it."""
    hours = describe_hours(settings.inspector.session_hours)
    return _answer("login.html", None, notice=notice, next=next_path, hours=hours)


def show_problem(notice: Notice, session: Session | None) -> Response:
    """Return a page that says what happened."""
    return _answer("problem.html", session, notice=notice)


def show_inspection(
    settings: Settings, inspection_id: str, inspection: Inspection, request: Request, session: Session | None
) -> Response:
    """Return the page of an inspection; it loads pictures of the page's hosts only if the viewer chose to."""
    limits = settings.inspector
    page = arrange_page(inspection, limits)
    path, shown, choice = make_path(inspection_id), inspection.shown, read_choice(request)
    query = f"?{urlencode(request.args)}" if request.args else ""
    return _answer(
        "inspection.html",
        session,
        ALL_IMAGES if choice == "shown" else OWN_IMAGES,
        page=page,
        picture=shown and frame_page(shown, page, f"{path}/picture"),
        pictures=Pictures(choice, locate_example),
        compared=inspection.compared,
        exports=list_exports(inspection.article, (query and inspection.article.url) or STORED, request.host_url),
        path=path,
        query=query,
        is_stored=not query,
        given=read_given(request),
        permalink=f"{request.host_url.rstrip('/')}{path}{query}",
        keep=describe_hours(limits.keep_hours),
        max_blocks=limits.max_blocks,
    )


def read_choice(request: Request) -> Choice:
    """Return whether a browser loads pictures of other hosts, as its viewer chose before."""
    chosen: dict[str, Choice] = {"shown": "shown", "hidden": "hidden"}
    return chosen.get(request.cookies.get(PICTURES, ""), "unasked")


def remember_choice(request: Request, response: Response) -> None:
    """Have a browser remember the choice of a form, for links that come from elsewhere too."""
    choice = "shown" if request.form.get("pictures") == "shown" else "hidden"
    response.set_cookie(
        PICTURES, choice, max_age=PICTURES_SECONDS, secure=request.is_secure, httponly=True, samesite="Lax"
    )


def locate_example(name: str) -> str:
    """Return where a picture of the example is."""
    return f"/inspector/example/{name}"


def make_path(inspection_id: str) -> str:
    """Return where an inspection is."""
    return f"/inspections/{inspection_id}"


def make_query(form: InspectionForm) -> str:
    """Return what a link says of a page that was fetched, so that it can be inspected again when it is gone."""
    if form.html is not None or form.url is None:
        return ""
    return repeat_query(GivenBefore(**form.model_dump(include=set(GivenBefore.model_fields))))


def repeat_query(given: GivenBefore) -> str:
    """Return the same of a request that a link or a form repeats; empty if it has no address."""
    if not given.url:
        return ""
    asked = given.model_dump(exclude={"compare"}, exclude_defaults=True)
    return f"?{urlencode(asked | ({'compare': CHECKED} if given.compare else {}))}"


def describe_hours(hours: float) -> str:
    """Return a time in words, as `24 hours` or `30 minutes`."""
    if hours < 1:
        return f"{hours * 60:.0f} minutes"
    return f"{hours:g} hour{'' if hours == 1 else 's'}"


def _answer(
    template: str, session: Session | None, policy: str = OWN_IMAGES, notice: Notice | None = None, **values: Any
) -> Response:
    shown = render_template(template, home="/", session=session, notice=notice, **values)
    response = Response(shown, notice.status if notice else 200)
    response.headers["Content-Type"] = HTML
    response.headers["Content-Security-Policy"] = policy
    response.headers.update(HEADERS)
    return response
