"""The images of a page with their captions, and which ones to drop by position, address or duplication."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import dropwhile, islice

import numpy as np
from lxml.html import HtmlElement

from cutline.config.settings import Settings
from cutline.dom.body import Body
from cutline.dom.callout_names import ALONE
from cutline.dom.captioning.block_captions import Caption, CaptionFinder, StrictCaptionFinder
from cutline.dom.captioning.credit_parting import drop_credit
from cutline.dom.captioning.credits import STARTS_AS_CREDIT
from cutline.dom.captioning.finder import AllCaptionFinder
from cutline.dom.captioning.possible import PossibleCaptions
from cutline.dom.captioning.stated import read_declared_captions
from cutline.dom.document import Document
from cutline.dom.features.image_places import ReadSegments
from cutline.dom.images.addresses import find_width_in_address, is_placeholder
from cutline.dom.images.advertisements import AdRules
from cutline.dom.images.candidates import ImageCandidate, find_images
from cutline.dom.images.drawings import find_drawings
from cutline.dom.reading import Reading
from cutline.dom.scripts import count_words
from cutline.dom.segments import TextSegment, keep_runs
from cutline.dom.tree import BlockFinder, common_ancestor
from cutline.dom.words import join_patterns
from cutline.types import PageWarning, Reason

# Characters of all captions of one page with `first_subtree.strict`, after which images get no caption; limits the
# result if an article and its images share one block.
MAX_STRICT_CHARACTERS = 1_000_000
AVATAR = re.compile(r"(?:^|[\s_-])(?:avatar|userpic|gravatar)s?(?=$|[\s_-])", re.IGNORECASE)
LARGE = 300  # pixels; a picture declared this wide is no avatar, whatever its classes say
AVATAR_LEVELS = 2  # boxes around an image whose classes are read
MAX_CLASSES = 200  # characters of classes
CALLOUT_FILE, IN_BRACKETS = re.compile(r"/([a-z]{3,9})\.\w{3,4}$"), re.compile(r"\[[^\[\]]{1,30}\]")
LEAST_ICON, MOST_ICON = 8, 48  # pixels of an icon's sides
STYLED = re.compile(r"(?<![-\w])(width|height)\s*:\s*(\d{1,5})px", re.I)  # in a `style`
NO_ICON = 200  # pixels; an image that is offered in this width is no icon
# Addresses of badges, which say how a program fares: that its tests pass, which version is out.
BADGE = re.compile(
    r"//(?:img\.shields\.io|badgen\.net|badge\.fury\.io|badges\.gitter\.im|api\.codacy\.com/project/badge)/"
    r"|//(?:github\.com|codecov\.io|coveralls\.io|gitlab\.com)/[^?#]{1,300}/badge\.svg(?:$|\?)"
    r"|//readthedocs\.org/projects/[\w-]{1,100}/badge/",
    re.IGNORECASE,
)
_CALLS = rf"(?<![^\W\d_])(?:{join_patterns('pictures', 'calls')})"
# Of a call: the end of its name, where a number and a kind may follow ("guide-cta-2"), or what the call is for.
CALL = re.compile(rf"{_CALLS}[\W\d_]{{0,9}}(?:(?:banner|button|image)[\W\d_]{{0,9}})?\Z", re.IGNORECASE)
CALL_FOR = re.compile(rf"{_CALLS}\s(?:to|for)\s", re.IGNORECASE)
INVITES = re.compile(join_patterns("pictures", "invitations"), re.IGNORECASE)
MAX_LINK = 600  # characters of a link
MAX_NAME = 200  # characters of a file's name that are searched for such words
MAX_CALL = 3  # words of an alternative text that ends so; more may be about the trains of the CTA
LEAST_REST = 13  # words after a caption in its line, from which they are a paragraph


@dataclass(frozen=True, slots=True, eq=False)
class Picture:
    """An image with its caption.

    Attributes:
        image: the image and its sources.
        caption: its caption; None if it has none.
        description: the alternative text, where it stands in for a missing caption; else empty.
        dropped: why it is dropped regardless of its caption; None if it is not.
        rule: the matching rule, if several rules share that reason; else None.
    """

    image: ImageCandidate
    caption: Caption | None
    description: str
    dropped: Reason | None
    rule: str | None = None

    @property
    def is_open(self) -> bool:
        """Whether no rule has decided on it: it is not dropped, and no drawing, which only its place can keep."""
        return self.dropped is None and self.image.kind != "drawing"

    @property
    def text(self) -> str:
        """The caption's text; empty if there is none."""
        return (self.caption and self.caption.text) or ""

    @property
    def is_named_call(self) -> bool:
        """Whether its file or alternative text is named a call to action."""
        name, alt = self.image.url.partition("?")[0].rpartition("/")[2], (self.image.alt or "")[:MAX_NAME]
        if CALL.search(name.rsplit(".", 1)[0][-MAX_NAME:]) or CALL_FOR.match(alt):
            return True
        return count_words(alt) <= MAX_CALL and CALL.search(alt) is not None

    @property
    def is_invitation(self) -> bool:
        """Whether its link or its file is named after a campaign, a seller who pays, or what readers sign up for."""
        name = self.image.url.partition("?")[0].rpartition("/")[2]
        return any(map(INVITES.search, ((self.image.link or "")[:MAX_LINK], name[-MAX_NAME:])))

    @property
    def compared(self) -> str:
        """The text to compare with the article: caption or alternative text without its credit; may be empty."""
        return self.text or drop_credit(self.description)


