"""The content of a job: what it asks for as text, bytes and a fingerprint."""

from __future__ import annotations

import hashlib
import json
import zlib
from collections.abc import Sequence

from cutline.service.jobs.types import JobItem
from cutline.types import Options

LONE_SURROGATES = "surrogatepass"  # halves of characters, which JSON escapes and file names may hold, are kept


def write_options(options: Options) -> str:
    """Return the options as JSON, equal ones as the same text; without `url`, which each item has."""
    fields = options.model_dump(exclude={"url"})
    return json.dumps({**fields, "include": sorted(options.include)}, sort_keys=True)


def read_options(text: str) -> Options:
    """Return what `write_options` wrote."""
    return Options.model_validate(json.loads(text))


def fingerprint(items: Sequence[JobItem], options: str) -> str:
    """Return a text that is the same for two requests if they ask for the same."""
    digest = hashlib.sha256(options.encode())
    for item in items:
        line = json.dumps([item.id, item.url, item.html])  # escaped: any text can be encoded
        digest.update(b"\n" + line.encode())
    return digest.hexdigest()


def measure_bytes(items: Sequence[JobItem]) -> int:
    """Return the bytes of all pages and addresses."""
    texts = (text for item in items for text in (item.url, item.html) if text is not None)
    return sum(len(text.encode(errors=LONE_SURROGATES)) for text in texts)


def pack_text(text: str) -> bytes:
    """Return a text compressed."""
    return zlib.compress(text.encode(errors=LONE_SURROGATES))


def unpack_text(packed: bytes) -> str:
    """Return what `pack_text` was given."""
    return zlib.decompress(packed).decode(errors=LONE_SURROGATES)
