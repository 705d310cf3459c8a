"""One page brought from the web, within limits of place, size and time."""

from __future__ import annotations

import ssl
from collections.abc import Collection, Iterator
from contextlib import closing, contextmanager
from dataclasses import dataclass
from email.message import Message
from functools import cache
from http import HTTPStatus

import httpcore
import httpx

from cutline.config.settings import FetchSettings
from cutline.errors import (
    BlockedAddress,
    FetchTimeout,
    NotHtml,
    ResponseTooLarge,
    TooManyRedirects,
    UnreachableHost,
    UpstreamError,
)
from cutline.service.fetch.connect import CheckedBackend, Connect, open_connection
from cutline.service.fetch.deadline import Deadline
from cutline.service.fetch.decompress import ACCEPTED, decompress
from cutline.service.fetch.guard import Destination, admit, parse_url
from cutline.service.fetch.resolve import Resolver, resolve_host

REDIRECTS = {301, 302, 303, 307, 308}
PAGE_TYPES = {"text/html", "application/xhtml+xml", "application/xml", "text/xml", "text/plain"}
ACCEPT = "text/html,application/xhtml+xml,application/xml;q=0.9,text/plain;q=0.8"


@dataclass(frozen=True, slots=True)
class Fetched:
    """A page as it came from the web.

    Attributes:
        url: its address, after redirects.
        body: its bytes, decompressed.
        charset: the encoding the server names, in lower case; it need not be one that exists.
        media_type: the type the server names, such as text/html.
        status: the HTTP status of the answer (200-299).
    """

    url: str
    body: bytes
    charset: str | None
    media_type: str | None
    status: int


def fetch_page(
    url: str, settings: FetchSettings, *, resolve: Resolver = resolve_host, connect: Connect = open_connection
) -> Fetched:
    """Return the page at an address.

    Raises:
        NotHtml: the server says that it is neither HTML, XML nor text.
        FetchError: as `fetch_resource`.
    """
    return fetch_resource(url, settings, accepted=PAGE_TYPES, resolve=resolve, connect=connect)


def fetch_resource(
    url: str,
    settings: FetchSettings,
    *,
    accepted: Collection[str] | None = None,
    accept: str = ACCEPT,
    resolve: Resolver = resolve_host,
    connect: Connect = open_connection,
) -> Fetched:
    """Return what is at an address.

    Proxy variables are ignored, cookies are not kept, and no more than `settings.max_redirects` redirects are followed.

    Args:
        url: a full http(s) address of the public web, or of a network in `settings.allowed_networks`.
        settings: the limits.
        accepted: the media types that may come; None: any.
        accept: the header Accept, which says what is asked for.
        resolve: returns every address of a host; each is checked before any is connected to.
        connect: opens a connection to an address that was checked.

    Raises:
        BlockedAddress: the address, or one it redirects to, is malformed or not public.
        UnreachableHost: the host has no address, or refuses or breaks the connection.
        UpstreamError: the server answered with another status than 200-299.
        FetchTimeout: connecting, the headers, a part of the page or the whole took too long.
        TooManyRedirects: the page was not reached after `settings.max_redirects` redirects.
        ResponseTooLarge: the page has more than `settings.max_bytes` bytes, compressed or decompressed.
        NotHtml: the server names another media type than those accepted.
        FetchError: the answer is compressed in an unknown way, or damaged.
    """
    deadline = Deadline(settings.total_seconds)
    target = parse_url(url)
    named = host = target.host
    for _ in range(settings.max_redirects + 1):
        with _name_failures(named):
            destination = admit(target, settings, lambda name: resolve(name, deadline.left()), named)
            with _request(destination, settings, accept, deadline, connect) as response:
                location = _find_redirect(response)
                if location is None:
                    return _read_answer(target, response, settings, accepted, deadline, named)
        target = _follow(target, location, named)
        named = f"{host} (after a redirect)"
    raise TooManyRedirects(f"{host} redirects more than {settings.max_redirects} times; the page may need cookies.")


