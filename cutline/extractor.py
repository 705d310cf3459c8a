"""Joins the stages: one page in, its article with images and evidence out."""

from __future__ import annotations

import threading
from collections.abc import Sequence
from dataclasses import dataclass
from importlib.metadata import version
from pathlib import Path
from typing import Any

from pydantic import ValidationError

from cutline.assembly import build_blocks, build_images
from cutline.config import Settings, load_settings
from cutline.documents import DocumentSource
from cutline.dom.article_html import render_article
from cutline.dom.block_candidates import BlockCandidate, list_blocks
from cutline.dom.blocks import BlockFinder
from cutline.dom.captions import CaptionFinder
from cutline.dom.common_ancestor import common_ancestor
from cutline.dom.document import Document
from cutline.dom.kinds import KindReader
from cutline.dom.language import find_language
from cutline.dom.line_breaks import line_breaker
from cutline.dom.metadata import Metadata, read_metadata
from cutline.dom.methods import LAYOUT_METHODS, METHODS, Body
from cutline.dom.order import DocumentOrder
from cutline.dom.paths import Paths
from cutline.dom.pictures import Picture, find_pictures
from cutline.dom.segments import TextSegment, split_segments
from cutline.errors import OptionError
from cutline.methods_compared import compare_bodies
from cutline.models import SHIPPED_NER
from cutline.models.method_models import load_method_model
from cutline.nlp.comparison import Comparison, compare_texts
from cutline.nlp.pipeline import NamePipeline, load_pipeline
from cutline.stopwatch import Stopwatch
from cutline.types import (
    Article,
    Block,
    Dropped,
    Image,
    Method,
    MethodsCompared,
    ModelInfo,
    Options,
    RenderMode,
    Similarity,
)


@dataclass(frozen=True, slots=True)
class Reading:
    """A page read up to its body: what every later stage starts from."""

    document: Document
    body: Body
    captions: CaptionFinder
    metadata: Metadata
    candidates: list[BlockCandidate]
    language: str | None


def read_options(**given: Any) -> Options:
    """Return the options.

    Raises:
        OptionError: an option is unknown or has a value it cannot take.
    """
    try:
        return Options(**given)
    except ValidationError as error:
        raise OptionError(_describe(error)) from error


