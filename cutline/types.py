"""The public data of cutline: options that go in, results that come out."""

from __future__ import annotations

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field, field_validator

from cutline.reasons import PageWarning as PageWarning
from cutline.reasons import Reason as Reason

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


class SharedOptions(Frozen):
    """How pages are to be extracted, whichever they are; the same at every door."""

    method: Method = Field(
        default="auto", description="What finds the article: `auto`, or one of the published methods."
    )
    render: RenderMode = Field(default="auto", description="Whether the page is laid out in a browser first.")
    images: bool = Field(default=True, description="Whether images are looked for; the text never depends on it.")
    nlp: bool = Field(
        default=True, description="Whether names are compared; without it no block or image is dropped by similarity."
    )
    include: frozenset[Extra] = Field(default=frozenset(), description="Parts of the result made only when asked for.")
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
    """How one page is to be extracted."""

    url: str | None = Field(default=None, description="The page's address; makes relative addresses absolute.")


class SharedName(Frozen):
    """A name or a word that stands in both compared texts."""

    name: str = Field(description="As the article writes it; a word in small letters.")
    label: str | None = Field(
        description="PERSON, ORG or LOC; null for a name that is not marked in the article, and for any word."
    )
    here: int = Field(ge=1, description="Mentions in the block or caption.")
    in_text: int = Field(ge=1, description="Mentions in the article text.")


class Evidence(Frozen):
    """What the compared texts share."""

    kind: EvidenceKind = Field(description="What was compared; `none`: the text holds nothing to compare.")
    shared: tuple[SharedName, ...] = ()
    used: str | None = Field(default=None, description="The text that was compared with the article.")


class Similarity(Frozen):
    """How similar a text is to a larger one, and why."""

    score: Probability | None = Field(description="Null when there is no evidence, which is not a score of 0.")
    measure: Measure | None = Field(description="Which of the two is the score: small texts are matched.")
    cosine: Probability | None = Field(description="Of the angle between the weighted vectors of both; null likewise.")
    match_share: Probability | None = Field(
        description="Of the text's weighted names or words, those that the larger one has too; null likewise."
    )
    evidence: Evidence


class Term(Frozen):
    """One of the names or words that a text is compared by: a dimension of its vector."""

    name: str
    label: str | None = Field(description="PERSON, ORG or LOC; null for a capitalised word and for any other.")
    count: int = Field(ge=1, description="Mentions in the text.")
    weight: Probability = Field(description="The vector's part in this dimension; the vector has the length 1.")


class TextVector(Frozen):
    """A text as a vector of its terms of one kind."""

    kind: EvidenceKind = Field(description="What the terms are; `none`: the text holds nothing to compare.")
    terms: tuple[Term, ...] = Field(description="The heaviest first.")


class ComparedVector(TextVector):
    """The vector of a text that is compared with a larger one."""

    cosine: Probability | None = Field(description="With the larger text's vector of this kind; null without terms.")


class Vectors(Frozen):
    """What texts were compared as."""

    text: tuple[TextVector, ...] = Field(description="Of the first text, one for each kind that was compared.")
    others: tuple[ComparedVector, ...] = Field(description="One for each of the other texts, in their order.")


class Factor(Frozen):
    """One of the things that the score of an image's place was computed from."""

    name: str = Field(
        description="A feature of the classifier's model card; `others`: all not shown; `base`: of any image."
    )
    says: str = Field(description="What it says of this image, in plain words: `links to another page`.")
    weight: float = Field(description="What it adds to the log odds of `place_score`.")


class Verdict(Frozen):
    """Whether a block or an image belongs to the article, and why."""

    kept: bool
    reason: Reason = Field(description="A fixed word for the rule that decided; docs/reasons.md lists them all.")
    rule: str | None = Field(
        default=None, description="For `ad_rule`: the `host`, `size` or `filter` of which it is an advertisement."
    )
    score: Probability | None = Field(default=None, description="The number the decision was made from, if one was.")
    threshold: Probability | None = Field(default=None, description="Kept when the score is at least this.")
    margin: float | None = Field(default=None, ge=-1, le=1, description="score - threshold.")
    place_score: Probability | None = Field(
        default=None, description="Of an image: how likely one that stands there belongs to the article (`auto`)."
    )
    relevance: RelevanceKind | None = Field(
        default=None,
        description="Whether it tells of the article's story; `unknown`: too little is told. Null: not compared.",
    )
    relevance_score: Probability | None = Field(
        default=None,
        description="How likely it tells of that story, if as many texts did not; null if no word of it can tell.",
    )
    found: tuple[str, ...] = Field(
        default=(), description="Its words that the rest of the article has too, the rarest first; eight at most."
    )
    missing: tuple[str, ...] = Field(
        default=(),
        description="Of what is not `related`: its words that the rest of the article does not have, the rarest first.",
    )
    similarity: Similarity | None = Field(default=None, description="The comparison with the article text, if made.")
    factors: tuple[Factor, ...] = Field(default=(), description="What the log odds of `place_score` add up from.")


