"""Safe HTTP fetching of pages and resources.

Import from here: `HttpPageFetcher`, which requests, jobs and the local API share; `HostTurns`, which spaces out
requests to a host. `guard` checks addresses.
"""

from cutline.service.fetch.client import Fetched, HttpPageFetcher
from cutline.service.fetch.politeness import HostTurns

__all__ = ["Fetched", "HostTurns", "HttpPageFetcher"]