FindsCaptions = CaptionFinder | StrictCaptionFinder  # by the paper's rule


def find_pictures(
    document: Document, body: Body, captions: FindsCaptions, link_list_share: float
) -> tuple[list[Picture], tuple[PageWarning, ...]]:
    """Return the page's images in document order, and warnings.

    The warning `caption_is_article` is given if an image is directly in the article's own block, where the paper's rule
    takes the whole article for its caption. `captions` decides whether that text is kept as the caption.

    Args:
        document: the page.
        body: the article subtree.
        captions: finds captions by the paper's rule.
        link_list_share: share of a caption's characters inside links (0..1), from which it is a list of links.

    Source: Joshi & Liu 2009, section 4.3 (an article image is in the article subtree and has a caption).
    """
    inside = set() if body.root is None else set(body.root.iter())
    pictures: list[Picture] = []
    seen: set[str] = set()
    bare = False
    for image in (image for image in find_images(document) if image.kind == "image"):
        is_inside, found = image.element in inside, captions.find_text(image.element)
        bare |= found is not None and is_inside and captions.is_article(found)
        caption = found if found is not None and captions.is_caption(found) else None
        dropped = _structural_reason(image, caption, is_inside, link_list_share)
        if dropped is None and image.key in seen:
            dropped = "duplicate"
        seen |= {image.key} if dropped is None else set()
        pictures.append(Picture(image, caption, "", dropped))
    return pictures, ("caption_is_article",) if bare else ()


class ArticlePictures:
    """The images of one page, judged by the paper's rule: keep those in the article subtree with a caption."""

    def __init__(self, document: Document, segments: Sequence[TextSegment], body: Body, settings: Settings) -> None:
        """Take the page, its segments, the decision on each, and all settings."""
        self._document, self._body = document, body
        self._captions = _choose_finder(document, segments, body, settings)
        self._link_list_share = settings.first_subtree.link_list_share

    def is_caption(self, segment: TextSegment) -> bool:
        """Return whether a segment is part of the caption of any image on the page."""
        return segment.start in self._in_captions

    def leave_out_caption(self, segment: TextSegment) -> TextSegment:
        """Return the segment as it is: the paper knows no captions inside paragraphs."""
        return segment

    def find(self, *, has_dropped: bool = True) -> tuple[list[Picture], tuple[PageWarning, ...]]:
        """Return the page's images in document order, and warnings; dropped ones always have their captions."""
        return find_pictures(self._document, self._body, self._captions, self._link_list_share)

    @cached_property
    def _in_captions(self) -> set[HtmlElement]:
        return {element for caption in self._captions.find_elements() for element in caption.iter()}


