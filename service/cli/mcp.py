"""`cutline mcp`: the MCP server on standard input and output."""

from __future__ import annotations

from functools import partial

import click

from cutline.config import Settings
from cutline.service.cli.options import settings_option
from cutline.service.enrich.inputs.files import import_extra
from cutline.service.pages.extraction import open_extractor


@click.command()
@settings_option
def command(settings: Settings) -> None:
    """Start the MCP server, whose tools language models call.

    It speaks the Model Context Protocol on standard input and output, and offers three tools: extract, inspect and
    similarity. It needs the extra `mcp`. docs/integrations.md shows how to add it to a client.
    """
    import_extra("mcp", "mcp", "the MCP server")
    from cutline.service.mcp import make_server

    make_server(partial(open_extractor, settings)).run()
