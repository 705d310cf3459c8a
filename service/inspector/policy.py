"""Content security policies: what a browser may do with a page of the inspector."""

from __future__ import annotations

import base64
import hashlib

NOTHING = "default-src 'none'; base-uri 'none'"
OWN_PAGE = f"{NOTHING}; frame-ancestors 'none'; form-action 'self'; script-src 'self'; style-src 'self'"
OWN_IMAGES = f"{OWN_PAGE}; img-src 'self' data:"
THUMBNAILS = f"{OWN_PAGE}; img-src 'self' data: http: https:"  # of an answer to who asked for them


def make_report_policy(style: str, script: str) -> str:
    """Return the policy of a file: its one style sheet and its one script; images from anywhere, once asked for."""
    images = "img-src data: http: https:"
    return f"{NOTHING}; form-action 'none'; {images}; script-src {_hash(script)}; style-src {_hash(style)}"


def _hash(source: str) -> str:
    return f"'sha256-{base64.b64encode(hashlib.sha256(source.encode()).digest()).decode()}'"
