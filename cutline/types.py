"""The public data of cutline: options that go in, results that come out."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from cutline.reasons import PageWarning as PageWarning
from cutline.reasons import Reason as Reason

if TYPE_CHECKING:
    from cutline.config.settings import Settings

SHOWN_CHARACTERS = 60  # of a text in a `repr`
Probability = Annotated[float, Field(ge=0, le=1)]
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
Extra = Literal["dropped", "html", "entities", "timings"]
BlockKind = Literal["paragraph", "heading", "list_item", "quote", "table", "code", "caption"]
ContainerKind = Literal["list", "definitions", "quote", "table", "code"]
CaptionSource = Literal["figcaption", "first_block", "sibling", "aria", "attribute", "json_ld", "alt"]
ImageKind = Literal["image", "poster", "background"]
LeadReason = Literal["first_image", "declared_image", "open_graph", "twitter", "json_ld"]
# What a source of a picture is ranked by: where its width is known from, or that it is not the picture itself.
SourceRank = Literal["descriptor", "address", "element", "assumed", "preview", "placeholder"]
EvidenceKind = Literal["entities", "names", "words", "none"]
RelevanceKind = Literal["related", "unrelated", "unknown"]
Measure = Literal["cosine", "match_share"]


class Frozen(BaseModel):
    """Base of every public type: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")


ShortRepr = Iterator[tuple[str, object]]  # names and values in a `repr`; the whole would fill pages


def _shorten(text: str | None) -> str | None:
    return text if text is None or len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS].rstrip()}…"


class SharedOptions(Frozen):
    """How to extract pages; the same options in Python, over HTTP and on the command line."""

    method: Method = Field(
        default="auto", description="What finds the article: `auto`, or one of the published methods."
    )
    render: RenderMode = Field(default="auto", description="Whether a browser lays out the page first.")
    images: bool = Field(default=True, description="Whether to find images; the text is the same either way.")
    nlp: bool = Field(
        default=True,
        description="Whether to compare names and words; without it, nothing is dropped for its similarity.",
    )
    include: frozenset[Extra] = Field(default=frozenset(), description="Optional parts of the result.")
    language: str | None = Field(
        default=None, pattern=r"^[A-Za-z]{2,3}(-[A-Za-z0-9]+)*$", description="The page's language, if known (BCP 47)."
    )

    @field_validator("include", mode="before")
    @classmethod
    def _accept_names(cls, include: object) -> object:
        given = (include,) if isinstance(include, str) else include
        if isinstance(given, list | tuple) and all(isinstance(name, str) for name in given):
            return frozenset(given)
        return given


class Options(SharedOptions):
    """How to extract one page."""

    url: str | None = Field(default=None, description="The page's address; relative addresses are resolved against it.")


class SharedName(Frozen):
    """A name or a word that both compared texts contain."""

    name: str = Field(description="As the article writes it; words are in lower case.")
    label: str | None = Field(description="PERSON, ORG or LOC; null for a capitalised word and for any other.")
    here: int = Field(ge=1, description="Mentions in the block or caption.")
    in_text: int = Field(ge=1, description="Mentions in the article text.")


class Evidence(Frozen):
    """What the compared texts share."""

    kind: EvidenceKind = Field(description="What was compared; `none`: the text has nothing to compare.")
    shared: tuple[SharedName, ...] = ()
    used: str | None = Field(default=None, description="The text that was compared with the article.")


class Similarity(Frozen):
    """How similar a text is to a larger one, and why."""

    score: Probability | None = Field(description="Null when there is no evidence, which is not a score of 0.")
    measure: Measure | None = Field(
        description="Which of the two is the score: match share for short texts, cosine for long ones."
    )
    cosine: Probability | None = Field(description="Cosine of the two weighted vectors; null without evidence.")
    match_share: Probability | None = Field(
        description="Weighted share of the text's names or words that the larger text has too; null without evidence."
    )
    evidence: Evidence


class Term(Frozen):
    """One of the names or words that a text is compared by: a dimension of its vector."""

    name: str
    label: str | None = Field(description="PERSON, ORG or LOC; null for a capitalised word and for any other.")
    count: int = Field(ge=1, description="Mentions in the text.")
    weight: Probability = Field(description="The vector's value in this dimension; the vector has length 1.")


class TextVector(Frozen):
    """A text as a vector of its terms of one kind."""

    kind: EvidenceKind = Field(description="What the terms are; `none`: the text has nothing to compare.")
    terms: tuple[Term, ...] = Field(description="Heaviest first.")


