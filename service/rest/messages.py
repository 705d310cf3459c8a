"""What travels through the REST endpoint beside the articles: requests, and answers."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any, Literal, Self

from pydantic import AfterValidator, ConfigDict, Field, PlainValidator, ValidationInfo, field_validator, model_validator
from pydantic_core import PydanticCustomError

from cutline.dom.web_addresses import is_web_address
from cutline.types import (
    Frozen,
    Method,
    Options,
    Probability,
    RenderMode,
    SharedOptions,
)

HTML_OR_URL: dict[str, Any] = {"anyOf": [{"required": ["html"]}, {"required": ["url"]}]}  # for the document alone
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


# One validator, so that a wrong id is one error, not one for each type that it could have.
PageId = Annotated[
    str | int,
    PlainValidator(
        _read_id,
        json_schema_input_type=Annotated[str, Field(max_length=MAX_ID_CHARACTERS)]
        | Annotated[int, Field(ge=-MAX_ID, le=MAX_ID)],
    ),
]


def read_web_address(url: str) -> str:
    """Return an address without space around it; one that is none of the web is refused."""
    address = url.strip()
    if not is_web_address(address):
        raise PydanticCustomError(
            "web_address", "Input should be a whole http or https address, such as https://example.org/story"
        )
    return address


WebAddress = Annotated[
    str, AfterValidator(read_web_address), Field(json_schema_extra={"format": "uri", "pattern": "^https?://"})
]


class _HasPage(Frozen):
    """A page, or the address of one."""

    model_config = ConfigDict(json_schema_extra=HTML_OR_URL)

    html: str | None = Field(default=None, description="The page; without it, it is fetched from `url`.")
    url: str | None = Field(
        default=None, description="The page's address (http or https); makes relative addresses absolute."
    )

    @field_validator("url")
    @classmethod
    def _can_be_fetched(cls, url: str | None, page: ValidationInfo) -> str | None:
        """Refuse an address that is none of the web, unless the page itself is given: that is read without it."""
        is_page = page.data.get("html") is not None
        return url if is_page or url is None else read_web_address(url)

    @model_validator(mode="after")
    def _has_a_page(self) -> Self:
        if self.html is None and self.url is None:
            raise ValueError("Give html, url or both.")
        return self


class NoParameters(Frozen):
    """The query of an address that takes no parameters."""


class ExtractRequest(SharedOptions, _HasPage):
    """A page or the address of one, with the options."""

    @property
    def options(self) -> Options:
        """The options without the page."""
        return Options.model_construct(**self.model_dump(exclude={"html"}))


class ExtractQuery(Options):
    """The address of a page, with the options."""

    url: WebAddress = Field(description="The page's address (http or https).")


class CompareOptions(Frozen):
    """Which methods are compared, and how the page is read."""

    methods: Annotated[tuple[Method, ...], Field(min_length=1)] | None = Field(
        default=None, description="The methods; without them all are compared."
    )
    render: RenderMode = Field(default="auto", description="Whether the page is laid out in a browser first.")


class CompareRequest(CompareOptions, _HasPage):
    """A page or the address of one, and the methods that are compared on it."""


class CompareQuery(CompareOptions):
    """The same beside a page that is the body itself."""

    url: str | None = Field(default=None, description="The page's address (http or https).")


class SimilarityRequest(Frozen):
    """Two texts, or the text of an article and captions."""

    text: str = Field(description="The text that the others are compared with, such as an article's.")
    others: Annotated[tuple[str, ...], Field(min_length=1)] = Field(
        description="Other texts, such as captions; no more than the setting `service.max_texts`."
    )
    include: frozenset[Literal["vectors"]] = Field(
        default=frozenset(), description="`vectors`: what the texts are compared as, with their cosines."
    )


class JobPage(_HasPage):
    """One page of a job."""

    id: PageId | None = Field(default=None, description="Your own name of the page, given back with its result.")


class JobRequest(SharedOptions):
    """Many pages, and the options for all of them."""

    items: Annotated[tuple[JobPage, ...], Field(min_length=1)] = Field(
        description="The pages; no more than the setting `jobs.max_items`."
    )


class JobCounts(Frozen):
    """How many items of a job are in each state."""

    waiting: int = Field(ge=0)
    running: int = Field(ge=0)
    done: int = Field(ge=0)
    failed: int = Field(ge=0, description="Given up; the results hold the errors.")


class JobStatus(Frozen):
    """A job and how far it is."""

    id: str
    state: Literal["open", "finished"]
    created: datetime
    finished: datetime | None
    items: int = Field(ge=1)
    counts: JobCounts
    progress: Probability = Field(description="Share of the items that are done or failed.")
    results: str = Field(description="Where the results are; those there are can be read at any time.")


class ResultsQuery(Frozen):
    """Which results of a job are wanted."""

    cursor: int = Field(default=0, ge=0, le=MAX_ID, description="The `line` of the last result you have; 0: none.")
    limit: int | None = Field(
        default=None, ge=1, le=MAX_ID, description="Results wanted; never more than `service.max_results` come."
    )


class MethodInfo(Frozen):
    """One way to find the article of a page."""

    name: Method
    summary: str
    paper: str | None = Field(description="Where it is published; null: nowhere.")
    needs_layout: bool = Field(description="Whether it looks at the page as a browser lays it out.")
    needs_model: bool = Field(description="Whether it was learned from labelled pages; the service has its model.")
    needs_wrapper: bool = Field(description="Whether it needs a wrapper learned for the page's site.")


class MethodsResponse(Frozen):
    """All methods."""

    default: Method
    methods: tuple[MethodInfo, ...]


class Health(Frozen):
    """That the service is up."""

    status: Literal["ok", "ready"]
    version: str


class WrongPlace(Frozen):
    """One thing that is wrong with a request; one of the last three says where."""

    detail: str
    pointer: str | None = Field(default=None, description="A JSON pointer into the body.")
    parameter: str | None = Field(default=None, description="The name of a query parameter.")
    header: str | None = Field(default=None, description="The name of a header.")


class Problem(Frozen):
    """An error (RFC 9457)."""

    model_config = ConfigDict(extra="allow")

    type: str = Field(description="`urn:problem-type:cutline:` and the name of the type; `/docs` lists them.")
    title: str
    status: int
    detail: str | None = Field(default=None, description="What happened in this case, in a sentence.")
    request_id: str = Field(description="As in the header `X-Request-ID`, and in the log.")
    errors: tuple[WrongPlace, ...] | None = Field(default=None, description="Of `invalid-request`.")
    upstream_status: int | None = Field(default=None, description="Of `upstream-error`: what the page's host answered.")
