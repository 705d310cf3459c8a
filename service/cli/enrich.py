"""`cutline enrich`: the articles of many stored pages."""

from __future__ import annotations

from pathlib import Path

import click

from cutline.config import Settings
from cutline.options import Options
from cutline.service.cli.commands import Exit, complain, leave
from cutline.service.cli.console import STDOUT
from cutline.service.cli.options import field_option, page_options, workers_option
from cutline.service.cli.progress import BatchProgress, open_progress
from cutline.service.enrich.batches import Summary
from cutline.service.enrich.enrichment import plan_run, write_results
from cutline.service.enrich.plan import RunOptions, RunPlan, read_run_options
from cutline.service.enrich.working_folder import name_dead_letters, name_working_folder

GO_ON = "finished records are kept; run the same command with --resume to continue."


@click.command()
@click.argument("inputs", metavar="IN...", nargs=-1, required=True)
@click.option(
    "--out", default=STDOUT, show_default=True, metavar="OUT", help="Where to write the articles; - for stdout."
)
@workers_option
@field_option(RunOptions, "engine")
@field_option(RunOptions, "ray_address", metavar="ADDRESS")
@field_option(RunOptions, "order")
@field_option(RunOptions, "duplicates")
@click.option(
    "--addresses",
    metavar="TABLE",
    type=click.Path(dir_okay=False, path_type=Path),
    help="Where the pages of a folder came from: CSV or JSON lines with file and url.",
)
@field_option(RunOptions, "batch_size", type=click.IntRange(1), metavar="N")
@field_option(RunOptions, "timeout", type=float, metavar="SECONDS")
@click.option(
    "--resume", is_flag=True, help="Continue an unfinished run, if there is one; do nothing if it is finished."
)
@page_options
def command(
    inputs: tuple[str, ...],
    out: str,
    resume: bool,
    addresses: Path | None,
    options: Options,
    settings: Settings,
    **run_options: object,
) -> None:
    """Extract the articles of many stored pages into one file.

    IN is a file of JSON lines (.jsonl; objects with "html", or a "url" to fetch, and optionally "id"), Parquet
    (.parquet; the same fields as columns), WARC (.warc), URLs to fetch (.txt), a folder of pages (*.html, *.htm,
    *.xhtml), or - for JSON lines on stdin. .gz and .zst are decompressed; for WARC, only .gz.

    OUT is a file of JSON lines (.jsonl, .jsonl.gz, .jsonl.zst) or Parquet (.parquet). Each article has the "id" of its
    record, and the "source" and "line" that it came from. Failed records go to OUT.failed.jsonl with the reason; on
    stdout they are lines with "error". Until the run is finished, the files are in the folder OUT.partial.
    """
    plan = plan_run(list(inputs), options, read_run_options(**run_options), settings, addresses=addresses)
    for note in plan.notes:
        complain(note)
    summary = _run(plan, out, resume)
    if summary.was_finished:
        complain(f"already finished: {_locate(summary, out)}; run the command without --resume to start over.")
    else:
        _report(summary, out)
    leave(Exit.FAILED if summary.failed else Exit.OK)


def _run(plan: RunPlan, out: str, resume: bool) -> Summary:
    try:
        with open_progress() as progress:
            return write_results(plan, out, resume=resume, watch=BatchProgress(progress, len(plan.inputs)))
    except (KeyboardInterrupt, OSError):
        if name_working_folder(Path(out)).exists():
            complain(GO_ON)
        raise


def _report(summary: Summary, out: str) -> None:
    done = summary.pages - summary.resumed
    speed = done / summary.seconds if summary.seconds else 0.0
    earlier = f" ({summary.resumed:,} by an earlier run)" if summary.resumed else ""
    pages = "1 page" if summary.pages == 1 else f"{summary.pages:,} pages"
    figures = f"{pages}{earlier}, {summary.failed:,} failed"
    complain(f"{figures}, {summary.seconds:.1f} s, {speed:.1f} pages a second.")
    for code, failure in sorted(summary.failures.items(), key=lambda item: -item[1].count):
        complain(f"{failure.count:,} {code}, such as: {failure.message}")
    for why, count in sorted(summary.skipped.items(), key=lambda item: -item[1]):
        complain(f"{count:,} skipped: {why}")
    if summary.duplicates:
        complain(f"Articles that repeat an earlier one: {summary.duplicates:,}.")
    if out != STDOUT:
        complain(f"{_locate(summary, out)}.")


def _locate(summary: Summary, out: str) -> str:
    failures = f", the failures in {name_dead_letters(Path(out))}" if summary.failed else ""
    return f"the articles are in {out}{failures}"
