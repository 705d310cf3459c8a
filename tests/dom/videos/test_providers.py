"""What addresses of players say of their videos."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cutline.dom.videos.providers import PROVIDERS, Player, find_provider, read_player

TUBE = "https://www.youtube.com/watch?v=dQw4w9WgXcQ"


@pytest.mark.parametrize(
    ("address", "provider", "url"),
    [
        ("https://www.youtube.com/embed/dQw4w9WgXcQ?rel=0", "youtube", TUBE),
        ("https://www.youtube-nocookie.com/embed/dQw4w9WgXcQ", "youtube", TUBE),
        ("https://youtu.be/dQw4w9WgXcQ", "youtube", TUBE),
        ("https://m.youtube.com/watch?feature=x&v=dQw4w9WgXcQ", "youtube", TUBE),
        ("https://www.youtube.com/embed/videoseries?list=PL12", "youtube", "https://www.youtube.com/playlist?list=PL12"),
        ("https://player.vimeo.com/video/76979871?h=8", "vimeo", "https://vimeo.com/76979871"),
        ("https://geo.dailymotion.com/player/x1.html?video=x8a", "dailymotion", "https://www.dailymotion.com/video/x8a"),
        ("https://www.facebook.com/plugins/video.php?href=https%3A%2F%2Fwww.facebook.com%2Fv%2F1", "facebook",
         "https://www.facebook.com/v/1"),
        ("https://www.tiktok.com/embed/v2/7106594312292453675", "tiktok", None),
        ("https://cdn.jwplayer.com/players/nPripu9l-ALJ3XQCI.js", "jwplayer", None),
        ("https://players.brightcove.net/1/default_default/index.html?videoId=6140448705001", "brightcove", None),
        ("https://player.bilibili.com/player.html?bvid=BV1xx", "bilibili", "https://www.bilibili.com/video/BV1xx"),
        ("https://rutube.ru/play/embed/1a2b3c", "rutube", "https://rutube.ru/video/1a2b3c/"),
        ("https://courier.example/embed/video/12", None, None),
    ],
)  # fmt: skip
def test_a_player_names_its_site_and_the_page_to_watch(address: str, provider: str | None, url: str | None) -> None:
    player = read_player(address)
    assert player is not None
    assert (player.provider, player.url) == (provider, url)


@pytest.mark.parametrize(
    "address",
    [
        "https://www.googletagmanager.com/ns.html?id=GTM-1",
        "https://w.soundcloud.com/player/?url=x",
        "https://www.facebook.com/plugins/like.php?href=https://courier.example",
        "https://courier.example/podcast/video-embed/3",
        "https://remove.video/repo",
        "https://www.google.com/maps/embed?pb=1",
        "https://notyoutube.com/embed/dQw4w9WgXcQ",
        "https://players.brightcove.net/1/default/index.html?videoId=../../x",
    ],
)
def test_other_frames_are_no_players(address: str) -> None:
    assert read_player(address) is None


def test_a_video_named_by_an_attribute_is_found_at_its_site() -> None:
    assert find_provider("youtube", "dQw4w9WgXcQ") == Player(
        "youtube", "dQw4w9WgXcQ", TUBE, "https://www.youtube.com/embed/dQw4w9WgXcQ"
    )
    assert find_provider("youtube", "a b<script>") is None
    assert find_provider("", "dQw4w9WgXcQ") is None


@given(st.sampled_from(PROVIDERS), st.text(max_size=60), st.text(max_size=60))
def test_no_address_is_an_error(provider: object, path: str, query: str) -> None:
    host = provider.hosts[0]  # type: ignore[attr-defined]
    player = read_player(f"https://{host}/{path}?{query}")
    assert player is None or player.url is None or player.url.startswith("http")
