"""Makes the puzzles of ``nlc generate``, shows the progress, and writes them."""

from __future__ import annotations

import argparse
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager, suppress
from time import monotonic

from nlc.cli import book
from nlc.cli.common import on_screen, picture
from nlc.cli.console import EXIT_DECIDED, EXIT_FAILED, EXIT_UNDECIDED, print_message
from nlc.cli.progress import Progress, clock, task
from nlc.errors import Diagnostics, Source
from nlc.files import atomic_writer
from nlc.generating.batch import ATTEMPTS, Item
from nlc.generating.difficulty import DEFAULT_LEVEL, LEVEL
from nlc.generating.progress import progress_of, remark, share_progress
from nlc.generating.writer import Writer, report
from nlc.grading.grade import LEVELS
from nlc.loading import parse_puzzles
from nlc.pictures import PICTURES
from nlc.pictures.booklet import STYLE
from nlc.pictures.drawing import draw
from nlc.pictures.gallery import write
from nlc.process.cluster import make_executor
from nlc.process.usage import cores
from nlc.process.worker import WorkerStoppedError
from nlc.publishing.booklets import Plan
from nlc.publishing.works import Task

MISSED, PATIENCE = (LEVEL, "harder than "), 10.0
"""Counts of puzzles of another level than the wanted one, and the seconds until they are told."""


def make(args: argparse.Namespace, writer: Writer) -> int:
    """Make the puzzles and return the exit status."""
    batch, shown = writer.batch, args.out == "-" and sys.stdout.isatty()
    shown &= args.format not in PICTURES
    items: list[Item] = []
    remarks, begun, told = set[int](), dict[int, float](), set[int]()
    interrupted: KeyboardInterrupt | None = None
    failed = False
    share_progress()
    with (
        make_executor(args.executor, args.jobs or cores(), args.scheduler) as executor,
        _target(args, writer, items) as put,
    ):
        try:
            with Progress(0 if args.quiet else batch.count) as progress:
                progress.step(batch.title(1))

                def watch(number: int, counts: Mapping[str, int]) -> None:
                    missed = any(name.startswith(MISSED) for name in counts)
                    late = monotonic() - begun.setdefault(number, monotonic()) > PATIENCE
                    if missed and late and not args.quiet and number not in told:
                        told.add(number)
                        progress.clear()
                        advice = batch.generator.advice(counts)
                        print_message(f"nlc: {batch.title(number)}: {_kinds(counts)}; {advice}")
                    if (said := remark()) and number not in remarks and not args.quiet:
                        remarks.add(number)
                        progress.clear()
                        print_message(f"nlc: {batch.generator.subject}: {said}")
                    progress.note(_progress(items, batch.count, number, counts))

                for item in batch.items(executor, watch):
                    items.append(item)
                    remark()  # it was about this puzzle
                    progress.clear()
                    if item.puzzle is None:
                        progress.failed += 1
                        print_message(f"nlc: {batch.title(item.number)}: {_given_up(writer, item)}")
                    elif shown:
                        print(_picture(args, writer, item), flush=True)
                    else:
                        put(item)
                    if item.number < batch.count:
                        progress.step(batch.title(item.number + 1))
        except KeyboardInterrupt as interrupt:  # the file with what is done takes its place
            interrupted = interrupt
        except (RuntimeError, WorkerStoppedError) as error:  # likewise
            print_message(f"nlc: puzzle {len(items) + 1}: {error}")
            failed = True
    if args.report and items:
        table = report(items)
        print(table, file=sys.stderr if args.out == "-" else sys.stdout)
    if not args.quiet and (others := _of_other_levels(args, items)):
        print_message(f"nlc: {others}")
    made = sum(item.puzzle is not None for item in items)
    if args.out != "-" and not made:
        print_message(f"nlc: no puzzle was made, and {args.out} is not written")
    elif args.out != "-" and not args.quiet:
        by = "" if args.seed is not None else f", by seed {batch.seed}"
        print_message(f"{made} puzzle{'s' * (made > 1)} in {args.out}{by}")
    if interrupted is not None:
        raise interrupted
    if failed:
        return EXIT_FAILED
    return EXIT_DECIDED if made == len(items) else EXIT_UNDECIDED


