"""The command line: `main` parses the arguments and calls the module of the command."""

from __future__ import annotations

import importlib
import json
import os
import sys
from collections.abc import Sequence

from nlc.cli.arguments import parser
from nlc.lang.diagnostics import UserError

EXIT_DECIDED, EXIT_FAILED, EXIT_USER, EXIT_UNDECIDED, EXIT_INTERRUPTED = 0, 1, 2, 3, 130


def main(argv: Sequence[str] | None = None) -> int:
    """Run nlc.

    Returns:
        0 decided, 1 a solver failed or a solution is wrong, 2 the input is wrong, 3 undecided
        within the limits, 130 interrupted; with ``--competition`` 10, 20 or 0.
    """
    args = parser().parse_args(argv)
    command = importlib.import_module(f"nlc.cli.{args.command}")
    try:
        status: int = command.run(args)
        sys.stdout.flush()
    except UserError as error:
        as_json = getattr(args, "error_format", "text") == "json"
        for item in error.diagnostics:
            print(json.dumps(item.to_json()) if as_json else item.render(), file=sys.stderr)
        return EXIT_USER
    except BrokenPipeError:
        # The reader of our output has gone, as in `nlc run … | head`: end quietly.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return EXIT_DECIDED
    except KeyboardInterrupt:
        print("nlc: interrupted", file=sys.stderr)
        return EXIT_INTERRUPTED
    return status
