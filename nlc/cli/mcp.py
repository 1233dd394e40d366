"""``nlc mcp``: the tools of `nlc.serve.tools` for a program that reasons."""

from __future__ import annotations

import argparse
from functools import wraps
from typing import TYPE_CHECKING, Any

from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, print_message
from nlc.errors import Error
from nlc.serve.tools import TOOLS
from nlc.version import __version__

if TYPE_CHECKING:
    from collections.abc import Callable

    from mcp.server.mcpserver import MCPServer

EPILOG = """\
examples:
  nlc mcp             for an assistant, which starts it

A client's configuration: {"mcpServers": {"nlc": {"command": "nlc", "args": ["mcp"]}}}

exit status: 0 the client ended, 1 the package mcp is missing
"""

INSTRUCTIONS = (
    "nlc solves, checks, explains, makes and draws logic puzzles, also of a genre that you write."
    " Read `manual` before you write one, `check` it, and mend what it tells by line and column."
)


ARGUMENTS = ""


def server() -> MCPServer:
    """Return the server with its tools.

    Raises:
        ImportError: the package mcp is missing.
    """
    from mcp.server.mcpserver import MCPServer

    made = MCPServer("nlc", instructions=INSTRUCTIONS, version=__version__, log_level="WARNING")
    for each in TOOLS:
        made.add_tool(_told(each))
    return made


def _told(function: Callable[..., Any]) -> Callable[..., Any]:
    """Return a tool whose mistakes are told as they are, with place and hint."""
    from mcp.server.mcpserver.exceptions import ToolError

    @wraps(function)
    def tool(*args: Any, **words: Any) -> Any:
        try:
            return function(*args, **words)
        except (Error, ValueError) as error:
            raise ToolError(str(error)) from None

    return tool


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    try:
        made = server()
    except ImportError as error:
        print_message(f"nlc: the tools need {error.name}: pip install 'nlc[mcp]'")
        return EXIT_FAILED
    made.run()
    return EXIT_DECIDED