class Container(Frozen):
    """A list, quote, table or piece of code that a block or an image stands in, and where in it that is."""

    kind: ContainerKind
    id: int = Field(ge=0, description="Equal for all that stand in the same one.")
    item: int | None = Field(
        default=None, ge=0, description="Of a list or table: equal for all that stand in the same item or cell."
    )
    number: int | None = Field(default=None, description="Of a numbered list: the number before the item.")
    row: int | None = Field(default=None, ge=0, description="Of a table: rows above the cell.")
    column: int | None = Field(default=None, ge=0, description="Of a table: columns before the cell, at most 100.")
    columns: int = Field(default=1, ge=1, description="Columns that the cell spans.")
    rows: int = Field(default=1, ge=1, description="Rows that the cell spans.")
    is_header: bool = Field(default=False, description="Whether it is a header cell, or the term of a definition.")


class Block(Frozen):
    """One paragraph, heading or list item of the page, in document order."""

    index: int = Field(ge=0, description="Position among all text segments of the page.")
    kind: BlockKind
    level: int | None = Field(default=None, ge=1, le=6, description="Of a heading.")
    text: str = Field(description="In one line; code keeps its lines.")
    html: str | None = Field(
        default=None, description="The text with the page's inline markup, sanitised; made if `html` is included."
    )
    xpath: str
    within: tuple[Container, ...] = Field(
        default=(), description="The lists, tables, quotes and code that a kept block stands in, the outermost first."
    )
    verdict: Verdict


class ImageSource(Frozen):
    """One address under which a picture is offered."""

    url: str
    width: int | None = Field(default=None, ge=1, description="Pixels, from a `w` descriptor or the width attribute.")
    descriptor: str | None = Field(default=None, description="The srcset descriptor as written, such as 640w or 2x.")
    media_type: str | None = None
    ranked_by: SourceRank = Field(
        default="assumed",
        description="What its place among the sources comes from: the width in its `descriptor`, in its `address`, in "
        "the width attribute of the `element`, or `assumed` where none is known. Last come a `preview`, which is a "
        "blurred copy, and a `placeholder`.",
    )
    ranked_width: int | None = Field(default=None, ge=0, description="Pixels that it was taken to be wide for that.")


class Image(Frozen):
    """One picture of the page; its size variants are one image."""

    url: str = Field(description="The best source: the largest that is neither a placeholder nor a blurred preview.")
    kind: ImageKind = Field(default="image", description="`poster`: the still of a video; `background`: of an element.")
    sources: tuple[ImageSource, ...]
    alt: str | None = None
    caption: str | None = None
    caption_source: CaptionSource | None = None
    credit: str | None = None
    is_lead: bool = Field(default=False, description="Whether it is the article's `lead_image`.")
    position: int | None = Field(default=None, ge=0, description="Index of the kept block before it; null: before all.")
    xpath: str
    within: tuple[Container, ...] = Field(
        default=(), description="The lists, tables and quotes that a kept image stands in, the outermost first."
    )
    width: int | None = Field(default=None, ge=0, description="Pixels, as the page declares it.")
    height: int | None = Field(default=None, ge=0, description="Pixels, as the page declares it.")
    verdict: Verdict


class LeadImage(Frozen):
    """The picture that stands for the article, in the page or where others link to it."""

    url: str = Field(description="The best source, absolute; of one that is only declared, what the page declares.")
    declared: bool = Field(
        description="Whether the page only declares it, and it is not among `images`: none of those can lead."
    )
    reason: LeadReason = Field(
        description="`declared_image`: one of `images` that the page declares too; `first_image`: the first of them, "
        "standing before the second block of text; else where it is declared."
    )
    alt: str | None = Field(default=None, description="As of the image; null if it is only declared.")
    caption: str | None = Field(default=None, description="The same.")
    credit: str | None = Field(default=None, description="The same.")


class Entity(Frozen):
    """A name of the article with all its mentions counted together."""

    name: str
    label: str | None
    count: int = Field(ge=1)


