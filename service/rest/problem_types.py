"""The types of problem that the REST endpoint answers with, and the request id that each one carries.

docs/problems.md and `/docs` list the same types.
"""

from __future__ import annotations

import re
import uuid
from dataclasses import dataclass

HEADER = "X-Request-ID"
WELL_FORMED = re.compile(r"[A-Za-z0-9][A-Za-z0-9._-]{0,127}")  # nothing that could break a line or a quote


def choose_request_id(given: str | None) -> str:
    """Return the id that the client gave if it is well-formed, or a new one."""
    return given if given is not None and WELL_FORMED.fullmatch(given) else str(uuid.uuid4())


URN = "urn:problem-type:cutline:"  # in front of a type's name; what the names mean never changes


@dataclass(frozen=True, slots=True)
class ProblemType:
    """One type of problem.

    Attributes:
        status: of the answer.
        title: what happened, the same sentence each time.
        advice: what the caller may do about it.
    """

    status: int
    title: str
    advice: str


PROBLEM_TYPES = {
    "malformed-request": ProblemType(
        400, "The request cannot be read.", "Send what the detail asks for; the same request fails again."
    ),
    "unauthorized": ProblemType(
        401, "The request has no token that is known here.", "Send `Authorization: Bearer` with a token of the service."
    ),
    "url-blocked": ProblemType(
        403,
        "The address is not a public http(s) address.",
        "Send the page as `html`; only public ones are fetched.",
    ),
    "robots-disallowed": ProblemType(
        403, "The host asks robots not to fetch the page.", "Send the page as `html`, or ask the site's owner."
    ),
    "not-found": ProblemType(404, "There is nothing at this address.", "`/docs` lists the addresses."),
    "unknown-job": ProblemType(
        404, "There is no such job.", "It was deleted, finished too long ago, or is another token's; send it again."
    ),
    "method-not-allowed": ProblemType(
        405, "The address does not answer this verb.", "The header `Allow` lists the verbs."
    ),
    "request-timeout": ProblemType(
        408, "The request did not arrive in time.", "Send it again, faster, or in smaller parts."
    ),
    "idempotency-conflict": ProblemType(
        409, "The Idempotency-Key was used for another request.", "Send a new key with a new job."
    ),
    "request-too-large": ProblemType(
        413, "The body of the request is too large.", "Send less; in jobs, fewer pages at once."
    ),
    "job-too-large": ProblemType(413, "The job has too many or too large pages.", "Send several jobs."),
    "page-too-large": ProblemType(413, "The page is too large.", "Nothing; `page.max_bytes` and `page.max_elements`."),
    "render-too-large": ProblemType(
        413, "The page is too large to be rendered.", "Ask for `render` `never`, or a method that needs no layout."
    ),
    "unsupported-media-type": ProblemType(
        415, "The body is of a kind that is not read here.", "Send the `Content-Type` that the detail names."
    ),
    "unsupported-encoding": ProblemType(
        415, "The body is compressed in a way that is not read here.", "Send it with gzip, or as it is."
    ),
    "misdirected-request": ProblemType(
        421,
        "The service does not answer for the host that the request names.",
        "Use the address that the operator gave you.",
    ),
    "invalid-request": ProblemType(
        422, "The request has a field that is unknown or has a wrong value.", "`errors` names each one with its place."
    ),
    "bad-option": ProblemType(422, "An option is unknown or has a wrong value.", "The detail names it."),
    "bad-page": ProblemType(422, "The page cannot be used.", "The detail says why."),
    "empty-page": ProblemType(422, "The page is empty.", "Send the page's HTML, or look at what the host answers."),
    "not-html": ProblemType(422, "The page is not HTML.", "Send HTML; PDF and images are not read."),
    "too-many-requests": ProblemType(
        429, "Too many requests of this token are under way.", "Wait for the seconds in `Retry-After`, or for answers."
    ),
    "request-head-too-large": ProblemType(
        431, "The request line or the headers are too large.", "Send long addresses and options in the body of a POST."
    ),
    "internal-error": ProblemType(
        500, "Something is wrong in the service.", "Tell its operator the `request_id`; the log says more."
    ),
    "browser-missing": ProblemType(
        501, "This service has no browser.", "Ask for `render` `auto` or `never`, or have one installed."
    ),
    "wrapper-missing": ProblemType(
        501, "This service has no wrapper.", "Use another method, or have `template_wrapper.file` set."
    ),
    "fetch-failed": ProblemType(502, "The page could not be fetched.", "The detail says why; it may pass."),
    "unreachable-host": ProblemType(502, "The host could not be reached.", "Check its name; it may pass."),
    "upstream-error": ProblemType(
        502, "The host answered with an error.", "`upstream_status` is its status: 404 stays, 503 may pass."
    ),
    "too-many-redirects": ProblemType(502, "The host redirects too often.", "Give the address of the page itself."),
    "response-too-large": ProblemType(502, "The host's answer is too large.", "Nothing; `fetch.max_bytes`."),
    "render-failed": ProblemType(502, "The page could not be rendered.", "Ask for `render` `never`; it may pass."),
    "browser-died": ProblemType(502, "The browser that rendered the page ended.", "It may pass."),
    "overloaded": ProblemType(
        503, "The service has more to do than it can.", "Wait for the seconds in `Retry-After` and ask again."
    ),
    "too-many-jobs": ProblemType(
        503, "Too many jobs are not finished.", "Wait for the seconds in `Retry-After`, or delete jobs you do not need."
    ),
    "queue-unavailable": ProblemType(
        503, "The queue of jobs cannot be used now.", "Wait for the seconds in `Retry-After` and ask again."
    ),
    "not-ready": ProblemType(503, "The service is not ready to answer.", "Wait; the detail says for what."),
    "worker-died": ProblemType(
        503, "The process that worked on the page ended.", "Ask once more; a page that ends it twice cannot be read."
    ),
    "fetch-timeout": ProblemType(504, "The host did not answer in time.", "It may pass."),
    "render-timeout": ProblemType(504, "The page was not rendered in time.", "Ask for `render` `never`; it may pass."),
    "page-timeout": ProblemType(504, "The page took too long to be read.", "Nothing; `service.page_seconds`."),
}
