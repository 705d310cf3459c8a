"""The parts of an article: verdicts with what they rest on, and what a page has beside text and images."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field

from cutline.reasons import Reason

Probability = Annotated[float, Field(ge=0, le=1)]
EvidenceKind = Literal["entities", "names", "words", "none"]
RelevanceKind = Literal["related", "unrelated", "unknown"]
Measure = Literal["cosine", "match_share"]
Favor = Literal["balanced", "precision", "recall"]  # the errors that verdicts rather avoid: too much, or too little


class Frozen(BaseModel):
    """Base of every public type: immutable, and closed to unknown fields."""

    model_config = ConfigDict(frozen=True, extra="forbid")

    def __dir__(self) -> list[str]:
        """Return the names of the fields and of our own methods: completion in a notebook shows no others."""
        ours = (name for kind in type(self).__mro__ if issubclass(kind, Frozen) for name in vars(kind))
        return sorted({*type(self).model_fields, *(name for name in ours if name[0] != "_" and name[:6] != "model_")})


ShortRepr = Iterator[tuple[str, object]]  # names and values in a `repr`; the whole would fill pages
SHOWN_CHARACTERS = 60  # of a text in a `repr`


def shorten(text: str | None) -> str | None:
    """Return the beginning of a text for a `repr`."""
    return text if text is None or len(text) <= SHOWN_CHARACTERS else f"{text[:SHOWN_CHARACTERS].rstrip()}…"


class SharedName(Frozen):
    """A name or a word that occurs in both texts."""

    name: str = Field(description="As the article spells it; a word is in lower case.")
    label: str | None = Field(
        description="PERSON, ORG or LOC; null for a name that is not marked in the article, and for any word."
    )
    here: int = Field(ge=1, description="Mentions in the block or caption.")
    in_text: int = Field(ge=1, description="Mentions in the article text.")


class Evidence(Frozen):
    """What the texts have in common."""

    kind: EvidenceKind = Field(description="What was compared; `none`: the text has nothing to compare.")
    shared: tuple[SharedName, ...] = Field(default=(), description="The names or words that occur in both texts.")
    used: str | None = Field(default=None, description="The text that was compared with the article.")


class Similarity(Frozen):
    """How similar a text is to a larger one, and why."""

    score: Probability | None = Field(description="Null if there is no evidence, which is not the same as 0.")
    measure: Measure | None = Field(description="Which of the next two is the score: the share for short texts.")
    cosine: Probability | None = Field(description="Cosine of the angle between the weighted vectors; null likewise.")
    match_share: Probability | None = Field(
        description="Weighted share of the text's names or words that the larger text has too; null likewise."
    )
    evidence: Evidence


class ComparedText(Frozen):
    """Whether a text tells of the same story as a larger one, and how similar the two are by their names."""

    relevance: RelevanceKind = Field(
        description="What `auto` would say of it as a caption; `unknown`: it says too little, or the texts do."
    )
    relevance_score: Probability | None = Field(
        description="How likely it is about that story, at even odds; null if either has no word that carries meaning."
    )
    related_threshold: Probability = Field(description="It is `related` if the score is at least this.")
    unrelated_threshold: Probability = Field(description="It is `unrelated` if the score is below this.")
    found: tuple[str, ...] = Field(
        default=(), description="Its rarest words that also occur in the larger text; at most eight."
    )
    missing: tuple[str, ...] = Field(default=(), description="Its rarest words that do not occur in it; at most eight.")
    similarity: Similarity = Field(description="How similar the names of both are, or else the words; no verdict.")


class Term(Frozen):
    """A name or word that a text is compared by: one dimension of its vector."""

    name: str
    label: str | None = Field(description="PERSON, ORG or LOC; null for a capitalised word and for any other.")
    count: int = Field(ge=1, description="Mentions in the text.")
    weight: Probability = Field(description="The value of the vector in this dimension; the vector has length 1.")


class TextVector(Frozen):
    """A text as a vector of terms of one kind."""

    kind: EvidenceKind = Field(description="What the terms are; `none`: the text has nothing to compare.")
    terms: tuple[Term, ...] = Field(description="By weight, the largest first.")


class ComparedVector(TextVector):
    """The vector of a text that is compared with a larger one."""

    cosine: Probability | None = Field(description="With the vector of the larger text; null if there are no terms.")


class Vectors(Frozen):
    """The vectors that were compared."""

    text: tuple[TextVector, ...] = Field(description="Of the first text: one for each kind that was compared.")
    others: tuple[ComparedVector, ...] = Field(description="One for each of the other texts, in the order given.")


class Factor(Frozen):
    """One of the facts behind the `place_score` of an image."""

    name: str = Field(
        description="A feature in the model card; `others`: the sum of all others; `base`: the same for every image."
    )
    says: str = Field(description="The fact in plain words, such as `links to another page`.")
    weight: float = Field(description="How much it adds to the log odds of `place_score`.")


class Verdict(Frozen):
    """Whether a block or an image belongs to the article, and why."""

    kept: bool = Field(description="Whether it belongs to the article.")
    reason: Reason = Field(description="A fixed name of the rule that decided; docs/reasons.md explains each.")
    rule: str | None = Field(
        default=None, description="Only for `ad_rule`: what matched, the `host`, the `size` or a `filter`."
    )
    score: Probability | None = Field(default=None, description="The number that decided, if a number did.")
    threshold: Probability | None = Field(default=None, description="It is kept if the score is at least this.")
    margin: float | None = Field(default=None, ge=-1, le=1, description="`score` minus `threshold`.")
    place_score: Probability | None = Field(
        default=None, description="How likely an image in this place belongs to the article (`auto`)."
    )
    relevance: RelevanceKind | None = Field(
        default=None,
        description="Whether it is about the article's story; `unknown`: it says too little. Null: not compared.",
    )
    relevance_score: Probability | None = Field(
        default=None,
        description="How likely it is about that story, at even odds; null if none of its words carries meaning.",
    )
    found: tuple[str, ...] = Field(
        default=(),
        description="Its rarest words that also occur in the rest of the article; at most eight. Of a block, they and "
        '`missing` and `similarity` are only there with `include: ["evidence"]`.',
    )
    missing: tuple[str, ...] = Field(
        default=(),
        description="Its rarest words that do not occur in the rest of the article; at most eight.",
    )
    similarity: Similarity | None = Field(default=None, description="How similar it is to the article, if compared.")
    factors: tuple[Factor, ...] = Field(
        default=(), description="The facts whose weights add up to the log odds of `place_score`."
    )

    def __repr_args__(self) -> ShortRepr:
        """Yield what was decided, and from which number."""
        yield "kept", self.kept
        yield "reason", self.reason
        if self.score is not None:
            yield "score", round(self.score, 3)


LeadReason = Literal["first_image", "declared_image", "open_graph", "twitter", "json_ld"]
ContainerKind = Literal["list", "definitions", "quote", "table", "code", "callout", "details"]
CalloutType = Literal["note", "tip", "important", "warning", "caution"]


class Container(Frozen):
    """A list, quote, table, listing, callout or `<details>` around a block or an image, and its position inside."""

    kind: ContainerKind
    id: int = Field(ge=0, description="The same for everything inside this one.")
    item: int | None = Field(
        default=None, ge=0, description="For a list or table: the same for everything in this item or cell."
    )
    number: int | None = Field(default=None, description="For a numbered list: the number of the item.")
    is_done: bool | None = Field(
        default=None, description="For an item of a task list: whether the task is done; null for any other."
    )
    row: int | None = Field(
        default=None, ge=0, description="For a table: the number of rows above the cell; null for its caption."
    )
    column: int | None = Field(
        default=None, ge=0, description="For a table: the number of columns before the cell, at most 100."
    )
    columns: int = Field(default=1, ge=1, description="The number of columns that the cell spans.")
    rows: int = Field(default=1, ge=1, description="The number of rows that the cell spans.")
    is_header: bool = Field(
        default=False,
        description="Whether it is a header cell, the term of a definition, or the title of a callout or `<details>`.",
    )
    type: CalloutType | None = Field(default=None, description="For a callout: its type, one of those that GitHub has.")
    word: str | None = Field(
        default=None, description="For a callout: the page's own word for its type, such as `danger`; null if none."
    )
    title: str | None = Field(
        default=None, description="For a callout or `<details>`: the text of its title; null if it has none."
    )


class LeadImage(Frozen):
    """The picture that represents the article."""

    url: str = Field(description="The address of its best source.")
    declared: bool = Field(
        description="Whether the page only declares it (such as Open Graph), so that it is not among `images`."
    )
    reason: LeadReason = Field(
        description="Why it leads. `declared_image`: it is among `images`, and the page declares it; `first_image`: it "
        "is the first of `images`, before the second block of text; else where the page declares it."
    )
    alt: str | None = Field(default=None, description="As for the image; null if it is only declared.")
    caption: str | None = Field(default=None, description="The same.")
    credit: str | None = Field(default=None, description="The same.")


class Entity(Frozen):
    """A name in the article, with all its mentions."""

    name: str
    label: str | None
    count: int = Field(ge=1)


class Breadcrumb(Frozen):
    """One step on the way from the site's front page to the article."""

    name: str
    url: str | None = Field(default=None, description="Absolute, http or https; null if the page names none.")


