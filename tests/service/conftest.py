"""Articles made by hand, and an extractor that returns them."""

import importlib
import json
import logging
from collections.abc import Callable, Iterator
from dataclasses import asdict
from pathlib import Path
from types import SimpleNamespace
from typing import Any, cast

import pytest
from click.testing import CliRunner, Result
from flask.testing import FlaskClient
from pydantic import SecretStr
from werkzeug.test import TestResponse

from cutline.config import Settings
from cutline.errors import CutlineError, EmptyPage, Overloaded
from cutline.options import Options
from cutline.page_given import PageGiven
from cutline.page_views import MethodsCompared
from cutline.service.cli import main
from cutline.service.jobs import JobStore
from cutline.service.pages.extraction_processes import Work, WorkDone, do_work
from cutline.service.pages.logs import LogFormat, configure_logs
from cutline.service.rest.application import create_app
from cutline.service.rest.problem_types import PROBLEM_TYPES
from cutline.types import (
    Article,
    Block,
    ComparedText,
    ComparedVector,
    Dropped,
    Evidence,
    Image,
    ImageSource,
    ModelInfo,
    SharedName,
    Similarity,
    Vectors,
    Verdict,
)

HERE = Path(__file__).parent
KEPT = Verdict(kept=True, reason="article_image")
UNLIKE = Verdict(kept=False, reason="dissimilar", score=0.05, threshold=0.1)


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
    return Similarity(
        **{"score": score, "measure": measure, "cosine": score, "match_share": score, "evidence": evidence} | more
    )


def make_compared(score: float | None = 0.5, **more: Any) -> ComparedText:
    kind = "unknown" if score is None else "related" if score >= 0.5 else "unrelated"
    return ComparedText(
        **{
            "relevance": kind,
            "relevance_score": score,
            "related_threshold": 0.5,
            "unrelated_threshold": 0.15,
            "similarity": make_similarity(score),
        }
        | more
    )


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
        page = html.decode(options.get("charset") or "utf-8", "replace") if isinstance(html, bytes) else html
        if page == "":
            raise EmptyPage("The page is empty.")
        more = {"dropped": DROPPED} if "dropped" in options["include"] else {}
        return make_article((make_block(0, page or "fetched"),), title="Title", url=options["url"], **more)

    def extract_page(self, given: PageGiven, options: Options) -> Article:
        named = {"url": given.url, "charset": given.charset, "is_live": given.is_live}
        return self.extract(given.html, **named, **options.model_dump(exclude={"url"}))

    def show_page(self, given: PageGiven, options: Options) -> tuple[Article, None]:
        return self.extract_page(given, options), None

    def similarity(self, text: Any, *others: Any, language: str | None = None) -> list[ComparedText]:
        self.calls.append({"text": text, "others": others, "language": language})
        return [make_compared(0.5 if "Aruna" in str(other) else None) for other in others]

    def similarity_with_vectors(
        self, text: Any, *others: Any, language: str | None = None
    ) -> tuple[list[ComparedText], Vectors]:
        vector = ComparedVector(kind="none", terms=(), cosine=None)
        return self.similarity(text, *others, language=language), Vectors(text=(), others=(vector,) * len(others))

    def compare_page(self, given: PageGiven, methods: Any, render: str = "auto") -> MethodsCompared:
        self.calls.append({**asdict(given), "methods": methods, "render": render})
        if self.raises is not None:
            raise self.raises
        return MethodsCompared(rendered=False, methods=tuple(methods), blocks=(), agreements=(), warnings={})


class FakePool:
    """Does at once, in the calling thread and with an extractor, what extraction processes do."""

    is_ready = True
    waiting = 3
    resident_bytes = 50_000_000

    def __init__(self, extractor: Any) -> None:
        self.extractor = extractor
        self.is_full = False

    def check_room(self) -> None:
        if self.is_full:
            raise Overloaded("32 requests wait already.", 2)

    def run(self, work: Work, *, is_urgent: bool = True) -> WorkDone:
        self.check_room()
        outcome = do_work(self.extractor, work)
        if isinstance(outcome, CutlineError):
            raise outcome
        return outcome


class FakeFetcher:
    """Has every page; remembers which were asked for."""

    def __init__(self) -> None:
        self.urls: list[str] = []
        self.raises: CutlineError | None = None

    def fetch(self, url: str) -> PageGiven:
        self.urls.append(url)
        if self.raises is not None:
            raise self.raises
        return PageGiven(b"fetched", url, "utf-8", is_live=True)


class FakeClock:
    """The time in seconds, as the test sets it."""

    def __init__(self) -> None:
        self.now = 1_750_000_000.0

    def __call__(self) -> float:
        return self.now


@pytest.fixture
def clock() -> FakeClock:
    return FakeClock()


