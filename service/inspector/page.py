"""An inspection arranged for the eye: what a template shows, in its order."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import groupby
from math import inf

from cutline.config.settings import InspectorSettings
from cutline.dom.images.addresses import picture_key
from cutline.reasons import REASONS, tell_reason
from cutline.service.formats.flow import plain
from cutline.service.formats.marks import Marks, Piece
from cutline.service.formats.sentences import Field, State, find_fields, find_ground, find_state, shorten, write_reason
from cutline.service.pages.extraction import Inspection
from cutline.types import Article, Block, Dropped, Entity, Image, Reason, Verdict

MAX_NAMES = 20  # in the chart of the article; the rest are counted
LONG = 600  # blocks and images that a browser lays out in a few milliseconds
CLOSE = 0.15  # difference of score and threshold up to which a verdict is uncertain; `inspector.js` has the same
LEAST_RUN = 4  # dropped blocks, or images dropped for one reason, one behind the other, that are folded into a line
BLOCKS = "dropped blocks"  # what they are in a run
SHOWN_ALIKE = 4  # images of the wall dropped for the same reason; if there are twice as many, the others are folded
SHOWN_KINDS = 2  # of the blocks that a slider moves
ICON_PIXELS = 64  # of the shorter side, as the page declares it, up to which an image is taken for an icon


def is_judged(verdict: Verdict) -> bool:
    """Return whether a verdict was made by holding a score against a threshold; rules decide whatever it is."""
    return verdict.score is not None and verdict.threshold is not None


def find_copies(images: Sequence[Image]) -> frozenset[int]:
    """Return the places of the images that a likelier one of the same picture stands for, whatever the threshold is.

    Of equally likely ones the first counts, as where the images were judged.
    """
    judged = [number for number, image in enumerate(images) if is_judged(image.verdict)]
    by_picture = sorted(judged, key=lambda number: _rank(images[number]))
    groups = groupby(by_picture, key=lambda number: picture_key(images[number].url))
    return frozenset(number for _, group in groups for number in list(group)[1:])


def _rank(image: Image) -> tuple[str, float, bool]:
    return picture_key(image.url), -(image.verdict.score or 0), not image.verdict.kept


@dataclass(frozen=True, slots=True)
class Slider:
    """A threshold that the viewer can move.

    Attributes:
        name: of the verdicts that it judges, such as `image-0.5`.
        what: `images` or `blocks`.
        threshold: the one that they were judged by.
        moved: what it judges, in words: `blocks` if no other slider judges any, else as `12 tables, 3 list items`.
    """

    name: str
    what: str
    threshold: float
    moved: str


@dataclass(frozen=True, slots=True)
class ShownBlock:
    """A block of the page.

    Attributes:
        block: the block.
        slider: what judges it; None where a rule or its relevance decides.
        field: of the article that delivers its words in place of the text; None for any other block.
        pieces: its text, marked.
    """

    block: Block
    slider: str | None
    field: Field | None
    pieces: Sequence[Piece]

    @property
    def state(self) -> State:
        """Whether it is in the text, in another field, or in none."""
        return find_state(self.block, self.field)


@dataclass(frozen=True, slots=True)
class ShownImage:
    """An image of the page.

    Attributes:
        number: its place among all, the kept ones first.
        image: the image.
        slider: what judges it, as of a block.
        place: how many images stand before it on the page.
        rank: how many of the images would sooner be kept: photographs near to the threshold come first, icons last.
        ground: why it was kept or dropped, in a clause.
        caption, short_caption, alt: its texts, marked, the last two of them cut if they are long.
        links: numbers of the terms that its evidence names, by their words.
    """

    number: int
    image: Image
    slider: str | None
    place: int
    rank: int
    ground: str
    caption: Sequence[Piece]
    short_caption: Sequence[Piece]
    alt: Sequence[Piece]
    links: Mapping[str, int | None]

    @property
    def why_alike(self) -> str | None:
        """Why it and others like it were dropped; None for an image that always stands alone: kept, or uncertain."""
        verdict = self.image.verdict
        if verdict.kept or (self.slider and abs((verdict.score or 0) - (verdict.threshold or 0)) < CLOSE):
            return None
        return tell_reason(verdict.reason, "images") or None


@dataclass(frozen=True, slots=True)
class ShownList:
    """List items that follow each other."""

    items: tuple[ShownBlock, ...]


@dataclass(frozen=True, slots=True)
class ShownRun:
    """Dropped blocks or images that follow each other: `what` they are, such as `dropped blocks: navigation`."""

    what: str
    count: int
    parts: tuple[ShownBlock | ShownImage | ShownList, ...]


@dataclass(frozen=True, slots=True)
class ShownFold:
    """Images of the wall dropped for the same reason, behind the first of them; `why` is the reason as a clause."""

    reason: Reason
    why: str
    images: tuple[ShownImage, ...]


Part = ShownBlock | ShownImage | ShownList | ShownRun


@dataclass(frozen=True, slots=True)
class InspectedPage:
    """What a template shows of an inspection.

    Attributes:
        article: the article itself.
        title: marked.
        flow: blocks and images, kept or not, in the order of the page.
        images: the kept ones, then the others, each in the order of the page.
        folds: those of the images that are so many and so alike that the wall shows a line for them.
        sliders: the thresholds.
        blocks_all, images_all: counts, shown or not; of blocks, those alone that no other field delivers.
        fields: how many blocks each other field delivers.
        blocks_left_out, images_left_out: dropped ones that are not shown, since there are so many.
        names: of the article, the most frequent first, with the numbers of their terms.
        strangers: how many kept ones seem to be about another story.
        reasons: those on this page, with their sentences and how often each was given.
        image_reasons: those of the shown images, and of how many.
    """

    article: Article
    title: Sequence[Piece]
    flow: tuple[Part, ...]
    images: tuple[ShownImage, ...]
    folds: tuple[ShownFold, ...]
    sliders: tuple[Slider, ...]
    blocks_all: int
    fields: tuple[tuple[Field, int], ...]
    images_all: int
    blocks_left_out: int
    images_left_out: int
    names: tuple[tuple[Entity, int | None], ...]
    strangers: int
    reasons: tuple[tuple[str, str, int], ...]
    image_reasons: tuple[tuple[str, int], ...]

    @property
    def unfolded(self) -> tuple[ShownImage, ...]:
        """The images that the wall shows at once."""
        folded = {shown.number for fold in self.folds for shown in fold.images}
        return tuple(shown for shown in self.images if shown.number not in folded)

    @property
    def is_long(self) -> bool:
        """Whether there is so much that a browser is slow to lay it all out."""
        return self.blocks_all + self.images_all > LONG


def arrange_page(inspection: Inspection, limits: InspectorSettings) -> InspectedPage:
    """Return the visible part of an inspection: everything kept, then what was dropped, up to the limits."""
    article = inspection.article
    dropped = article.dropped or Dropped()
    names = article.entities or ()
    marks, find = Marks(article, names[:MAX_NAMES]), find_fields(article)
    chosen = _choose_blocks(article.blocks, dropped.blocks, limits.max_blocks)
    blocks = [
        ShownBlock(block, _name_block_slider(block.verdict), find(block), _mark_block(block, marks)) for block in chosen
    ]
    fields = Counter(field for block in dropped.blocks if (field := find(block)))
    images = _choose_images(article, limits.max_images, marks)
    judged: tuple[Block | Image, ...] = (*article.blocks, *dropped.blocks, *article.images, *dropped.images)
    verdicts = [each.verdict for each in judged]
    return InspectedPage(
        article=article,
        title=marks.mark_text(plain(article.title)),
        flow=tuple(_arrange_flow(_merge(blocks, images))),
        images=images,
        folds=tuple(_fold_images(images)),
        sliders=_list_sliders(blocks, images),
        blocks_all=len(article.blocks) + len(dropped.blocks) - fields.total(),
        fields=tuple(fields.most_common()),
        images_all=len(article.images) + len(dropped.images),
        blocks_left_out=len(article.blocks) + len(dropped.blocks) - len(blocks),
        images_left_out=len(article.images) + len(dropped.images) - len(images),
        names=tuple((name, marks.find_number(name.name, name.label)) for name in names[:MAX_NAMES]),
        strangers=sum(verdict.kept and verdict.relevance == "unrelated" for verdict in verdicts),
        reasons=_explain_reasons(verdicts),
        image_reasons=tuple(Counter(shown.image.verdict.reason for shown in images).most_common()),
    )


def _list_sliders(blocks: Iterable[ShownBlock], images: Iterable[ShownImage]) -> tuple[Slider, ...]:
    """Return the sliders, those of the images first, by their thresholds."""
    judged: list[tuple[str, Block | Image, str | None]] = [("images", shown.image, shown.slider) for shown in images]
    judged += [("blocks", shown.block, shown.slider) for shown in blocks]
    moved: dict[tuple[str, float, str], Counter[str]] = {}
    for what, each, slider in judged:
        if slider is not None:
            moved.setdefault((what, each.verdict.threshold or 0.0, slider), Counter())[each.kind] += 1
    alike = Counter(what for what, _, _ in moved)
    return tuple(
        Slider(slider, what, threshold, what if alike[what] == 1 else _count_kinds(kinds))
        for (what, threshold, slider), kinds in sorted(
            moved.items(), key=lambda item: (item[0][0] != "images", item[0][1])
        )
    )


def _count_kinds(kinds: Counter[str]) -> str:
    """Return what a slider moves, the most frequent first, as `12 tables, 3 list items`."""
    counted = [f"{count} {kind.replace('_', ' ')}{'' if count == 1 else 's'}" for kind, count in kinds.most_common()]
    return ", ".join(counted[:SHOWN_KINDS] + ["others"] * (len(counted) > SHOWN_KINDS))


def list_blocks(parts: Iterable[Part]) -> Iterator[ShownBlock]:
    """Yield the blocks of the flow, in its order."""
    for part in parts:
        if isinstance(part, ShownRun):
            yield from list_blocks(part.parts)
        elif isinstance(part, ShownList):
            yield from part.items
        elif isinstance(part, ShownBlock):
            yield part


def _choose_blocks(kept: Sequence[Block], dropped: Sequence[Block], room: int) -> list[Block]:
    return sorted((*kept, *dropped[: max(0, room - len(kept))]), key=lambda block: block.index)


def _mark_block(block: Block, marks: Marks) -> Sequence[Piece]:
    """Return the text of a block, marked; what is written for machines is not."""
    if block.kind in ("code", "formula"):
        return [Piece(block.text)]
    return marks.mark_block(plain(block.text), block)


def _choose_images(article: Article, room: int, marks: Marks) -> tuple[ShownImage, ...]:
    images = (*article.images, *(article.dropped.images if article.dropped else ()))
    copies = find_copies(images)
    chosen = range(min(len(images), max(room, len(article.images))))
    on_page = sorted(chosen, key=lambda number: -1 if (after := images[number].position) is None else after)
    places = {number: place for place, number in enumerate(on_page)}
    ranks = {number: rank for rank, number in enumerate(sorted(on_page, key=lambda number: _rank_hope(images[number])))}
    return tuple(
        ShownImage(
            number=number,
            image=image,
            slider=None if number in copies else _name_slider("image", image.verdict),
            place=places[number],
            rank=ranks[number],
            ground=find_ground(image),
            caption=marks.mark_image(plain(image.caption), image),
            short_caption=_mark_short(image.caption, image, marks),
            alt=_mark_short(image.alt, image, marks),
            links=marks.link(image.verdict),
        )
        for number, image in ((number, images[number]) for number in chosen)
    )


def _mark_short(text: str | None, image: Image, marks: Marks) -> Sequence[Piece]:
    return marks.mark_image(shorten(text), image)


def _rank_hope(image: Image) -> tuple[bool, float]:
    sides = [side for side in (image.width, image.height) if side is not None]
    is_icon = image.verdict.reason == "icon" or min(sides, default=ICON_PIXELS + 1) <= ICON_PIXELS
    score, threshold = image.verdict.score, image.verdict.threshold
    return is_icon, inf if score is None or threshold is None else threshold - score


def _name_slider(what: str, verdict: Verdict) -> str | None:
    return f"{what}-{verdict.threshold}" if is_judged(verdict) else None


def _name_block_slider(verdict: Verdict) -> str | None:
    """Return the slider of a block; None where its score is its relevance, as no other block's is."""
    return None if verdict.reason == "off_topic" else _name_slider("block", verdict)


