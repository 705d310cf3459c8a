"""A pipeline step for Hugging Face's datatrove, which must be installed separately."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import closing
from typing import Unpack

from datatrove.data import Document
from datatrove.pipeline.base import PipelineStep

from cutline.service.enrich.enrichment import EnrichOptions, enrich
from cutline.service.pages.extraction import Enriched

PAGE_SECONDS = 60.0  # that one page may take


class Articles(PipelineStep):  # type: ignore[misc]
    """Extracts the article of each document: `text` becomes its text, `metadata["article"]` the rest of it.

    The page is the document's `text`, its address `metadata["url"]`, as datatrove's WARC readers set them. A document
    that fails gets an empty text and `metadata["error"]`; none is dropped. A page that hangs or crashes affects no
    other page.

    >>> LocalPipelineExecutor([WarcReader("crawl/"), Articles(images=False), JsonlWriter("articles/")], tasks=8).run()
    """

    name = "cutline"
    type = "EXTRACT"

    def __init__(self, **options: Unpack[EnrichOptions]) -> None:
        """Take options as for `cutline.enrich`; `timeout` is 60 seconds unless given."""
        super().__init__()
        self.options: EnrichOptions = {"timeout": PAGE_SECONDS, **options}

    def run(self, data: Iterable[Document] | None, rank: int = 0, world_size: int = 1) -> Iterator[Document]:
        """Yield the documents in order, each with its article."""
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
