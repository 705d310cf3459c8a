"""Observations on pages with strangers: what was kept of the strangers and of the article's own parts."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from data_files import read_rows

from strange_pages.files import AS_IT_WAS, StrangePage
from strange_pages.labelled import LabelledArticle, base_name, collapse_space

UNRELATED = "unrelated"  # value of a verdict's relevance
UNRELATED_REASONS = ("off_topic", "unrelated", "dissimilar")

ENGLISH = "en"
LANGUAGES = ("English", "others")
LONG_PARAGRAPH = 150  # characters; longer genuine paragraphs have a topic
MUCH_LOST = 0.1  # share of the text kept of the unchanged page

Values = Iterator[tuple[str, float]]


@dataclass(frozen=True, slots=True)
class JudgedBlock:
    """A block of the page, whether it is in the text, and whether its verdict says that it is unrelated."""

    text: str
    is_kept: bool
    is_unrelated: bool


@dataclass(frozen=True, slots=True)
class Answer:
    """The result of extracting a page.

    `images` are in the scorer's format, `names` are all their file names; kept `blocks` come first.
    """

    text: str
    images: tuple[Mapping[str, Any], ...]
    names: frozenset[str]
    blocks: tuple[JudgedBlock, ...]


Answers = Mapping[str, Answer]


def read_answers(predictions: Path) -> dict[str, Answer]:
    """Return the answers in a file that `cutline enrich --include dropped` wrote, by page; failed ones are left out."""
    return {record["id"]: _read_answer(record) for record in read_rows(predictions) if not record.get("error")}


def _read_answer(record: Mapping[str, Any]) -> Answer:
    images = tuple({"url": image["url"], "sources": image["sources"]} for image in record["images"])
    addresses = (address for image in images for address in (image["url"], *(each["url"] for each in image["sources"])))
    dropped = (record.get("dropped") or {}).get("blocks", ())
    return Answer(
        text=record["text"],
        images=images,
        names=frozenset(map(base_name, addresses)),
        blocks=(
            *(_read_block(block, is_kept=True) for block in record["blocks"]),
            *(_read_block(block, is_kept=False) for block in dropped),
        ),
    )


def _read_block(block: Mapping[str, Any], *, is_kept: bool) -> JudgedBlock:
    verdict = block["verdict"]
    is_unrelated = verdict.get("relevance") == UNRELATED or verdict["reason"] in UNRELATED_REASONS
    return JudgedBlock(collapse_space(block["text"]), is_kept, is_unrelated)


@dataclass(frozen=True, slots=True)
class Observation:
    """One value (0..1) of a measure on one page; the figure is their mean."""

    kind: str
    measure: str
    language: str
    value: float


def observe(pages: Iterable[StrangePage], answers: Answers) -> Iterator[Observation]:
    """Yield the observations on pages with strangers; the page must be answered with and without its stranger."""
    for page in pages:
        was, now = answers.get(f"{AS_IT_WAS}/{page.base}"), answers.get(page.id)
        if page.kind != AS_IT_WAS and was and now:
            yield from _label(page, OBSERVERS[page.kind](page, was, now))


def observe_genuine(
    pages: Iterable[StrangePage], answers: Answers, articles: Iterable[LabelledArticle]
) -> Iterator[Observation]:
    """Yield the verdicts on long paragraphs of unchanged pages: on kept ones, and on labelled ones."""
    labelled = {article.id: frozenset(map(collapse_space, article.paragraphs)) for article in articles}
    for page in pages:
        if page.kind == AS_IT_WAS and (was := answers.get(page.id)):
            blocks = [block for block in was.blocks if len(block.text) > LONG_PARAGRAPH]
            yield from _label(page, _observe_paragraphs(blocks, labelled[page.base]))


def observe_kept_before(pages: Iterable[StrangePage], answers: Answers, before: Answers) -> Iterator[Observation]:
    """Yield, for each replaced picture that an earlier run kept on the unchanged page, whether it is still kept."""
    for page in pages:
        was, earlier = answers.get(f"{AS_IT_WAS}/{page.base}"), before.get(f"{AS_IT_WAS}/{page.base}")
        if page.replaced and was and earlier and _shows_replaced(page, earlier):
            yield from _label(page, iter([("genuine kept, of those kept before", float(_shows_replaced(page, was)))]))


def _label(page: StrangePage, values: Values) -> Iterator[Observation]:
    language = LANGUAGES[page.lang != ENGLISH]
    for measure, value in values:
        yield Observation(page.kind, measure, language, value)


def _observe_figure(page: StrangePage, was: Answer, now: Answer) -> Values:
    """Count a stranger only if the picture that it replaces was kept."""
    is_kept = _shows_replaced(page, was)
    yield "genuine kept", float(is_kept)
    if is_kept:
        yield "stranger kept", float(base_name(page.strangers[0]) in now.names)


def _shows_replaced(page: StrangePage, answer: Answer) -> bool:
    return not answer.names.isdisjoint(map(base_name, page.replaced))


def _observe_text(page: StrangePage, was: Answer, now: Answer) -> Values:
    text = collapse_space(now.text)
    for stranger in page.strangers:
        yield "in the text", float(stranger in text)
        block = next((block for block in now.blocks if block.text == stranger), None)
        yield "verdict `unrelated`", float(block is not None and block.is_unrelated)
    lost = max(0, len(was.text) - len(now.text)) / max(1, len(was.text))
    yield "more than 10 % of the rest lost", float(lost > MUCH_LOST)


def _observe_story(page: StrangePage, was: Answer, now: Answer) -> Values:
    text = collapse_space(now.text)
    own = [collapse_space(paragraph) for paragraph in was.text.split("\n\n")]
    yield "text kept of it", _share_inside(page.strangers, text)
    yield "own text lost", 1 - _share_inside(own, text)


def _share_inside(parts: Collection[str], text: str) -> float:
    """Return the share of the parts, by characters, that occur in a text."""
    return sum(len(part) for part in parts if part in text) / max(1, sum(map(len, parts)))


def _observe_paragraphs(blocks: Collection[JudgedBlock], labelled: Collection[str]) -> Values:
    for block in blocks:
        if block.is_kept:
            yield "paragraph kept, and called unrelated", float(block.is_unrelated)
        if block.text in labelled:
            yield "labelled paragraph dropped as unrelated", float(not block.is_kept and block.is_unrelated)


OBSERVERS: Mapping[str, Callable[[StrangePage, Answer, Answer], Values]] = {
    "figure": _observe_figure,
    "figure-hard": _observe_figure,
    "paragraph": _observe_text,
    "advert": _observe_text,
    "three-paragraphs": _observe_text,
    "story": _observe_story,
    "story-h2": _observe_story,
}