def _fold_images(images: Iterable[ShownImage]) -> Iterator[ShownFold]:
    alike: dict[Reason, list[ShownImage]] = {}
    for shown in sorted(images, key=lambda shown: shown.rank):
        if shown.why_alike:
            alike.setdefault(shown.image.verdict.reason, []).append(shown)
    for reason, members in alike.items():
        if len(members) >= 2 * SHOWN_ALIKE:
            yield ShownFold(reason, tell_reason(reason, "images"), tuple(members[SHOWN_ALIKE:]))


def _arrange_flow(merged: Iterable[ShownBlock | ShownImage]) -> Iterator[Part]:
    """Yield list items that follow each other as a list, and what was dropped one behind the other as a run."""
    for what, group in groupby(merged, key=_find_run):
        members = tuple(group)
        parts = tuple(_list_items(members))
        if what and len(members) >= LEAST_RUN:
            reasons = f": {_count_reasons(members)}" if what == BLOCKS else ""
            yield ShownRun(f"{what}{reasons}", len(members), parts)
        else:
            yield from parts


def _find_run(part: ShownBlock | ShownImage) -> str | None:
    """Return what a dropped block or image would be one of in a run; None for all else, which stands between runs."""
    if isinstance(part, ShownImage):
        return part.why_alike and f"images, dropped because {part.why_alike}"
    return BLOCKS if part.state == "dropped" else None