@contextmanager
def _request(
    destination: Destination, settings: FetchSettings, accept: str, deadline: Deadline, connect: Connect
) -> Iterator[httpcore.Response]:
    url = destination.url
    request = httpcore.Request(
        "GET",
        httpcore.URL(scheme=url.raw_scheme, host=url.raw_host, port=destination.port, target=url.raw_path),
        headers={
            "Host": url.netloc,
            "User-Agent": settings.user_agent,
            "Accept": accept,
            "Accept-Encoding": ACCEPTED,
            "Connection": "close",
        },
    )
    backend = CheckedBackend(destination, settings, deadline, connect)
    connection = httpcore.HTTPConnection(request.url.origin, ssl_context=_load_authorities(), network_backend=backend)
    with closing(connection):
        with deadline.sooner(settings.header_seconds):
            response = connection.handle_request(request)
        yield response


@cache
def _load_authorities() -> ssl.SSLContext:
    return httpx.create_ssl_context(trust_env=False)


def _find_redirect(response: httpcore.Response) -> str | None:
    return httpx.Headers(response.headers).get("location") if response.status in REDIRECTS else None


def _follow(url: httpx.URL, location: str, named: str) -> httpx.URL:
    try:
        return url.join(location)
    except (httpx.InvalidURL, UnicodeError) as error:
        raise BlockedAddress(f"{named} redirects to a malformed address.") from error


def _read_answer(
    url: httpx.URL,
    response: httpcore.Response,
    settings: FetchSettings,
    accepted: Collection[str] | None,
    deadline: Deadline,
    named: str,
) -> Fetched:
    if not 200 <= response.status < 300:
        raise UpstreamError(f"{named} answered with status {_describe_status(response.status)}.", response.status)
    headers = httpx.Headers(response.headers)
    media_type, charset = _split_content_type(headers.get("content-type", ""))
    if media_type is not None and accepted is not None and media_type not in accepted:
        raise NotHtml(f"{named} answered with {media_type}, not with a page; give the address of an HTML page.")
    body = _read_body(response, settings.max_bytes, deadline)
    page = decompress(body, headers.get("content-encoding", ""), settings.max_bytes)
    return Fetched(str(url), page, charset, media_type, response.status)


def _read_body(response: httpcore.Response, limit: int, deadline: Deadline) -> bytes:
    body = bytearray()
    for chunk in response.iter_stream():
        body += chunk
        if len(body) > limit:
            raise ResponseTooLarge(f"The answer has more than {limit} bytes (setting fetch.max_bytes).")
        deadline.left()
    return bytes(body)


def _split_content_type(value: str) -> tuple[str | None, str | None]:
    message = Message()
    message["content-type"] = value
    media_type = value.partition(";")[0].partition(",")[0].strip().lower()
    return media_type or None, message.get_content_charset()


def _describe_status(status: int) -> str:
    try:
        return f"{status} ({HTTPStatus(status).phrase})"
    except ValueError:
        return str(status)


@contextmanager
def _name_failures(named: str) -> Iterator[None]:
    """Turn what the network raises into errors that call the host `named`, and nothing else."""
    try:
        yield
    except (TimeoutError, httpcore.TimeoutException) as error:
        raise FetchTimeout(
            f"{named} did not deliver the page in time; try again, or raise the limits of [fetch] in the settings."
        ) from error
    except httpcore.NetworkError as error:
        raise UnreachableHost(_describe_broken(named, error.__cause__)) from error
    except httpcore.ProtocolError as error:
        raise UnreachableHost(f"{named} broke off the answer, or does not speak HTTP at this port.") from error


def _describe_broken(named: str, cause: BaseException | None) -> str:
    match cause:
        case ssl.SSLCertVerificationError():
            return f"The certificate of {named} cannot be verified; it is expired, self-signed or another host's."
        case ssl.SSLError():
            return f"No secure connection with {named} could be made; the server may only speak http://."
        case ConnectionRefusedError():
            return f"{named} refuses the connection; check the address, or try again later."
        case _:
            return f"The connection with {named} broke or could not be made; try again later."
