"""Bringing what is on the web, safely.

Import from here: `PageFetcher`, which requests, jobs and the local API share; `fetch_page` for one address, whatever
robots.txt says; `HostTurns` for who asks much. From `guard`, what judges addresses.
"""

from cutline.service.fetch.client import Fetched, fetch_page
from cutline.service.fetch.politeness import HostTurns
from cutline.service.fetch.source import PageFetcher

__all__ = ["Fetched", "HostTurns", "PageFetcher", "fetch_page"]
