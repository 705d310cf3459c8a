"""How the service runs: gunicorn's processes around the Flask application, and connections that no client can hold up.

Import from here: `Serving`, `serve` and what it returns, `UNUSABLE`.
"""

from cutline.service.serving.server import UNUSABLE, Serving, serve

__all__ = ["UNUSABLE", "Serving", "serve"]
