"""The public data of cutline: options that go in, results that come out."""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from pydantic import Field

from cutline.reasons import PageWarning as PageWarning
from cutline.reasons import Reason as Reason
from cutline.verdicts import AuthorLink as AuthorLink
from cutline.verdicts import Breadcrumb as Breadcrumb
from cutline.verdicts import CalloutType as CalloutType
from cutline.verdicts import Comment as Comment
from cutline.verdicts import ComparedText as ComparedText
from cutline.verdicts import ComparedVector as ComparedVector
from cutline.verdicts import Container as Container
from cutline.verdicts import ContainerKind as ContainerKind
from cutline.verdicts import Entity as Entity
from cutline.verdicts import Evidence as Evidence
from cutline.verdicts import EvidenceKind as EvidenceKind
from cutline.verdicts import Factor as Factor
from cutline.verdicts import Favor as Favor
from cutline.verdicts import Frozen as Frozen
from cutline.verdicts import LeadImage as LeadImage
from cutline.verdicts import LeadReason as LeadReason
from cutline.verdicts import Measure as Measure
from cutline.verdicts import Probability as Probability
from cutline.verdicts import RelatedLink as RelatedLink
from cutline.verdicts import RelevanceKind as RelevanceKind
from cutline.verdicts import SavedImages as SavedImages
from cutline.verdicts import SharedName as SharedName
from cutline.verdicts import ShortRepr as ShortRepr
from cutline.verdicts import Similarity as Similarity
from cutline.verdicts import Term as Term
from cutline.verdicts import TextVector as TextVector
from cutline.verdicts import Vectors as Vectors
from cutline.verdicts import Verdict as Verdict
from cutline.verdicts import shorten

if TYPE_CHECKING:
    from cutline.config.settings import Settings

Method = Literal[
    "auto",
    "first-subtree",
    "hybrid-density",
    "hybrid-density-position",
    "max-subsequence",
    "v-wrapper",
    "template-wrapper",
    "single-pass",
    "naive-bayes",
    "decision-tree",
]
RenderMode = Literal["auto", "always", "never"]
PagesMode = Literal["one", "all"]
Extra = Literal["dropped", "evidence", "html", "entities", "timings", "comments", "fingerprint"]
BlockKind = Literal["paragraph", "heading", "list_item", "quote", "table", "code", "formula", "caption"]
CaptionSource = Literal["figcaption", "first_block", "sibling", "aria", "attribute", "json_ld", "alt"]
Direction = Literal["ltr", "rtl"]
ImageKind = Literal["image", "poster", "background", "drawing"]
# What a source of a picture is ranked by: where its width is known from, or that it is not the picture itself.
SourceRank = Literal["descriptor", "address", "element", "assumed", "preview", "placeholder"]


class Block(Frozen):
    """One paragraph, heading or list item of the page, in document order."""

    index: int = Field(ge=0, description="Its position among all text segments of the page.")
    kind: BlockKind
    level: int | None = Field(default=None, ge=1, le=6, description="For a heading: its level.")
    language: str | None = Field(
        default=None,
        pattern=r"^[a-z0-9][a-z0-9.+#_-]*$",
        description="Of code, as the page names it, in lower case, such as `python`; null if it is not known.",
    )
    text: str = Field(description="One line, formulas as TeX between dollars; code keeps its line breaks.")
    html: str | None = Field(
        default=None,
        description="The text with its inline markup, sanitised: emphasis, links, formulas, references to `notes` "
        "(`#fn1`). Null if it has none, unless `include` has `html`.",
    )
    xpath: str
    within: tuple[Container, ...] = Field(
        default=(),
        description="The lists, tables, quotes, listings, callouts and `<details>` around a kept block, the outermost "
        "first.",
    )
    after_rule: bool = Field(
        default=False, description="Whether a rule (`<hr>`) parts it from the kept block before it."
    )
    after_break: bool = Field(
        default=False,
        description="Whether it is the next line of the kept block before it: one `<br>` parts them, in one paragraph.",
    )
    verdict: Verdict

    def __repr_args__(self) -> ShortRepr:
        """Yield its place, its kind, the beginning of its text, and the verdict."""
        yield from (("index", self.index), ("kind", self.kind), ("text", shorten(self.text)))
        yield "verdict", self.verdict


