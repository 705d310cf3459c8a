"""The videos of a page, players wherever they are and what JSON-LD declares, and which of them its article has."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from itertools import accumulate, islice, takewhile

from lxml.html import HtmlElement

from cutline.dom.document import Document
from cutline.dom.features.marks import MARKS
from cutline.dom.images.sources import find_background
from cutline.dom.metadata.json_ld import Json, JsonLdNode, as_list, read_text
from cutline.dom.metadata.plain_text import collapse, fold, resolve_references
from cutline.dom.segments import TextSegment
from cutline.dom.tree import common_ancestor
from cutline.dom.videos.providers import Player, find_provider, read_player
from cutline.dom.web_addresses import find_web_address
from cutline.dom.words import list_words, read_table

MAX_PLAYERS = 200  # of a page that are looked at
MAX_DECLARED = 100
MAX_CHARACTERS = 4_000  # of an address
MAX_TITLE = 300
MAX_INSIDE = 200  # elements looked at in a player
FILES = ("video", "amp-video")
FILE = re.compile(r"\.(?:mp4|m4v|webm|ogv|mov|m3u8|mpd|flv)(?:[?#]|$)", re.I)
PLAYERS = list_words("videos", "players")  # looked for by tag, because any other way takes five times as long
POST = "tiktok-embed"  # the class of a quote that a script replaces with a player
SCRIPT = re.compile(r"(?:https?:)?//(?:cdn|content)\.jw(?:player|platform)\.com/players/")
# Attributes that name the video of a site; where the site stands in another one or in the tag, it is looked for there.
NAMED_BY = {"data-media-id": "jwplayer", **dict.fromkeys(list_words("videos", "ids"), "")}
SITES = read_table("videos", "sites")
NO_TITLE = frozenset(list_words("videos", "no_titles"))  # of frames, which say no more than what they are


@dataclass(frozen=True, slots=True)
class VideoCandidate:
    """A video of the page.

    Attributes:
        element: its player; None for one that the page only declares.
        player: the site, the video there, and the page where people watch it.
        address: of the player or the file; None if the page does not say it.
        title: None if there is none that says more than that it is a video.
        thumbnail: the address of a picture of it.
    """

    element: HtmlElement | None
    player: Player
    address: str | None
    title: str | None = None
    thumbnail: str | None = None

    @property
    def key(self) -> str:
        """Equal for two players of one video."""
        return f"{self.player.provider}:{self.player.id}" if self.player.id else self.address or ""


def find_videos(document: Document) -> list[VideoCandidate]:
    """Return the videos of a page, each once: those of its players in document order, then those it only declares.

    A player that names neither a known video nor a file is left out.
    """
    players = islice(filter(_may_play, document.order.list_tagged(*PLAYERS)), MAX_PLAYERS)
    declared = _read_declared(document)
    found: dict[str, VideoCandidate] = {}
    for candidate in _read_players(players, document, declared):
        found.setdefault(candidate.key, candidate)
    shown = {candidate.address for candidate in found.values()}
    for video in declared:
        if video.is_of_article and video.candidate.address not in shown:
            found.setdefault(video.candidate.key, video.candidate)
    return list(found.values())


@dataclass(frozen=True, slots=True)
class Declared:
    """A video of JSON-LD.

    Attributes:
        candidate: the video.
        mentions: all addresses of it, in one text.
        is_of_article: whether JSON-LD calls it the video of the article.
    """

    candidate: VideoCandidate
    mentions: str
    is_of_article: bool


def _read_declared(document: Document) -> list[Declared]:
    declarations = document.declarations
    own = [declarations.json_ld.follow(value) for value in as_list(declarations.article.get("video"))[:MAX_DECLARED]]
    nodes = islice((node for node in declarations.json_ld.nodes if "VideoObject" in node.types), MAX_DECLARED)
    videos = (_read_video_object(node, own, document.base_url) for node in nodes)
    return [video for video in videos if video.candidate.address or video.candidate.player.url]


def _read_video_object(node: JsonLdNode, own: Iterable[Json], base_url: str | None) -> Declared:
    said = node.properties
    file, embed, page = (_read_address(said.get(name), base_url) for name in ("contentUrl", "embedUrl", "url"))
    player = next(filter(None, map(read_player, filter(None, (embed, page, file)))), Player(None))
    if player.url is None and page:
        player = player._replace(url=page)
    thumbnails = (_read_address(value, base_url) for value in as_list(said.get("thumbnailUrl")))
    title = collapse(read_text(said.get("name")) or "")[:MAX_TITLE] or None
    address = next((address for address in (embed, file) if address and read_player(address)), embed or file)
    candidate = VideoCandidate(None, player, address, title, next(filter(None, thumbnails), None))
    mentions = " ".join(filter(None, (embed, page, file, candidate.thumbnail)))
    return Declared(candidate, mentions, any(said == video for video in own))


def _read_address(value: Json, base_url: str | None) -> str | None:
    return find_web_address(read_text(value), base_url, MAX_CHARACTERS)


def _read_players(
    players: Iterable[HtmlElement], document: Document, declared: Iterable[Declared]
) -> Iterator[VideoCandidate]:
    inside: set[HtmlElement] = set()  # of a player, as the frame in an `<object>`
    for element in players:
        candidate = None if element in inside else _read_element(element, document.base_url)
        if candidate is None:
            continue
        inside.update(islice(element.iter("*"), MAX_INSIDE))
        candidate = _complete(candidate, declared)
        if candidate.address or candidate.player.url:
            yield candidate


def _may_play(element: HtmlElement) -> bool:
    if element.tag == "script":
        return SCRIPT.match(element.get("src", "")) is not None
    return element.tag != "blockquote" or POST in element.get("class", "")


def _read_element(element: HtmlElement, base_url: str | None) -> VideoCandidate | None:
    """Return what an element plays; None if that is no video."""
    named, title = _read_name(element), _read_title(element)
    if named is not None:
        return VideoCandidate(element, named, named.embed_url, title, _find_thumbnail(element, base_url))
    for address in _list_addresses(element, base_url):
        is_file = element.tag in FILES or FILE.search(address) is not None
        if player := read_player(address) or (Player(None) if is_file else None):
            if element.tag == "blockquote":  # it cites the page of the video
                player, address = player._replace(url=address), player.embed_url or address
            return VideoCandidate(element, player, address, title, _find_thumbnail(element, base_url))
    if element.tag == "video":  # its address may be declared
        return VideoCandidate(element, Player(None, element.get("video-id")), None, title)
    return None


def _read_name(element: HtmlElement) -> Player | None:
    """Return the video that an element's attributes name, and of which site it is."""
    for name, site in NAMED_BY.items():
        if video := element.get(name):
            words = f"{element.tag} {element.get('data-source', '')} {element.get('data-account', '') and 'brightcove'}"
            site = site or next((known for word, known in SITES.items() if word in words), "")
            if player := find_provider(site, video):
                return player
    return None


