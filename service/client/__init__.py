"""The clients of the REST service: what `cutline` offers locally, done by a service elsewhere.

Import from here: `Client` and `AsyncClient`, and what they return beside articles: `RemoteJob` and `AsyncRemoteJob`.
"""

from cutline.service.client.client import AsyncClient, AsyncRemoteJob, Client, RemoteJob

__all__ = ["AsyncClient", "AsyncRemoteJob", "Client", "RemoteJob"]