class ComparedVector(TextVector):
    """The vector of a text that is compared with a larger one."""

    cosine: Probability | None = Field(description="With the larger text's vector of this kind; null without terms.")


class Vectors(Frozen):
    """The vectors that were compared."""

    text: tuple[TextVector, ...] = Field(description="Of the first text, one for each kind that was compared.")
    others: tuple[ComparedVector, ...] = Field(description="One for each of the other texts, in their order.")


class Factor(Frozen):
    """One contribution to the score of an image's place."""

    name: str = Field(
        description="A feature of the classifier's model card; `others`: all not shown; `base`: of any image."
    )
    says: str = Field(description="What it says about this image, in plain words: `links to another page`.")
    weight: float = Field(description="What it adds to the log odds of `place_score`.")


class Verdict(Frozen):
    """Whether a block or an image belongs to the article, and why."""

    kept: bool
    reason: Reason = Field(description="The name of the rule that decided; docs/reasons.md lists them all.")
    rule: str | None = Field(
        default=None, description="For `ad_rule`: the `host`, `size` or `filter` that marks it as an advertisement."
    )
    score: Probability | None = Field(default=None, description="The number that decided, if one did.")
    threshold: Probability | None = Field(default=None, description="Kept when the score is at least this.")
    margin: float | None = Field(default=None, ge=-1, le=1, description="score - threshold.")
    place_score: Probability | None = Field(
        default=None, description="How likely an image in this place belongs to the article (`auto`)."
    )
    relevance: RelevanceKind | None = Field(
        default=None,
        description="Whether its words are about the article's story; `unknown`: too few words. Null: not compared.",
    )
    relevance_score: Probability | None = Field(
        default=None,
        description="How likely its words are about the story, if half of all texts are; null without such words.",
    )
    found: tuple[str, ...] = Field(
        default=(), description="Words that the rest of the article has too, rarest first, at most eight."
    )
    missing: tuple[str, ...] = Field(
        default=(),
        description="Unless it is `related`: words that the rest of the article does not have, rarest first.",
    )
    similarity: Similarity | None = Field(
        default=None, description="The comparison with the article text, if there was one."
    )
    factors: tuple[Factor, ...] = Field(
        default=(), description="The contributions that add up to the log odds of `place_score`."
    )

    def __repr_args__(self) -> ShortRepr:
        """Yield what was decided, and from which number."""
        yield "kept", self.kept
        yield "reason", self.reason
        if self.score is not None:
            yield "score", round(self.score, 3)


class Container(Frozen):
    """A list, quote, table or piece of code around a block or an image, and the position in it."""

    kind: ContainerKind
    id: int = Field(ge=0, description="Equal for everything in the same container.")
    item: int | None = Field(
        default=None, ge=0, description="In a list or table: equal for everything in the same item or cell."
    )
    number: int | None = Field(default=None, description="In a numbered list: the number before the item.")
    row: int | None = Field(default=None, ge=0, description="In a table: the number of rows above the cell.")
    column: int | None = Field(
        default=None, ge=0, description="In a table: the number of columns before the cell, at most 100."
    )
    columns: int = Field(default=1, ge=1, description="Columns that the cell spans.")
    rows: int = Field(default=1, ge=1, description="Rows that the cell spans.")
    is_header: bool = Field(default=False, description="Whether it is a header cell, or the term of a definition.")


class Block(Frozen):
    """One paragraph, heading or list item of the page, in document order."""

    index: int = Field(ge=0, description="Position among all text segments of the page.")
    kind: BlockKind
    level: int | None = Field(default=None, ge=1, le=6, description="The level of a heading.")
    text: str = Field(description="In one line; code keeps its lines.")
    html: str | None = Field(
        default=None, description="The text with the page's inline markup, sanitised; only with `include=html`."
    )
    xpath: str
    within: tuple[Container, ...] = Field(
        default=(), description="The lists, tables, quotes and code around a kept block, outermost first."
    )
    verdict: Verdict

    def __repr_args__(self) -> ShortRepr:
        """Yield its place, its kind, the beginning of its text, and the verdict."""
        yield from (("index", self.index), ("kind", self.kind), ("text", _shorten(self.text)))
        yield "verdict", self.verdict