def _list_addresses(element: HtmlElement, base_url: str | None) -> Iterator[str]:
    """Yield the absolute addresses that an element may play: first its own, then those of its sources."""
    sources = [element, *islice(element.iter("source"), MAX_INSIDE)] if element.tag in FILES else [element]
    for source in sources:
        for name, value in source.items():
            is_address = name.endswith(("src", "href", "cite")) or name == "data"
            if is_address and (url := find_web_address(value, base_url, MAX_CHARACTERS)):
                yield url


def _read_title(element: HtmlElement) -> str | None:
    for name in ("title", "aria-label", "data-title"):
        title = collapse(resolve_references(element.get(name) or ""))[:MAX_TITLE]
        if title and fold(title) not in NO_TITLE:
            return title
    return None


def _find_thumbnail(element: HtmlElement, base_url: str | None) -> str | None:
    addresses = (element.get("poster"), element.get("data-poster"), find_background(element.get("style") or ""))
    urls = (find_web_address(address, base_url, MAX_CHARACTERS) for address in addresses)
    return next(filter(None, urls), None)


def _complete(candidate: VideoCandidate, declared: Iterable[Declared]) -> VideoCandidate:
    """Return a video with what JSON-LD says of it."""
    video = next((video.candidate for video in declared if _is_of(candidate, video)), None)
    if video is None:
        return candidate
    player = candidate.player if candidate.player.provider else video.player
    return replace(
        candidate,
        player=player._replace(url=player.url or video.player.url),
        address=candidate.address or video.address,
        title=candidate.title or video.title,
        thumbnail=candidate.thumbnail or video.thumbnail,
    )


