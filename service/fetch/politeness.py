"""What a polite client heeds: robots.txt, and one request to a host at a time."""

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
    """Lets one thread at a time ask a host, and the next one a pause later.

    Threads that share it are polite together. It remembers the hosts that are being asked, and those that were within
    the last pause, and no others.
    """

    def __init__(self, pause_seconds: float) -> None:
        """Take the seconds between the end of one request to a host and the begin of the next."""
        self._pause = pause_seconds
        self._free_at: dict[str, float] = {}  # infinite while a host is being asked
        self._changed = Condition()

    @contextmanager
    def turn(self, host: str) -> Iterator[None]:
        """Wait until the host may be asked; it is being asked while the `with` block runs."""
        self._begin(host)
        try:
            yield
        finally:
            self._end(host)

    def __len__(self) -> int:
        """Return the number of hosts that are remembered."""
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
ENTRY_BYTES = 1000  # what the memory of one host is counted as, beside its text
TOO_MANY_REQUESTS = 429
ROBOTS_BYTES = 512_000  # of a robots.txt that are read; RFC 9309 (2.5) wants 500 kibibytes at least
ROBOTS_SECONDS = 10.0  # to fetch a robots.txt, redirects included
KEEP_SECONDS = 86_400.0  # before a robots.txt is asked for again; RFC 9309 (2.4) wants no more than a day
RETRY_SECONDS = 300.0  # before a robots.txt that failed is asked for again
MEMORY_BYTES = 5_000_000  # of robots.txt that a process remembers, the last used; one has some 2,000

FetchText = Callable[[str, FetchSettings], bytes]


@dataclass(frozen=True, slots=True)
class _Rules:
    """What was found at a host.

    Attributes:
        text: its robots.txt, which is parsed again for each address: quick enough, and parsed it would take up to fifty
            times the memory. None: nothing may be fetched, because it cannot be had.
        until: the moment after which it is asked for again.
    """

    text: str | None
    until: float

    @property
    def size(self) -> int:
        return ENTRY_BYTES + len(self.text or "")


class RobotsRules:
    """Asks the robots.txt of hosts, and remembers what they said; safe to share between threads.

    As RFC 9309 (2.3.1) has it: without a robots.txt (status 400 to 499, or redirects without end) everything may be
    fetched, and where it cannot be had (the server fails, breaks off or is too slow) nothing. 429 is such a failure.
    """

    def __init__(self, settings: FetchSettings, fetch: FetchText) -> None:
        """Take the settings, and what brings the first bytes of a robots.txt within the settings given."""
        self._settings = settings
        self._fetch = fetch
        self._name = settings.user_agent.split("/")[0].split(" ")[0]
        self._known: OrderedDict[str, _Rules] = OrderedDict()
        self._size = 0
        self._lock = Lock()

    def check(self, url: httpx.URL, named: str, seconds: float) -> None:
        """Return if the address may be fetched.

        Args:
            url: the address; that of a robots.txt always may be.
            named: how messages call its host.
            seconds: how long to wait for the robots.txt at most.

        Raises:
            RobotsDisallowed: the host does not want it, or its robots.txt cannot be had.
        """
        text = self._find(url, seconds)
        if text is None:
            raise RobotsDisallowed(
                f"The robots.txt of {named} cannot be had, so that nothing may be fetched there (setting "
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
        found = self._bring(origin, seconds)
        with self._lock:
            self._remember(origin, found)
        return found.text

    def _bring(self, origin: str, seconds: float) -> _Rules:
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
    """Return a robots.txt in which all user agents but `*` and those that `name` begins with are one.

    Protego notes each rule for each user agent of its group, of which half a megabyte can name ten thousands, for as
    many rules.
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
    """Return whether an error stands for a host without a robots.txt."""
    if isinstance(error, UpstreamError):
        return 400 <= error.status < 500 and error.status != TOO_MANY_REQUESTS
    return isinstance(error, TooManyRedirects)