class ImageSource(Frozen):
    """One address that a picture is offered at."""

    url: str
    width: int | None = Field(default=None, ge=1, description="Pixels, from a `w` descriptor or the width attribute.")
    descriptor: str | None = Field(default=None, description="The srcset descriptor as written, such as 640w or 2x.")
    media_type: str | None = None
    ranked_by: SourceRank = Field(
        default="assumed",
        description="What its rank among the sources is based on: the width in its `descriptor`, in its `address`, in "
        "the width attribute of the `element`, or `assumed` if none is known. Last come a `preview`, which is a "
        "blurred copy, and a `placeholder`.",
    )
    ranked_width: int | None = Field(
        default=None, ge=0, description="The width in pixels that was assumed for the rank."
    )


class Image(Frozen):
    """One picture of the page; all its sizes are one image."""

    url: str = Field(description="The best source: the largest that is neither a placeholder nor a blurred preview.")
    kind: ImageKind = Field(
        default="image", description="`poster`: the still of a video; `background`: the background of an element."
    )
    sources: tuple[ImageSource, ...]
    alt: str | None = None
    caption: str | None = None
    caption_source: CaptionSource | None = None
    credit: str | None = None
    is_lead: bool = Field(default=False, description="Whether it is the article's `lead_image`.")
    position: int | None = Field(default=None, ge=0, description="Index of the kept block before it; null: before all.")
    xpath: str
    within: tuple[Container, ...] = Field(
        default=(), description="The lists, tables and quotes around a kept image, outermost first."
    )
    width: int | None = Field(default=None, ge=0, description="Pixels, as the page declares it.")
    height: int | None = Field(default=None, ge=0, description="Pixels, as the page declares it.")
    verdict: Verdict

    def __repr_args__(self) -> ShortRepr:
        """Yield its address, its caption and the verdict."""
        yield from (("url", _shorten(self.url)), ("caption", _shorten(self.caption)), ("verdict", self.verdict))


class LeadImage(Frozen):
    """The picture that represents the article, on the page or in links to it."""

    url: str = Field(description="The best source, absolute; for one that is only declared, the declared address.")
    declared: bool = Field(
        description="Whether the page only declares it: it is not among `images`, because none of them can lead."
    )
    reason: LeadReason = Field(
        description="`declared_image`: one of `images` that the page declares too; `first_image`: the first of them, "
        "if it comes before the second block of text; otherwise where it is declared."
    )
    alt: str | None = Field(default=None, description="Of the image; null if it is only declared.")
    caption: str | None = Field(default=None, description="Likewise.")
    credit: str | None = Field(default=None, description="Likewise.")


class Entity(Frozen):
    """A name in the article, with all its mentions counted."""

    name: str
    label: str | None
    count: int = Field(ge=1)


class RelatedLink(Frozen):
    """A link to another story that the page offers beside the article."""

    title: str = Field(description="The text of the link.")
    url: str = Field(description="Absolute, http or https.")


class Dropped(Frozen):
    """What was left out, with verdicts."""

    blocks: tuple[Block, ...] = ()
    images: tuple[Image, ...] = ()

    def __repr_args__(self) -> ShortRepr:
        """Yield how many there are."""
        yield from (("blocks", len(self.blocks)), ("images", len(self.images)))


class ModelInfo(Frozen):
    """What computed the result; the same values and the same input give the same result."""

    ner: str | None = Field(description="Name and version of the language pipeline; null if it was not used.")
    classifier: str | None = None
    config_hash: str
    version: str


class SavedImages(Frozen):
    """What became of images that were to be saved."""

    paths: dict[str, Path] = Field(description="The files, by the addresses of the images.")
    missing: dict[str, str] = Field(description="Why the other images could not be saved, in a sentence; likewise.")