class RelatedLink(Frozen):
    """A link to another story that the page offers beside the article."""

    title: str = Field(description="As the page shows it in the link.")
    url: str = Field(description="Absolute, http or https.")


class Dropped(Frozen):
    """What was left out, each with its verdict."""

    blocks: tuple[Block, ...] = ()
    images: tuple[Image, ...] = ()


class ModelInfo(Frozen):
    """What computed the result; equal values and equal input give equal results."""

    ner: str | None = Field(description="Name and version of the language pipeline; null when it was not used.")
    classifier: str | None = None
    config_hash: str
    version: str


class Article(Frozen):
    """The article of one page and the images that belong to it."""

    url: str | None = None
    canonical_url: str | None = None
    title: str | None = None
    summary: str | None = Field(default=None, description="The abstract that the page declares for its readers.")
    authors: tuple[str, ...] = ()
    published: str | None = Field(
        default=None,
        description="ISO 8601: `2024-05-03`, or `2024-05-03T15:47:00+02:00` where the page says time and offset.",
    )
    modified: str | None = Field(default=None, description="Of the last change; ISO 8601, as `published`.")
    site_name: str | None = None
    language: str | None = Field(default=None, description="BCP 47, lower-case primary subtag.")
    text: str = Field(description="The kept blocks joined by blank lines, without title and captions.")
    html: str | None = None
    blocks: tuple[Block, ...]
    images: tuple[Image, ...]
    lead_image: LeadImage | None = Field(
        default=None, description="Never an author's portrait or a logo; null where images are not looked for."
    )
    related: tuple[RelatedLink, ...] = Field(
        default=(), description="Links to further stories that belong to the article, none of its own text."
    )
    entities: tuple[Entity, ...] | None = None
    is_article: Probability | None = Field(default=None, description="Null: the method does not estimate it.")
    method: Method
    rendered: bool = False
    model: ModelInfo
    timings: dict[str, float] | None = Field(default=None, description="Milliseconds of wall time by stage.")
    warnings: tuple[PageWarning, ...] = ()
    dropped: Dropped | None = None


class ComparedBlock(Frozen):
    """One text segment of the page, and which methods keep it."""

    text: str
    xpath: str
    kept_by: tuple[Method, ...]


class Agreement(Frozen):
    """How far two methods keep the same text of a page."""

    methods: tuple[Method, Method]
    f1: Probability = Field(description="F1 of the characters that one keeps, held against those of the other.")


class MethodsCompared(Frozen):
    """What several methods keep of one page, on one segmentation."""

    url: str | None = None
    title: str | None = None
    rendered: bool
    methods: tuple[Method, ...]
    blocks: tuple[ComparedBlock, ...]
    agreements: tuple[Agreement, ...]
    warnings: dict[Method, tuple[PageWarning, ...]] = Field(description="Of each method that has any.")


class Rectangle(Frozen):
    """A part of a page in CSS pixels, counted from the page's corner."""

    left: float
    top: float
    width: float
    height: float


class PageShown(Frozen):
    """A rendered page as a picture, and where its blocks and images stand in it."""

    model_config = ConfigDict(ser_json_bytes="base64", val_json_bytes="base64")

    picture: bytes = Field(description="An image file of the page from its top, without the images that it shows.")
    media_type: str
    width: float = Field(gt=0, description="CSS pixels of the page that the picture shows.")
    height: float = Field(gt=0, description="The same; a long page is cut.")
    blocks: dict[int, Rectangle] = Field(description="Of each block that is in the picture, by its index.")
    images: dict[str, Rectangle] = Field(description="Of each image that is in the picture, by its XPath.")


class VisualPart(Frozen):
    """One visual block of a page, or one that is part of it."""

    depth: int = Field(ge=0, description="How many blocks are around it; the page itself has 0.")
    is_leaf: bool = Field(description="Whether it was not divided.")
    coherence: int = Field(ge=1, le=10, description="The degree of coherence (DoC).")
    box: Rectangle | None = Field(description="Null for a page of which nothing can be seen.")
    tag: str | None = Field(description="Null for several elements that belong together.")
    xpath: str | None = Field(description="Of the element, or the one that its text stands in; null likewise.")
    characters: int = Field(ge=0)
    text: str = Field(description="Of a leaf; empty for a block that was divided.")


class PageDivided(Frozen):
    """A page divided into visual blocks."""

    url: str | None = None
    rendered: bool
    permitted_coherence: int = Field(description="PDoC: blocks are divided until their DoC is greater.")
    parts: tuple[VisualPart, ...] = Field(description="Each before the parts it was divided into.")
    warnings: tuple[PageWarning, ...] = ()
