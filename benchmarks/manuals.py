"""Labelled pages of manuals for training, from the packages of Debian: what their generators write as the text.

usage: manuals.py OUT.jsonl.gz [--list FILE]

FILE has a package and a path in it on each line (`manuals/pages.txt`). Packages are downloaded by `apt-get`, of the
release that the machine has. `manuals/generators.toml` says where in a page its generator writes the text.
"""

from __future__ import annotations

import argparse
import gzip
import io
import json
import re
import subprocess
import sys
import tarfile
import tomllib
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from itertools import groupby
from pathlib import Path
from tempfile import TemporaryDirectory

from lxml.html import HtmlElement

from cutline.config import load_settings
from cutline.dom.ancestors import climb
from cutline.dom.decode import decode
from cutline.dom.document import Document
from cutline.errors import PageError
from cutline.models.labelled_pages import LabelledPage
from cutline.models.train.body import read_segments
from cutline.models.train.pages import DOCUMENTATION

FOLDER = Path(__file__).parent / "manuals"
CLASS = re.compile(r"\{([\w-]+)\}")
HAS_CLASS = r"[contains(concat(' ', normalize-space(@class), ' '), ' \1 ')]"
LEAST_WORDS = 60  # of a text worth learning from
ADDRESS = "https://docs.example.org/"  # of the packages, whose pages have none


@dataclass(frozen=True, slots=True)
class Generator:
    """Where a program writes the text of a page, as XPath.

    Attributes:
        mark: of what only its pages have.
        text: of the text; the first that a page has counts.
        other: of what in the text is none.
    """

    mark: str
    text: tuple[str, ...]
    other: tuple[str, ...]


def read_generators() -> Mapping[str, Generator]:
    """Return the generators by name."""
    data = tomllib.loads(CLASS.sub(HAS_CLASS, (FOLDER / "generators.toml").read_text(encoding="utf-8")))
    return {name: Generator(each["mark"], tuple(each["text"]), tuple(each["other"])) for name, each in data.items()}


def read_package(package: str) -> bytes:
    """Download a package and return its files as a tar archive; where Debian's tools do not, end with a sentence."""
    try:
        with TemporaryDirectory() as place:
            subprocess.run(["apt-get", "download", "-qq", package], cwd=place, check=True)
            (file,) = Path(place).glob("*.deb")
            return subprocess.run(["dpkg-deb", "--fsys-tarfile", file], capture_output=True, check=True).stdout
    except (OSError, subprocess.CalledProcessError) as error:
        raise SystemExit(
            f"manuals: {package} cannot be read, which takes Debian's apt-get and dpkg-deb: {error}"
        ) from None


def find_text(document: Document, generators: Mapping[str, Generator]) -> tuple[str, set[HtmlElement]] | None:
    """Return the generator of a page, and the elements of its text."""
    for name, generator in generators.items():
        if document.body.xpath(generator.mark):
            found = next(filter(None, map(document.body.xpath, generator.text)), ())
            others = {each for around in found for path in generator.other for each in around.xpath(path)}
            return name, {each for around in found for each in around.iter("*") if others.isdisjoint(climb(each))}
    return None


def label(page: LabelledPage, generators: Mapping[str, Generator]) -> tuple[str, str] | None:
    """Return the generator and the text of a page; None if no generator is known, or the text is short."""
    document, segments = read_segments(page, load_settings())
    if (found := find_text(document, generators)) is None:
        return None
    name, inside = found
    text = "\n\n".join(segment.text for segment in segments if segment.block in inside)
    return (name, text) if len(text.split()) >= LEAST_WORDS else None


def read_pages(listed: Path) -> Iterator[LabelledPage]:
    """Yield the pages of a list, without labels."""
    lines = [line.split() for line in listed.read_text(encoding="utf-8").splitlines()]
    for package, group in groupby(lines, key=lambda line: line[0]):
        with tarfile.open(fileobj=io.BytesIO(read_package(package))) as archive:
            for _, path in group:
                file = archive.extractfile(f"./{path}")
                data = b"" if file is None else file.read()
                html = decode(gzip.decompress(data) if path.endswith(".gz") else data, sys.maxsize).text
                yield LabelledPage(id=f"{package}/{path}", site=package, url=ADDRESS + path, html=html)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("out", type=Path)
    parser.add_argument("--list", type=Path, default=FOLDER / "pages.txt")
    args = parser.parse_args()
    generators = read_generators()
    with gzip.open(args.out, "wt", encoding="utf-8") as out:
        for page in read_pages(args.list):
            try:
                found = label(page, generators)
            except PageError as error:
                found = None
                print(f"{page.id}: {error}", file=sys.stderr)
            if found is not None:
                name, text = found
                row = {"id": page.id, "site": page.site, "url": page.url, "html": page.html, "text": text}
                out.write(json.dumps(row | {"page_type": DOCUMENTATION, "generator": name}) + "\n")
            print(f"{page.id}: {found[0] if found else 'left out'}")


if __name__ == "__main__":
    main()
