"""Every error a caller of cutline may meet.

CutlineError
 +-- OptionError             an option is unknown or has a wrong value
 +-- ConfigError             a settings file or CUTLINE_* variable cannot be used
 +-- PageError               the page itself cannot be used
 |    +-- EmptyPage
 |    +-- NotHtml
 |    +-- PageTooLarge
 +-- SourceError             a file, folder or record cannot be read
 +-- FetchError              a page could not be brought from the web
 |    +-- BlockedAddress
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
 +-- WorkerDied              the process that worked on a page, or was to, ended
 +-- PageTimeout             a page of a batch took longer than the settings allow
 +-- PipelineError           the language pipeline is missing or does not fit
 +-- ModelError              a trained classifier is missing, damaged or does not fit
 |    +-- WrapperMissing     the method needs a site's wrapper, and none is given
 +-- TrainingError           a model could not be trained from the data given
"""

from __future__ import annotations

from typing import ClassVar


class CutlineError(Exception):
    """Root of all cutline errors; `code` names the kind in results and problem documents."""

    code: ClassVar[str] = "error"


class OptionError(CutlineError, ValueError):
    """An option is unknown or has a value it cannot take."""

    code = "bad-option"


class ConfigError(CutlineError, ValueError):
    """A settings file or a CUTLINE_* variable cannot be used."""

    code = "bad-config"


class PageError(CutlineError):
    """The page itself cannot be used."""

    code = "bad-page"


class EmptyPage(PageError):
    """The page holds nothing but white space."""

    code = "empty-page"


class NotHtml(PageError):
    """The bytes are a PDF, an image or another thing that is not HTML."""

    code = "not-html"


class PageTooLarge(PageError):
    """The page is larger than the limit in the settings."""

    code = "page-too-large"


class SourceError(CutlineError):
    """A file, a folder or a record of a batch cannot be read."""

    code = "bad-source"


class FetchError(CutlineError):
    """A page could not be brought from the web."""

    code = "fetch-failed"


class BlockedAddress(FetchError):
    """The address is not a public http(s) address; it is never connected to."""

    code = "url-blocked"


class UnreachableHost(FetchError):
    """The host has no address, or refuses or breaks the connection."""

    code = "unreachable-host"


class UpstreamError(FetchError):
    """The server answered with a status that stands for no page."""

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
    """The answer, compressed or decompressed, exceeds the size limit."""

    code = "response-too-large"


class RenderError(CutlineError):
    """A page could not be rendered."""

    code = "render-failed"


class BrowserMissing(RenderError):
    """Playwright or Chromium is not installed."""

    code = "browser-missing"


class BrowserDied(RenderError):
    """The browser crashed, was killed or did not start."""

    code = "browser-died"


class RenderTimeout(RenderError):
    """The page took longer than the settings allow; its browser was killed."""

    code = "render-timeout"


class RenderTooLarge(RenderError):
    """The page, or what the browser made of it, is larger than the settings allow."""

    code = "render-too-large"


class WorkerDied(CutlineError):
    """The process that worked on a page of a batch crashed or was killed, or workers end while they start."""

    code = "worker-died"


class PageTimeout(CutlineError):
    """A page of a batch took longer than the settings allow; its worker was killed."""

    code = "page-timeout"


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
