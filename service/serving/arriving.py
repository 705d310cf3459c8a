"""One HTTP request, read as its bytes arrive: h11 parses the head, and the body is read to the letter."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from enum import Enum, auto
from io import BytesIO
from urllib.parse import unquote

import h11

from cutline.config.settings import ServiceSettings
from cutline.service.rest.problems import MALFORMED, RequestProblem

HEAD_END = b"\r\n\r\n"
LINE_END = b"\r\n"
LOOSE_LINES = re.compile(rb"(?<!\r)\n|\r(?!\n)|\r\n[ \t]")  # servers disagree on bare line ends and on folded headers
HEADER_FIELDS = 60  # of one request; browsers send some 15
CONTINUE = "100-continue"
SECURE = "https"
API = "/v1/"

NOT_HTTP = "The request line or a header is malformed."
LENGTHS = "The headers do not say for certain how long the body is."
HOSTS = "A request of HTTP/1.1 has one header Host, which names the host that it is for."
# h11's messages by their beginnings, and ours: h11's quote the request.
SENTENCES = {
    "Missing mandatory Host": HOSTS,
    "Found multiple Host": HOSTS,
    "conflicting Content-Length": LENGTHS,
    "bad Content-Length": LENGTHS,
    "multiple Transfer-Encoding": LENGTHS,
    "Only Transfer-Encoding": "The body has a transfer coding other than chunked.",
}


@dataclass(frozen=True, slots=True)
class RequestHead:
    """The request line and the headers.

    Attributes:
        method: such as GET.
        uri: the target as the client sent it.
        path: of the target, before its query; not decoded.
        query: of the target.
        version: of HTTP, (1, 0) or (1, 1).
        headers: names in capitals, as they came; without those with an underscore, which is a hyphen to WSGI.
        length: bytes of the body; None if it comes in chunks.
    """

    method: str
    uri: str
    path: str
    query: str
    version: tuple[int, int]
    headers: tuple[tuple[str, str], ...]
    length: int | None

    @property
    def has_body(self) -> bool:
        """Whether a body follows."""
        return self.length != 0

    @property
    def is_call(self) -> bool:
        """Whether it is one of the API, for which a token is needed if the service has any."""
        return unquote(self.path[: 3 * len(API)]).startswith(API)  # its letters may be escaped, as %76

    @property
    def wants_page(self) -> bool:
        """Whether a person waits for the answer in a browser."""
        return not self.is_call and "text/html" in (self.get("ACCEPT") or "")

    def get(self, name: str) -> str | None:
        """Return the value of a header, given its name in capitals; the first of several."""
        return next((value for key, value in self.headers if key == name), None)


Gate = Callable[[RequestHead], RequestProblem | None]


@dataclass(frozen=True, slots=True)
class WholeRequest(RequestHead):
    """A request as gunicorn's WSGI code reads it."""

    body: BytesIO
    scheme: str
    proxy_protocol_info: None = None
    _expected_100_continue: bool = False  # said before the body came

    def should_close(self) -> bool:
        """Return whether the client wants no other answer on this connection."""
        wishes = {
            word.strip().lower() for name, value in self.headers if name == "CONNECTION" for word in value.split(",")
        }
        return "close" in wishes or (self.version < (1, 1) and "keep-alive" not in wishes)


class Stage(Enum):
    """How far a request has come."""

    HEAD = auto()
    BODY = auto()
    WHOLE = auto()
    REFUSED = auto()


