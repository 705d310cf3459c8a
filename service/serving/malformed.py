"""What is wrong with a request that is none, in words for who sent it."""

from __future__ import annotations

from typing import Any

CHUNKS = "The body is not in chunks as HTTP has them, though the headers say so."
# gunicorn's errors by name; their own words quote the request.
SENTENCES = {
    "InvalidRequestLine": "The first line is no request line of HTTP.",
    "InvalidRequestMethod": "The first line begins with something that is no method of HTTP.",
    "InvalidHTTPVersion": "The version of HTTP is none that is spoken here; use HTTP/1.1.",
    "InvalidHeader": "A header is none of HTTP, or two of them contradict each other on the length of the body.",
    "InvalidHeaderName": "A header has a name that HTTP does not allow.",
    "ObsoleteFolding": "A header goes on in a second line, which HTTP does not allow any more.",
    "UnsupportedTransferCoding": "The body has a transfer coding other than chunked.",
    "ExpectationFailed": "The request expects something other than 100-continue.",
    "InvalidChunkSize": CHUNKS,
    "InvalidChunkExtension": CHUNKS,
    "ChunkMissingTerminator": CHUNKS,
}
OURS = {"InvalidResponseHeader", "InvalidResponseHeaderName", "ConfigurationProblem"}


class WrongHost(Exception):
    """The request does not say, or says more than once, which host it is for (RFC 9112, section 3.2)."""


def check_host(request: Any) -> None:
    """Do nothing if a request that gunicorn has read names one host, or is older than that rule.

    Raises:
        WrongHost: it names none, or several.
    """
    named = sum(name == "HOST" for name, _ in request.headers)
    if named > 1 or (named == 0 and request.version >= (1, 1)):
        raise WrongHost


def explain(error: BaseException) -> tuple[str, str]:
    """Return the type of problem and a sentence for what was raised while a request was read and answered."""
    name = type(error).__name__
    if isinstance(error, WrongHost):
        return "malformed-request", "A request of HTTP/1.1 has one header Host, which names the host that it is for."
    if name == "LimitRequestLine":
        return "request-head-too-large", "The request line is too long (setting service.max_request_line)."
    if name == "LimitRequestHeaders":
        return "request-head-too-large", "There are too many headers, or one is too long."
    if type(error).__module__ == "gunicorn.http.errors" and name not in OURS:
        return "malformed-request", SENTENCES.get(name, "This is no request of HTTP.")
    return "internal-error", "The log of the service says more."