def _choose_finder(
    document: Document, segments: Sequence[TextSegment], body: Body, settings: Settings
) -> FindsCaptions:
    """Return the caption finder for the variant of the paper's rule in the settings."""
    kept = [segment.block for segment, decision in zip(segments, body.decisions, strict=True) if decision.kept]
    blocks, article = BlockFinder(settings.first_subtree.block_tags, document.body), common_ancestor(kept)
    if settings.first_subtree.strict:
        return StrictCaptionFinder(document, segments, blocks, article, MAX_STRICT_CHARACTERS)
    return CaptionFinder(document, blocks, article, settings.captions)


def _structural_reason(
    image: ImageCandidate, caption: Caption | None, inside: bool, link_list_share: float
) -> Reason | None:
    if is_placeholder(image.url):
        return "placeholder"
    if image.hidden:
        return "hidden"
    if not inside:
        return "outside_subtree"
    if caption is None or caption.text is None:
        return "no_caption"
    if caption.source == "first_block" and caption.link_share >= link_list_share:
        return "link_list"
    return None


class PagePictures:
    """The images of one page, wherever they are."""

    def __init__(
        self,
        document: Document,
        segments: Sequence[TextSegment],
        body: Body,
        settings: Settings,
        advertisements: AdRules | None = None,
    ) -> None:
        """Take the page, its segments, the decision on each, all settings, and rules for advertisements."""
        self._document, self._settings, self._advertisements = document, settings, advertisements
        decided = zip(segments, body.decisions, strict=True)
        self._kept = frozenset(segment for segment, decision in decided if decision.kept)
        self._next_story = None if body.next_story is None else document.order.of_element(body.next_story)
        self._declared = read_declared_captions(document.declarations, document.base_url)
        self._possible = PossibleCaptions(document, self._declared.values())
        self._openings: dict[TextSegment, bool] = {}

    def is_caption(self, segment: TextSegment) -> bool:
        """Return whether a segment is part of the caption of any image on the page, and of nothing else."""
        return self._begins_with_caption(segment) and self._find_rest(segment) is None

    def leave_out_caption(self, segment: TextSegment) -> TextSegment:
        """Return a segment without the caption that it begins with; the segment itself if there is none.

        Style sheets show inline captions as blocks: `<em class="img_desc">The ferry</em>The council met...`.
        """
        if segment.start is segment.block or not self._begins_with_caption(segment):
            return segment
        return self._find_rest(segment) or segment

    def _begins_with_caption(self, segment: TextSegment) -> bool:
        begins = self._openings.get(segment)
        if begins is None:
            may = segment not in self._kept or self._possible.may_hold(segment)
            begins = self._openings[segment] = may and segment.start in self._in_captions
        return begins

    def _find_rest(self, segment: TextSegment) -> TextSegment | None:
        """Return what follows the caption that a segment begins with; None if that is no more than a credit."""
        rest = dropwhile(lambda run: run.text.isspace() or run.parent in self._in_captions, segment.runs)
        after = keep_runs(segment, tuple(rest))
        if after is None or STARTS_AS_CREDIT.match(after.text):
            return None
        return after if count_words(after.text) >= LEAST_REST else None

    def find(self, *, has_dropped: bool = True) -> tuple[list[Picture], tuple[PageWarning, ...]]:
        """Return the page's images in document order, and `many_images` if there are more than the settings allow.

        Only placeholders, icons, avatars, advertisements and images of another story are dropped. If `has_dropped` is
        not set, no captions are searched for these.
        """
        pictures = []
        for image in self._captions.images:
            dropped, rule = self._find_drop_reason(image)
            caption = self._captions.find(image) if dropped is None or has_dropped else None
            pictures.append(Picture(image, caption, image.alt or "", dropped, rule))
        has_more = len(self._images) > self._settings.page.max_images
        return pictures, ("many_images",) if has_more else ()

    @cached_property
    def _images(self) -> list[ImageCandidate]:
        drawings = find_drawings(self._document, self._kept)
        images = find_images(self._document)
        order = self._document.order
        return sorted((*images, *drawings), key=lambda image: order.of_element(image.element)) if drawings else images

    @cached_property
    def _captions(self) -> AllCaptionFinder:
        document = self._document
        blocks = (segment.block for segment in self._kept)
        images = self._images[: self._settings.page.max_images]
        return AllCaptionFinder(document, images, blocks, self._declared, self._settings.captions)

    @cached_property
    def _in_captions(self) -> set[HtmlElement]:
        return {element for caption in self._captions.find_elements() for element in caption.iter()}

    def _find_drop_reason(self, image: ImageCandidate) -> tuple[Reason | None, str | None]:
        """Return the reason to drop an image, and the rule for it; None for either if there is none."""
        if is_placeholder(image.url):
            return "placeholder", None
        if _is_square_icon(image) or _is_callout_icon(image) or _is_badge(image):
            return "icon", None
        if (image.width or 0) < LARGE and is_avatar(image.element):
            return "portrait", None
        if self._next_story is not None and self._document.order.of_element(image.element) >= self._next_story:
            return "other_story", None
        rule = image.url and self._advertisements and self._advertisements.find_rule(image, self._document.url)
        return ("ad_rule", rule) if rule else (None, None)