class Note(Frozen):
    """A footnote, an endnote or a sidenote."""

    label: str = Field(description="What the text calls it, without brackets: a number, a letter or a sign.")
    text: str = Field(description="Its blocks joined as in `text` of the article, without the label and links back.")
    html: str | None = Field(default=None, description="Its blocks as HTML; only if `include` has `html`.")
    blocks: tuple[Block, ...] = Field(
        default=(),
        description="Its paragraphs, lists and code. They are kept if the method takes most of all notes for text of "
        "the article, which then ends with them; notes that are hidden or in the foot of the page are not.",
    )
    references: tuple[int, ...] = Field(
        default=(), description="The indexes of the blocks that refer to it; empty if only other notes do."
    )
    xpath: str = Field(description="Of the element that holds it.")

    def __repr_args__(self) -> ShortRepr:
        """Yield its label and the beginning of its text."""
        yield from (("label", self.label), ("text", shorten(self.text)), ("references", self.references))


class ImageSource(Frozen):
    """One address of a picture."""

    url: str
    width: int | None = Field(default=None, ge=1, description="Pixels, from a `w` descriptor or the width attribute.")
    descriptor: str | None = Field(default=None, description="The descriptor in `srcset`, such as `640w` or `2x`.")
    media_type: str | None = None
    ranked_by: SourceRank = Field(
        default="assumed",
        description="Where the width that it is ranked by comes from: its `descriptor`, its `address` or the width of "
        "the `element`; `assumed` if none is known. A `preview` (a blurred copy) and a `placeholder` come last.",
    )
    ranked_width: int | None = Field(default=None, ge=0, description="The width in pixels that it is ranked by.")


class Image(Frozen):
    """One picture of the page, with all its sizes."""

    url: str = Field(
        description="The best source: the largest, neither a placeholder nor a blurred preview; empty for a drawing."
    )
    kind: ImageKind = Field(
        default="image",
        description="`poster`: the preview of a video; `background`: of an element; `drawing`: an `<svg>` in the page.",
    )
    sources: tuple[ImageSource, ...]
    alt: str | None = None
    caption: str | None = None
    caption_html: str | None = Field(
        default=None, description="The caption of a kept image with its links, emphasis and formulas, if it has any."
    )
    caption_source: CaptionSource | None = None
    credit: str | None = None
    credit_html: str | None = Field(
        default=None, description="The credit of a kept image with its links and emphasis, if it has any."
    )
    link: str | None = Field(
        default=None, description="Where a link around a kept image leads, unless to a larger version of it."
    )
    is_lead: bool = Field(default=False, description="Whether it is the article's `lead_image`.")
    position: int | None = Field(default=None, ge=0, description="Index of the kept block before it; null: before all.")
    offset: int | None = Field(
        default=None,
        ge=1,
        description="If it stands in the middle of that block: how many characters of its text are before it.",
    )
    xpath: str
    within: tuple[Container, ...] = Field(
        default=(), description="The lists, tables, quotes and callouts around a kept image, the outermost first."
    )
    width: int | None = Field(default=None, ge=0, description="Pixels, as the page declares it.")
    height: int | None = Field(default=None, ge=0, description="Pixels, as the page declares it.")
    verdict: Verdict

    def __repr_args__(self) -> ShortRepr:
        """Yield its address, its caption and the verdict."""
        yield from (("url", shorten(self.url)), ("caption", shorten(self.caption)), ("verdict", self.verdict))