def _is_of(candidate: VideoCandidate, declared: Declared) -> bool:
    name = candidate.player.id or candidate.address
    return name is not None and name in declared.mentions


# Elements that hold players, and whose own text is never shown.
PLAYER_FRAMES = frozenset({"noscript", "template", "button", "object", "video"})
# Around a player, below what holds the whole article.
ELSEWHERE = frozenset({"nav", "footer", "aside"})
NOT_OF_ARTICLE = sum(1 << MARKS.index(mark) for mark in ("advertisement", "comment", "footer"))
# Narrower than the mark `related`, which `relative` has too: a class of many a player.
RELATED = re.compile(
    r"(?<![a-z])(?:related|recommend|read-?more|teaser|promo|trending|popular|up-?next|playlist)", re.I
)
MAX_NAME = 400  # characters of a class or id
MAX_BEFORE = 500  # characters between a player and the first paragraph: a title, a summary and a byline
MAX_AFTER = 200  # between the last paragraph and a player


def find_article_videos(
    document: Document, segments: Sequence[TextSegment], kept: Sequence[TextSegment]
) -> list[tuple[VideoCandidate, TextSegment | None]]:
    """Return the videos of the article, each with the kept segment before it; None: before all, or nobody knows where.

    Videos that the page only declares come last.

    Args:
        document: the page.
        segments: all its text.
        kept: the segments of the article, in document order; without any, there are no videos.
    """
    if not kept or not (videos := find_videos(document)):
        return []
    order, around = document.order, common_ancestor([segment.block for segment in kept])
    starts = [order.of_segment(segment) for segment in kept]
    found: list[tuple[VideoCandidate, TextSegment | None]] = []
    for video in videos:
        if video.element is None:
            found.append((video, None))
        elif _is_of_article(video.element, document, segments, kept, around):
            before = bisect_left(starts, order.of_element(video.element))
            found.append((video, kept[before - 1] if before else None))
    return found


def _is_of_article(
    element: HtmlElement,
    document: Document,
    segments: Sequence[TextSegment],
    kept: Sequence[TextSegment],
    around: HtmlElement | None,
) -> bool:
    boxes = list(takewhile(lambda box: box is not around and box is not document.body, element.iterancestors()))
    if any(box.tag in ELSEWHERE or (box in document.hidden and box.tag not in PLAYER_FRAMES) for box in boxes):
        return False
    if any(document.facts.read(box).marks & NOT_OF_ARTICLE or _is_related(box) for box in (element, *boxes)):
        return False
    order, place = document.order, document.order.of_element(element)
    if place < order.of_segment(kept[0]):
        between = takewhile(lambda each: order.of_segment(each) > place, reversed(segments[: kept[0].index]))
        return _is_short(between, MAX_BEFORE)
    if place > order.of_segment(kept[-1]):
        between = takewhile(lambda each: order.of_segment(each) < place, segments[kept[-1].index + 1 :])
        return around in element.iterancestors() and _is_short(between, MAX_AFTER)
    return True


def _is_related(box: HtmlElement) -> bool:
    return RELATED.search(f"{box.get('class', '')[:MAX_NAME]} {box.get('id', '')[:MAX_NAME]}") is not None


def _is_short(between: Iterable[TextSegment], most: int) -> bool:
    return all(size <= most for size in accumulate(len(segment.text) for segment in between))
