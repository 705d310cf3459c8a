"""Every error that cutline can raise.

CutlineError
 +-- OptionError             an option is unknown or has a wrong value
 |    +-- LabelError         a page cannot be labelled as marked
 +-- ConfigError             a settings file or CUTLINE_* variable cannot be used
 +-- PageError               the page itself cannot be used
 |    +-- EmptyPage
 |    +-- NotHtml
 |    +-- PageTooLarge
 +-- SourceError             a file, folder or record cannot be read
 +-- FetchError              a page could not be fetched
 |    +-- BlockedAddress
 |    +-- RobotsDisallowed
 |    +-- UnreachableHost
 |    +-- UpstreamError
 |    +-- FetchTimeout
 |    +-- TooManyRedirects
 |    +-- ResponseTooLarge
 +-- RenderError             a page could not be rendered
 |    +-- BrowserMissing
 |    +-- BrowserDied
 |    +-- RenderTimeout
 |    +-- RenderTooLarge
 +-- WorkerDied              the process that worked on a page, or was about to, ended
 +-- PageTimeout             a page took longer than the settings allow
 +-- InternalError           cutline itself failed on a page
 +-- Overloaded              the service has too much to do; try again later
 +-- PipelineError           the language pipeline is missing or does not fit
 +-- ModelError              a trained classifier is missing, damaged or does not fit
 |    +-- WrapperMissing     the method needs a site's wrapper, and none is given
 +-- TrainingError           a model could not be trained from the data given
 +-- JobError                a job cannot be accepted or found
 |    +-- UnknownJob
 |    +-- JobConflict
 |    +-- JobTooLarge
 |    +-- TooManyJobs
 +-- QueueUnavailable        the job database cannot be used now
 +-- ServiceError            a service that `cutline.Client` called refused, failed, or is not cutline
      +-- ServiceUnreachable
"""

from __future__ import annotations

import copyreg
from typing import Any, ClassVar


def name_extra(extra: str) -> str:
    """Return how to install an extra of cutline, for a message."""
    return f"pip install '.[{extra}]' in a checkout of cutline"


class CutlineError(Exception):
    """Root of all cutline errors; `code` names the kind in results and problem documents."""

    code: ClassVar[str] = "error"

    def __reduce__(self) -> tuple[Any, ...]:
        """Keep message and attributes on the way between processes, whatever arguments the constructor takes."""
        return copyreg.__newobj__, (type(self), *self.args), self.__dict__  # type: ignore[attr-defined]


class TryLater(Exception):
    """Added to errors that pass; `retry_after` is the number of seconds after which to try again."""

    def __init__(self, message: str, retry_after: int) -> None:
        """Take a sentence for a person, and seconds."""
        super().__init__(message)
        self.retry_after = retry_after


class OptionError(CutlineError, ValueError):
    """An option is unknown or has a value it cannot take."""

    code = "bad-option"


class LabelError(OptionError):
    """A page cannot be labelled as marked: its article names no such block or image."""


class ConfigError(CutlineError, ValueError):
    """A settings file or a CUTLINE_* variable cannot be used."""

    code = "bad-config"


class PageError(CutlineError):
    """The page itself cannot be used."""

    code = "bad-page"


class EmptyPage(PageError):
    """The page contains nothing but white space."""

    code = "empty-page"


class NotHtml(PageError):
    """The bytes are a PDF, an image, or something else that is not HTML."""

    code = "not-html"


class PageTooLarge(PageError):
    """The page is larger than the limit in the settings."""

    code = "page-too-large"


class SourceError(CutlineError):
    """A file, a folder or a record of a batch cannot be read."""

    code = "bad-source"


class FetchError(CutlineError):
    """A page could not be fetched."""

    code = "fetch-failed"


class BlockedAddress(FetchError):
    """The address is not a public http(s) address; it is never connected to."""

    code = "url-blocked"


class RobotsDisallowed(FetchError):
    """The host's robots.txt asks for the page not to be fetched, or cannot be read (setting `fetch.robots`)."""

    code = "robots-disallowed"


class UnreachableHost(FetchError):
    """The host has no address, or refuses or breaks the connection."""

    code = "unreachable-host"


class UpstreamError(FetchError):
    """The server answered with a status that is not a page."""

    code = "upstream-error"

    def __init__(self, message: str, status: int) -> None:
        """Take a sentence for a person, and the HTTP status of the server's answer; any but 200-299."""
        super().__init__(message)
        self.status = status


class FetchTimeout(FetchError):
    """The server did not deliver the page in time."""

    code = "fetch-timeout"


class TooManyRedirects(FetchError):
    """The server redirected more often than the settings allow."""

    code = "too-many-redirects"


class ResponseTooLarge(FetchError):
    """The response, compressed or decompressed, exceeds the size limit."""

    code = "response-too-large"


class RenderError(CutlineError):
    """A page could not be rendered."""

    code = "render-failed"


class BrowserMissing(RenderError):
    """Playwright or Chromium is not installed."""

    code = "browser-missing"


class BrowserDied(RenderError):
    """The browser crashed, was killed, or did not start."""

    code = "browser-died"


class RenderTimeout(RenderError):
    """The page took longer than the settings allow; its browser was killed."""

    code = "render-timeout"


class RenderTooLarge(RenderError):
    """The page, or the rendered document, is larger than the settings allow."""

    code = "render-too-large"


class WorkerDied(CutlineError):
    """The process that worked on a page crashed or was killed, or workers keep ending while they start."""

    code = "worker-died"


class PageTimeout(CutlineError):
    """A page took longer than the settings allow; its worker was killed."""

    code = "page-timeout"


class InternalError(CutlineError):
    """A bug in cutline; the log says where."""

    code = "internal-error"


class Overloaded(TryLater, CutlineError):
    """The service has too much to do, or is stopping; nothing was done."""

    code = "overloaded"


class PipelineError(CutlineError):
    """The language pipeline is missing, or was made for another version of spaCy."""

    code = "bad-pipeline"


class ModelError(CutlineError):
    """A trained classifier is missing, damaged, or was made for other features."""

    code = "bad-model"


class WrapperMissing(ModelError):
    """The method needs the wrapper of the page's site, and none is given."""

    code = "wrapper-missing"


class TrainingError(CutlineError):
    """A model could not be trained from the data given."""

    code = "training-failed"


class JobError(CutlineError):
    """A job cannot be accepted or found."""

    code = "bad-job"


class UnknownJob(JobError):
    """There is no such job, it was removed, or it belongs to another caller."""

    code = "unknown-job"


class JobConflict(JobError):
    """The idempotency key belongs to a different job."""

    code = "idempotency-conflict"


class JobTooLarge(JobError):
    """The job has more items, or larger ones, than the settings allow."""

    code = "job-too-large"


class TooManyJobs(TryLater, JobError):
    """There are as many unfinished jobs as the settings allow; try again after `retry_after` seconds."""

    code = "too-many-jobs"


class QueueUnavailable(TryLater, CutlineError):
    """The job database cannot be used now; try again after `retry_after` seconds."""

    code = "queue-unavailable"


class ServiceError(CutlineError):
    """A service that `cutline.Client` called refused the request, failed, or is not cutline."""

    code = "service-error"

    def __init__(
        self, message: str, status: int | None = None, problem: str | None = None, request_id: str | None = None
    ) -> None:
        """Take a sentence for a person and, if there was a response, its HTTP status, problem type and request id."""
        super().__init__(message)
        self.status = status
        self.problem = problem
        self.request_id = request_id


class ServiceUnreachable(ServiceError):
    """The service cannot be reached, or did not answer in time."""

    code = "service-unreachable"
