"""Inspections made by hand, and the inspector in a Flask client."""

from collections.abc import Callable, Iterator
from dataclasses import asdict
from functools import partial
from pathlib import Path
from typing import Any, ClassVar, cast

import pytest
from flask.testing import FlaskClient
from lxml import html
from werkzeug.test import TestResponse

from cutline.config import Settings
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.page_views import PageShown, Rectangle
from cutline.service.inspector.routes import Inspector
from cutline.service.inspector.store import InspectionStore
from cutline.service.pages.extraction import Inspection
from cutline.service.rest.application import create_app
from cutline.types import Article, Block, Dropped, Entity, Image, ImageSource, ModelInfo, Verdict


def judge(score: float | None, threshold: float | None = 0.5, reason: str | None = None, **more: Any) -> Verdict:
    kept = score is None or threshold is None or score >= threshold
    return Verdict(
        **{"kept": kept, "reason": reason or ("article_text" if kept else "outside_article")} | more
    ).model_copy(update={"score": score, "threshold": threshold if score is not None else None})


STRANGE = {"place_score": 0.97, "relevance": "unrelated", "relevance_score": 0.08, "missing": ("Orrell", "hives")}


def make_block(index: int, text: str, verdict: Verdict | None = None, **more: Any) -> Block:
    return Block(
        **{"index": index, "kind": "paragraph", "text": text, "xpath": f"/html/body/p[{index}]"}
        | {"verdict": verdict or judge(0.9)}
        | more
    )


def make_image(name: str, verdict: Verdict, **more: Any) -> Image:
    url = f"https://courier.example/{name}.jpg"
    return Image(
        **{"url": url, "sources": (ImageSource(url=url),), "xpath": f"/html/body/img[{name!r}]", "verdict": verdict}
        | more
    )


def make_article(blocks: list[Block], images: list[Image] | None = None, **more: Any) -> Article:
    """Return an article with what the verdicts keep; the rest is dropped."""
    kept = tuple(block for block in blocks if block.verdict.kept)
    images = images or []
    dropped = Dropped(
        blocks=tuple(block for block in blocks if not block.verdict.kept),
        images=tuple(image for image in images if not image.verdict.kept),
    )
    return Article(
        **{
            "text": "\n\n".join(block.text for block in kept),
            "blocks": kept,
            "images": tuple(image for image in images if image.verdict.kept),
            "dropped": dropped,
            "method": "auto",
            "entities": (Entity(name="Aruna Benning", label="PERSON", count=3),),
            "model": ModelInfo(ner=None, config_hash="0" * 12, version="0.1.0"),
        }
        | more
    )


@pytest.fixture
def judged() -> Callable[..., Verdict]:
    """A verdict made by holding a score against a threshold: `judged(0.3)`; without a score, one of a rule."""
    return judge


@pytest.fixture
def block() -> Callable[..., Block]:
    return make_block


@pytest.fixture
def image() -> Callable[..., Image]:
    return make_image


@pytest.fixture
def article() -> Callable[..., Article]:
    return make_article


@pytest.fixture
def shown() -> PageShown:
    """A picture with the block 1 and one image in it."""
    place = Rectangle(left=10, top=20, width=300, height=40)
    return PageShown(
        picture=b"RIFFpicture",
        media_type="image/webp",
        width=1280,
        height=2000,
        blocks={1: place},
        images={"/html/body/img['ferry']": place},
    )


@pytest.fixture
def inspection(shown: PageShown) -> Inspection:
    """A story of two blocks and a picture, beside one that was dropped of each."""
    blocks = [
        make_block(0, "Buy now", judge(0.1)),
        make_block(1, "The ferry sails again."),
        make_block(2, "Aruna Benning waved.", judge(0.62, relevance="unrelated", relevance_score=0.1)),
    ]
    images = [
        make_image("ferry", judge(0.91, reason="article_image"), caption="The ferry", caption_source="figcaption"),
        make_image("mattress", judge(None, reason="ad_rule", kept=False, rule="host ads.*")),
        make_image("mill", judge(0.3, reason="off_topic", **STRANGE), position=2, caption="Orrell’s hives"),
    ]
    return Inspection(article=make_article(blocks, images, title="Ferry returns"), shown=shown)


class InspectingExtractor:
    """Returns the same inspection for every page."""

    def __init__(self, inspection: Inspection) -> None:
        self.inspection = inspection
        self.calls: list[dict[str, Any]] = []
        self.raises: Exception | None = None

    def show_page(self, given: PageGiven, options: Options) -> tuple[Article, PageShown | None]:
        self.calls.append({**asdict(given), **options.model_dump(exclude={"url"})})
        if self.raises is not None:
            raise self.raises
        model = self.inspection.article.model.model_copy(update={"favor": options.favor})
        article = self.inspection.article.model_copy(update={"url": given.url, "model": model})
        return article, self.inspection.shown

    def compare_page(self, given: PageGiven, methods: Any, render: str) -> Any:
        return self.inspection.compared


@pytest.fixture
def inspecting(inspection: Inspection) -> InspectingExtractor:
    return InspectingExtractor(inspection)


@pytest.fixture
def store(settings: Settings, tmp_path: Path, clock: Any) -> Iterator[InspectionStore]:
    jobs = settings.jobs.model_copy(update={"database": str(tmp_path / "jobs.sqlite")})
    store = InspectionStore.open(settings.model_copy(update={"jobs": jobs}), clock)
    yield store
    store.close()


class Visitor(FlaskClient):
    """A client that inspects pages and reads answers; `PAGE` is what it gives if a test gives nothing."""

    PAGE: ClassVar[dict[str, str]] = {"html": "<p>Page", "url": "https://courier.example/ferry"}

    def inspect(self, **given: str) -> str:
        """Return the path of an inspected page."""
        response = self.post("/inspections", data=given or self.PAGE)
        assert response.status_code == 303
        return response.headers["Location"]

    @staticmethod
    def read(response: TestResponse) -> html.HtmlElement:
        """Return an answer as a tree."""
        return html.fromstring(response.text)

    @classmethod
    def find_alert(cls, response: TestResponse) -> str:
        """Return what an answer tells of a failure."""
        return " ".join(" ".join(cls.read(response).xpath("//*[@role='alert']//p//text()")).split())


@pytest.fixture
def browse(
    inspecting: InspectingExtractor, pool: Any, fetcher: Any, settings: Settings, store: InspectionStore
) -> Callable[..., Visitor]:
    """Return a client of the inspector with settings of the service: `browse(tokens=...)`."""

    def build(**changes: Any) -> Visitor:
        pool.extractor = inspecting
        service = settings.service.model_copy(update=changes)
        changed = settings.model_copy(update={"service": service})
        app = create_app(cast(Any, pool), changed, fetcher=cast(Any, fetcher), add_pages=partial(Inspector, store))
        app.test_client_class = Visitor
        return cast(Visitor, app.test_client())

    return build


@pytest.fixture
def visitor(browse: Callable[..., Visitor]) -> Visitor:
    return browse()
