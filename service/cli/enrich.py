"""`cutline enrich`: the articles of many stored pages."""

from __future__ import annotations

from pathlib import Path
from typing import get_args

import click

from cutline.config import Settings
from cutline.service.cli.console import STDOUT
from cutline.service.cli.exits import Exit, complain, leave
from cutline.service.cli.options import page_options, workers_option
from cutline.service.cli.progress import BatchProgress, open_progress
from cutline.service.enrich.batch import plan_batch
from cutline.service.enrich.crewing import Engine, read_crewing
from cutline.service.enrich.order import Order
from cutline.service.enrich.plan import BatchPlan
from cutline.service.enrich.results import Summary
from cutline.service.enrich.results_written import write_results
from cutline.service.enrich.runs.working_folder import name_working_folder
from cutline.types import Options

GO_ON = "what is done is kept; the same command with --resume goes on."


@click.command()
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.option("--out", default=STDOUT, show_default=True, metavar="OUT", help="Where articles go; - for stdout.")
@workers_option
@click.option(
    "--engine",
    type=click.Choice(get_args(Engine)),
    default="local",
    show_default=True,
    help="Whether the workers are processes of this machine, or of a Ray cluster.",
)
@click.option("--ray-address", metavar="ADDRESS", help="The Ray cluster to use; else one is started on this machine.")
@click.option(
    "--order",
    type=click.Choice(get_args(Order)),
    default="input",
    show_default=True,
    help="Whether articles are in the order of the input, or as they are ready.",
)
@click.option("--batch-size", type=click.IntRange(1), metavar="N", help="Records that a worker takes at once.")
@click.option("--timeout", type=float, metavar="SECONDS", help="How long one page may take.")
@click.option("--resume", is_flag=True, help="Go on with an unfinished run, if there is one.")
@page_options
def command(
    inputs: tuple[str, ...], out: str, resume: bool, options: Options, settings: Settings, **crewing: object
) -> None:
    """Extract every page of files or folders into another file.

    IN is a file of JSON lines (.jsonl; objects with "html", or "url" to be fetched, and perhaps "id"), Parquet
    (.parquet; these as columns), WARC (.warc), addresses to be fetched (.txt), a folder of pages (*.html, *.htm,
    *.xhtml), or - for JSON lines on stdin. .gz and .zst are decompressed, of WARC .gz alone.

    OUT is a file of JSON lines (.jsonl, .jsonl.gz, .jsonl.zst) or Parquet (.parquet). Each article has the "id" of its
    record, and the "source" and "line" that it came from. Records that failed go to OUT.failed.jsonl with the reason;
    on stdout they are lines with "error" among the others. Until all is done, the files grow in the folder OUT.partial.
    """
    plan = plan_batch(list(inputs), read_crewing(**crewing), settings, **options.model_dump(exclude={"url"}))
    summary = _run(plan, out, resume)
    _report(summary)
    leave(Exit.FAILED if summary.failed else Exit.OK)


def _run(plan: BatchPlan, out: str, resume: bool) -> Summary:
    try:
        with open_progress() as progress:
            return write_results(plan, out, resume=resume, watch=BatchProgress(progress, len(plan.sources)))
    except (KeyboardInterrupt, OSError):
        if name_working_folder(Path(out)).exists():
            complain(GO_ON)
        raise


def _report(summary: Summary) -> None:
    done = summary.pages - summary.resumed
    speed = done / summary.seconds if summary.seconds else 0.0
    earlier = f" ({summary.resumed:,} of them by an earlier run)" if summary.resumed else ""
    figures = f"{summary.pages:,} pages{earlier}, {summary.failed:,} failed"
    complain(f"{figures}, {summary.seconds:.1f} s, {speed:.1f} pages a second.")
    for code, failure in sorted(summary.failures.items(), key=lambda item: -item[1].count):
        complain(f"{failure.count:,} {code}, such as: {failure.message}")
    for why, count in sorted(summary.skipped.items(), key=lambda item: -item[1]):
        complain(f"{count:,} skipped: {why}")