def _count_reasons(parts: Iterable[ShownBlock | ShownImage]) -> str:
    """Return the reasons of a run of blocks, the most frequent first, as `8 aside, 4 navigation`."""
    counts = Counter(write_reason(part.block.verdict.reason) for part in parts if isinstance(part, ShownBlock))
    if len(counts) == 1:
        return next(iter(counts))
    return ", ".join(f"{count} {reason}" for reason, count in counts.most_common())


def _list_items(parts: Iterable[ShownBlock | ShownImage]) -> Iterator[ShownBlock | ShownImage | ShownList]:
    for is_item, group in groupby(parts, key=_is_list_item):
        members = tuple(group)
        if is_item:
            yield ShownList(tuple(member for member in members if isinstance(member, ShownBlock)))
        else:
            yield from members


def _merge(blocks: Sequence[ShownBlock], images: Sequence[ShownImage]) -> Iterator[ShownBlock | ShownImage]:
    """Yield the blocks, and behind each that was kept the images that follow it."""
    first_kept = next((shown.block.index for shown in blocks if shown.block.verdict.kept), None)
    before = [image for image in images if image.image.position is None]
    behind: dict[int, list[ShownImage]] = {}
    for image in images:
        if image.image.position is not None:
            behind.setdefault(image.image.position, []).append(image)
    if first_kept is None:
        yield from before
    for shown in blocks:
        if shown.block.index == first_kept:
            yield from before
        yield shown
        yield from behind.get(shown.block.index, ())


def _is_list_item(part: ShownBlock | ShownImage) -> bool:
    return isinstance(part, ShownBlock) and part.block.kind == "list_item"


def _explain_reasons(verdicts: Iterable[Verdict]) -> tuple[tuple[str, str, int], ...]:
    counts = Counter(verdict.reason for verdict in verdicts)
    return tuple((reason, REASONS.get(reason, ""), count) for reason, count in counts.most_common())
