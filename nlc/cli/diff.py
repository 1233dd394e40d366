"""``nlc diff``: compare encodings, solvers and engines, or the boards they accept."""

from __future__ import annotations

import argparse
import operator
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from functools import partial
from typing import Any

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cli import common
from nlc.cli.console import EXIT_FAILED, EXIT_UNDECIDED, print_message
from nlc.cli.progress import Bar
from nlc.comparing.comparison import csv_text, json_line, report, samples_in_order, suite_of
from nlc.comparing.disagreements import exit_status
from nlc.comparing.job import Draw
from nlc.comparing.markup import Form
from nlc.comparing.models_report import ModelsJob, ModelsResult
from nlc.comparing.puzzles import record
from nlc.comparing.results import Measurement, RecordStore, records_of
from nlc.comparing.run import Runner
from nlc.comparing.samples import Sample, samples_of
from nlc.drivers import DEFAULT, get
from nlc.encode.spec import Encoding
from nlc.engines import ENGINES
from nlc.errors import Diagnostics, UserError, fail
from nlc.ir.complete import complete, read_solution
from nlc.ir.elaborate.program import elaborate
from nlc.ir.evaluate import violations
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.pictures import PICTURES
from nlc.pictures.drawing import Drawing
from nlc.pictures.gallery import draw_violations, write
from nlc.process.cluster import make_executor
from nlc.process.own_limits import OwnLimitError, within
from nlc.process.worker import WorkerStoppedError
from nlc.render.text import render

DEFAULT_ENCODINGS = ("default;domains=direct;acyclic=order",)

EPILOG = """\
examples:
  nlc diff puzzle.nl                            three encodings, the default solver
  nlc diff --encodings direct,log --solvers minisat,cadical,kissat puzzle.nl
  nlc diff --encodings 'default;default,acyclic=order' --repeat 5 puzzle.nl
  nlc diff --solvers minisat,backtrack puzzle.nl  an engine and three encodings
  nlc diff --models --encodings 'default;acyclic=vertex-tree' puzzle.nl

Compiling is timed from the IR to the CNF; solving is the solver's own time, reading the CNF
included. The rows of --format json and csv have the keys that nlc.comparing.names describes.

exit status: 0 all agree, 1 something disagrees or a solver failed, 2 the input is wrong,
3 undecided within the limits, 130 interrupted (what was done is printed)
"""


ARGUMENTS = f"""
FILE+  puzzle files, or -
{common.OBJECTIVE}{common.PUZZLES}
comparison:
--encodings A,B,…*  specs; the first is what the others are compared with. A piece part=name belongs
    to the spec before it, and ; always divides (default: {DEFAULT_ENCODINGS[0]})
--solvers X,Y,…*  solvers, also cmd:COMMAND up to the next ;, and engines, which have no encoding
    (default: in process)
--models  compare the sets of boards that encodings accept
--repeat N  measure each pair N times: medians and, in brackets, the range (default: 3 times what
    takes less than a second)
{common.limits("run")}
processes:
--jobs N [1]  run N pairs at a time; they disturb each other's times
{common.EXECUTOR}
output:
--format table|json|csv|markdown|latex|{"|".join(PICTURES.names())} [table]  output (json: one
    object a row; latex: for the package booktabs; {", ".join(PICTURES.names())}: pictures of boards
    that break a rule or that encodings differ on, beside the table)
-o --out OUT [-]  where pictures go; see nlc draw
{common.style("[puzzle]")}
--limit N  --models: boards of each encoding (default 1000)
"""


def run(args: argparse.Namespace) -> int:
    """Run the command and return the exit status."""
    if not args.models:
        common.refuse(args, "limit", "{} is for --models")
        common.require_pictures(args, args.files)
        return _pairs(args)
    why = "{} is for pairs, and --models compares sets"
    common.refuse(args, "repeat executor scheduler", why)
    if args.format == "csv":
        raise fail("--models prints a table, markdown, latex or json, not csv")
    common.require_pictures(args, args.files)
    return compare_models(args)


