"""The requests and answers of the REST endpoint; articles are in `cutline.types`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, PlainValidator, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from cutline.dom.web_addresses import is_web_address
from cutline.options import LanguageTag, Options, SharedOptions
from cutline.service.pages.extraction import Failure
from cutline.types import Article, Frozen, Method, Probability, RenderMode

# Only for the OpenAPI document. Generators of clients have no type for an `anyOf` of required fields, and skip `if`.
HTML_OR_URL: dict[str, Any] = {"if": {"not": {"required": ["html"]}}, "then": {"required": ["url"]}}
TEXT_OR_PAGE: dict[str, Any] = {
    "if": {"required": ["text"]},
    "then": {"not": {"anyOf": [{"required": ["html"]}, {"required": ["url"]}]}},
    "else": HTML_OR_URL,
}
MAX_ID = 2**53  # integers up to here are exact in every language's JSON
MAX_ID_CHARACTERS = 1000


def _read_id(value: object) -> object:
    is_text = isinstance(value, str) and len(value) <= MAX_ID_CHARACTERS
    is_number = isinstance(value, int) and not isinstance(value, bool) and abs(value) <= MAX_ID
    if is_text or is_number:
        return value
    raise PydanticCustomError(
        "page_id", f"Input should be text of up to {MAX_ID_CHARACTERS} characters or a whole number of up to 2^53"
    )


# One validator, so that a wrong id is one error, not one error per type.
PageId = Annotated[
    str | int,
    PlainValidator(
        _read_id,
        json_schema_input_type=Annotated[str, Field(max_length=MAX_ID_CHARACTERS)]
        | Annotated[int, Field(ge=-MAX_ID, le=MAX_ID)],
    ),
]


def read_web_address(url: str) -> str:
    """Return an address without surrounding spaces; anything but an http(s) address is rejected."""
    address = url.strip()
    if not is_web_address(address):
        raise PydanticCustomError(
            "web_address", "Input should be a whole http or https address, such as https://example.org/story"
        )
    return address


WebAddress = Annotated[
    str, AfterValidator(read_web_address), Field(json_schema_extra={"format": "uri", "pattern": "^https?://"})
]


class HasPage(Frozen):
    """A page, its address, or both."""

    model_config = ConfigDict(json_schema_extra=HTML_OR_URL)

    html: str | None = Field(
        default=None, description="The HTML of the page. Without it, the service fetches the page from `url`."
    )
    url: str | None = Field(
        default=None, description="The address of the page (http or https). Relative links are resolved against it."
    )

    @field_validator("url")
    @classmethod
    def _can_be_fetched(cls, url: str | None, page: ValidationInfo) -> str | None:
        """Reject anything but an http(s) address, unless the page itself is given: that is read without it."""
        is_page = page.data.get("html") is not None
        return url if is_page or url is None else read_web_address(url)

    @model_validator(mode="after")
    def _has_a_page(self) -> Self:
        if self.html is None and self.url is None:
            raise ValueError("Give html, url or both.")
        return self


class NoParameters(Frozen):
    """The query of a request that takes no parameters."""


ArticleFormat = Literal["json", "markdown", "html", "text", "markdown-front-matter", "tei", "images-csv", "pdf"]


class _AsksForArticle(Frozen):
    """What a request for an article says besides the page."""

    format: ArticleFormat | None = Field(
        default=None, description="The format of the answer. Without it, the header `Accept` decides."
    )

    @property
    def options(self) -> Options:
        """The options of the extraction, without the page and the format of the answer."""
        return Options.model_construct(**self.model_dump(include=set(Options.model_fields)))


class ExtractRequest(_AsksForArticle, SharedOptions, HasPage):
    """A page or its address, with the options."""


class PageOptions(_AsksForArticle, Options):
    """The options of a page that is uploaded, or is itself the body of the request."""


class ExtractQuery(PageOptions):
    """The address of a page, with the options."""

    url: WebAddress = Field(
        description="The address of the page (http or https).", examples=["https://courier.example/2026/ferry"]
    )


class CompareOptions(Frozen):
    """The methods to compare, and whether to render the page."""

    methods: Annotated[tuple[Method, ...], Field(min_length=1, fail_fast=True)] | None = Field(
        default=None, description="The methods to compare. Without them, all are compared."
    )
    render: RenderMode = Field(default="auto", description="Whether to render the page in a browser first.")


class CompareRequest(CompareOptions, HasPage):
    """A page or its address, and the methods to compare on it."""


class ComparePageOptions(CompareOptions):
    """The options of a page that is uploaded, or is itself the body of the request."""

    url: str | None = Field(default=None, description="The address of the page (http or https).")


class SimilarityRequest(HasPage):
    """A text, or a page whose article is taken, and the texts to compare with it, such as captions."""

    model_config = ConfigDict(json_schema_extra=TEXT_OR_PAGE)

    text: str | None = Field(
        default=None,
        description="The text to compare the others with, such as an article. Without it, the service takes the"
        " article of the page: that is better than all the text of a page, which its advertisements are part of.",
    )
    others: Annotated[tuple[str, ...], Field(min_length=1, fail_fast=True)] = Field(
        description="The other texts, such as captions; at most `service.max_texts`."
    )
    include: frozenset[Literal["vectors"]] = Field(
        default=frozenset(), description="`vectors`: also return the vectors of the texts."
    )
    language: LanguageTag | None = Field(
        default=None, description="The language of the texts, if you know it (BCP 47); else it is detected."
    )

    @model_validator(mode="after")
    def _has_a_page(self) -> Self:
        if (self.text is None) == (self.html is None and self.url is None):
            raise ValueError("Give either text, or html, url or both.")
        return self


class JobPage(HasPage):
    """One page of a job."""

    id: PageId | None = Field(default=None, description="Your own id of the page. Its result has the same `id`.")


class JobRequest(SharedOptions):
    """The pages of a job, and the options for all of them."""

    items: Annotated[tuple[JobPage, ...], Field(min_length=1, fail_fast=True)] = Field(
        description="The pages; at most `jobs.max_items`."
    )
    webhook: WebAddress | None = Field(
        default=None,
        description="An address that gets a signed POST when the job ends, with `id`, `state`, `finished`, `items`, "
        "`done` and `failed`. Needs the setting `jobs.webhook_secret`.",
    )


class JobCounts(Frozen):
    """The number of pages of a job in each state."""

    waiting: int = Field(ge=0, description="Not started yet.")
    running: int = Field(ge=0, description="In progress.")
    done: int = Field(ge=0, description="Finished with an article.")
    failed: int = Field(ge=0, description="Finished with an error.")


class JobStatus(Frozen):
    """A job and its progress."""

    id: str = Field(description="The id of the job, for `/v1/jobs/{job_id}`.")
    state: Literal["open", "finished"] = Field(description="`finished`: every page has its result.")
    created: datetime = Field(description="When the job was accepted.")
    finished: datetime | None = Field(description="When its last page was finished; null before.")
    items: int = Field(ge=1, description="The number of pages.")
    counts: JobCounts
    progress: Probability = Field(description="The share of the pages that are done or failed.")
    results: str = Field(description="The path of the results. You can read what is finished at any time.")


ResultsFormat = Literal["json", "ndjson"]


class ResultsQuery(Frozen):
    """Which results of a job to return, and how."""

    cursor: int = Field(
        default=0, ge=0, le=MAX_ID, description="The `cursor` of the previous answer; 0 starts at the first page."
    )
    limit: int | None = Field(
        default=None, ge=1, le=MAX_ID, description="The most results to return; never more than `service.max_results`."
    )
    format: ResultsFormat | None = Field(
        default=None,
        description="`json`: one object; `ndjson`: one line per result. Without it, the header `Accept` decides.",
    )


class JobResult(Frozen):
    """The result of one page of a job: its article, or the error."""

    id: str | int | None = Field(description="The id that you gave the page; null if you gave none.")
    line: int = Field(ge=1, description="The position of the page in the job, from 1.")
    article: Article | None = Field(default=None, description="The article; absent if there is an error.")
    error: Failure | None = Field(default=None, description="Why there is no article; absent otherwise.")


class JobResults(Frozen):
    """Results of a job in the order of its pages, up to the first page that is not finished."""

    results: tuple[JobResult, ...]
    cursor: int = Field(ge=0, description="Send it as `cursor` to get the results after these.")
    is_last: bool = Field(description="Whether these are the last results. If false, more exist or will follow.")


class MethodInfo(Frozen):
    """One way to find the article of a page."""

    name: Method = Field(description="Send it as the option `method`.")
    summary: str = Field(description="What it does, in one sentence.")
    paper: str | None = Field(description="The paper that describes it; null if there is none.")
    needs_layout: bool = Field(description="Whether it needs the page rendered in a browser.")
    needs_model: bool = Field(description="Whether it uses a trained model, which the service has.")
    needs_wrapper: bool = Field(description="Whether it needs a wrapper trained for the site.")


class MethodsResponse(Frozen):
    """All methods."""

    default: Method = Field(description="The method used if a request names none.")
    methods: tuple[MethodInfo, ...]


class Health(Frozen):
    """The state of the service."""

    status: Literal["ok", "ready"] = Field(description="`ok`: it is up; `ready`: it can extract pages.")
    version: str = Field(description="The version of cutline.")


class WrongPlace(Frozen):
    """One mistake in a request, and where it is."""

    detail: str = Field(description="What is wrong, in a sentence.")
    pointer: str | None = Field(default=None, description="A JSON pointer into the body.")
    parameter: str | None = Field(default=None, description="The name of a query parameter or form field.")
    header: str | None = Field(default=None, description="The name of a header.")


class Problem(Frozen):
    """An error, as a problem document (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="`urn:problem-type:cutline:` and the name of the type. `/docs` lists all types.")
    title: str = Field(description="What happened: the same sentence for every problem of this type.")
    status: int = Field(description="The HTTP status.")
    detail: str | None = Field(default=None, description="What happened in this case, in a sentence.")
    request_id: str = Field(description="The id of the request, as in the header `X-Request-ID` and in the log.")
    errors: tuple[WrongPlace, ...] | None = Field(
        default=None, description="Only for `invalid-request`: every mistake in the request."
    )
    upstream_status: int | None = Field(
        default=None, description="Only for `upstream-error`: the status that the page's host answered with."
    )