class Video(Frozen):
    """A video of the article: one that a player shows, or one that the page only declares."""

    provider: str | None = Field(
        default=None, description="The video site, such as `youtube`; null: the site's own player, or an unknown one."
    )
    url: str | None = Field(default=None, description="The page where people watch it; null if it is not known.")
    embed_url: str | None = Field(
        default=None, description="The address of the player or of the file; null where only a script knows it."
    )
    title: str | None = None
    thumbnail: str | None = Field(default=None, description="The address of a picture of it, if the page names one.")
    position: int | None = Field(
        default=None, ge=0, description="Index of the kept block before it; null: before all, or `declared`."
    )
    xpath: str | None = Field(default=None, description="Of the player; null if `declared`.")
    within: tuple[Container, ...] = Field(
        default=(), description="The lists, tables and quotes that the player stands in, the outermost first."
    )
    declared: bool = Field(
        default=False, description="Whether the page only declares it (JSON-LD), so that its place is not known."
    )


class Dropped(Frozen):
    """Blocks and images that do not belong to the article, each with its verdict."""

    blocks: tuple[Block, ...] = Field(
        default=(),
        description="Those with the reasons `title`, `byline` and `caption` are not lost: `title`, `authors`, "
        "`published` and the images' captions deliver their words.",
    )
    images: tuple[Image, ...] = ()

    def __repr_args__(self) -> ShortRepr:
        """Yield how many there are."""
        yield from (("blocks", len(self.blocks)), ("images", len(self.images)))


class ModelInfo(Frozen):
    """What computed the result. Equal values and equal input give equal results."""

    ner: str | None = Field(description="Name and version of the language pipeline; null if it was not used.")
    classifier: str | None = None
    config_hash: str
    favor: Favor = Field(default="balanced", description="That moved the limits; only of the method `auto`.")
    version: str