class Extractor:
    """Owns the settings and the loaded models; safe to share between threads.

    >>> article = Extractor().extract(html, url="https://example.org/story")
    >>> [(image.url, image.caption, image.verdict.score) for image in article.images]
    """

    def __init__(self, config: Settings | Path | str | None = None) -> None:
        """Take the settings, or the path of a settings file; models are loaded when they are first needed.

        Raises:
            ConfigError: the settings file cannot be used.
        """
        self.settings = config if isinstance(config, Settings) else load_settings(Path(config) if config else None)
        self._documents = DocumentSource(self.settings)
        self._loading = threading.Lock()
        self._pipeline: NamePipeline | None = None
        self._models: dict[Method, object] = {}

    @property
    def pipeline(self) -> NamePipeline:
        """The pipeline that finds names.

        Raises:
            PipelineError: it is missing or does not fit.
        """
        with self._loading:
            if self._pipeline is None:
                nlp = self.settings.nlp
                self._pipeline = load_pipeline(nlp.pipeline, nlp.labels, SHIPPED_NER)
            return self._pipeline

    def extract(
        self, html: str | bytes | None = None, *, url: str | None = None, charset: str | None = None, **options: Any
    ) -> Article:
        """Return the article of one page.

        Args:
            html: the page, as text or as bytes in any encoding; fetched from `url` if it is not given.
            url: the page's address.
            charset: the encoding that the HTTP header named, if the bytes came with one.
            options: the fields of `cutline.types.Options`.

        Raises:
            OptionError: an option is unknown or has a wrong value, or there is neither page nor address.
            PageError: the page is empty, too large, or not HTML.
            FetchError: the page could not be fetched.
            RenderError: the page could not be rendered, and `render` is `always`.
            PipelineError: the language pipeline is missing or does not fit.
        """
        chosen = read_options(url=url, **options)
        watch = Stopwatch()
        with watch.stage("fetch"):
            page = self._documents.bring_page(html, url, charset)
        with watch.stage("parse"):
            uses_layout = chosen.method in LAYOUT_METHODS
            document = self._documents.open(page, chosen.render, uses_layout=uses_layout, is_live=html is None)
        return self._extract(document, chosen, watch)

    def compare(
        self,
        html: str | bytes | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        render: RenderMode = "auto",
        methods: Sequence[Method] = tuple(METHODS),
    ) -> MethodsCompared:
        """Return what several methods keep of one page, all on the same document and segments.

        Args:
            html, url, charset: the page, as for `extract`.
            render: whether it is rendered; `auto`: if any of the methods uses layout and a browser is there.
            methods: their names.

        Raises:
            CutlineError: as for `extract`.
        """
        page = self._documents.bring_page(html, url, charset)
        uses_layout = not LAYOUT_METHODS.isdisjoint(methods)
        document = self._documents.open(page, render, uses_layout=uses_layout, is_live=html is None)
        segments = split_segments(document, line_breaker(document, self.settings.max_subsequence.displays))
        bodies = {method: self._find_body(method, document, segments) for method in methods}
        return compare_bodies(document, segments, bodies, read_metadata(document.root, document.url).title)

    def close(self) -> None:
        """End the browsers that rendered pages; nothing else has to be closed."""
        self._documents.close()

    def similarity(self, text: str, *others: str) -> list[Similarity]:
        """Return how similar each of the other texts is to the first, with the names they share.

        Raises:
            PipelineError: the language pipeline is missing or does not fit.
        """
        paragraphs = [paragraph for line in text.splitlines() if (paragraph := line.strip())]
        compared = compare_texts(paragraphs, others, self._pipeline_for(find_language(None, text)), self.settings)
        return list(compared.captions)

    def _pipeline_for(self, language: str | None) -> NamePipeline | None:
        """Return the pipeline if it reads the language; a text in an unknown one is taken to be in the pipeline's."""
        pipeline = self.pipeline
        return pipeline if language is None or language.split("-")[0] == pipeline.language else None

    def _extract(self, document: Document, options: Options, watch: Stopwatch) -> Article:
        reading = self._read(document, options, watch)
        with watch.stage("images"):
            pictures, warnings = self._find_pictures(reading) if options.images else ([], ())
        with watch.stage("nlp"):
            comparison = self._compare(reading, pictures) if options.nlp else None
        with watch.stage("assemble"):
            return self._assemble(reading, pictures, comparison, warnings, options, watch)

    def _read(self, document: Document, options: Options, watch: Stopwatch) -> Reading:
        """Return all that the text of the article depends on, but its names."""
        settings = self.settings
        with watch.stage("segments"):
            segments = split_segments(document, line_breaker(document, settings.max_subsequence.displays))
        with watch.stage("body"):
            body = self._find_body(options.method, document, segments)
        with watch.stage("metadata"):
            metadata = read_metadata(document.root, document.url)
        with watch.stage("blocks"):
            captions = self._find_captions(document, segments, body)
            kinds = KindReader(document, captions.find_elements())
            candidates = list_blocks(segments, body, kinds, metadata.title)
        with watch.stage("language"):
            text = " ".join(candidate.segment.text for candidate in candidates if candidate.kept)
            language = options.language or find_language(metadata.language, text)
        return Reading(document, body, captions, metadata, candidates, language)

    def _find_body(self, method: Method, document: Document, segments: Sequence[TextSegment]) -> Body:
        with self._loading:
            if method not in self._models:
                self._models[method] = load_method_model(method, self.settings)
        return METHODS[method](document, segments, self.settings, self._models[method])

    def _find_captions(self, document: Document, segments: Sequence[TextSegment], body: Body) -> CaptionFinder:
        kept = [segment.block for segment, decision in zip(segments, body.decisions, strict=True) if decision.kept]
        blocks = BlockFinder(self.settings.first_subtree.block_tags, document.body)
        return CaptionFinder(document, blocks, common_ancestor(kept), self.settings.captions)

    def _find_pictures(self, reading: Reading) -> tuple[list[Picture], tuple[str, ...]]:
        share = self.settings.first_subtree.link_list_share
        return find_pictures(reading.document, reading.body, reading.captions, share)

    def _compare(self, reading: Reading, pictures: list[Picture]) -> Comparison:
        pipeline = self._pipeline_for(reading.language)
        blocks = [candidate.segment.text for candidate in reading.candidates if candidate.kept]
        captions = [picture.text for picture in pictures if picture.dropped is None]
        return compare_texts(blocks, captions, pipeline, self.settings)

    def _assemble(
        self,
        reading: Reading,
        pictures: list[Picture],
        comparison: Comparison | None,
        warnings: tuple[str, ...],
        options: Options,
        watch: Stopwatch,
    ) -> Article:
        paths, metadata, document = Paths(), reading.metadata, reading.document
        thresholds = self.settings.similarity
        blocks = build_blocks(reading.candidates, comparison.blocks if comparison else None, paths, thresholds)
        kept = [
            (block, candidate)
            for block, candidate in zip(blocks, reading.candidates, strict=True)
            if block.verdict.kept
        ]
        kept_blocks = tuple(block for block, _ in kept)
        images = build_images(
            pictures,
            comparison.captions if comparison else None,
            [candidate.segment for _, candidate in kept],
            DocumentOrder(document.body),
            paths,
            thresholds,
        )
        include = options.include
        return Article(
            url=document.url,
            canonical_url=metadata.canonical_url,
            title=metadata.title,
            summary=metadata.summary,
            authors=metadata.authors,
            published=metadata.published,
            modified=metadata.modified,
            site_name=metadata.site_name,
            language=reading.language,
            text="\n\n".join(block.text for block in kept_blocks),
            html=_render(kept, document) if "html" in include else None,
            blocks=kept_blocks,
            images=tuple(image for image in images if image.verdict.kept),
            entities=comparison.entities if comparison and "entities" in include else None,
            method=options.method,
            rendered=document.layout is not None,
            model=self._model_info(options.method, comparison),
            timings=watch.milliseconds if "timings" in include else None,
            warnings=(*document.warnings, *reading.body.warnings, *warnings),
            dropped=_collect_dropped(blocks, images) if "dropped" in include else None,
        )

    def _model_info(self, method: Method, comparison: Comparison | None) -> ModelInfo:
        return ModelInfo(
            ner=comparison.pipeline if comparison else None,
            classifier=method if self._models.get(method) is not None else None,
            config_hash=self.settings.digest,
            version=version("cutline"),
        )


def _render(kept: list[tuple[Block, BlockCandidate]], document: Document) -> str:
    return render_article([(block, candidate.segment) for block, candidate in kept], document.base_url)


def _collect_dropped(blocks: list[Block], images: list[Image]) -> Dropped:
    return Dropped(
        blocks=tuple(block for block in blocks if not block.verdict.kept),
        images=tuple(image for image in images if not image.verdict.kept),
    )


def _describe(error: ValidationError) -> str:
    """Return what is wrong with the options, in a sentence."""
    first = error.errors()[0]
    name = ".".join(str(part) for part in first["loc"])
    if first["type"] == "extra_forbidden":
        return f"There is no option {name!r}; the options are {', '.join(Options.model_fields)}."
    return f"The option {name!r} cannot be {first['input']!r}: {first['msg']}."