def _of_other_levels(args: argparse.Namespace, items: Sequence[Item]) -> str:
    """Return how many puzzles are not of the usual level, where no other was wanted."""
    if args.difficulty is not None or args.technique is not None:
        return ""
    levels = [item.puzzle.grade.level for item in items if item.puzzle and item.puzzle.grade]
    others = Counter(level for level in levels if level not in (None, DEFAULT_LEVEL))
    if not others:
        return ""
    counts = ", ".join(f"{others[level]} {level}" for level in LEVELS if others[level])
    more = f"--difficulty {DEFAULT_LEVEL} goes on until it is"
    return f"not every puzzle is {DEFAULT_LEVEL}: {counts}; {more}"


class _EmptyError(Exception):
    """Not one puzzle was made."""


@contextmanager
def _target(
    args: argparse.Namespace, writer: Writer, items: Sequence[Item]
) -> Iterator[Callable[[Item], object]]:
    """Write to a file; where no puzzle was made, it stays as it was.

    Yields:
        A function that writes a puzzle; pictures are written together, at the end.
    """
    if args.format in PICTURES:
        yield lambda item: None
        if made := [item for item in items if item.puzzle is not None]:
            _draw(args, writer, made)
        return
    with suppress(_EmptyError), atomic_writer(args.out) as stream:
        written = 0

        def put(item: Item) -> None:
            nonlocal written
            text, head = writer.text(item), writer.batch.generator.rules.head
            stream.write((text.replace(head, "", 1) if written and head else text).encode())
            written += 1

        yield put
        if all(item.puzzle is None for item in items):
            raise _EmptyError


def _draw(args: argparse.Namespace, writer: Writer, items: Sequence[Item]) -> None:
    """Write pictures of puzzles, or a booklet with the solutions where the format has pages."""
    if args.format in book.WITH_PAGES:
        tasks = list[Task]()
        for item in items:
            assert item.puzzle is not None
            # Its text begins with the genre's, where that is of a file, and uses what that uses.
            name = f"{args.genre.partition('.nl')[0]}.nl" if ".nl" in args.genre else "generated"
            (puzzle,), _ = parse_puzzles(Source(name, writer.text(item)), "nl")
            tasks.append(Task(puzzle, writer.board(item)[1], item.puzzle.grade))
        plan = Plan(date=book.today(), style=args.style or STYLE)
        book.write_puzzles(args, tasks, plan, Diagnostics())
        return
    style = args.style or "puzzle"
    boards = [writer.board(item) for item in items]
    with task("drawing", quiet=args.quiet or on_screen(args.out), delay=0):
        shown = [
            draw(program, board if args.solution else None, style) for program, board in boards
        ]
        write(args.format, shown, args.out)


def _progress(items: Sequence[Item], count: int, number: int, counts: Mapping[str, int]) -> str:
    """Return how far the next puzzle is, and how long the others may take."""
    parts = []
    if tries := counts.get("tries", 0):
        parts.append(f"try {tries + 1} of {ATTEMPTS} at most ({_kinds(counts)})")
    done, work = progress_of(number)
    if work:
        parts.append(f"{100 * done // work} %")
    if items and count > 1:
        mean = sum(item.seconds for item in items) / len(items)
        parts.append(f"about {clock(mean * (count - len(items)))} left")
    return "".join(f", {part}" for part in parts)


def _kinds(counts: Mapping[str, int]) -> str:
    """Return what was spent apart from the tries, in words."""
    return ", ".join(f"{count} {name}" for name, count in counts.items() if name != "tries")


def _given_up(writer: Writer, item: Item) -> str:
    """Return what was spent on a puzzle that was given up, and some advice."""
    tries = item.counts.get("tries", 0)
    late = f"{clock(item.seconds)}, " if item.timeout else ""
    text = f"given up after {late}{tries} tr{'y' if tries == 1 else 'ies'}"
    if kinds := _kinds(item.counts):
        text += f": {kinds}"
    advice = writer.batch.generator.advice(item.counts)
    return text if advice is None else f"{text}; {advice}"


def _picture(args: argparse.Namespace, writer: Writer, item: Item) -> str:
    assert item.puzzle is not None
    program, solution = writer.board(item)
    board = solution if args.solution else None
    head = program.title + (", exactly 1 solution" if item.puzzle.unique else "")
    head += "".join(f"\n{text}" for text in (item.puzzle.note, item.puzzle.grade) if text)
    return f"{head}\n{picture(args, program, board)}\n"