class AuthorLink(Frozen):
    """The page of an author."""

    name: str = Field(description="As in `authors`.")
    url: str = Field(description="Absolute, http or https.")


class RelatedLink(Frozen):
    """A link to a related story."""

    title: str = Field(description="The text of the link.")
    url: str = Field(description="Absolute, http or https.")


class Comment(Frozen):
    """A comment of a reader."""

    author: str | None = None
    published: str | None = Field(default=None, description="ISO 8601, as of the article; null without a full date.")
    text: str = Field(description="Its paragraphs, joined by blank lines.")
    depth: int = Field(ge=0, description="How many comments are above it, each an answer to the one before.")
    answers: int | None = Field(
        default=None, ge=0, description="The place in `comments` of the one that it answers; null: it answers none."
    )
    xpath: str | None = Field(default=None, description="Null if the page only declares it (JSON-LD).")

    def __repr_args__(self) -> ShortRepr:
        """Yield its author, its depth and the beginning of its text."""
        yield from (("author", self.author), ("depth", self.depth), ("text", shorten(self.text)))


class SavedImages(Frozen):
    """What became of images that were to be saved."""

    paths: dict[str, Path] = Field(description="The files, by the addresses of the images.")
    missing: dict[str, str] = Field(description="Why the other images could not be saved, in a sentence; likewise.")
