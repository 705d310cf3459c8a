"""Finding the pages of a site: robots.txt, sitemaps and feeds, fetched as safely as pages are.

Import from here: `discover` and `FoundPage`.
"""

from cutline.service.discover.discovery import FoundPage, discover

__all__ = ["FoundPage", "discover"]