class Article(Frozen):
    """The article of one page and the images that belong to it."""

    url: str | None = None
    canonical_url: str | None = None
    title: str | None = None
    summary: str | None = Field(default=None, description="The abstract that the page declares for its readers.")
    authors: tuple[str, ...] = ()
    published: str | None = Field(
        default=None,
        description="ISO 8601: `2024-05-03`, or `2024-05-03T15:47:00+02:00` if the page states time and offset.",
    )
    modified: str | None = Field(default=None, description="The last change; ISO 8601, as `published`.")
    site_name: str | None = None
    language: str | None = Field(default=None, description="BCP 47, lower-case primary subtag.")
    text: str = Field(description="The kept blocks joined by blank lines, without title and captions.")
    html: str | None = None
    blocks: tuple[Block, ...]
    images: tuple[Image, ...]
    lead_image: LeadImage | None = Field(
        default=None, description="Never an author's portrait or a logo; null if `images` is false."
    )
    related: tuple[RelatedLink, ...] = Field(
        default=(), description="Links to related stories that the article offers."
    )
    entities: tuple[Entity, ...] | None = None
    is_article: Probability | None = Field(default=None, description="Null: the method does not estimate it.")
    method: Method
    rendered: bool = False
    model: ModelInfo
    timings: dict[str, float] | None = Field(default=None, description="Wall time in milliseconds, by stage.")
    warnings: tuple[PageWarning, ...] = ()
    dropped: Dropped | None = None

    @property
    def markdown(self) -> str:
        """The article as a Markdown document: title, byline, text, and the images in their places.

        Emphasis and links are in it if the article was extracted with `include=["html"]`.
        """
        render: Callable[[Article], str] = _find_above("markdown", "render")
        return render(self)

    def to_dict(self) -> dict[str, Any]:
        """Return the article as dictionaries, lists, texts and numbers, as in its JSON."""
        return self.model_dump(mode="json")

    def save_images(self, folder: Path | str, config: Settings | Path | str | None = None) -> SavedImages:
        """Fetch the images of the article and write each into a folder, in its best version, as `01-ferry.jpg`.

        They are fetched as pages are: from public addresses alone, by robots.txt and through the cache if the settings
        say so. An image that cannot be had is in `missing`, with the reason.

        Args:
            folder: is made if it is missing. Files of the same names are replaced.
            config: the settings, or the path of a settings file; the limits are those of `fetch` and `print`.

        Raises:
            ConfigError: the settings file cannot be used.
            OSError: the folder or a file cannot be written.
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
        yield from (("title", _shorten(self.title)), ("url", _shorten(self.url)))
        yield from (("blocks", len(self.blocks)), ("images", len(self.images)))


def _find_above(module: str, name: str) -> Any:
    """Return a function of `cutline.service.formats`.

    This module is below all others and may not import them, so it finds the few functions that methods of `Article`
    stand for by name, when they are called.
    """
    return getattr(import_module(f"cutline.service.formats.{module}"), name)


class ComparedBlock(Frozen):
    """One text segment of the page, and which methods keep it."""

    text: str
    xpath: str
    kept_by: tuple[Method, ...]


class Agreement(Frozen):
    """How far two methods agree on the text of a page."""

    methods: tuple[Method, Method]
    f1: Probability = Field(description="F1 between the characters that the two methods keep.")


class MethodsCompared(Frozen):
    """What several methods keep of one page; all of them read the same segments."""

    url: str | None = None
    title: str | None = None
    rendered: bool
    methods: tuple[Method, ...]
    blocks: tuple[ComparedBlock, ...]
    agreements: tuple[Agreement, ...]
    warnings: dict[Method, tuple[PageWarning, ...]] = Field(description="By method; only methods with warnings.")


class Rectangle(Frozen):
    """A part of a page, in CSS pixels from its top left corner."""

    left: float
    top: float
    width: float
    height: float


class PageShown(Frozen):
    """A rendered page as a picture, with the positions of its blocks and images."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    picture: bytes = Field(
        description="An image file of the page, from its top, with the page's own images left blank."
    )
    media_type: str
    width: float = Field(gt=0, description="The width that the picture shows, in CSS pixels.")
    height: float = Field(gt=0, description="The height; a long page is cut.")
    blocks: dict[int, Rectangle] = Field(description="Positions of the blocks in the picture, by index.")
    images: dict[str, Rectangle] = Field(description="Positions of the images in the picture, by XPath.")


class VisualPart(Frozen):
    """One visual block of a page, or a part of one."""

    depth: int = Field(ge=0, description="The number of blocks around it; 0 for the page itself.")
    is_leaf: bool = Field(description="Whether it was not divided.")
    coherence: int = Field(ge=1, le=10, description="The degree of coherence (DoC).")
    box: Rectangle | None = Field(description="Null for a page that shows nothing.")
    tag: str | None = Field(description="Null for several elements that belong together.")
    xpath: str | None = Field(description="Of the element, or of the one around its text; null for several elements.")
    characters: int = Field(ge=0)
    text: str = Field(description="The text of a leaf; empty for a block that was divided.")


class PageDivided(Frozen):
    """A page divided into visual blocks."""

    url: str | None = None
    rendered: bool
    permitted_coherence: int = Field(description="PDoC: blocks are divided until their DoC is greater.")
    parts: tuple[VisualPart, ...] = Field(description="Each before the parts it was divided into.")
    warnings: tuple[PageWarning, ...] = ()