class ArrivingRequest:
    """One request, as far as it has arrived.

    Attributes:
        stage: how far that is.
        has_begun: whether anything has arrived.
        head: None until it is complete.
        refusal: why the request is refused, if it is.
        rest: the bytes behind a whole request.
    """

    def __init__(self, limits: ServiceSettings, gate: Gate, data: bytes = b"") -> None:
        """Take the limits, what may refuse a request for its head, and bytes that came behind the request before."""
        self.stage = Stage.HEAD
        self.head: RequestHead | None = None
        self.refusal: RequestProblem | None = None
        self.rest = b""
        self._limits = limits
        self._gate = gate
        self.has_begun = False
        self._begun = bytearray()  # what has arrived of the head
        self._body = BytesIO()
        self._chunked = ChunkedBody(self._body)
        if data:
            self.add(data)

    def add(self, data: bytes) -> None:
        """Take more bytes, at least one."""
        self.has_begun = True
        try:
            if self.stage is Stage.HEAD:
                data = self._read_head(data)
            if self.stage is Stage.BODY:
                self._read_body(data)
        except RequestProblem as problem:
            self._refuse(problem)
        except h11.RemoteProtocolError as error:
            self._refuse(RequestProblem(MALFORMED, _explain(error)))
        except MalformedChunks as error:
            self._refuse(RequestProblem(MALFORMED, f"The body is not chunked as its headers say: {error}."))

    @property
    def size(self) -> int:
        """How many bytes are in memory."""
        return len(self._begun) + self._body.tell()

    @property
    def expects_continue(self) -> bool:
        """Whether the client waits for `100 Continue` before it sends the body."""
        if self.head is None or self.stage is not Stage.BODY or self._body.tell():
            return False
        return self.head.version >= (1, 1) and self.head.get("EXPECT") is not None

    def finish(self, may_say_scheme: bool) -> WholeRequest:
        """Return the whole request.

        Args:
            may_say_scheme: whether the client is a proxy whose `X-Forwarded-Proto` is believed.
        """
        head = self.head
        assert head is not None and self.stage is Stage.WHOLE
        size = self._body.tell()
        self._body.seek(0)
        said = {value.lower() for name, value in head.headers if name == "X-FORWARDED-PROTO"}
        kept = (pair for pair in head.headers if pair[0] not in ("TRANSFER-ENCODING", "CONTENT-LENGTH", "EXPECT"))
        headers = (*kept, ("CONTENT-LENGTH", str(size))) if head.has_body else tuple(kept)
        scheme = SECURE if may_say_scheme and said == {SECURE} else "http"
        return WholeRequest(**asdict(replace(head, headers=headers)), body=self._body, scheme=scheme)

    def _read_head(self, data: bytes) -> bytes:
        """Take bytes of the head, and return those that come after it."""
        begun = self._begun
        searched = max(0, len(begun) - len(HEAD_END) - len(LINE_END))
        begun += data
        if begun.startswith(LINE_END):
            del begun[:2]  # an empty line before a request is allowed (RFC 9112, section 2.2)
        end = begun.find(HEAD_END, searched)
        if (len(begun) if end < 0 else end) > self._limits.max_head_bytes:
            limit = f"{self._limits.max_head_bytes:,} bytes (setting service.max_head_bytes)"
            raise RequestProblem("request-head-too-large", f"The headers have more than {limit}.")
        if end < 0:
            return b""
        lines, rest = bytes(begun[: end + len(HEAD_END)]), bytes(begun[end + len(HEAD_END) :])
        del begun[end + len(HEAD_END) :]
        if LOOSE_LINES.search(lines):
            raise RequestProblem(MALFORMED, NOT_HTTP)
        parser = h11.Connection(h11.SERVER, max_incomplete_event_size=len(lines))
        parser.receive_data(lines)
        event = parser.next_event()
        assert isinstance(event, h11.Request)
        self.head = self._check_head(event)
        self._check_size(self.head.length or 0)
        if refusal := self._gate(self.head):
            self._refuse(refusal)
        else:
            self.stage = Stage.BODY
        return rest

    def _check_head(self, event: h11.Request) -> RequestHead:
        headers = [(name.decode("latin-1").upper(), value.decode("latin-1")) for name, value in event.headers]
        self._check_extent(event, headers)
        _check_headers(headers, is_old=event.http_version == b"1.0")
        named = dict(reversed(headers))  # the first of each
        length = None if "TRANSFER-ENCODING" in named else int(named.get("CONTENT-LENGTH", "0"))
        target = event.target.decode("latin-1")
        path, _, query = _find_origin(target, named.get("HOST")).partition("?")
        return RequestHead(
            method=event.method.decode("latin-1"),
            uri=target,
            path=path,
            query=query,
            version=(1, 0) if event.http_version == b"1.0" else (1, 1),
            headers=tuple((name, value) for name, value in headers if "_" not in name),
            length=length,
        )

    def _check_extent(self, event: h11.Request, headers: Sequence[tuple[str, str]]) -> None:
        if len(event.target) > self._limits.max_request_line:
            raise RequestProblem(
                "request-head-too-large", "The request line is too long (setting service.max_request_line)."
            )
        if len(headers) > HEADER_FIELDS:
            raise RequestProblem("request-head-too-large", f"There are more than {HEADER_FIELDS} headers.")
        if event.http_version not in (b"1.0", b"1.1"):
            raise RequestProblem(MALFORMED, "This HTTP version is not supported; use HTTP/1.1.")

    def _read_body(self, data: bytes) -> None:
        assert self.head is not None
        if self.head.length is None:
            self._chunked.add(data)
            self._check_size(self._body.tell())
            is_whole, self.rest = self._chunked.is_whole, self._chunked.rest
        else:
            missing = self.head.length - self._body.tell()
            self._body.write(data[:missing])
            is_whole, self.rest = len(data) >= missing, data[missing:]
        if is_whole:
            self.stage = Stage.WHOLE

    def _check_size(self, size: int) -> None:
        limit = self._limits.max_request_bytes
        if size > limit:
            detail = f"The body has more than {limit:,} bytes (setting service.max_request_bytes)."
            raise RequestProblem("request-too-large", detail)

    def _refuse(self, refusal: RequestProblem) -> None:
        self.stage, self.refusal = Stage.REFUSED, refusal


