"""The problem types of the REST endpoint, and the request id that every problem has.

docs/problems.md and `/docs` list the same types.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")  # nothing that could break a line or a quote


def choose_request_id(given: str | None) -> str:
    """Return the id that the client sent if it is well-formed, else a new one."""
    return given if given is not None and WELL_FORMED.fullmatch(given) else str(uuid.uuid4())


URN = "urn:problem-type:cutline:"  # before the name of a type; a name never changes its meaning


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One type of problem.

    Attributes:
        status: the HTTP status.
        title: what happened, in a sentence that is always the same.
        advice: what the caller can do (Markdown).
    """

    status: int
    title: str
    advice: str


PROBLEM_TYPES = {
    "malformed-request": ProblemType(
        400,
        "The request cannot be read.",
        "Read `detail` and change the request; the same request fails again.",
    ),
    "unauthorized": ProblemType(
        401,
        "The request has no valid token.",
        "Send `Authorization: Bearer` and a token of this service.",
    ),
    "url-blocked": ProblemType(
        403,
        "The address is not a public http(s) address.",
        "Send the page as `html`; the service only fetches public addresses.",
    ),
    "robots-disallowed": ProblemType(
        403,
        "The site's robots.txt disallows the page.",
        "Send the page as `html`, or ask the owner of the site.",
    ),
    "not-found": ProblemType(
        404,
        "There is nothing at this address.",
        "`/docs` lists all addresses.",
    ),
    "unknown-job": ProblemType(
        404,
        "There is no such job.",
        "It was deleted, expired, or belongs to another token. Send it again.",
    ),
    "method-not-allowed": ProblemType(
        405,
        "This address does not support the HTTP method.",
        "The header `Allow` lists the methods that it supports.",
    ),
    "not-acceptable": ProblemType(
        406,
        "None of the accepted formats is available.",
        "Send one of the media types in `detail` as `Accept`, or the parameter `format`.",
    ),
    "request-timeout": ProblemType(
        408,
        "The request did not arrive in time.",
        "Send it again, faster or in smaller parts.",
    ),
    "idempotency-conflict": ProblemType(
        409,
        "The Idempotency-Key was used for a different request.",
        "Send a new key with a new job.",
    ),
    "request-too-large": ProblemType(
        413,
        "The body of the request is too large.",
        "Send less; split a job into several.",
    ),
    "job-too-large": ProblemType(
        413,
        "The job has too many or too large pages.",
        "Split it into several jobs.",
    ),
    "page-too-large": ProblemType(
        413,
        "The page is too large.",
        "The limits are `page.max_bytes`, `page.max_elements` and `page.max_segments`.",
    ),
    "render-too-large": ProblemType(
        413,
        "The page is too large to be rendered.",
        "Send `render` as `never`, or use a method that needs no layout.",
    ),
    "unsupported-media-type": ProblemType(
        415,
        "The body has an unsupported media type.",
        "Send a `Content-Type` that `detail` lists.",
    ),
    "unsupported-encoding": ProblemType(
        415,
        "The body is compressed, but not with gzip.",
        "Compress it with gzip, or send it uncompressed.",
    ),
    "misdirected-request": ProblemType(
        421,
        "The service does not answer for the host that the request names.",
        "Use the address that the operator gave you.",
    ),
    "invalid-request": ProblemType(
        422,
        "A field is unknown, missing or has a wrong value.",
        "`errors` lists every mistake and where it is.",
    ),
    "bad-option": ProblemType(
        422,
        "An option is unknown or has a wrong value.",
        "`detail` names the option.",
    ),
    "bad-page": ProblemType(
        422,
        "The page cannot be used.",
        "`detail` says why.",
    ),
    "empty-page": ProblemType(
        422,
        "The page is empty.",
        "Send the HTML of the page, or check what the host returns.",
    ),
    "not-html": ProblemType(
        422,
        "The page is not HTML.",
        "Send HTML; PDF files, images and JSON cannot be read.",
    ),
    "too-many-requests": ProblemType(
        429,
        "Too many requests of this token are in progress.",
        "Wait for the seconds in `Retry-After`, or for an answer.",
    ),
    "request-head-too-large": ProblemType(
        431,
        "The request line or the headers are too large.",
        "Send long addresses and options in the body of a POST.",
    ),
    "internal-error": ProblemType(
        500,
        "The service made a mistake.",
        "Give its operator the `request_id`; the log has details.",
    ),
    "browser-missing": ProblemType(
        501,
        "This service has no browser.",
        "Send `render` as `auto` or `never`, ask for another format than PDF, or have a browser installed.",
    ),
    "wrapper-missing": ProblemType(
        501,
        "This service has no wrapper.",
        "Use another method, or have `template_wrapper.file` set.",
    ),
    "fetch-failed": ProblemType(
        502,
        "The page could not be fetched.",
        "`detail` says why. Try again later.",
    ),
    "unreachable-host": ProblemType(
        502,
        "The host could not be reached.",
        "Check its name, or try again later.",
    ),
    "upstream-error": ProblemType(
        502,
        "The host answered with an error.",
        "`upstream_status` has its status: 404 is permanent, 503 may be temporary.",
    ),
    "too-many-redirects": ProblemType(
        502,
        "The host redirects too often.",
        "Send the final address of the page.",
    ),
    "response-too-large": ProblemType(
        502,
        "The host's answer is too large.",
        "The limit is `fetch.max_bytes`.",
    ),
    "render-failed": ProblemType(
        502,
        "The page could not be rendered.",
        "Send `render` as `never`, or try again later.",
    ),
    "browser-died": ProblemType(
        502,
        "The browser crashed while it rendered the page.",
        "Try again.",
    ),
    "overloaded": ProblemType(
        503,
        "The service is overloaded.",
        "Wait for the seconds in `Retry-After`, then try again.",
    ),
    "too-many-jobs": ProblemType(
        503,
        "Too many jobs are unfinished.",
        "Wait for the seconds in `Retry-After`, or delete jobs that you do not need.",
    ),
    "queue-unavailable": ProblemType(
        503,
        "The queue of jobs is unavailable.",
        "Wait for the seconds in `Retry-After`, then try again.",
    ),
    "not-ready": ProblemType(
        503,
        "The service is not ready.",
        "Wait; `detail` says for what.",
    ),
    "worker-died": ProblemType(
        503,
        "The process that extracted the page crashed.",
        "Try once more; a page that crashes it twice cannot be extracted.",
    ),
    "fetch-timeout": ProblemType(
        504,
        "The host did not answer in time.",
        "Try again later.",
    ),
    "render-timeout": ProblemType(
        504,
        "The page was not rendered in time.",
        "Send `render` as `never`, or try again later.",
    ),
    "page-timeout": ProblemType(
        504,
        "Extracting the page took too long.",
        "The limit is `service.page_seconds`.",
    ),
}
