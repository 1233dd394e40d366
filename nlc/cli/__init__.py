"""The command line: `main` parses the arguments and calls the module of the command."""

from __future__ import annotations

import argparse
import errno
import sys
import time
from collections.abc import Sequence

from nlc.cli import console
from nlc.cli.parser import module, parse


def main(argv: Sequence[str] | None = None) -> int:
    """Run nlc.

    Returns:
        0 decided, 1 a solver failed or a solution is wrong, 2 the input is wrong or the output
        cannot be written, 3 undecided within the limits, 130 interrupted (143 by SIGTERM); with
        ``--competition`` 10, 20 or 0.
    """
    console.open_streams()
    error_format = "text"
    try:
        with console.terminable(last=argv is None):
            try:
                args = parse(sys.argv[1:] if argv is None else argv)
                error_format = args.error_format
                status = _run(args)
            except KeyboardInterrupt:
                console.flush(sys.stdout)  # a closed terminal sends a signal
                raise
            except OSError as error:
                if error.errno == errno.EIO:  # which comes a moment later than this
                    time.sleep(2.0)
                raise
            finally:
                sys.stdout.flush()
    except ValueError as error:
        from nlc.errors import UserError  # which the help needs not

        if not isinstance(error, UserError):
            raise
        console.print_diagnostics(error.diagnostics, error_format)
        return console.EXIT_USER
    except BrokenPipeError:
        console.give_up(sys.stdout)  # its reader has gone, as in `nlc run … | head`
        return console.EXIT_DECIDED
    except OSError as error:
        console.give_up(sys.stdout)
        console.print_message(
            f"nlc: {error.filename or 'cannot write the output'}: {error.strerror or error}"
        )
        return console.EXIT_USER
    except (MemoryError, ImportError, SystemError) as error:
        if not _for_want_of_memory(error):
            raise
        console.print_message("nlc: out of memory")
        return console.EXIT_UNDECIDED
    except console.Termination as end:
        console.print_message("nlc: terminated")
        return 128 + end.number
    except KeyboardInterrupt:
        console.print_message("nlc: interrupted")
        return console.EXIT_INTERRUPTED
    return status


def _run(args: argparse.Namespace) -> int:
    """Run a command within its limits; return the exit status."""
    command = module(args.command)
    if "cpu_time" not in args:
        status: int = command.run(args)
        return status
    from nlc.cli.common import command_limits
    from nlc.process.own_limits import OwnLimitError, within

    whole = (console.Printable.write.__code__,)
    try:
        with within(command_limits(args), 1.0, loading=True, whole=whole):
            status = command.run(args)
    except OwnLimitError as stop:
        console.flush(sys.stdout)
        console.print_message(f"nlc: {stop}")
        return console.EXIT_UNDECIDED
    return status


def _for_want_of_memory(error: Exception) -> bool:
    """Tell whether an error is that there is no more memory, under a limit on the address space.

    Then a library of a module cannot be mapped, or fails to say why it cannot be imported.
    """
    if isinstance(error, MemoryError):
        return True
    from nlc.process.platform import resource

    limited = resource and resource.getrlimit(resource.RLIMIT_AS)[0] != resource.RLIM_INFINITY
    return limited and (isinstance(error, SystemError) or "failed to map segment" in str(error))
