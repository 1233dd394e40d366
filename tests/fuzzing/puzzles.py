"""The random puzzles of the fuzzer, and the compiler's programs of them."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import chain, combinations
from random import Random

from oracle.case import GENRES, TILINGS, Case, first_name
from oracle.house_rules import HOUSE_RULES
from oracle.larger_boards import larger_case
from oracle.random_boards import random_case
from oracle.reference_board import Complex, Drawn

from nlc.errors import Source, UserError
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle as Read
from nlc.language.resolve import load
from nlc.language.types import check_puzzles


def random_puzzle(
    random: Random, genres: Sequence[str] = tuple(GENRES), *, house_rules: bool = True
) -> Case:
    """Return a puzzle of some genres and any tiling, often with unusual features.

    Args:
        random: the source of all choices.
        genres: of the puzzle.
        house_rules: whether it may have some.
    """
    genre, tiling = random.choice(genres), random.choice(TILINGS)
    # Brute force takes up to a second on these.
    if random.random() < 0.03:
        case = larger_case(random, genre, tiling)
        board = Complex(case.drawn)
        if len(board.borders if genre == "slitherlink" else board.links) <= 24:
            return case
    case = random_case(random, genre, tiling)
    if tiling == "square" and random.random() < 0.2:
        case = _wrap(random, case)
    if tiling != "triangle" and random.random() < 0.1:
        case = replace(case, drawn=_add_bridges(random, case))
    if genre != "slitherlink" and random.random() < 0.1:
        case = replace(case, drawn=_add_warps(random, case.drawn))
    if house_rules and random.random() < 0.3:
        names = [name for name in HOUSE_RULES if genre != "slitherlink" or name != "bent"]
        house = sorted(random.sample(names, random.choice((1, 1, 2))))
        case = replace(case, house=tuple(house))
    return _add_layers(case) if random.random() < 0.15 else case


def _add_layers(case: Case) -> Case:
    """Return the puzzle with separate drawings of its clues and ports."""
    board = Complex(case.drawn)
    ports = tuple(first_name(board, board.corners[port]) for port in case.ports)
    return replace(case, ports=ports, layered=True)


def _wrap(random: Random, case: Case) -> Case:
    """Return the puzzle on a board that wraps round, if it is large enough."""
    rows, cols = len(case.drawn.rows), len(case.drawn.rows[0].split())
    ways = [
        way
        for way, fits in (
            ("horizontal", cols >= 3),
            ("vertical", rows >= 3),
            ("both", rows >= 3 and cols >= 3 and rows * cols <= 12),
        )
        if fits
    ]
    if not ways:
        return case
    return replace(case, drawn=replace(case.drawn, wrap=random.choice(ways)), ports=())


def _add_bridges(random: Random, case: Case) -> Drawn:
    """Return the board with bridges in place of some empty cells, away from ports."""
    drawn = case.drawn
    if case.ports:
        return drawn
    share = random.choice((0.1, 0.3))
    rows = (
        "".join("+" if token == "." and random.random() < share else token for token in row)
        for row in drawn.rows
    )
    bridged = replace(drawn, rows=tuple(rows))
    return bridged if sum(row.count("+") for row in bridged.rows) <= 3 else drawn


def _add_warps(random: Random, drawn: Drawn) -> Drawn:
    """Return the board with one or two more links, between cells that share no side."""
    board = Complex(drawn)
    adjacent = {
        (a, b)
        for a, b in combinations(range(len(board.names)), 2)
        if set(board.sides[a]) & set(board.sides[b])
    }
    plain = [i for i, name in enumerate(board.names) if "." not in name]
    loose = [pair for pair in combinations(plain, 2) if pair not in adjacent]
    chosen = random.sample(loose, min(len(loose), random.choice((1, 1, 2))))
    return replace(drawn, warps=tuple((board.names[a], board.names[b]) for a, b in chosen))


def parse_cases(puzzles: Sequence[Case]) -> Iterator[Read | UserError]:
    """Yield puzzles as the compiler parses them, or the errors.

    All are parsed together, which is faster; one by one if that fails.
    """
    texts = (puzzle.text.replace('"random"', f'"{i}"', 1) for i, puzzle in enumerate(puzzles))
    try:
        cases = load(Source("fuzz.nl", "".join(texts))).puzzles
    except UserError as error:
        if len(puzzles) == 1:
            yield error
        else:
            yield from chain.from_iterable(parse_cases([puzzle]) for puzzle in puzzles)
        return
    for case, diagnostics in zip(cases, check_puzzles(cases), strict=True):
        try:
            diagnostics.raise_errors()
        except UserError as error:
            yield error
        else:
            yield case


def program_of(case: Read | UserError) -> Program | UserError:
    """Return the program of a puzzle, or the error."""
    if isinstance(case, UserError):
        return case
    try:
        return elaborate(case)
    except UserError as error:
        return error