def _check_headers(headers: Sequence[tuple[str, str]], *, is_old: bool) -> None:
    """Refuse headers that servers read differently; `is_old`: those of HTTP/1.0, which has no chunks."""
    counts = Counter(name for name, _ in headers)
    expected = {value.lower() for name, value in headers if name == "EXPECT"}
    mistakes = {
        LENGTHS: counts["TRANSFER-ENCODING"] and (is_old or counts["CONTENT-LENGTH"]),
        "There is more than one header Content-Type.": counts["CONTENT-TYPE"] > 1,
        HOSTS: counts["HOST"] > 1,
        "The request expects something other than 100-continue.": expected - {CONTINUE},
    }
    for sentence, is_made in mistakes.items():
        if is_made:
            raise RequestProblem(MALFORMED, sentence)


def _explain(error: h11.RemoteProtocolError) -> str:
    said = str(error)
    return next((ours for theirs, ours in SENTENCES.items() if said.startswith(theirs)), NOT_HTTP)


def _find_origin(target: str, host: str | None) -> str:
    """Return the path and query of a request's target (RFC 9112, section 3.2).

    Raises:
        RequestProblem: it is neither of these; so is that of `OPTIONS *`: what the service can do differs by path.
    """
    path, _, _ = target.partition("#")
    if path.startswith("/"):
        return path
    scheme, _, after = path.partition("://")
    authority, slash, rest = after.partition("/")
    if scheme.lower() in ("http", SECURE) and host and authority.lower() == host.lower():
        return slash + rest or "/"
    raise RequestProblem(MALFORMED, "The target of the request is neither a path nor an address of its Host.")


CHUNK_LINE = re.compile(rb"([0-9A-Fa-f]{1,16})(?:;[\t\x20-\x7e\x80-\xff]*)?")
TRAILER = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):[\t\x20-\x7e\x80-\xff]*")
FRAMING = (b"content-length", b"transfer-encoding", b"host")  # which no trailer may say
MAX_LINE = 4096  # bytes of the line before a chunk, and of a trailer
MAX_TRAILERS = 20
FREE_CHUNKS, LEAST_CHUNK_BYTES = 1000, 64  # beyond so many chunks of a body, their mean size must be so many bytes


class MalformedChunks(ValueError):
    """A body is not chunked as its headers say, or in a way that costs too much."""


class ChunkedBody:
    """A body in chunks (RFC 9112, section 7.1), as far as it has arrived; what parsers disagree on is refused.

    Attributes:
        is_whole: whether its end has arrived.
        rest: the bytes behind that.
    """

    def __init__(self, body: BytesIO) -> None:
        """Take where the content goes."""
        self.is_whole = False
        self.rest = b""
        self._body = body
        self._begun = b""  # what has arrived of a line
        self._left = 0  # bytes of the current chunk, with its line end
        self._chunks = 0
        self._trailers: int | None = None  # how many have come; None before the last chunk

    def add(self, data: bytes) -> None:
        """Take more bytes.

        Raises:
            MalformedChunks: they are no chunks, or tiny ones.
        """
        data, place = self._begun + data, 0
        self._begun = b""
        while place < len(data) and not self.is_whole:
            if self._left:
                place = self._read_content(data, place)
                continue
            end = data.find(LINE_END, place)
            if (len(data) if end < 0 else end) - place > MAX_LINE:
                raise MalformedChunks("a line is too long")
            if end < 0:
                self._begun = data[place:]
                return
            self._read_line(data[place:end])
            place = end + len(LINE_END)
        if self.is_whole:
            self.rest = data[place:]

    def _read_content(self, data: bytes, place: int) -> int:
        """Take content of a chunk and its line end, and return where they end; `_left` counts both."""
        content = data[place : place + max(0, self._left - len(LINE_END))]
        self._body.write(content)
        self._left -= len(content)
        place += len(content)
        while place < len(data) and 0 < self._left <= len(LINE_END):
            if data[place] != LINE_END[-self._left]:
                raise MalformedChunks("a chunk is longer than its line says")
            self._left -= 1
            place += 1
        return place

    def _read_line(self, line: bytes) -> None:
        if self._trailers is not None:
            self._read_trailer(line)
            return
        found = CHUNK_LINE.fullmatch(line)
        if found is None:
            raise MalformedChunks("a line is no chunk's")
        size = int(found[1], 16)
        if size == 0:
            self._trailers = 0
            return
        if self._chunks >= FREE_CHUNKS and self._body.tell() < self._chunks * LEAST_CHUNK_BYTES:
            raise MalformedChunks("its chunks are tiny")
        self._left = size + len(LINE_END)
        self._chunks += 1

    def _read_trailer(self, line: bytes) -> None:
        """Pass over a trailer; the empty line ends the body."""
        if not line:
            self.is_whole = True
            return
        assert self._trailers is not None
        self._trailers += 1
        found = TRAILER.fullmatch(line)
        if found is None or found[1].lower() in FRAMING or self._trailers > MAX_TRAILERS:
            raise MalformedChunks("a trailer is malformed, or there are too many")