def _pairs(args: argparse.Namespace) -> int:
    """Run every pair of encoding and solver, and print what came of them, also if interrupted."""
    wanted, results, printed = parse_input(args), RecordStore(), 0
    who = wanted.encodings, wanted.drivers, wanted.engines
    suite = suite_of(wanted.puzzles, *who, common.command_limits(args, each=True), args.repeat)
    total = len(suite.kinds) * len(suite.competitors)
    with make_executor(args.executor, args.jobs, args.scheduler) as executor, Bar() as bar:
        runner = Runner(
            suite,
            results,
            executor,
            bar.count,
            broken=wanted.broken.absorb,
            draw=wanted.draw,
        )
        try:
            for sample in samples_in_order(suite, results, runner.rows(suite.competitors)):
                if args.format == "json":
                    bar.clear()
                    print(json_line(sample), flush=True)
                    printed += 1
        finally:
            bar.clear()
            done = samples_of(suite, results.records, records_of(results.records, Measurement))
            if args.format == "json":
                for sample in done[printed:]:
                    print(json_line(sample))
            else:
                print_table(
                    args, csv_text(done) if args.format == "csv" else report(done, form_of(args))
                )
                draw_all(args, wrong_boards(done, wanted.puzzles, args.style))
            for stopped in runner.tally.stopped:
                print_message(f"nlc: {stopped}")
            worst = exit_status(done) or EXIT_UNDECIDED * bool(runner.tally.stopped)
            status = wanted.conclude(args, len(done), total, worst)
    return status


def compare_models(args: argparse.Namespace) -> int:
    """Compare the boards that encodings accept, one puzzle after the other."""
    wanted = parse_input(args)
    if wanted.engines:
        name = wanted.engines[0]
        raise fail(f"--models compares encodings, and the engine '{name}' has none")
    if len(wanted.encodings) < 2 or len(wanted.drivers) != 1:
        raise fail("--models compares two or more encodings by one solver")
    most, driver = args.limit or 1000, get(wanted.drivers[0])
    everything = [puzzle for _, puzzle in wanted.puzzles]
    programs: list[Program] = []
    drawings: list[Drawing] = []
    statuses: list[int] = []

    def jobs() -> Iterator[ModelsJob]:
        for number, (path, puzzle) in enumerate(wanted.puzzles):
            try:
                with within(common.command_limits(args, each=True)):
                    program = elaborate(puzzle)
                about = record(str(number), str(number), puzzle, program, file=path, text=None)
            except UserError as error:
                wanted.broken.absorb(error)
                continue
            except OwnLimitError as stop:
                print_message(f"nlc: {puzzle.title}: {stop}")
                statuses.append(EXIT_UNDECIDED)
                continue
            programs.append(program)
            how = common.command_limits(args, each=True), most, wanted.draw
            yield ModelsJob(about, puzzle, everything, program, wanted.encodings, driver, *how)

    with make_executor(None, args.jobs) as executor, Bar() as bar:
        ended = executor.as_completed(operator.call, jobs(), ordered=True)
        try:
            with closing(ended):
                for done in ended:
                    bar.clear()
                    program = programs[done.number]
                    try:
                        result = done.future.result()
                    except WorkerStoppedError as stop:
                        print_message(f"nlc: {program.title}: {stop}")
                        statuses.append(EXIT_FAILED)
                        continue
                    statuses.append(result.status)
                    as_json = args.format == "json"
                    text = result.json_line() if as_json else result.text(form_of(args))
                    print_table(args, f"{text}\n")
                    if args.format in PICTURES:
                        drawings += disputed_boards(result, program, args.style)
                    bar.count(program.title, len(statuses), len(wanted.puzzles))
        finally:
            bar.clear()
            draw_all(args, drawings)
            worst = EXIT_FAILED if EXIT_FAILED in statuses else max(statuses, default=0)
            status = wanted.conclude(args, len(statuses), len(wanted.puzzles), worst)
    return status


class DiffInput(Struct, eq=False):
    """Puzzles and encodings to be compared.

    Attributes:
        puzzles: with their files.
        encodings: specs.
        drivers: names of SAT drivers.
        engines: names.
        draw: draws boards that break a rule.
        broken: mistakes in the input, printed at the end.
    """

    puzzles: list[tuple[str, Puzzle]]
    encodings: list[str]
    drivers: list[str]
    engines: list[str]
    draw: Draw
    broken: Diagnostics = field(default_factory=Diagnostics)

    def conclude(self, args: argparse.Namespace, done: int, total: int, status: int) -> int:
        """Print the mistakes in the input and how much was done; return the exit status."""
        if done < total and not self.broken.errors:
            print_message(f"nlc: {done} of {total} were done")
        return common.conclude(args, self.broken, status)


