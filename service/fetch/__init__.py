"""Bringing one page from the web, safely.

Import from here: `fetch_page`, `fetch_resource`, `Fetched`; from `guard` and `resolve`, what must judge an address
elsewhere.
"""

from cutline.service.fetch.client import Fetched, fetch_page, fetch_resource

__all__ = ["Fetched", "fetch_page", "fetch_resource"]
