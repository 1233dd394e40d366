"""``nlc diff --models``: compare the sets of boards that encodings accept."""

from __future__ import annotations

import argparse
import operator
from collections.abc import Iterator
from concurrent.futures import Future
from contextlib import closing

from nlc.cli import EXIT_FAILED
from nlc.cli.common import limits_of
from nlc.cli.console import print_message
from nlc.cli.diff_input import disputed_boards, draw_all, form_of, parse_input, print_table
from nlc.cli.progress import Bar
from nlc.comparing.models_report import ModelsJob, ModelsResult
from nlc.comparing.puzzles import record
from nlc.drivers import get
from nlc.errors import UserError, fail
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.pictures import PICTURES
from nlc.pictures.drawing import Drawing
from nlc.process.executors import make_executor
from nlc.process.worker import WorkerStoppedError

BOARDS = 1000
"""The default of ``--limit``: boards of each encoding."""


def compare_models(args: argparse.Namespace) -> int:
    """Compare the boards that encodings accept, one puzzle after the other."""
    wanted = parse_input(args)
    if wanted.engines:
        name = wanted.engines[0]
        raise fail(f"--models compares encodings, and the engine '{name}' has none")
    if len(wanted.encodings) < 2 or len(wanted.drivers) != 1:
        raise fail("--models compares two or more encodings by one solver")
    most, driver = args.limit or BOARDS, get(wanted.drivers[0])
    everything = [puzzle for _, puzzle in wanted.puzzles]
    titles: list[str] = []
    programs: list[Program] = []
    drawings: list[Drawing] = []
    statuses: list[int] = []

    def jobs() -> Iterator[ModelsJob]:
        for number, (path, puzzle) in enumerate(wanted.puzzles):
            try:
                program = elaborate(puzzle)
                about = record(str(number), str(number), puzzle, program, file=path, text=None)
            except UserError as error:
                wanted.broken.absorb(error)
                continue
            titles.append(about.title)
            programs.append(program)
            how = limits_of(args), most, wanted.style
            yield ModelsJob(about, puzzle, everything, program, wanted.encodings, driver, *how)

    with make_executor(None, args.jobs) as executor, Bar() as bar:
        ended = executor.as_completed(operator.call, jobs(), ordered=True)
        try:
            with closing(ended):
                for done in ended:
                    bar.clear()
                    status, result = _print_result(args, titles[done.number], done.future)
                    statuses.append(status)
                    if result is not None and args.format in PICTURES:
                        drawings += disputed_boards(result, programs[done.number], args.style)
                    bar.show(titles[done.number], len(statuses), len(wanted.puzzles))
        finally:
            bar.clear()
            draw_all(args, drawings)
            worst = EXIT_FAILED if EXIT_FAILED in statuses else max(statuses, default=0)
            status = wanted.conclude(args, len(statuses), len(wanted.puzzles), worst)
    return status


def _print_result(
    args: argparse.Namespace, title: str, future: Future[ModelsResult]
) -> tuple[int, ModelsResult | None]:
    """Print the result for a puzzle's sets of boards; return its exit status."""
    try:
        result = future.result()
    except WorkerStoppedError as stop:
        print_message(f"nlc: {title}: {stop}")
        return EXIT_FAILED, None
    text = result.json_line() if args.format == "json" else result.text(form_of(args))
    print_table(args, f"{text}\n")
    return result.status, result
