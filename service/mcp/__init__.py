"""The MCP server: `extract`, `inspect` and `similarity` as tools that language models call (Model Context Protocol).

Pages are given as HTML or fetched as safely as everywhere: no tool reads a file or an address of a private network.
Import from here: `make_server`; it needs the extra `mcp`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cached_property
from importlib.metadata import version
from typing import TYPE_CHECKING, Annotated, Literal

from mcp.server.mcpserver import MCPServer
from mcp.server.mcpserver.exceptions import ToolError
from mcp_types import ToolAnnotations
from pydantic import Field

from cutline.errors import CutlineError
from cutline.options import read_options
from cutline.page_given import PageGiven
from cutline.reasons import REASONS, WARNINGS
from cutline.service.formats import FORMATS
from cutline.service.pages.extraction import SHOWN, SimilarityResponse, compare
from cutline.types import Article, Extra, Frozen, Image, PagesMode, Probability, Reason

if TYPE_CHECKING:
    from cutline.extraction.extractor import Extractor

INSTRUCTIONS = (
    "cutline returns the article of a web page and the images that belong to it, each with its caption. "
    "Use `extract` to read a page, `inspect` to learn why images were kept or dropped, and `similarity` to learn "
    "whether texts tell of the same story."
)
READ_ONLY = ToolAnnotations(read_only_hint=True, idempotent_hint=True, open_world_hint=True)

Url = Annotated[str | None, Field(description="The page's address; it is fetched if `html` is not given.")]
Html = Annotated[str | None, Field(description="The page itself, if you have it.")]
AllPages = Annotated[
    bool, Field(description="Whether to also fetch the pages that follow this one, if the site has split the article.")
]
Format = Annotated[
    Literal["markdown", "json"],
    Field(description="`markdown`: the article with its images; `json`: all fields, with scores and evidence."),
]
OpenExtractor = Callable[[], "Extractor"]


class ImageVerdict(Frozen):
    """An image of the page, and why it was kept or dropped."""

    url: str
    kept: bool
    reason: Reason
    why: str = Field(description="The reason as a sentence.")
    caption: str | None
    alt: str | None
    score: Probability | None = Field(description="Kept when it is at least `threshold`; null: a rule decided.")
    threshold: Probability | None


class PageImages(Frozen):
    """The images of a page with their verdicts, those kept first."""

    title: str | None
    images: tuple[ImageVerdict, ...]
    warnings: tuple[str, ...] = Field(description="What was missing, in sentences.")


def make_server(open_extractor: OpenExtractor) -> MCPServer[None]:
    """Return the server with its three tools.

    Args:
        open_extractor: makes what extracts, when the first tool is called.
    """
    tools = Tools(open_extractor)
    server: MCPServer[None] = MCPServer(
        "cutline", instructions=INSTRUCTIONS, version=version("cutline"), log_level="WARNING"
    )
    server.tool(annotations=READ_ONLY, structured_output=False)(tools.extract)
    server.tool(annotations=READ_ONLY)(tools.inspect)
    server.tool(annotations=READ_ONLY)(tools.similarity)
    return server


class Tools:
    """The three tools; the extractor is opened once."""

    def __init__(self, open_extractor: OpenExtractor) -> None:
        """Take what makes the extractor."""
        self._open = open_extractor

    def extract(
        self, url: Url = None, html: Html = None, format: Format = "markdown", all_pages: AllPages = False
    ) -> str:
        """Return the article of a web page: its text, and the images that belong to it with their captions."""
        include: frozenset[Extra] = frozenset({"html"} if format == "markdown" else ())
        article = self._read(url, html, include, "all" if all_pages else "one")
        return FORMATS[format].render(article)

    def inspect(self, url: Url = None, html: Html = None) -> PageImages:
        """Return every image of a web page with the verdict: kept or dropped, and why."""
        article = self._read(url, html, SHOWN)
        dropped = article.dropped.images if article.dropped else ()
        return PageImages(
            title=article.title,
            images=tuple(map(_describe, (*article.images, *dropped))),
            warnings=tuple(WARNINGS[warning] for warning in article.warnings),
        )

    def similarity(
        self,
        text: Annotated[str, Field(description="The larger text, such as an article.")],
        others: Annotated[list[str], Field(description="Texts to compare with it, such as captions.")],
        language: Annotated[str | None, Field(description="Their language, if you know it (BCP 47).")] = None,
    ) -> SimilarityResponse:
        """Return whether each of the other texts tells of the first one's story, and the names or words they share."""
        with _told():
            return compare(self._extractor, text, others, language=language)

    def _read(self, url: str | None, html: str | None, include: frozenset[Extra], pages: PagesMode = "one") -> Article:
        with _told():
            options = read_options(url=url, include=include, pages=pages)
            return self._extractor.extract_page(PageGiven(html, options.url), options)

    @cached_property
    def _extractor(self) -> Extractor:
        return self._open()


def _describe(image: Image) -> ImageVerdict:
    told = dict(image) | dict(image.verdict)
    return ImageVerdict(
        **{name: told[name] for name in ImageVerdict.model_fields if name in told}, why=REASONS[image.verdict.reason]
    )


@contextmanager
def _told() -> Iterator[None]:
    """Tell the model what went wrong, in the sentence that people get."""
    try:
        yield
    except CutlineError as error:
        raise ToolError(str(error)) from error
