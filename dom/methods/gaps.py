"""What `auto` keeps between paragraphs although its classifier doubts it."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Collection, Container, Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import chain, groupby, islice

from lxml.html import HtmlElement

from cutline.dom.ancestors import climb, climb_to
from cutline.dom.boxes import find_boxes, is_framed
from cutline.dom.document import Document
from cutline.dom.methods.lost_headings import HEADING_THRESHOLD, find_headings, is_heading
from cutline.dom.methods.scored_page import MOST_LINKS, Gap, ScoredPage, find_container
from cutline.dom.related.links import is_teaser
from cutline.dom.scripts import SENTENCE_END, WORD, count_words
from cutline.dom.segments import TextSegment
from cutline.dom.tables import find_captioned, holds_data
from cutline.dom.tags import CELLS, TAB_LABEL
from cutline.dom.tree import BlockFinder

SENTENCES_THRESHOLD = 0.3  # probability from which prose that ends as a sentence is kept ...
LEAST_SENTENCES = 30  # ... if it has so many words
OWN_TEXT_THRESHOLD = 0.1  # probability from which text directly in the article's container is kept ...
LEAST_OWN = 8  # ... if it has so many words
LIST_MEAN = 0.2  # mean probability from which a list or a quote among kept text is kept ...
LINKED_LIST_MEAN = 0.4  # ... and a list of links
LIST_THRESHOLD = 0.2  # probability from which an item of a mostly kept list is kept
PLAIN_ITEM_THRESHOLD = 0.05  # the same for an item with nothing but lists and paragraphs between it and the list
LIST_TAGS = frozenset(("li", "dt", "dd"))  # of lists, which are judged as a whole
SOURCE_TAGS = frozenset(("cite", "footer", "figcaption"))  # what names the source of a quote
PLAIN_TAGS = frozenset("ul ol dl li dt dd p".split())
QUOTE_THRESHOLD = 0.1  # mean probability from which a mostly kept quote, or a post that it embeds, is kept as a whole
# Classes of posts as X, Bluesky, Mastodon, Reddit, Threads and TikTok have them embedded.
POSTS = frozenset(
    "twitter-tweet twitter-video bluesky-embed mastodon-embed reddit-embed-bq reddit-card text-post-media "
    "tiktok-embed".split()
)
MAX_LEVELS = 20  # elements between an item and the outermost list; no page written by people has as many
ALIKE_THRESHOLD = 0.1  # probability from which prose between kept siblings of the same tag and class is kept ...
ALIKE_LINK_THRESHOLD = 0.3  # ... and a line of links, unless it says that it leads to another story
MOST_ALIKE = 0.5  # share of such siblings that are kept, at least
SECTION_THRESHOLD = 0.2  # the same for a paragraph of a section between kept ones of sections alike
SECTION_TAGS = frozenset(("div", "section"))
LEAST_ALIKE = 3  # and their number
NEXT_BOX_THRESHOLD = 0.02  # mean probability from which a callout right behind another among kept text is kept
NEAR = 2  # elements around a text, of which one may be a button


def find_gaps(page: ScoredPage, kept: Sequence[int]) -> list[Gap]:
    """Return the doubtful segments to keep, between the first and last kept segment of the article's container.

    Prose needs a lower score there. A table or code block is kept as a whole, by its mean score, and so is an embedded
    post. The likely items of a list are kept if most of the list is, and the source of a quote if most of the quote is.
    Siblings alike are one decision: between kept ones, only what is very unlikely is left out. A heading goes with what
    it stands before.

    Args:
        page: the page.
        kept: the indices of the segments that are kept by their own score, ascending.
    """
    if not _may_have_gaps(page, kept):
        return []
    container, inside = find_container(page, kept)
    taken = frozenset(kept)
    found = _choose_first(chain(_find_prose(page, inside, container), _find_wholes(page, inside, container)))
    likely = taken | found.keys()
    others = (
        _find_quoted(page, inside, container, likely),
        _find_items(page, inside, container, likely),
        _find_alike(page, inside, likely),
    )
    found = _choose_first(chain(found.values(), *others))
    for _ in range(2):  # a heading is also kept for another like it
        found |= _choose_first(find_headings(page, inside, taken | found.keys()))
    return [gap for number, gap in sorted(found.items()) if number not in taken]


def _may_have_gaps(page: ScoredPage, kept: Sequence[int]) -> bool:
    """Return whether any text near the kept ones reaches the lowest threshold: a check that saves most of the work."""
    limits, taken = page.limits, frozenset(kept)
    least = min(limits.gap_threshold, limits.table_threshold, limits.code_threshold, PLAIN_ITEM_THRESHOLD)
    near = range(max(kept[0] - 1, 0), min(kept[-1] + 2, len(page.scores))) if kept else range(0)
    return any(page.scores[number] >= least and number not in taken for number in near)


def _choose_first(gaps: Iterable[Gap]) -> dict[int, Gap]:
    """Return the first gap of each segment, by its index."""
    found: dict[int, Gap] = {}
    for gap in gaps:
        found.setdefault(gap.number, gap)
    return found


def _find_prose(page: ScoredPage, inside: range, container: HtmlElement) -> Iterator[Gap]:
    """Yield the likely texts, of which long sentences ask for less: boxes and buttons say little.

    So does text directly in the container: old pages have the first paragraph of each section in no element.
    """
    for number in inside:
        if page.scores[number] >= OWN_TEXT_THRESHOLD and page.is_prose(number):
            threshold = _choose_prose(page, number, container)
            if page.scores[number] >= threshold:
                yield Gap(number, page.scores[number], threshold)


def _choose_prose(page: ScoredPage, number: int, container: HtmlElement) -> float:
    segment = page.segments[number]
    if segment.block is container and count_words(segment.text) >= LEAST_OWN and not is_teaser(segment):
        return OWN_TEXT_THRESHOLD
    return SENTENCES_THRESHOLD if _has_sentences(segment.text) else page.limits.gap_threshold


def _has_sentences(text: str) -> bool:
    return SENTENCE_END.search(text) is not None and count_words(text) >= LEAST_SENTENCES


def _find_wholes(page: ScoredPage, inside: range, container: HtmlElement) -> Iterator[Gap]:
    """Yield the texts of likely tables and code blocks."""
    is_caption = cache(_is_picture_row)
    for block, numbers in _group(page, inside, container):
        is_table = block.tag == "table" and block not in page.document.listings
        is_data = is_table and holds_data(block)
        score = page.mean(numbers) if is_data else page.mean_of_text(numbers)
        threshold = page.limits.table_threshold if is_table else page.limits.code_threshold
        if score >= threshold:
            own = (n for n in numbers if not (is_data and is_caption(_find_cell(page.segments[n].block))))
            yield from (Gap(n, score, threshold) for n in own)


def _is_picture_row(cell: HtmlElement | None) -> bool:
    """Return whether a cell is a row with a picture, as in a box of facts: the text there may be its caption."""
    row = cell.getparent() if cell is not None else None
    return row is not None and len(row) == 1 and any(_find_cell(each) is cell for each in row.iterdescendants("img"))


def _find_cell(element: HtmlElement) -> HtmlElement | None:
    return element if element.tag in CELLS else next(element.iterancestors(*CELLS), None)


def _find_alike(page: ScoredPage, inside: range, likely: Container[int]) -> Iterator[Gap]:
    """Yield the texts between kept siblings of the same tag and class, most of which are kept; the last lines too.

    So are paragraphs without a class in sections alike, as each section of a manual has a few.
    """
    for numbers, least in _list_alike(page, inside):
        kept = [number for number in numbers if number in likely]
        if LEAST_ALIKE <= len(kept) < len(numbers) <= len(kept) / MOST_ALIKE:
            for number in numbers:
                threshold = max(_choose_alike(page, number), least)
                is_line = page.segments[number].block is page.segments[kept[-1]].block
                if (kept[0] < number < kept[-1] or is_line) and page.scores[number] >= threshold:
                    yield Gap(number, page.scores[number], threshold)


def _list_alike(page: ScoredPage, inside: range) -> Iterator[tuple[list[int], float]]:
    """Yield texts alike, and the probability from which one of them may be kept."""
    siblings = defaultdict[tuple[object, ...], list[int]](list)
    cousins = defaultdict[tuple[object, ...], list[int]](list)
    for number in inside:
        block = page.segments[number].block
        if block.tag not in LIST_TAGS:
            around = block.getparent()
            siblings[around, block.tag, block.get("class")].append(number)
            if block.tag == "p" and not block.get("class") and around.tag in SECTION_TAGS:
                cousins[around.getparent(), around.tag, around.get("class")].append(number)
    yield from ((numbers, 0.0) for numbers in siblings.values())
    yield from ((numbers, SECTION_THRESHOLD) for numbers in cousins.values())


def _choose_alike(page: ScoredPage, number: int) -> float:
    segment = page.segments[number]
    label = segment.text.partition(":")[0]
    leads_away = segment.link_characters > 0 and (is_teaser(segment) or label.isupper())  # "MORE: Ferry leaves again"
    if page.is_prose(number) and not leads_away:
        return ALIKE_THRESHOLD
    return 1.0 if leads_away else ALIKE_LINK_THRESHOLD


def _find_quoted(page: ScoredPage, inside: range, container: HtmlElement, likely: Collection[int]) -> Iterator[Gap]:
    """Yield the texts of embedded posts and of quotes that are mostly kept, or likely and among kept text."""
    if not page.document.order.list_tagged("blockquote"):
        return
    quotes = _find_outermost(page, inside, container, ("blockquote",))
    ends = _find_ends(chain.from_iterable(quotes.values()), likely)
    for quote, numbers in quotes.items():
        score = page.mean_of_text(numbers)
        is_post = not POSTS.isdisjoint(quote.get("class", "").split())
        is_among = score >= LIST_MEAN and _is_between(numbers, ends)
        if score >= QUOTE_THRESHOLD and (is_post or is_among or page.is_mostly_kept(numbers, likely)):
            yield from (Gap(n, score, QUOTE_THRESHOLD) for n in numbers if _is_quoted(page.segments[n]))


def _find_items(page: ScoredPage, inside: range, container: HtmlElement, likely: frozenset[int]) -> Iterator[Gap]:
    """Yield the likely items of lists that are mostly kept, or likely and begun or among kept text."""
    lists = _find_outermost(page, inside, container, ("ul", "ol", "dl"))
    led = likely | {n for n in inside if page.scores[n] >= HEADING_THRESHOLD and is_heading(page, n)}
    ends = _find_ends(chain.from_iterable(lists.values()), led)
    for element, numbers in lists.items():
        is_likely = page.mean(numbers) >= (LIST_MEAN if page.is_text(numbers) else LINKED_LIST_MEAN)
        is_among = is_likely and len(numbers) > 1 and _is_between(numbers, ends)
        is_begun = numbers[0] in likely and page.mean_of_text(numbers) >= LINKED_LIST_MEAN
        if is_among or is_begun or page.is_mostly_kept(numbers, likely):
            items = (Gap(number, page.scores[number], _find_least(page, number, element)) for number in numbers)
            yield from (item for item in items if item.score >= item.threshold)


def _find_least(page: ScoredPage, number: int, around: HtmlElement) -> float:
    """Return the score that is enough for an item of a list."""
    is_plain = page.is_prose(number) and _is_plain(page.segments[number].block, around)
    return PLAIN_ITEM_THRESHOLD if is_plain else LIST_THRESHOLD


def find_listings_behind(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the doubtful listings right behind kept text, which leads to them, or behind another such listing.

    The label of a listing's tab may stand between.

    `kept` are the indices of the segments that are kept.
    """
    last, listings, least = -1, page.document.listings, page.limits.code_threshold
    for number in (n for n, segment in enumerate(page.segments) if segment.block in listings) if listings else ():
        before = number - (2 if page.segments[number - 1].block.tag == TAB_LABEL else 1)
        is_led_to = before in kept or before == last
        if number not in kept and is_led_to and page.mean_of_text([number]) >= least:
            yield Gap(number, page.scores[number], least)
            last = number


