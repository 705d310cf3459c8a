"""The video sites of the web: how the address of a player names the video, and where it can be watched."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple
from urllib.parse import parse_qs

from cutline.dom.web_addresses import is_web_address, split_address

MAX_QUERY_FIELDS = 50
ID = r"[\w-]{3,64}"


class Player(NamedTuple):
    """The address of a player, read.

    Attributes:
        provider: the site, such as `youtube`; None for one that is not known.
        id: the video there; None if the address does not name it.
        url: the page where people watch it; None if there is none, or it cannot be told.
        embed_url: the address of the site's own player for it; None likewise.
    """

    provider: str | None
    id: str | None = None
    url: str | None = None
    embed_url: str | None = None


@dataclass(frozen=True, slots=True)
class Provider:
    """The players of a video site, as `providers.toml` has them.

    Attributes:
        name: of the site, as in results.
        hosts: domains of its players; their subdomains too.
        path: matches the path of a player; its group is the video.
        watch: the address of the page for a video, with `{}` for the video; None: there is none for all.
        query: the field of the query that names the video, or the page, where the path does not.
        embed: the address of the player for a video, with `{}` for the video.
    """

    name: str
    hosts: tuple[str, ...]
    path: re.Pattern[str]
    watch: str | None = None
    query: str | None = None
    embed: str | None = None

    def is_of(self, host: str) -> bool:
        """Return whether a host is one of the site's."""
        return any(host == known or host.endswith(f".{known}") for known in self.hosts)


def _read_provider(name: str, hosts: str, path: str, **addresses: str) -> Provider:
    return Provider(name, tuple(hosts.split()), re.compile(path.replace("ID", f"({ID})")), **addresses)


TABLE = tomllib.loads(Path(__file__).with_name("providers.toml").read_text(encoding="utf-8"))
PROVIDERS = tuple(_read_provider(name, **fields) for name, players in TABLE.items() for fields in players)
BY_NAME: Mapping[str, Provider] = {provider.name: provider for provider in reversed(PROVIDERS)}
# Players of sites that have their own: `video` in host or path, as in /video-embed/ or //video.example.org/player.
OWN_PLAYER = re.compile(r"(?:^|[/._-])(?:videos?|videoplayer|embed-?video|vod|mediathek)(?=[/._-]|$)", re.I)
AUDIO = re.compile(r"audio|podcast|radio|sound|/ads?/", re.I)


def read_player(address: str) -> Player | None:
    """Return what a frame's absolute URL says about its video; None if it shows no known video."""
    parts = split_address(address)
    host, path = (parts.hostname or "").lower(), parts.path
    known = (provider for provider in PROVIDERS if provider.is_of(host))
    players = (_read_known(provider, path, parts.query) for provider in known)
    if player := next(filter(None, players), None):
        return player
    own = f"{host.rpartition('.')[0]}{path}"  # `.video` is a domain like any other
    return Player(None) if OWN_PLAYER.search(own) and not AUDIO.search(own) else None


def _read_known(provider: Provider, path: str, query: str) -> Player | None:
    """Return what path and query say about the video of a site; None if they are not those of a player."""
    match = provider.path.match(path)
    if match is None or provider.query is None:
        return match and _name_video(provider, match[1] if match.groups() else None)
    video = _read_field(query, provider.query) or ""
    return _name_video(provider, video) if re.fullmatch(ID, video) or is_web_address(video) else None


def find_provider(name: str, video: str) -> Player | None:
    """Return the video of a site, given the site's name and the video there; None if either is not known."""
    provider = BY_NAME.get(name)
    return _name_video(provider, video) if provider and re.fullmatch(ID, video) else None


def _name_video(provider: Provider, video: str | None) -> Player:
    url = provider.watch.format(video) if provider.watch and video else None
    embed_url = provider.embed.format(video) if provider.embed and video else None
    return Player(provider.name, video, url if url and is_web_address(url) else None, embed_url)


def _read_field(query: str, name: str) -> str | None:
    try:
        return parse_qs(query, max_num_fields=MAX_QUERY_FIELDS).get(name, [None])[0]
    except ValueError:
        return None
