"""The addresses of the inspector."""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import partial

from flask import Flask, Response, g, redirect, request
from pydantic import ValidationError

from cutline.dom.document import read_page
from cutline.errors import LabelError
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.service.formats.json import render
from cutline.service.inspector import views
from cutline.service.inspector.labels import Marks, label_page
from cutline.service.inspector.report import read_options_of
from cutline.service.inspector.sessions import (
    Session,
    Sessions,
    allow_whole_form,
    forget_cookie,
    is_own_form,
    read_given,
    read_inspection,
)
from cutline.service.inspector.store import InspectionStore
from cutline.service.inspector.templating import EXAMPLE, EXAMPLE_TYPE, EXAMPLES, read_asset, read_example
from cutline.service.pages.extraction import Inspection, inspect_page
from cutline.service.pages.extraction_processes import COUNTED
from cutline.service.rest.operation import Parts, answer_unchanging
from cutline.service.rest.page_routes import ALL_METHODS
from cutline.service.rest.problems import Unauthorized
from cutline.service.rest.requests import JSON
from cutline.types import Method, RenderMode

ASSETS = {"inspector.css": "text/css; charset=utf-8", "inspector.js": "text/javascript; charset=utf-8"}
INSPECTION = "/inspections/<id>"
OWN_PATH = re.compile(r"/(inspections/[0-9a-f]{32})?(\?[!-~]*)?", re.ASCII)
SEE_OTHER = 303

View = Callable[..., Response]


