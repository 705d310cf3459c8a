"""`cutline discover`: the addresses of a site's pages."""

from __future__ import annotations

import json
from dataclasses import asdict

import click

from cutline.config import Settings
from cutline.service.cli.commands import complain
from cutline.service.cli.console import write
from cutline.service.cli.options import settings_option
from cutline.service.discover import discover


@click.command()
@click.argument("site", metavar="SITE")
@click.option("--since", metavar="DATE", help="Leave out pages that are older, or have no date.")
@click.option("--limit", type=click.IntRange(1), metavar="N", help="Print at most N addresses.")
@click.option("--jsonl", "as_json", is_flag=True, help="Print JSON lines with url, title, published, modified, source.")
@settings_option
def command(site: str, since: str | None, limit: int | None, as_json: bool, settings: Settings) -> None:
    """Print the addresses of the pages that a site lists, for `cutline enrich`.

    SITE is an address or a host name, the address of a sitemap or a feed, or a stored sitemap or feed. Of a site, its
    feeds are read first, then the sitemaps that robots.txt names, those for news before the others.

    One address a line, as `cutline enrich urls.txt` reads them. `--jsonl` fits `cutline enrich -`.
    """
    found = discover(site, since=since, limit=limit, config=settings, report=lambda url, error: complain(error, url))
    for page in found:
        write(f"{json.dumps(asdict(page), ensure_ascii=False) if as_json else page.url}\n")
