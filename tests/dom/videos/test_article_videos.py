"""Which videos of a page belong to its article, and where they are."""

import json

import pytest

from cutline.dom.videos import VideoCandidate, find_article_videos
from tests.dom.conftest import open_page

TEXT = "The ferry left the harbour of Port Ellery at six."
TUBE = '<iframe src="https://www.youtube.com/embed/dQw4w9WgXcQ"></iframe>'
WATCH = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"


def find(body: str, json_ld: object = None) -> list[tuple[VideoCandidate, str | None]]:
    """Return the videos of a page whose paragraphs `<p>` are its article, with the text before each."""
    script = f'<script type="application/ld+json">{json.dumps(json_ld)}</script>' if json_ld else ""
    page, segments = open_page(
        f"<html><head>{script}</head><body>{body}</body></html>", url="https://courier.example/story"
    )
    kept = [segment for segment in segments if segment.block.tag == "p"]
    return [(video, before and before.text) for video, before in find_article_videos(page, segments, kept)]


def test_a_video_between_paragraphs_has_its_place() -> None:
    [(video, before)] = find(f"<article><p>{TEXT}</p><figure>{TUBE}</figure><p>It came back at nine.</p></article>")
    assert (video.player.provider, video.player.url, before) == ("youtube", WATCH, TEXT)
    assert video.address == "https://www.youtube.com/embed/dQw4w9WgXcQ"


def test_one_below_the_headline_is_before_all_paragraphs() -> None:
    [(_, before)] = find(f"<h1>Ferry</h1><header>{TUBE}</header><div>By Ines</div><article><p>{TEXT}</p></article>")
    assert before is None


@pytest.mark.parametrize(
    "place",
    [
        "<article><p>{text}</p><aside>{video}</aside><p>{text}</p></article>",
        "<article><p>{text}</p><div class='related-videos'>{video}</div><p>{text}</p></article>",
        "<article><p>{text}</p><div class='ad-slot'>{video}</div><p>{text}</p></article>",
        "<article><p>{text}</p><div hidden>{video}</div><p>{text}</p></article>",
        "<article><p>{text}</p></article><div>{video}</div>",
        "<div>{video}</div><div>" + "Other stories. " * 60 + "</div><article><p>{text}</p></article>",
        "<article><div>Nothing kept.</div>{video}</article>",
    ],
)
def test_videos_elsewhere_in_the_page_are_not_the_article_s(place: str) -> None:
    assert find(place.format(text=TEXT, video=TUBE)) == []


@pytest.mark.parametrize(
    ("player", "address", "provider"),
    [
        ('<iframe src="about:blank" data-src="//www.youtube.com/embed/dQw4w9WgXcQ"></iframe>', WATCH, "youtube"),
        ('<lite-youtube videoid="dQw4w9WgXcQ"></lite-youtube>', WATCH, "youtube"),
        ('<amp-youtube data-videoid="dQw4w9WgXcQ"></amp-youtube>', WATCH, "youtube"),
        ('<noscript><iframe src="https://player.vimeo.com/video/76979871"></iframe></noscript>',
         "https://vimeo.com/76979871", "vimeo"),
        ('<object data="https://www.youtube.com/v/dQw4w9WgXcQ"><embed src="https://www.youtube.com/v/dQw4w9WgXcQ"></object>',
         WATCH, "youtube"),
        ('<blockquote class="tiktok-embed" cite="https://www.tiktok.com/@ines/video/7106594312292453675"></blockquote>',
         "https://www.tiktok.com/@ines/video/7106594312292453675", "tiktok"),
    ],
)  # fmt: skip
def test_players_of_every_kind_are_read(player: str, address: str, provider: str) -> None:
    [(video, _)] = find(f"<article><p>{TEXT}</p>{player}<p>{TEXT}</p></article>")
    assert (video.player.url, video.player.provider) == (address, provider)


def test_a_file_is_its_own_address() -> None:
    player = '<video poster="/still.jpg"><source src="/ferry.webm" type="video/webm"><source src="/ferry.mp4"></video>'
    [(video, _)] = find(f"<article><p>{TEXT}</p>{player}<p>{TEXT}</p></article>")
    assert (video.player.provider, video.address) == (None, "https://courier.example/ferry.webm")
    assert video.thumbnail == "https://courier.example/still.jpg"


@pytest.mark.parametrize(
    "frame",
    [
        '<iframe src="https://www.googletagmanager.com/ns.html"></iframe>',
        "<video></video>",
        "<iframe></iframe>",
        '<iframe src="javascript:alert(1)"></iframe>',
        '<blockquote cite="https://www.youtube.com/watch?v=dQw4w9WgXcQ">Words</blockquote>',
        '<script src="https://cdn.example/players/a.js"></script>',
    ],
)
def test_what_plays_no_video_is_left_out(frame: str) -> None:
    assert find(f"<article><p>{TEXT}</p>{frame}<p>{TEXT}</p></article>") == []


def test_titles_that_only_say_that_it_is_a_video_are_none() -> None:
    titled = TUBE.replace("<iframe", '<iframe title="{}"')
    [(video, _)] = find(f"<article><p>{TEXT}</p>{titled.format('YouTube video player')}<p>{TEXT}</p></article>")
    assert video.title is None
    [(video, _)] = find(f"<article><p>{TEXT}</p>{titled.format('The ferry at dawn')}<p>{TEXT}</p></article>")
    assert video.title == "The ferry at dawn"


def test_json_ld_completes_the_player_of_its_video() -> None:
    said = {
        "@type": "VideoObject",
        "name": "At dawn",
        "embedUrl": "https://www.youtube.com/embed/dQw4w9WgXcQ",
        "thumbnailUrl": ["https://i.example/1.jpg", "https://i.example/2.jpg"],
    }
    [(video, _)] = find(f"<article><p>{TEXT}</p>{TUBE}<p>{TEXT}</p></article>", said)
    assert (video.title, video.thumbnail) == ("At dawn", "https://i.example/1.jpg")


def test_json_ld_of_a_mere_file_leaves_a_player_its_page() -> None:
    said = {"@type": "VideoObject", "contentUrl": "https://courier.example/files/dQw4w9WgXcQ.mp4"}
    [(video, _)] = find(f"<article><p>{TEXT}</p>{TUBE}<p>{TEXT}</p></article>", said)
    assert video.player.url == WATCH


def test_a_player_without_address_is_found_in_json_ld() -> None:
    said = {"@type": "VideoObject", "contentUrl": "https://cdn.jwplayer.com/videos/87mC75R1"}
    player = '<video data-source="jwplatform" video-id="87mC75R1"></video>'
    [(video, before)] = find(f"<article><p>{TEXT}</p>{player}<p>{TEXT}</p></article>", said)
    assert (video.address, before) == ("https://cdn.jwplayer.com/videos/87mC75R1", TEXT)


def test_the_article_s_declared_video_has_no_place_and_a_teaser_s_is_left_out() -> None:
    own = {"@type": "VideoObject", "name": "Own", "contentUrl": "https://courier.example/own.mp4"}
    other = {"@type": "VideoObject", "name": "Other", "contentUrl": "https://courier.example/other.mp4"}
    [(video, before)] = find(f"<article><p>{TEXT}</p></article>", [{"@type": "NewsArticle", "video": own}, other])
    assert (video.element, video.title, before) == (None, "Own", None)


def test_a_video_that_is_shown_twice_is_listed_once() -> None:
    assert len(find(f"<article><p>{TEXT}</p>{TUBE}<p>{TEXT}</p>{TUBE}<p>{TEXT}</p></article>")) == 1
