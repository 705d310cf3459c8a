"""A step for pipelines of Hugging Face's datatrove, which has to be installed by itself."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Unpack

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep

from cutline.service.enrich.enrichment import EnrichOptions, enrich
from cutline.service.pages.results import Enriched

PAGE_SECONDS = 60.0  # that one page may take


class Articles(PipelineStep):  # type: ignore[misc]
    """Puts the article of each page into its document: `text` is the article's, `metadata["article"]` all of it.

    The page is the document's `text`, its address `metadata["url"]`, as datatrove's readers of WARC files give them. A
    document that failed goes on with an empty text and `metadata["error"]`; nothing is dropped. A page that takes too
    long or crashes costs no other page.

    >>> LocalPipelineExecutor([WarcReader("crawl/"), Articles(images=False), JsonlWriter("articles/")], tasks=8).run()
    """

    name = "cutline"
    type = "EXTRACT"

    def __init__(self, **options: Unpack[EnrichOptions]) -> None:
        """Take options as for `cutline.enrich`; `timeout` is 60 seconds unless given."""
        super().__init__()
        self.options: EnrichOptions = {"timeout": PAGE_SECONDS, **options}

    def run(self, data: Iterable[Document] | None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents in their order, each with its article."""
        pages = (({"html": document.text, "url": document.metadata.get("url")}, document) for document in data or ())
        results = enrich(pages, **self.options)
        with closing(results):
            for result, document in results:
                self._add(result, document)
                yield document

    def _add(self, result: Enriched, document: Document) -> None:
        if result.article is not None:
            document.text = result.article.text
            document.metadata["article"] = result.article.model_dump(mode="json", exclude={"text"})
            self.stat_update("articles")
        elif result.error is not None:
            document.text = ""
            document.metadata["error"] = result.error.model_dump()
            self.stat_update(f"failed: {result.error.code}")
