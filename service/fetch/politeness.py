"""Politeness towards hosts: robots.txt, and one request at a time."""

from __future__ import annotations

import math
import re
from collections import OrderedDict
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from threading import Condition, Lock
from time import monotonic

import httpx
from protego import Protego

from cutline.config.settings import FetchSettings
from cutline.errors import FetchError, RobotsDisallowed, TooManyRedirects, UpstreamError


class HostTurns:
    """Lets one thread at a time request from a host, with a pause between requests.

    Share it between threads that must be polite together. It stores only the hosts with a request in progress or within
    the last pause.
    """

    def __init__(self, pause_seconds: float) -> None:
        """Take the seconds between the end of one request to a host and the start of the next."""
        self._pause = pause_seconds
        self._free_at: dict[str, float] = {}  # infinite while a request is in progress
        self._changed = Condition()

    @contextmanager
    def turn(self, host: str) -> Iterator[None]:
        """Wait until the host is free, and occupy it while the `with` block runs."""
        self._begin(host)
        try:
            yield
        finally:
            self._end(host)

    def __len__(self) -> int:
        """Return the number of stored hosts."""
        return len(self._free_at)

    def _begin(self, host: str) -> None:
        with self._changed:
            while (seconds := self._free_at.get(host, 0.0) - monotonic()) > 0:
                self._changed.wait(None if math.isinf(seconds) else seconds)
            self._free_at[host] = math.inf

    def _end(self, host: str) -> None:
        with self._changed:
            now = monotonic()
            del self._free_at[host]
            self._free_at[host] = now + self._pause
            self._forget(now)
            self._changed.notify_all()

    def _forget(self, now: float) -> None:
        for host, moment in list(self._free_at.items()):
            if moment <= now:
                del self._free_at[host]


AGENT = re.compile(r"user(?:-|\s*)agent(?:\s*:|\s)(.*)", re.IGNORECASE)
OTHERS = "others"
ENTRY_BYTES = 1000  # memory per host that is counted in addition to its text
TOO_MANY_REQUESTS = 429
ROBOTS_BYTES = 512_000  # read of a robots.txt; RFC 9309 (2.5) requires at least 500 kibibytes
ROBOTS_SECONDS = 10.0  # to fetch a robots.txt, redirects included
KEEP_SECONDS = 86_400.0  # before a robots.txt is fetched again; RFC 9309 (2.4) allows at most a day
RETRY_SECONDS = 300.0  # before a robots.txt that failed is fetched again
MEMORY_BYTES = 5_000_000  # cached per process, least recently used dropped; a robots.txt has some 2,000

FetchText = Callable[[str, FetchSettings], bytes]


@dataclass(frozen=True, slots=True)
class _Rules:
    """The robots.txt of a host.

    Attributes:
        text: its text. It is parsed for each address: that is fast enough, and the parsed form would take up to fifty
            times the memory. None: it cannot be fetched, so nothing may be.
        until: when it must be fetched again, on the monotonic clock.
    """

    text: str | None
    until: float

    @property
    def size(self) -> int:
        return ENTRY_BYTES + len(self.text or "")


class RobotsRules:
    """Fetches and caches the robots.txt of hosts; safe to share between threads.

    By RFC 9309 (2.3.1), everything is allowed if there is no robots.txt (status 400 to 499, or endless redirects), and
    nothing if it cannot be fetched (the server fails, breaks off or is too slow). Status 429 counts as a failure.
    """

    def __init__(self, settings: FetchSettings, fetch: FetchText) -> None:
        """Take the settings, and a function that returns the first bytes of a robots.txt within given limits."""
        self._settings = settings
        self._fetch = fetch
        self._name = settings.user_agent.split("/")[0].split(" ")[0]
        self._known: OrderedDict[str, _Rules] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def check(self, url: httpx.URL, named: str, seconds: float) -> None:
        """Return if the address may be fetched.

        Args:
            url: the address.
            named: name of its host in messages.
            seconds: how long to wait for the robots.txt.

        Raises:
            RobotsDisallowed: its robots.txt forbids it, or cannot be fetched.
        """
        text = self._find(url, seconds)
        if text is None:
            raise RobotsDisallowed(
                f"The robots.txt of {named} cannot be fetched, so nothing else may be fetched there (setting "
                "fetch.robots); try again later."
            )
        if not Protego.parse(text).can_fetch(str(url), self._name):
            raise RobotsDisallowed(f"The robots.txt of {named} asks {self._name} not to fetch this (fetch.robots).")

    def _find(self, url: httpx.URL, seconds: float) -> str | None:
        origin = f"{url.scheme}://{url.netloc.decode('ascii')}"
        with self._lock:
            known = self._known.get(origin)
            if known is not None and known.until > monotonic():
                self._known.move_to_end(origin)
                return known.text
        found = self._fetch_rules(origin, seconds)
        with self._lock:
            self._remember(origin, found)
        return found.text

    def _fetch_rules(self, origin: str, seconds: float) -> _Rules:
        limits = {"max_bytes": ROBOTS_BYTES, "total_seconds": min(seconds, ROBOTS_SECONDS)}
        try:
            body = self._fetch(f"{origin}/robots.txt", self._settings.model_copy(update=limits))
        except FetchError as error:
            if not _means_none(error):
                return _Rules(None, monotonic() + RETRY_SECONDS)
            body = b""
        text = _leave_out_others(body.decode("utf-8-sig", "replace"), self._name.lower())
        return _Rules(text, monotonic() + KEEP_SECONDS)

    def _remember(self, origin: str, found: _Rules) -> None:
        before = self._known.pop(origin, None)
        self._size += found.size - (before.size if before else 0)
        self._known[origin] = found
        while self._size > MEMORY_BYTES and len(self._known) > 1:
            _, forgotten = self._known.popitem(last=False)
            self._size -= forgotten.size


def _leave_out_others(text: str, name: str) -> str:
    """Return a robots.txt in which all user agents are merged into one, except `*` and prefixes of `name`.

    Protego stores each rule for each user agent of its group; half a megabyte can hold ten thousand agents with as many
    rules.
    """
    return "\n".join(_rename_agent(line, name) for line in text.splitlines())


def _rename_agent(line: str, name: str) -> str:
    found = AGENT.match(line.partition("#")[0].strip())
    if found is None:
        return line
    agent = found[1].strip().lower()
    known = agent if agent == "*" else agent.replace("*", "")
    return f"User-agent: {known if agent == '*' or (known and name.startswith(known)) else OTHERS}"


def _means_none(error: FetchError) -> bool:
    """Return whether an error means that the host has no robots.txt."""
    if isinstance(error, UpstreamError):
        return 400 <= error.status < 500 and error.status != TOO_MANY_REQUESTS
    return isinstance(error, TooManyRedirects)
