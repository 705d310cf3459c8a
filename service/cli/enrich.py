"""`cutline enrich`: a batch of stored pages."""

from __future__ import annotations

import os
from contextlib import closing

import click

from cutline.config import Settings
from cutline.service.cli.exits import Exit, complain, leave
from cutline.service.cli.options import page_options, workers_option
from cutline.service.cli.progress import open_progress, track
from cutline.service.enrich import enrich
from cutline.service.enrich.results import write_results
from cutline.types import Options


@click.command()
@click.argument("records", metavar="IN")
@click.option("--out", default="-", show_default=True, metavar="OUT", help="Where the results go; - for stdout.")
@workers_option
@page_options
def command(records: str, out: str, workers: int, options: Options, settings: Settings) -> None:
    """Extract every page of a JSON lines file into another, in the same order.

    Each line of IN is an object with "html" (the page), "url" (its address; fetched if there is no html) and perhaps
    "id". Each line of OUT is the article, or an "error", with that "id" (null if there was none) and the "line" of IN
    that it is of, from 1. Names in .gz are compressed; - is stdin or stdout.
    """
    if os.path.exists(records) and os.path.exists(out) and os.path.samefile(records, out):
        raise click.UsageError("The results cannot be written over the records; give another file.")
    results = enrich(records, workers=workers, config=settings, **options.model_dump(exclude={"url"}))
    with closing(results), open_progress() as progress:
        summary = write_results(track(results, progress, records), out)
    speed = summary.pages / summary.seconds if summary.seconds else 0.0
    figures = f"{summary.pages:,} pages, {summary.failed:,} failed"
    complain(f"{figures}, {summary.seconds:.1f} s, {speed:.1f} pages a second.")
    leave(Exit.FAILED if summary.failed else Exit.OK)