class Article(Frozen):
    """The article of one page and the images that belong to it."""

    url: str | None = None
    canonical_url: str | None = None
    next_page: str | None = Field(
        default=None,
        description="The address of the article's next page, if this is not the last; by the method `auto`.",
    )
    joined_pages: tuple[str, ...] = Field(
        default=(),
        description="The addresses of the pages that were joined to this one, in their order, if `pages` is `all`. The "
        "`index` of their blocks is greater by `page.max_segments` for each page before.",
    )
    title: str | None = None
    summary: str | None = Field(default=None, description="The abstract that the page declares for its readers.")
    authors: tuple[str, ...] = ()
    author_links: tuple[AuthorLink, ...] = Field(
        default=(), description="The pages of the authors, where the page names them."
    )
    published: str | None = Field(
        default=None,
        description="ISO 8601: `2024-05-03`, or `2024-05-03T15:47:00+02:00` if the page states time and offset.",
    )
    modified: str | None = Field(default=None, description="The last change; ISO 8601, as `published`.")
    site_name: str | None = None
    section: str | None = Field(default=None, description="Of the site, such as `Politics`.")
    breadcrumbs: tuple[Breadcrumb, ...] = Field(
        default=(), description="The way from the front page to the article, as the page declares or shows it."
    )
    keywords: tuple[str, ...] = Field(
        default=(), description="That the page declares or, if it declares none, shows as tags; at most 50."
    )
    favicon: str | None = Field(default=None, description="The address of the site's largest icon.")
    license: str | None = Field(default=None, description="The address of the article's licence.")
    is_paywalled: bool | None = Field(
        default=None, description="Whether only subscribers can read the whole article; null: nothing tells."
    )
    paywall_evidence: tuple[str, ...] = Field(
        default=(), description="What tells so, such as `isAccessibleForFree: false (NewsArticle)`."
    )
    language: str | None = Field(default=None, description="BCP 47, lower-case primary subtag.")
    direction: Direction | None = Field(
        default=None, description="In which most letters of the text are written; null: it has no letters."
    )
    text: str = Field(
        description="The kept blocks, then those of `notes` that are kept, joined by blank lines; without title, "
        "captions and the labels of notes."
    )
    word_count: int = Field(
        default=0,
        ge=0,
        description="Of `text`. Where a script puts no spaces between words, two characters count as one.",
    )
    fingerprint: str | None = Field(
        default=None,
        pattern="^[0-9a-f]{16}$",
        description="The SimHash of `text`, 64 bits: that of nearly the same text differs in a few. Only if `include` "
        "has `fingerprint`; null if there are no words.",
    )
    html: str | None = None
    blocks: tuple[Block, ...]
    notes: tuple[Note, ...] = Field(
        default=(), description="The notes that the kept blocks or other notes refer to, by their first references."
    )
    images: tuple[Image, ...]
    lead_image: LeadImage | None = Field(
        default=None, description="Never an author's portrait or a logo; null if `images` is false."
    )
    videos: tuple[Video, ...] = Field(
        default=(), description="Those whose players are in the article, in document order, then those only declared."
    )
    related: tuple[RelatedLink, ...] = Field(
        default=(), description="Links to related stories that the article offers."
    )
    comments: tuple[Comment, ...] | None = Field(
        default=None,
        description="The comments that the page holds, in its order; only if `include` has `comments`. `text` has none "
        "of them, but the text of a forum is its thread.",
    )
    entities: tuple[Entity, ...] | None = None
    is_article: Probability | None = Field(
        default=None, description="How likely the page is a text to read, like an article; null: the method is silent."
    )
    method: Method
    rendered: bool = False
    model: ModelInfo
    timings: dict[str, float] | None = Field(
        default=None, description="Wall time of each stage in milliseconds; only if `include` has `timings`."
    )
    warnings: tuple[PageWarning, ...] = ()
    dropped: Dropped | None = None

    @property
    def markdown(self) -> str:
        """The article as a Markdown document: title, byline, text, the images in their places, and notes."""
        render: Callable[[Article], str] = _find_above("markdown", "render")
        return render(self)

    def wrap_text(self, width: int) -> str:
        """Return `text` in lines of at most `width` columns; code keeps its lines.

        Raises:
            OptionError: the width is less than 1.
        """
        wrap: Callable[[Article, int], str] = _find_above("text", "wrap")
        return wrap(self, width)

    def to_dict(self) -> dict[str, Any]:
        """Return the article as dictionaries, lists, texts and numbers, as in its JSON."""
        return self.model_dump(mode="json")

    def save_images(self, folder: Path | str, config: Settings | Path | str | None = None) -> SavedImages:
        """Fetch the images of the article and write each into a folder, in its best version, as `01-ferry.jpg`.

        They are fetched as pages are: from public addresses alone, by robots.txt and through the cache if the settings
        say so. An image that cannot be had is in `missing`, with the reason.

        Args:
            folder: is made if it is missing. Files of the same names are replaced.
            config: the settings, or the path of a settings file; the limits are those of `fetch` and `print`. Without
                it, those that this process extracted the article with count, or else the default ones.

        Raises:
            ConfigError: the settings file cannot be used.
            OptionError: the folder or a file cannot be written.
        """
        save: Callable[[Article, object, object], SavedImages] = _find_above("article_images", "save_images")
        return save(self, folder, config)

    def _repr_html_(self) -> str:
        """Return the article as a card, which notebooks show."""
        render: Callable[[Article], str] = _find_above("card", "render")
        return render(self)

    def __str__(self) -> str:
        """Return the same as `repr`."""
        return repr(self)

    def __repr_args__(self) -> ShortRepr:
        """Yield title and address, and how much there is."""
        yield from (("title", shorten(self.title)), ("url", shorten(self.url)))
        yield from (("blocks", len(self.blocks)), ("images", len(self.images)))


def _find_above(module: str, name: str) -> Any:
    """Return a function of `cutline.service.formats`.

    This module is below all others and may not import them, so it finds the few functions that methods of `Article`
    stand for by name, when they are called.
    """
    return getattr(import_module(f"cutline.service.formats.{module}"), name)
