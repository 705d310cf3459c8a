"""Checks bearer tokens (RFC 6750), and limits how many requests of each caller are answered at once."""

from __future__ import annotations

import hashlib
import hmac
import re
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from threading import Lock

from pydantic import SecretStr

from cutline.errors import ConfigError
from cutline.service.rest.problems import SOON, RequestProblem

HASHED = "sha256:"
DIGEST = re.compile(r"[0-9a-f]{64}")
TOKEN = re.compile(r"[A-Za-z0-9._~+/-]{16,}=*")  # as RFC 6750 writes one; shorter ones can be guessed
BEARER = re.compile(r"bearer +([!-~]+) *", re.I)
NOBODY = ""  # the name of every caller if no token is needed


class Tokens:
    """The tokens of a service, stored only as digests."""

    def __init__(self, given: Sequence[SecretStr]) -> None:
        """Take the tokens of the settings: each is the token itself, or `sha256:` and its digest.

        Raises:
            ConfigError: one is neither; the message does not quote it.
        """
        self._digests = [_read(number, secret.get_secret_value()) for number, secret in enumerate(given, start=1)]

    def __bool__(self) -> bool:
        """Whether any token is needed."""
        return bool(self._digests)

    def identify(self, authorization: str | None) -> str | None:
        """Return the name of the caller, which is the digest of the token; None if the token is unknown.

        All known digests are compared, each in constant time, so that the duration reveals nothing about them. If no
        token is needed, all callers have the same name.
        """
        if not self._digests:
            return NOBODY
        given = BEARER.fullmatch(authorization or "")
        digest = _digest(given[1]) if given else ""
        known = [hmac.compare_digest(digest, one) for one in self._digests]
        return digest if any(known) else None

    def knows(self, caller: str) -> bool:
        """Return whether a caller that was identified earlier is still known."""
        return any([hmac.compare_digest(caller, one) for one in self._digests])


def _read(number: int, given: str) -> str:
    if given.startswith(HASHED) and DIGEST.fullmatch(digest := given.removeprefix(HASHED).lower()):
        return digest
    if TOKEN.fullmatch(given):
        return _digest(given)
    raise ConfigError(
        f"The setting 'service.tokens' has no valid token at position {number}: give 16 or more characters"
        " of A-Z a-z 0-9 . _ ~ + / -, or sha256: and 64 hexadecimal digits."
    )


def _digest(token: str) -> str:
    return hashlib.sha256(token.encode()).hexdigest()


class Callers:
    """The requests of each caller that are in progress; safe to share between threads."""

    def __init__(self, limit: int) -> None:
        """Take the limit for one caller (0: none)."""
        self._limit = limit
        self._lock = Lock()
        self._under_way: Counter[str] = Counter()

    @contextmanager
    def answer(self, caller: str) -> Iterator[None]:
        """Count a request while it is answered.

        Raises:
            RequestProblem: the caller has reached the limit.
        """
        with self._lock:
            if self._limit and self._under_way[caller] >= self._limit:
                detail = f"At most {self._limit} are answered at once."
                raise RequestProblem("too-many-requests", detail, SOON)
            self._under_way[caller] += 1
        try:
            yield
        finally:
            with self._lock:
                self._under_way[caller] -= 1
                if not self._under_way[caller]:
                    del self._under_way[caller]
