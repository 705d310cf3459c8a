"""Content security policies of the pages that the REST endpoint returns: their own style and script only."""

from __future__ import annotations

import base64
import hashlib
import re

STYLE = re.compile("<style>(.*?)</style>", re.DOTALL)
SCRIPT = re.compile("<script>(.*?)</script>", re.DOTALL)
NOTHING = "default-src 'none'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"


def allow_article(page: str) -> str:
    """Return a policy that allows an article its first style sheet and its images; it runs no script."""
    return f"{NOTHING}; style-src {_hash(STYLE, page)}; img-src data: http: https:; sandbox"


def allow_documentation(page: str) -> str:
    """Return a policy that allows a page its one style sheet, its one script, and requests to this service."""
    own = f"style-src {_hash(STYLE, page)}; script-src {_hash(SCRIPT, page)}"
    return f"{NOTHING}; {own}; img-src data:; connect-src 'self'"


def _hash(element: re.Pattern[str], page: str) -> str:
    found = element.search(page)
    digest = hashlib.sha256(found[1].encode() if found else b"").digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"