def _is_square_icon(image: ImageCandidate) -> bool:
    """Return whether an image is declared as small as an icon; 16 x 9 is a ratio, and 1 x 1 waits for a script."""
    styled = {name.lower(): int(pixels) for name, pixels in STYLED.findall(image.element.get("style", ""))}
    width, height = styled.get("width", image.width), styled.get("height", image.height)
    if width is None or width != height or not LEAST_ICON <= width <= MOST_ICON:
        return False
    return all(max(source.width or 0, find_width_in_address(source.url) or 0) < NO_ICON for source in image.sources)


def is_avatar(image: HtmlElement) -> bool:
    """Return whether the classes of an image, or of a box with nothing else, call it a user's picture."""
    inside = image
    for box in (image, *islice(image.iterancestors(), AVATAR_LEVELS)):
        is_alone = inside.getnext() is None and inside.getprevious() is None and not (box.text or "").strip()
        if box is not image and not is_alone:
            return False
        if AVATAR.search(box.get("class", "")[:MAX_CLASSES]):
            return True
        inside = box
    return False


def _is_callout_icon(image: ImageCandidate) -> bool:
    """Return whether an image only says the type of a callout, as its file is named: DocBook, Asciidoctor.

    DocBook says it in brackets and in the language of the page: `note.png` and `[Opmerking]`.
    """
    alt, named = (image.alt or "").strip(), CALLOUT_FILE.search(image.url or "")
    says_type = named is not None and (alt.lower() == named[1] or IN_BRACKETS.fullmatch(alt) is not None)
    return named is not None and named[1] in ALONE and says_type


def _is_badge(image: ImageCandidate) -> bool:
    return any(BADGE.search(each) for each in (image.url, image.element.get("data-canonical-src")) if each)  # GitHub's


def read_places(reading: Reading) -> ReadSegments:
    """Return the segments with the method's predictions; a missing score is 1 for a kept segment, else 0."""
    decisions = reading.body.decisions
    kept = np.array([decision.kept for decision in decisions], bool)
    scores = [decision.kept if decision.score is None else decision.score for decision in decisions]
    return ReadSegments(reading.segments, kept, np.array(scores, np.float64), reading.body.root)