def find_captions(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the captions of kept tables, listings and formulas and the sources of kept quotes, with the score of these.

    `kept` are the indices of the segments that are kept.
    """
    captioned = dict(_find_captioned(page.document))
    if not captioned:
        return
    held = defaultdict[HtmlElement, list[int]](list)
    for number in kept:
        for around in islice(page.segments[number].block.iterancestors("table", "figure"), MAX_LEVELS):
            held[around].append(number)
    means = {around: page.mean(held[around]) for around in {*captioned.values()} & held.keys()}
    for number, segment in enumerate(page.segments):
        score = means.get(captioned.get(segment.block), 0.0)
        if number not in kept and score >= page.limits.table_threshold:
            yield Gap(number, score, page.limits.table_threshold)


def _find_captioned(document: Document) -> Iterator[tuple[HtmlElement, HtmlElement]]:
    """Yield each caption that is none of a picture, and the table or the figure that it is in."""
    for caption in document.order.list_tagged("caption"):
        yield from ((caption, table) for table in islice(caption.iterancestors("table"), 1))
    for caption in document.order.list_tagged("figcaption"):
        if find_captioned(caption) is not None:
            yield caption, caption.getparent()


def find_box_gaps(page: ScoredPage, kept: Collection[int]) -> Iterator[Gap]:
    """Yield the doubtful segments of callouts and `<details>` by kept text: between such, behind it, or mostly kept.

    One that is named as only callouts are may stand anywhere between the first and the last kept text.
    One right behind another asks for less, since several in a row look like notices of the site, and so does one right
    behind kept text that is named as only callouts are: the last one of a section or an article.

    `kept` are the indices of the segments that are kept.
    """
    boxes = {element: box.numbers for element, box in find_boxes(page.document, page.segments, kept).items()}
    ends = _find_ends(frozenset(chain.from_iterable(boxes.values())), kept)
    inside, last = range(min(kept, default=0), max(kept, default=0)), -1
    for element, numbers in boxes.items():
        is_behind = _is_behind_kept(page, element, numbers[0] - 1, kept)
        is_sure = numbers[0] - 1 == last or (is_behind and is_framed(element))
        least = NEXT_BOX_THRESHOLD if is_sure else page.limits.box_threshold
        is_kept = _lacks_title(numbers, kept) or page.is_mostly_kept(numbers, kept)
        score = page.mean(numbers) if is_kept else page.mean_of_text(numbers)
        is_inside = is_framed(element) and numbers[0] in inside
        if score >= least and any((is_kept, is_behind, is_inside, _is_between(numbers, ends))):
            last = numbers[-1]
            yield from (Gap(n, page.scores[n], least) for n in _list_shown(page, numbers) if n not in kept)


def _lacks_title(numbers: Sequence[int], kept: Collection[int]) -> bool:
    """Return whether all of a box is kept but its first text."""
    return len(numbers) > 1 and all(number in kept for number in numbers[1:])


def _list_shown(page: ScoredPage, numbers: Sequence[int]) -> Iterator[int]:
    return (number for number in numbers if _is_shown(page, number, numbers[0]))


def _is_shown(page: ScoredPage, number: int, first: int) -> bool:
    """Return whether a segment of a box has words, and is its first or no button."""
    segment = page.segments[number]
    return WORD.search(segment.text) is not None and (number == first or not _is_button(segment))


def _is_behind_kept(page: ScoredPage, element: HtmlElement, before: int, kept: Collection[int]) -> bool:
    """Return whether the segment before is kept, and its block, or what that is in, is the sibling before."""
    sibling = element.getprevious()
    if sibling is None or before not in kept:
        return False
    block = page.segments[before].block
    return sibling is block or sibling in block.iterancestors()


def _is_button(segment: TextSegment) -> bool:
    """Return whether a segment is the label of a button, such as "Show details" behind a summary."""
    return any(element.tag == "button" for element in climb(segment.start, NEAR + 1))


def _find_ends(places: Iterable[int], kept: Collection[int]) -> dict[int, tuple[int, int]]:
    """Return, for each of these segments, the first and the last kept one of the run of neighbours that it is in.

    The segments right before and right behind a run count too; if none is kept, both are the first of the run.
    """
    ends: dict[int, tuple[int, int]] = {}
    for _, group in groupby(enumerate(sorted(places)), key=lambda each: each[1] - each[0]):
        run = [number for _, number in group]
        around = [number for number in (run[0] - 1, *run, run[-1] + 1) if number in kept] or run[:1]
        ends |= dict.fromkeys(run, (around[0], around[-1]))
    return ends


def _is_between(numbers: Sequence[int], ends: Mapping[int, tuple[int, int]]) -> bool:
    """Return whether kept text stands before and behind these segments; `ends` are those of their runs."""
    first, last = ends[numbers[0]]
    return first < numbers[0] and numbers[-1] < last


def _group(page: ScoredPage, inside: range, container: HtmlElement) -> Iterator[tuple[HtmlElement, list[int]]]:
    """Yield each table and code block in a container, and the indices of its segments."""
    blocks = BlockFinder(("table", "pre"), container)
    groups: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    for number in inside:
        block = page.segments[number].block
        groups[block if block in page.document.listings else blocks.first_block(block)].append(number)
    is_outside = frozenset((container, page.document.body.getroottree().getroot()))
    yield from ((element, numbers) for element, numbers in groups.items() if element not in is_outside)


def _find_outermost(
    page: ScoredPage, inside: range, container: HtmlElement, tags: Collection[str]
) -> dict[HtmlElement, list[int]]:
    """Return the indices of the segments in each outermost element with one of the tags in a container."""
    blocks = BlockFinder(tags, container)
    groups: defaultdict[HtmlElement, list[int]] = defaultdict(list)
    outermost = {container: container}
    for number in inside:
        found, passed = blocks.first_block(page.segments[number].block), []
        while found not in outermost and (above := found.getparent()) is not None:
            passed.append(found)
            found = blocks.first_block(above)
        around = outermost.get(found, container)  # text of an inline container has a block around that
        outer = passed[-1] if around is container and passed else around
        outermost.update(dict.fromkeys(passed, outer))
        groups[outer].append(number)
    groups.pop(container, None)
    return groups


def _is_plain(block: HtmlElement, around: HtmlElement) -> bool:
    """Return whether only lists, items and paragraphs are between a block and the list around it."""
    return all(element.tag in PLAIN_TAGS for element in islice(climb_to(around, block), MAX_LEVELS))


def _is_quoted(segment: TextSegment) -> bool:
    """Return whether a text in a quote is a part of it: prose or its source, not a button of a forum."""
    if segment.link_share < MOST_LINKS:
        return True
    return any(element.tag in SOURCE_TAGS for element in climb(segment.start, 4))