@pytest.fixture
def build() -> SimpleNamespace:
    """The builders above: `build.article(blocks, title=...)`, `build.block(0, "Text")`, `build.image(url)`."""
    return SimpleNamespace(
        block=make_block, image=make_image, article=make_article, similarity=make_similarity, compared=make_compared
    )


@pytest.fixture
def extractor(monkeypatch: pytest.MonkeyPatch) -> FakeExtractor:
    """The extractor that the command line opens."""
    fake = FakeExtractor()
    monkeypatch.setattr("cutline.extraction.extractor.Extractor", lambda *_, **__: fake)
    return fake


@pytest.fixture
def pool(extractor: FakeExtractor) -> FakePool:
    return FakePool(extractor)


@pytest.fixture
def fetcher() -> FakeFetcher:
    return FakeFetcher()


@pytest.fixture
def job_store(settings: Settings, tmp_path: Path) -> Iterator[JobStore]:
    """An empty queue of jobs in SQLite, which nobody works off."""
    store = JobStore.open(settings.jobs.model_copy(update={"database": str(tmp_path / "jobs.sqlite")}))
    yield store
    store.close()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Any]:
    """A PostgreSQL server for all tests of the service."""
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(HERE)
        module = importlib.import_module("postgres")
    with module.run_server() as server:
        yield server


@pytest.fixture
def serve(pool: FakePool, fetcher: FakeFetcher, settings: Settings, job_store: JobStore) -> Callable[..., FlaskClient]:
    """Return a client of the endpoint with settings of the service: `serve(max_request_bytes=2000)`."""

    def build(**changes: Any) -> FlaskClient:
        service = settings.service.model_copy(update=changes)
        changed = settings.model_copy(update={"service": service})
        return create_app(cast(Any, pool), changed, fetcher=cast(Any, fetcher), jobs=job_store).test_client()

    return build


@pytest.fixture
def serve_extractor() -> Callable[..., FlaskClient]:
    """Return a client of the endpoint with a real extractor: `serve_extractor(Extractor(), settings)`."""

    def build(extractor: Any, settings: Settings) -> FlaskClient:
        return create_app(cast(Any, FakePool(extractor)), settings, fetcher=cast(Any, FakeFetcher())).test_client()

    return build


@pytest.fixture
def client(serve: Callable[..., FlaskClient]) -> FlaskClient:
    return serve()


@pytest.fixture
def read_problem() -> Callable[..., dict[str, Any]]:
    """Return the problem document of a response: `read_problem(response, "not-html")`; what each one has is checked."""

    def read(response: TestResponse, code: str) -> dict[str, Any]:
        problem: dict[str, Any] = json.loads(response.data)
        kind = PROBLEM_TYPES[code]
        assert (problem["type"], response.status_code) == (f"urn:problem-type:cutline:{code}", kind.status)
        assert response.content_type == "application/problem+json"
        assert (problem["title"], problem["status"]) == (kind.title, kind.status)
        assert problem["request_id"] == response.headers["X-Request-ID"]
        return problem

    return read


@pytest.fixture
def run(extractor: FakeExtractor) -> Callable[..., Result]:
    """Run the command line in a wide terminal: `run("extract", "-", input="<p>")`."""

    def invoke(*arguments: object, **more: Any) -> Result:
        texts = [str(argument) for argument in arguments]
        return CliRunner(env={"COLUMNS": "200"}).invoke(main, texts, prog_name="cutline", **more)

    return invoke


@pytest.fixture
def tokens() -> Callable[..., tuple[SecretStr, ...]]:
    """Return tokens as the settings hold them."""
    return lambda *given: tuple(map(SecretStr, given))


class Log:
    """The log of the service, and the lines that it wrote to standard error."""

    def __init__(self, capture: pytest.CaptureFixture[str]) -> None:
        self._capture = capture

    def configure(self, log_format: LogFormat) -> None:
        """Begin; in the test itself, since pytest has handlers of its own for each phase."""
        configure_logs(log_format)

    def read(self) -> list[str]:
        return self._capture.readouterr().err.splitlines()


@pytest.fixture
def log(capsys: pytest.CaptureFixture[str]) -> Iterator[Log]:
    """The log, as nobody configured it before or afterwards."""
    root = logging.getLogger()
    handlers, level = root.handlers[:], root.level
    yield Log(capsys)
    root.handlers[:] = handlers
    root.setLevel(level)


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A folder with two pages at two depths and a file that is none."""
    (tmp_path / "deep").mkdir()
    (tmp_path / "b.html").write_text("Page b")
    (tmp_path / "deep" / "a.HTM").write_text("Page a")
    (tmp_path / "notes.txt").write_text("No page")
    return tmp_path
