"""The HTTP server: gunicorn processes around the Flask application, with connections that no client can block.

Import from here: `Serving`, `serve` and its exit status `UNUSABLE`.
"""

from cutline.service.serving.server import UNUSABLE, Serving, serve

__all__ = ["UNUSABLE", "Serving", "serve"]