def parse_input(args: argparse.Namespace) -> DiffInput:
    """Return what the arguments name; mistakes in files are printed at the end."""
    errors = Diagnostics()
    encodings = split_encodings(args.encodings or DEFAULT_ENCODINGS)
    for spec in encodings:
        with errors.collecting():
            Encoding.parse(spec)
    drivers: dict[str, None] = {}
    engines: dict[str, None] = {}
    for name in split_solvers(args.solvers or [DEFAULT]):
        with errors.collecting():
            if (engine := ENGINES.find(name)) is not None:
                engines[engine.name] = None
            else:
                driver = get(name)
                driver.missing()  # this imports, once, what every child would import for itself
                drivers[driver.name] = None
    errors.raise_errors()
    if not (engines or (encodings and drivers)):
        raise fail("there is nothing to compare: --encodings or --solvers names none")
    style, color = common.look(args)
    draw = partial(render, style=style, color=color)
    wanted = DiffInput([], encodings, [*drivers], [*engines], draw)
    for path, read in common.load_inputs(args, wanted.broken):
        wanted.puzzles += [(path, puzzle) for puzzle in read]
    return wanted


def split_encodings(texts: Iterable[str]) -> list[str]:
    """Return the specs of several lists, each once, in order.

    ``;`` divides specs. So does a comma, but before ``part=name``, which belongs to the spec that
    it follows unless that spec has this part already: ``thesis,domains=log,domains=direct`` are
    ``thesis,domains=log`` and ``domains=direct``.
    """
    specs: list[list[str]] = []
    for text in texts:
        for group in text.split(";"):
            spec: list[str] = []
            for piece in filter(None, map(str.strip, group.split(","))):
                part = _part(piece)
                if not spec or part is None or part in map(_part, spec):
                    spec = []
                    specs.append(spec)
                spec.append(piece)
    return list(dict.fromkeys(",".join(spec) for spec in specs))


def split_solvers(texts: Iterable[str]) -> list[str]:
    """Return the solvers of several lists, each once, in order.

    ``;`` and commas divide them; after ``cmd:`` only ``;`` does.
    """
    found: list[str] = []
    for text in texts:
        for group in text.split(";"):
            plain, command, rest = group.partition("cmd:")
            found += [*map(str.strip, plain.split(",")), (command + rest).strip()]
    return list(dict.fromkeys(filter(None, found)))


def _part(piece: str) -> str | None:
    part, equals, _ = piece.partition("=")
    return part.strip() if equals else None


def form_of(args: argparse.Namespace) -> Form:
    """Return the form of a table; with pictures it is text."""
    form: Form = "text" if args.format in ("table", *PICTURES.names()) else args.format
    return form


def print_table(args: argparse.Namespace, text: str) -> None:
    """Print a table; where pictures take standard output, on standard error."""
    aside = args.format in PICTURES and args.out == "-"
    print(text, end="", flush=True, file=sys.stderr if aside else sys.stdout)


def draw_all(args: argparse.Namespace, found: Iterable[Drawing]) -> None:
    """Write pictures, if they are wanted."""
    if args.format not in PICTURES:
        return
    if drawings := list(found):
        write(args.format, drawings, args.out)
    else:
        print_message("nlc: there is no board to draw: none is disputed, none breaks a rule")


def wrong_boards(
    samples: Sequence[Sample], puzzles: Sequence[tuple[str, Puzzle]], style: str
) -> Iterator[Drawing]:
    """Yield each board of a comparison that breaks a rule, once.

    Args:
        samples: of ``nlc diff``.
        puzzles: that were compared, with their files.
        style: of pictures.
    """
    seen: set[tuple[str | None, str | None]] = set()
    for sample in samples:
        about, last = sample.puzzle, sample.last
        if last.wrong_board is None or (about.id, last.board) in seen:
            continue
        seen.add((about.id, last.board))
        named = (each for path, each in puzzles if (path, each.title) == (about.file, about.title))
        if (puzzle := next(named, None)) is not None:
            who = f"accepted by {sample.who.name}"
            yield _drawing(elaborate(puzzle), last.wrong_board, who, style)


def disputed_boards(result: ModelsResult, program: Program, style: str) -> Iterator[Drawing]:
    """Yield the boards of a result of ``nlc diff --models``."""
    for witness in result.witnesses:
        who = f"accepted by {', '.join(witness.accepted_by)}"
        if witness.rejected_by:
            who += f", rejected by {', '.join(witness.rejected_by)}"
        yield _drawing(program, witness.solution, who, style)


def _drawing(program: Program, solution: Mapping[str, Any], who: str, style: str) -> Drawing:
    board = complete(program, *read_solution(program, solution))
    one = draw_violations(program, board, violations(program, board), style)
    return replace(one, title=f"{one.title}: {who}")
