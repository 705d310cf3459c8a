"""The client of the REST service: what `cutline` offers locally, done by a service elsewhere.

Import from here: `Client`, and what it returns beside articles: `RemoteJob`.
"""

from cutline.service.client.client import Client
from cutline.service.client.jobs import RemoteJob

__all__ = ["Client", "RemoteJob"]
