"""Articles made by hand, and an extractor that returns them."""

from __future__ import annotations

from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

import pytest
from click.testing import CliRunner, Result

from cutline.errors import EmptyPage
from cutline.service.cli import main
from cutline.types import (
    Article,
    Block,
    Dropped,
    Evidence,
    Image,
    ImageSource,
    ModelInfo,
    SharedName,
    Similarity,
    Verdict,
)

KEPT = Verdict(kept=True, reason="in_article")
UNLIKE = Verdict(kept=False, reason="not_similar", score=0.05, threshold=0.1)


def make_block(index: int, text: str, kind: Any = "paragraph", verdict: Verdict = KEPT, **more: Any) -> Block:
    return Block(index=index, kind=kind, text=text, xpath=f"/html/body/*[{index}]", verdict=verdict, **more)


def make_image(url: str, verdict: Verdict = KEPT, **more: Any) -> Image:
    return Image(url=url, sources=(ImageSource(url=url),), xpath="/html/body/img", verdict=verdict, **more)


def make_article(blocks: tuple[Block, ...] = (), **more: Any) -> Article:
    text = "\n\n".join(block.text for block in blocks)
    model = ModelInfo(ner="cutline 0.1.0", config_hash="0" * 12, version="0.1.0")
    return Article(**{"text": text, "blocks": blocks, "images": (), "method": "first-subtree", "model": model} | more)


def make_similarity(score: float | None = 0.5, **more: Any) -> Similarity:
    shared = (SharedName(name="Aruna", label="PERSON", here=1, in_text=3),) if score else ()
    evidence = Evidence(kind="none" if score is None else "entities", shared=shared)
    measure = None if score is None else "match_share"
    return Similarity(**{"score": score, "measure": measure, "evidence": evidence} | more)


DROPPED = Dropped(blocks=(make_block(1, "Buy now", verdict=UNLIKE),))


class FakeExtractor:
    """Remembers what it was asked; its article is titled with the page's own text."""

    def __init__(self) -> None:
        self.calls: list[dict[str, Any]] = []
        self.raises: BaseException | None = None

    pipeline = SimpleNamespace(name="fake-1.0")

    def extract(self, html: str | bytes | None = None, **options: Any) -> Article:
        self.calls.append({"html": html, **options})
        if self.raises is not None:
            raise self.raises
        page = html.decode(options.get("charset") or "utf-8") if isinstance(html, bytes) else html
        if page == "":
            raise EmptyPage("The page is empty.")
        more = {"dropped": DROPPED} if "dropped" in options["include"] else {}
        return make_article((make_block(0, page or "fetched"),), title="Title", url=options["url"], **more)

    def similarity(self, text: str, *others: str) -> list[Similarity]:
        return [make_similarity(0.5 if "Aruna" in other else None) for other in others]


@pytest.fixture
def build() -> SimpleNamespace:
    """The builders above: `build.article(blocks, title=...)`, `build.block(0, "Text")`, `build.image(url)`."""
    return SimpleNamespace(block=make_block, image=make_image, article=make_article, similarity=make_similarity)


@pytest.fixture
def extractor(monkeypatch: pytest.MonkeyPatch) -> FakeExtractor:
    """The extractor that the command line opens."""
    fake = FakeExtractor()
    monkeypatch.setattr("cutline.extractor.Extractor", lambda settings: fake)
    return fake


@pytest.fixture
def run(extractor: FakeExtractor) -> Callable[..., Result]:
    """Run the command line: `run("extract", "-", input="<p>")`."""

    def invoke(*arguments: object, **more: Any) -> Result:
        return CliRunner().invoke(main, [str(argument) for argument in arguments], prog_name="cutline", **more)

    return invoke
