"""Runs the stages: one page in, its article with images and evidence out."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from importlib.metadata import version
from pathlib import Path
from typing import Self, TypeVar, Unpack

from cutline.config import Settings, choose_settings, remember_settings
from cutline.dom.document import Document
from cutline.dom.images.pictures import ArticlePictures, PagePictures, Picture
from cutline.dom.metadata.language import normalise_tag
from cutline.dom.methods import LAYOUT_METHODS, METHODS, Body
from cutline.dom.reading import Reading, read_blocks
from cutline.dom.related import find_related
from cutline.dom.related.links import list_site_names
from cutline.dom.render.pool import BrowserPool
from cutline.dom.segments import TextSegment
from cutline.errors import WrapperMissing
from cutline.extraction.article import NO_ARTICLE, StageResults, Stopwatch, build_article
from cutline.extraction.compared_texts import read_caption, read_story
from cutline.extraction.documents import DocumentSource, OpenFetcher, read_segments
from cutline.extraction.image_verdicts import choose_captions, judge_pictures, judge_places
from cutline.extraction.joined_pages import FollowingPages
from cutline.extraction.page_views import check_methods, compare_bodies, place_in_picture
from cutline.extraction.story import ArticleStory, Relevance, TextStory
from cutline.models.loaded_models import LoadedModels
from cutline.nlp.comparison import (
    ArticleNames,
    Comparison,
    ReadTexts,
    compare_texts,
    list_vectors,
    read_names,
    read_texts,
)
from cutline.nlp.pipeline import NamePipeline
from cutline.nlp.similarity import ADAPTED, TO_THE_LETTER
from cutline.options import Options, OptionsGiven, read_options
from cutline.page_given import PageGiven, read_given
from cutline.page_views import MethodsCompared, PageShown
from cutline.processes import collect_seldom
from cutline.types import Article, ComparedText, Method, ModelInfo, RenderMode, Vectors

MOST_STORIES = 8  # second stories searched for in one page; bounds the time
Opened = TypeVar("Opened")
KEPT, EVERY = (True,), (True, False)  # values of `kept` to return


@dataclass(frozen=True, slots=True)
class ReadPage:
    """A page as far as it is read; without story, relevances and names if texts are not compared.

    Attributes:
        reading: its segments.
        finder: finds its pictures.
        story: what it tells.
        relevances: of the segments, by index.
        names: in the kept ones.
    """

    reading: Reading
    finder: PagePictures | ArticlePictures
    story: ArticleStory | None = None
    relevances: Mapping[int, Relevance] = field(default_factory=dict)
    names: ArticleNames | None = None


class Extractor:
    """Owns the settings and the loaded models; safe to share between threads.

    >>> article = Extractor().extract(html, url="https://example.org/story")
    >>> [(image.url, image.caption, image.verdict.score) for image in article.images]
    """

    def __init__(
        self,
        config: Settings | Path | str | None = None,
        wrapper: Path | str | None = None,
        open_fetcher: OpenFetcher | None = None,
    ) -> None:
        """Take the settings, or the path of a settings file; models are loaded when they are first needed.

        Args:
            config: the settings.
            wrapper: the file of the wrapper for the method `template-wrapper`, instead of the settings' one.
            open_fetcher: makes what brings pages from the web; without it, every page has to be given.

        Raises:
            ConfigError: the settings file, or what was given for it, cannot be used.
        """
        self.settings = choose_settings(config, wrapper)
        self._documents = DocumentSource(self.settings, open_fetcher)
        self._models = LoadedModels(self.settings)
        self._digest, self._version = remember_settings(self.settings), version("cutline")  # both take long to find out

    @property
    def pipeline(self) -> NamePipeline:
        """The pipeline that finds names.

        Raises:
            PipelineError: it is missing or does not fit.
        """
        return self._models.pipeline

    @property
    def browsers(self) -> BrowserPool:
        """The browsers that render pages, and print them; none is started before it is needed."""
        return self._documents.browsers

    def load_models(self) -> None:
        """Load all models that pages need by default now, not with the first page.

        Raises:
            CutlineError: one of them is missing or does not fit.
        """
        self._models.load()

    def extract(
        self,
        html: str | bytes | Path | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        is_live: bool = False,
        **options: Unpack[OptionsGiven],
    ) -> Article:
        """Return the article of one page.

        Args:
            html: the page, as text, as bytes in any encoding, or the path of its file; fetched from `url` if it is not
                given.
            url: the page's address.
            charset: the encoding that the HTTP header named, if the bytes came with one.
            is_live: whether `html` was fetched from `url` just now: if the page is rendered, its scripts may run, and
                what it asks for is fetched too.
            options: the fields of `cutline.options.Options`.

        Raises:
            OptionError: an option is unknown or has a wrong value, there is neither page nor address, or `html` is an
                address, the name of a file, or a path that cannot be read.
            PageError: the page is empty, too large, or not HTML.
            FetchError: the page could not be fetched.
            RenderError: the page could not be rendered, and `render` is `always`.
            PipelineError: the language pipeline is missing or does not fit.
            ModelError: the method's model is missing or does not fit.
            ConfigError: the list of filters that the settings name, or the package that reads it, cannot be used.
        """
        chosen = read_options(url=url, **options)
        return self.extract_page(PageGiven(read_given(html), chosen.url, charset, is_live), chosen)

    @collect_seldom()
    def extract_page(self, given: PageGiven, options: Options) -> Article:
        """Return the article of one page; `options.url` is ignored because the page has its own.

        Raises:
            CutlineError: as for `extract`.
        """
        return self._join_following(self._extract_one(given, options), options)

    def _extract_one(self, given: PageGiven, options: Options, *, is_following: bool = False) -> Article:
        watch = Stopwatch()
        document = self._open(given, options, watch, self._documents.open)
        return self._extract(document, options, watch, is_following=is_following)

    def _open(self, given: PageGiven, options: Options, watch: Stopwatch, open_page: Callable[..., Opened]) -> Opened:
        """Return what `open_page` makes of a page: `DocumentSource.open`, or `open_shown`."""
        with watch.stage("fetch"):
            page = self._documents.bring_page(given)
        with watch.stage("parse"):
            uses_layout = options.method in LAYOUT_METHODS
            return open_page(page, options.render, uses_layout=uses_layout, is_live=given.is_from_web)

    @collect_seldom()
    def show_page(self, given: PageGiven, options: Options) -> tuple[Article, PageShown | None]:
        """Return what `extract_page` returns, and a screenshot if the page was rendered."""
        watch = Stopwatch()
        document, picture = self._open(given, options, watch, self._documents.open_shown)
        article = self._extract(document, options, watch)
        shown = place_in_picture(picture, document, article, self.settings) if picture else None
        return self._join_following(article, options), shown

    def _join_following(self, article: Article, options: Options) -> Article:
        """Return an article with the pages that follow it, if they are asked for and its address is known."""
        if options.pages == "one" or article.url is None or article.next_page is None:
            return article
        following = FollowingPages(
            self._documents.open_following(),
            lambda given: self._extract_one(given, options, is_following=True),
            (lambda first, text: self.similarity(first, text)[0]) if options.nlp else None,
            self.settings,
        )
        return following.join_to(article, options.include)

    def compare(
        self,
        html: str | bytes | Path | None = None,
        *,
        url: str | None = None,
        charset: str | None = None,
        is_live: bool = False,
        render: RenderMode = "auto",
        methods: Sequence[Method] = tuple(METHODS),
    ) -> MethodsCompared:
        """Return what several methods keep of one page, all given the same document and segments.

        Args:
            html, url, charset, is_live: the page, as for `extract`.
            render: whether it is rendered; `auto`: if any of the methods uses layout and a browser is there.
            methods: their names; `template-wrapper` is left out, with the warning `no_wrapper`, if there is none.

        Raises:
            CutlineError: as for `extract`.
        """
        chosen = read_options(url=url, render=render)
        check_methods(methods)
        return self.compare_page(PageGiven(read_given(html), chosen.url, charset, is_live), methods, chosen.render)

    def compare_page(self, given: PageGiven, methods: Sequence[Method], render: RenderMode = "auto") -> MethodsCompared:
        """Return what `compare` does."""
        page = self._documents.bring_page(given)
        uses_layout = not LAYOUT_METHODS.isdisjoint(methods)
        document = self._documents.open(page, render, uses_layout=uses_layout, is_live=given.is_from_web)
        segments = read_segments(document, self.settings)
        bodies, left_out = {}, []
        for method in methods:
            try:
                bodies[method] = self._find_body(method, document, segments, self.settings)
            except WrapperMissing:
                left_out.append(method)
        return compare_bodies(document, segments, bodies, left_out, document.metadata.title)

    def close(self) -> None:
        """End the browsers and release the models; a page that comes later starts and loads them again."""
        self._documents.close()
        self._models = LoadedModels(self.settings)

    def __enter__(self) -> Self:
        """Return the extractor."""
        return self

    def __exit__(self, *_: object) -> None:
        """Close it."""
        self.close()

    def similarity(
        self, text: str | Article, *others: str | Article, language: str | None = None
    ) -> list[ComparedText]:
        """Return what `auto` would say of each of the other texts as a caption of the first, and the names they share.

        Give an article rather than the text of its page: advertisements on the page are no part of its story. A text
        that is itself a paragraph of the first is held against the rest of it.

        Args:
            text: a text, or an article.
            others: texts, such as captions, or articles.
            language: of the texts, as a BCP 47 tag; that of the article, or detected in the first text, if None.

        Raises:
            OptionError: one of them is neither text nor article, or the language is no tag.
            PipelineError: the language pipeline is missing or does not fit.
            ModelError: the classifiers of relevance are missing or do not fit.
        """
        return self._compare_texts(text, others, language)[0]

    def similarity_with_vectors(
        self, text: str | Article, *others: str | Article, language: str | None = None
    ) -> tuple[list[ComparedText], Vectors]:
        """Return the same with the vectors of names, each other text's in the kind of its evidence.

        Raises:
            OptionError, PipelineError, ModelError: as for `similarity`.
        """
        compared, texts = self._compare_texts(text, others, language)
        return compared, list_vectors(texts, [one.similarity.evidence.kind for one in compared])

    def _compare_texts(
        self, text: str | Article, others: Sequence[str | Article], language: str | None
    ) -> tuple[list[ComparedText], ReadTexts]:
        story = read_story(text, language)
        captions = [read_caption(other, self.settings.nlp.max_characters) for other in others]
        background = self._models.find_background(story.language)
        pipeline, limits = self._models.find_pipeline(story.language), self.settings.relevance
        names = read_names(story.blocks, pipeline, self.settings, background)
        texts = read_texts(names, captions, self.settings, background)
        told = TextStory(story.declared, story.blocks, self._models.relevance, background, self.settings)
        relevances = told.judge_texts(captions, list(map(story.find_place, captions)))
        compared = [
            ComparedText(
                **relevance.to_explained_fields(),
                related_threshold=limits.related_threshold,
                unrelated_threshold=limits.unrelated_caption_threshold,
                similarity=similarity,
            )
            for relevance, similarity in zip(relevances, texts.compare_captions(), strict=True)
        ]
        return compared, texts

    def _extract(
        self, document: Document, options: Options, watch: Stopwatch, *, is_following: bool = False
    ) -> Article:
        method, settings = options.method, self.settings.favoring(options.favor)
        with watch.stage("segments"):
            segments = read_segments(document, self.settings)
        with watch.stage("metadata"):
            _ = document.metadata
        with watch.stage("body"):
            body = self._find_body(method, document, segments, settings)
        with watch.stage("blocks"):
            language = normalise_tag(options.language) if options.language else None
            finder = self._make_picture_finder(document, segments, body, method)
            reading = read_blocks(document, segments, body, finder, language)
        with watch.stage("relevance"):
            read = ReadPage(reading, finder)
            read = self._read_words(read, method, language) if options.nlp else read
        reading = read.reading
        with watch.stage("images"):
            shown = EVERY if "dropped" in options.include else KEPT
            pictures, warnings = read.finder.find(has_dropped=False in shown) if options.images else ([], ())
            placed = judge_places(reading, pictures, self._models.images) if method == "auto" and pictures else None
            captions = choose_captions(pictures, placed, settings, shown) if options.nlp else {}
        with watch.stage("related"):
            related = find_related(document, segments, reading.kept, self.settings.related)
        with watch.stage("nlp"):
            comparison = self._compare(read.names, reading.language, captions, method) if read.names else None
        with watch.stage("verdicts"):
            judged = judge_pictures(pictures, placed, captions, comparison, read.story, settings, shown)
        with watch.stage("assemble"):
            found = StageResults(reading, judged, read.relevances, related, comparison, warnings)
            is_article = self._models.pages.is_article(reading) if method == "auto" else None
            model, times = self._model_info(options, comparison), watch.milliseconds
            return build_article(found, options, settings, is_article, model, times, is_following=is_following)

    def _read_words(self, read: ReadPage, method: Method, language: str | None) -> ReadPage:
        """Return the page with its story and names; for `auto` without second stories and strangers."""
        story, finder = self._read_story(read.reading), read.finder
        is_mixed = method == "auto" and read.reading.document.documentation is None
        if is_mixed and (ended := self._end_story(story, language)):
            finder, story = ended
        before, relevances, names = story.reading, story.judge_blocks(), self._read_names(story.reading)
        if is_mixed:
            story = story.without_strangers(relevances, names)
            kept = frozenset(story.reading.kept)
            names = names.choose([place for place, number in enumerate(before.kept) if number in kept])
        return ReadPage(story.reading, finder, story, relevances, names)

    def _read_story(self, reading: Reading) -> ArticleStory:
        background = self._models.find_background(reading.language)
        return ArticleStory(reading, self._models.relevance, background, self.settings)

    def _end_story(self, story: ArticleStory, language: str | None) -> tuple[PagePictures, ArticleStory] | None:
        """Return the page without the stories that follow the first; None if there is only one, or no article."""
        ended = None
        for _ in range(MOST_STORIES):
            body = story.find_end()
            if body is None or self._models.pages.is_article(story.reading) < NO_ARTICLE:
                break
            document, segments = story.reading.document, story.reading.segments
            finder = PagePictures(document, segments, body, self.settings, self._models.advertisements)
            story = self._read_story(read_blocks(document, segments, body, finder, language))
            ended = finder, story
        return ended

    def _find_body(
        self, method: Method, document: Document, segments: Sequence[TextSegment], settings: Settings
    ) -> Body:
        return METHODS[method](document, segments, settings, self._models.of_method(method))

    def _make_picture_finder(
        self, document: Document, segments: Sequence[TextSegment], body: Body, method: Method
    ) -> PagePictures | ArticlePictures:
        """Return the finder of pictures: of the whole page for `auto`, of the article for the methods of the papers."""
        if method == "auto":
            return PagePictures(document, segments, body, self.settings, self._models.advertisements)
        return ArticlePictures(document, segments, body, self.settings)

    def _read_names(self, reading: Reading) -> ArticleNames:
        pipeline = self._models.find_pipeline(reading.language)
        background = self._models.find_background(reading.language)
        site_names = list_site_names(reading.document.metadata.site_name, reading.document.url)
        return read_names(reading.texts, pipeline, self.settings, background, site_names)

    def _compare(
        self, names: ArticleNames, language: str | None, captions: Mapping[Picture, str], method: Method
    ) -> Comparison:
        is_strict = method == "first-subtree" and self.settings.first_subtree.strict
        rule = TO_THE_LETTER if is_strict else ADAPTED
        background = self._models.find_background(language)
        return compare_texts(names, list(captions.values()), self.settings, background, rule)

    def _model_info(self, options: Options, comparison: Comparison | None) -> ModelInfo:
        return ModelInfo(
            ner=comparison.pipeline if comparison else None,
            classifier=options.method if self._models.of_method(options.method) is not None else None,
            config_hash=self._digest,
            favor=options.favor if options.method == "auto" else "balanced",
            version=self._version,
        )
