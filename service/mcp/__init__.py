"""The tools that language models call, by the Model Context Protocol (MCP).

Import from here: `make_server`; it needs the extra `mcp`.
"""

from cutline.service.mcp.server import make_server

__all__ = ["make_server"]
