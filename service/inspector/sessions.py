"""Who sends a form: sessions behind a cookie, and forms that only pages of this service can send."""

from __future__ import annotations

import hashlib
import hmac
import re
import secrets
from dataclasses import dataclass
from urllib.parse import urlsplit

from flask import Request, Response
from pydantic import Field, ValidationError
from sqlalchemy import delete, insert, select
from werkzeug.exceptions import HTTPException

from cutline.page_given import PageGiven
from cutline.service.inspector.store import InspectionStore, SessionRow
from cutline.service.jobs.store import HOUR
from cutline.service.rest.messages import ExtractRequest
from cutline.service.rest.problems import InvalidRequest
from cutline.service.rest.requests import refuse_parameters
from cutline.types import Favor, Frozen, Method, PagesMode, RenderMode

SECRET_BYTES = 32
COOKIE = "cutline_session"
SECURE_COOKIE = f"__Host-{COOKIE}"  # which browsers take over https alone, and from no other host
FORM = b"form"


@dataclass(frozen=True, slots=True)
class Session:
    """A browser whose viewer gave a token.

    Attributes:
        secret: what its cookie holds.
        caller: the digest of the token.
    """

    secret: str
    caller: str

    @property
    def form_token(self) -> str:
        """What the forms of this session hold, and nobody else's can."""
        return hmac.new(self.secret.encode(), FORM, hashlib.sha256).hexdigest()

    def owns_form(self, given: str) -> bool:
        """Return whether a form is one of this session."""
        return hmac.compare_digest(self.form_token.encode(), given.encode("utf-8", "replace"))


class Sessions:
    """The sessions of all web workers; each may raise `QueueUnavailable`."""

    def __init__(self, store: InspectionStore) -> None:
        """Take where they are kept."""
        self._store = store

    def begin(self, caller: str) -> Session:
        """Return a new session of who gave a token."""
        session = Session(secrets.token_urlsafe(SECRET_BYTES), caller)
        expires_at = self._store.clock() + self._store.settings.session_hours * HOUR
        row = {"digest": _digest(session.secret), "caller": caller, "expires_at": expires_at}
        with self._store.database.writing() as connection:
            connection.execute(insert(SessionRow).values(row))
        return session

    def find(self, request: Request) -> Session | None:
        """Return the session that a request's cookie names; None if there is none, or none any more."""
        secret = request.cookies.get(_name_cookie(request), "")
        if not secret:
            return None
        is_it = SessionRow.digest == _digest(secret), SessionRow.expires_at > self._store.clock()
        with self._store.database.reading() as connection:
            caller = connection.scalar(select(SessionRow.caller).where(*is_it))
        return None if caller is None else Session(secret, caller)

    def end(self, session: Session) -> None:
        """Forget a session."""
        with self._store.database.writing() as connection:
            connection.execute(delete(SessionRow).where(SessionRow.digest == _digest(session.secret)))

    def set_cookie(self, request: Request, response: Response, session: Session) -> None:
        """Have the browser keep a session: for this host alone, and out of reach of scripts and of other sites."""
        seconds = int(self._store.settings.session_hours * HOUR)
        name, is_secure = _name_cookie(request), request.is_secure
        response.set_cookie(
            name, session.secret, max_age=seconds, path="/", secure=is_secure, httponly=True, samesite="Strict"
        )


def forget_cookie(request: Request, response: Response) -> None:
    """Have the browser forget its session."""
    response.delete_cookie(_name_cookie(request), path="/", secure=request.is_secure, httponly=True, samesite="Strict")


def _name_cookie(request: Request) -> str:
    return SECURE_COOKIE if request.is_secure else COOKIE


def _digest(secret: str) -> str:
    return hashlib.sha256(secret.encode("utf-8", "replace")).hexdigest()


FIELDS = ("url", "html", "method", "render", "favor", "pages")
SCHEME = re.compile(r"[a-z][a-z0-9+.-]*:(?!\d)|//", re.IGNORECASE)  # not what stands before a port
CHECKED = "true"  # what a box that is checked sends
OWN = ("same-origin", "none")  # "none": the viewer's own doing


class InspectionForm(ExtractRequest):
    """A page or the address of one, and what is asked of it."""

    compare: bool = Field(default=False, description="Whether all methods are compared.")
    file: bytes | None = Field(default=None, description="A stored page, in any encoding; then `html` is empty.")

    @property
    def page(self) -> PageGiven:
        """The page, pasted or stored, or the address to fetch it from."""
        return PageGiven(self.html if self.file is None else self.file, self.url)


class GivenBefore(Frozen):
    """What a form shows when it comes back; anything that anybody writes into a link."""

    url: str = ""
    method: Method = "auto"
    render: RenderMode = "auto"
    favor: Favor = "balanced"
    pages: PagesMode = "one"
    compare: bool = False


def read_inspection(request: Request) -> InspectionForm:
    """Return what a form asks for.

    Raises:
        InvalidRequest: a field has a wrong value, or there is neither page nor address.
        RequestEntityTooLarge: the form is larger than the application allows.
    """
    allow_whole_form(request)
    given: dict[str, object] = {name: request.form[name] for name in FIELDS if request.form.get(name, "").strip()}
    if (upload := request.files.get("file")) is not None and (stored := upload.read()):
        if "html" in given:
            raise InvalidRequest([{"detail": "Paste HTML or choose a file, not both.", "parameter": "file"}])
        given |= {"html": "", "file": stored}
    if "url" not in given and "html" not in given:
        detail = "Give the address of a page, paste its HTML or choose a file."
        raise InvalidRequest([{"detail": detail, "parameter": "url"}])
    if isinstance(url := given.get("url"), str):
        given["url"] = url.strip() if SCHEME.match(url.strip()) else f"https://{url.strip()}"
    try:
        return InspectionForm.model_validate(given | {"compare": request.form.get("compare") == CHECKED})
    except ValidationError as error:
        refuse_parameters(error)


def read_given(request: Request) -> GivenBefore:
    """Return the request of a link or of a failed form, as far as it can be repeated."""
    try:
        values = request.form if request.method == "POST" else request.args
    except HTTPException:  # the form itself is what failed
        return GivenBefore()
    given: dict[str, object] = {name: values[name] for name in FIELDS if name != "html" and values.get(name)}
    try:
        return GivenBefore.model_validate(given | {"compare": values.get("compare") == CHECKED})
    except ValidationError:
        return GivenBefore(url=values.get("url", ""))


def allow_whole_form(request: Request) -> None:
    """Have a field be as large as a body may be: pages are pasted into one."""
    request.max_form_memory_size = request.max_content_length


def is_own_form(request: Request) -> bool:
    """Return whether a request comes from a page of this service, or from no browser at all.

    Browsers say in `Sec-Fetch-Site`, over https and to loopback, where a request comes from; else in `Origin`. Neither
    can be changed by a page. What is no browser has no cookies that another site could use.
    """
    site = request.headers.get("Sec-Fetch-Site")
    if site is not None:
        return site in OWN
    origin = request.headers.get("Origin")
    return origin is None or _is_host(origin, request.host)


def _is_host(origin: str, host: str) -> bool:
    try:
        return urlsplit(origin).netloc == host
    except ValueError:
        return False