class Inspector:
    """Answers browsers: a failed request is a page with the sentences of the REST endpoint's problem."""

    def __init__(self, store: InspectionStore, app: Flask, parts: Parts) -> None:
        """Have an application answer browsers too.

        Args:
            store: where inspected pages are kept.
            app, parts: of the REST endpoint.
        """
        self._app = app
        self._parts = parts
        self._store = store
        self._sessions = Sessions(store)
        self._add_routes()

    def _add_routes(self) -> None:
        for name in ASSETS:
            self._app.add_url_rule(f"/inspector/{name}", name, self._send_asset, defaults={"name": name})
        for name in EXAMPLE.values():
            self._app.add_url_rule(views.locate_example(name), name, self._send_example, defaults={"name": name})
        routes: tuple[tuple[str, str, View], ...] = (
            ("GET", "/", self._start),
            ("GET", "/inspections", self._go_home),
            ("GET", "/login", self._go_home),
            ("POST", "/inspections", self._inspect),
            ("POST", "/inspections/example", self._inspect_example),
            ("GET", INSPECTION, self._show),
            ("GET", f"{INSPECTION}/rendered", self._go_back),
            ("POST", f"{INSPECTION}/rendered", self._render),
            ("GET", f"{INSPECTION}/compared", self._go_back),
            ("POST", f"{INSPECTION}/compared", self._compare),
            ("GET", f"{INSPECTION}/article.json", self._send_article),
            ("GET", f"{INSPECTION}/picture", self._send_picture),
            ("POST", f"{INSPECTION}/labels", self._send_labels),
            ("POST", "/pictures", self._choose_pictures),
            ("POST", "/logout", self._log_out),
        )
        for verb, path, view in routes:
            self._app.add_url_rule(path, f"{verb} {path}", self._guard(view), methods=[verb])
        self._app.add_url_rule("/login", "POST /login", self._tell_problems(self._log_in), methods=["POST"])

    def _guard(self, view: View) -> View:
        """Return a view that only who has a token sees, and whose forms nobody else can send."""

        def guarded(**path: str) -> Response:
            authorization = request.headers.get("Authorization")
            caller = self._parts.tokens.identify(authorization)
            if caller is None and (session := self._find_session()) is not None:
                caller = session.caller
                g.session = session
            if caller is None:
                raise Unauthorized(has_token=authorization is not None)
            g.caller = caller
            with self._parts.callers.answer(caller):
                if request.method == "POST":
                    self._check_form()
                return view(**path)

        return self._tell_problems(guarded)

    def _tell_problems(self, view: View) -> View:
        def answer(**path: str) -> Response:
            try:
                return view(**path)
            except Unauthorized as error:
                return self._ask_for_token(error)
            except views.Refused as refusal:
                return self._show_notice(refusal.notice)
            except Exception as error:
                return self._explain(error)

        return answer

    def _explain(self, error: Exception) -> Response:
        problem = self._app.make_response(self._app.handle_user_exception(error))
        response = self._show_notice(_read_notice(problem))
        for name in ("Retry-After", "Allow"):
            if name in problem.headers:
                response.headers[name] = problem.headers[name]
        return response

    def _show_notice(self, notice: views.Notice) -> Response:
        session = _get_session()
        if request.path.startswith("/inspections"):
            return views.show_start(self._parts.settings, read_given(request), session, notice)
        return views.show_problem(notice, session)

    def _ask_for_token(self, error: Unauthorized) -> Response:
        problem = self._app.make_response(self._app.handle_user_exception(error))
        has_tried = request.path == "/login" or "Authorization" in request.headers
        own = request.full_path.rstrip("?") if request.method == "GET" else "/"
        given = request.form.get("next", "/") if request.path == "/login" else own
        response = views.show_login(
            self._parts.settings, _choose_path(given), _read_notice(problem) if has_tried else None
        )
        response.status_code = problem.status_code
        response.headers["WWW-Authenticate"] = problem.headers["WWW-Authenticate"]
        return response

    def _find_session(self) -> Session | None:
        """Return the viewer's session, unless its token is none any more."""
        session = self._sessions.find(request) if self._parts.tokens else None
        return session if session is not None and self._parts.tokens.knows(session.caller) else None

    def _check_form(self) -> None:
        session = _get_session()
        if not is_own_form(request):
            raise views.Refused(views.FOREIGN_FORM)
        if session is not None:
            allow_whole_form(request)
            if not session.owns_form(request.form.get("form_token", "")):
                raise views.Refused(views.FOREIGN_FORM)

    def _send_asset(self, name: str) -> Response:
        return answer_unchanging(read_asset(name), ASSETS[name])

    def _send_example(self, name: str) -> Response:
        return answer_unchanging(read_example(f"images/{name}"), EXAMPLE_TYPE)

    def _start(self) -> Response:
        return views.show_start(self._parts.settings, read_given(request), _get_session())

    def _go_home(self) -> Response:
        """Lead away from the address of a form that failed, which a browser that comes back asks for."""
        return _go_to("/")

    def _inspect(self) -> Response:
        self._parts.extraction.check_room()
        form = read_inspection(request)
        return self._keep(self._parts.bring_page(form.page), form.options, form.compare, views.make_query(form))

    def _inspect_example(self) -> Response:
        self._parts.extraction.check_room()
        file, address = EXAMPLES.get(request.form.get("example", ""), EXAMPLES["news"])
        return self._keep(PageGiven(read_example(file).decode(), address), Options(), False, "")

    def _render(self, id: str) -> Response:
        """Inspect a page again as it was stored, with its picture."""
        return self._repeat(id, "always", self._find(id).compared is not None)

    def _compare(self, id: str) -> Response:
        """Inspect a page again as it was stored, and lead to the comparison of all methods."""
        response = self._repeat(id, "always" if self._find(id).article.rendered else "auto", True)
        response.location = f"{response.location}#methods"
        return response

    def _repeat(self, id: str, render: RenderMode, compares: bool) -> Response:
        self._parts.extraction.check_room()
        inspection, page = self._find(id), self._store.find_page(id)
        if page is None:
            raise views.Refused(views.NOT_KEPT)
        options = read_options_of(inspection.article).model_copy(update={"render": render})
        given = read_given(request)
        query = views.repeat_query(given.model_copy(update={"render": render, "compare": given.compare or compares}))
        return self._keep(page, options, compares, query)

    def _go_back(self, id: str) -> Response:
        """Lead to the inspection whose page was to be rendered or compared."""
        return _go_to(views.make_path(id))

    def _keep(self, page: PageGiven, options: Options, compares: bool, query: str) -> Response:
        methods: tuple[Method, ...] = ALL_METHODS if compares else ()
        counted = options.model_copy(update={"include": options.include | COUNTED})
        done = self._parts.work(partial(inspect_page, page=page, options=counted, methods=methods))
        return _go_to(views.make_path(self._store.keep(page, done.body)) + query)

    def _show(self, id: str) -> Response:
        return views.show_inspection(self._parts.settings, id, self._find(id), request, _get_session())

    def _send_article(self, id: str) -> Response:
        response = Response(render(self._find(id).article), content_type=JSON)
        response.headers["Content-Disposition"] = 'attachment; filename="article.json"'
        return response

    def _send_picture(self, id: str) -> Response:
        shown = self._find(id).shown
        if shown is None:
            raise views.Refused(views.NOT_KEPT)
        return Response(shown.picture, content_type=shown.media_type)

    def _send_labels(self, id: str) -> Response:
        inspection, given = self._find(id), self._store.find_page(id)
        if given is None:
            raise views.Refused(views.NOT_KEPT)
        allow_whole_form(request)
        try:
            marks = Marks.model_validate_json(request.form.get("marks", ""))
        except ValidationError as error:
            raise LabelError("The marks are not in the form that the inspection page sends.") from error
        page = read_page(given.html or b"", self._parts.settings.page.max_bytes, given.url, given.charset)
        line = label_page(page.html, given.url, inspection.article, marks)
        response = Response(line, content_type="application/x-ndjson; charset=utf-8")
        response.headers["Content-Disposition"] = f'attachment; filename="labelled-{id[:8]}.jsonl"'
        return response

    def _choose_pictures(self) -> Response:
        response = _go_to(_choose_path(request.form.get("next", "/")))
        views.remember_choice(request, response)
        return response

    def _log_in(self) -> Response:
        if not is_own_form(request):
            raise views.Refused(views.FOREIGN_FORM)
        caller = self._parts.tokens.identify(f"Bearer {request.form.get('token', '').strip()}")
        if caller is None:
            raise Unauthorized(has_token=True)
        response = _go_to(_choose_path(request.form.get("next", "/")))
        if self._parts.tokens:
            self._sessions.set_cookie(request, response, self._sessions.begin(caller))
        return response

    def _log_out(self) -> Response:
        if (session := _get_session()) is not None:
            self._sessions.end(session)
        response = _go_to("/")
        forget_cookie(request, response)
        return response

    def _find(self, inspection_id: str) -> Inspection:
        inspection = self._store.find(inspection_id)
        if inspection is None:
            raise views.Refused(views.NOT_KEPT)
        return inspection


def _get_session() -> Session | None:
    session: Session | None = g.get("session")
    return session


def _read_notice(response: Response) -> views.Notice:
    return views.read_problem(response.get_json(force=True))


def _go_to(path: str) -> Response:
    response = redirect(path, SEE_OTHER, Response)
    assert isinstance(response, Response)
    response.headers["Referrer-Policy"] = "same-origin"
    return response


def _choose_path(given: str) -> str:
    """Return where to go on, which is never another site."""
    return given if OWN_PATH.fullmatch(given) else "/"
