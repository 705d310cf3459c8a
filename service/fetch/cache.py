"""HTTP cache in a file, by the rules of RFC 9111.

hishel implements the rules and the storage. The guard still checks every address before its answer is looked up here.
"""

from __future__ import annotations

import hashlib
import os
import sqlite3
from collections.abc import Callable, Generator, Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from threading import Lock

import hishel
import httpx

from cutline.errors import ConfigError
from cutline.service.fetch.exchange import Ask, Deadline, HttpResponse
from cutline.service.fetch.guard import Destination

OPTIONS = hishel.CacheOptions(shared=True, supported_methods=["GET"], allow_stale=False)
OWNER_ONLY = 0o600
OK = 200
BUSY_SECONDS = 5.0  # that a process waits for another one's write

Send = Callable[[hishel.Request], hishel.Response]


class HttpCache:
    """A file of cached answers; safe to share between threads, and the file between processes.

    It is a shared cache: only answers with status 200 are stored, and none that is `private` or sets a cookie.
    """

    def __init__(self, file: Path, max_bytes: int) -> None:
        """Take the file, which is created if it is missing, and its maximum size in bytes.

        Raises:
            ConfigError: it cannot be written, or is not a cache.
        """
        self._file = file
        self._max_bytes = max_bytes
        self._opening = Lock()
        self._storage: hishel.SqliteStorage | None = None
        self._owner = 0
        self._check()

    @contextmanager
    def ask(
        self, origin: Ask, destination: Destination, headers: Mapping[str, str], deadline: Deadline
    ) -> Iterator[HttpResponse]:
        """Return the cached answer, or that of the server by `origin`, which is stored once it has been read."""
        given = {name.lower() for name in headers}
        with ExitStack() as opened:

            def send(request: hishel.Request) -> hishel.Response:
                conditions = {name: value for name, value in request.headers.items() if name not in given}
                return _to_hishel(opened.enter_context(origin(destination, {**headers, **conditions}, deadline)))

            address = str(destination.url.copy_with(fragment=None))
            request = hishel.Request("GET", address, hishel.Headers(dict(headers)))
            response = _follow_rules(request, send, self._open())
            chunks = response.stream
            assert isinstance(chunks, Generator)
            with closing(chunks):
                yield HttpResponse(response.status_code, _to_httpx(response.headers), chunks)

    def close(self) -> None:
        """Close the file; it is reopened on the next use."""
        with self._opening:
            storage, self._storage = self._storage, None
            if storage is not None and self._owner == os.getpid():
                storage.close()

    def _open(self) -> hishel.SqliteStorage:
        with self._opening:  # a forked process inherits its parent's storage, and must not use it
            if self._storage is None or self._owner != os.getpid():
                self._storage, self._owner = self._make_storage(), os.getpid()
            return self._storage

    def _make_storage(self) -> hishel.SqliteStorage:
        # Given a path, hishel would write a .gitignore into its folder.
        connection = sqlite3.connect(self._file, BUSY_SECONDS, isolation_level=None, check_same_thread=False)
        return hishel.SqliteStorage(connection=connection, max_size=self._max_bytes)

    def _check(self) -> None:
        try:
            self._file.touch(mode=OWNER_ONLY)
            with closing(self._make_storage()) as storage:
                assert storage.connection is not None
                storage.connection.execute("PRAGMA schema_version")
                storage.get_entries("")  # creates the tables
        except (OSError, sqlite3.Error, RuntimeError) as error:
            raise ConfigError(f"The file {self._file} (setting fetch.cache_file) cannot be used: {error}") from error


def _follow_rules(request: hishel.Request, send: Send, storage: hishel.SqliteStorage) -> hishel.Response:
    """Return the answer to a request, by hishel's states of RFC 9111."""
    key = hashlib.sha256(request.url.encode()).hexdigest()
    state: hishel.AnyState = hishel.IdleClient(options=OPTIONS)
    while True:
        match state:
            case hishel.IdleClient():
                state = state.next(request, storage.get_entries(key))
            case hishel.CacheMiss() | hishel.NeedRevalidation():
                state = state.next(send(state.request))
            case hishel.NeedToBeUpdated():
                for entry in state.updating_entries:
                    storage.update_headers(entry.id, entry.response.headers)
                state = state.next()
            case hishel.InvalidateEntries():
                for entry_id in state.entry_ids:
                    storage.remove_entry(entry_id)
                state = state.next()
            case hishel.FromCache():
                return state.entry.response
            case hishel.StoreAndUse():
                return _keep(request, state.response, storage, key)
            case hishel.CouldNotBeStored():
                return state.response


def _keep(
    request: hishel.Request, response: hishel.Response, storage: hishel.SqliteStorage, key: str
) -> hishel.Response:
    may_be_kept = response.status_code == OK and "set-cookie" not in response.headers
    return storage.create_entry(request, response, key).response if may_be_kept else response


def _to_hishel(answer: HttpResponse) -> hishel.Response:
    headers: dict[str, str | list[str]] = {}
    for name in answer.headers:
        headers[name] = answer.headers.get_list(name)
    headers.pop("transfer-encoding", None)  # the stored body has no transfer encoding
    return hishel.Response(answer.status, hishel.Headers(headers), answer.chunks)


def _to_httpx(headers: hishel.Headers) -> httpx.Headers:
    pairs = ((name, value) for name in headers for value in headers.get_list(name) or [])
    return httpx.Headers(
        [(name.encode(), value.encode()) for name, value in pairs]
    )  # text headers would have to be ASCII
