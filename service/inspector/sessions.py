"""Who gave a token in a browser: sessions behind a cookie that holds neither the token nor a digest of it."""

from __future__ import annotations

import hashlib
import hmac
import secrets
from dataclasses import dataclass

from flask import Request, Response
from sqlalchemy import delete, insert, select

from cutline.service.inspector.store import HOUR, InspectionStore
from cutline.service.inspector.tables import SessionRow

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
