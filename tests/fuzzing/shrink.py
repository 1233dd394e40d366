"""Candidates for shrinking: puzzles that are a little smaller than a given one."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import replace

from oracle.case import DEFAULTS, Case
from oracle.reference_board import Complex, Drawn

_CELL = re.compile(r"r(\d+)c(\d+)")

Place = tuple[int, int]
"""Row and ordinal in the row, from 1, as in the names of cells."""


def smaller_puzzles(case: Case) -> Iterator[Case]:
    """Yield puzzles with fewer rows, columns, clues, cells, passages, or plainer options.

    Each can be drawn, but the genre may refuse its clues.
    """
    drawn = case.drawn
    for row in range(len(drawn.rows), 0, -1):
        if len(drawn.rows) > 1:
            yield from _valid(_without_row(case, row))
    for col in range(max(len(line.split()) for line in drawn.rows), 0, -1):
        yield from _valid(_without_column(case, col))
    if case.layered:
        yield replace(case, layered=False)
    if case.house:
        yield replace(case, house=())
        yield from (replace(case, house=(name,)) for name in case.house[1:])
    if case.ports:
        yield replace(case, ports=())
    if drawn.wrap != "none":
        yield replace(case, drawn=replace(drawn, wrap="none"))
    for i in range(len(drawn.warps)):
        yield replace(case, drawn=replace(drawn, warps=drawn.warps[:i] + drawn.warps[i + 1 :]))
    for i in range(len(drawn.walls)):
        yield replace(case, drawn=replace(drawn, walls=drawn.walls[:i] + drawn.walls[i + 1 :]))
    for token in dict.fromkeys("".join(drawn.rows).replace(" ", "")):
        if token not in ".#":
            rows = tuple(row.replace(token, ".") for row in drawn.rows)
            yield replace(case, drawn=replace(drawn, rows=rows))
    for name, value in case.options:
        if value != DEFAULTS[name]:
            plain = ((n, DEFAULTS[n] if n == name else v) for n, v in case.options)
            yield replace(case, options=tuple(plain))
    for at, token in _tokens(drawn):
        if token != "#":
            yield from _valid(_with_token(case, at, "#"))
        if token not in ".#":
            yield _with_token(case, at, ".")
        if token.isdigit() and token != "0" and case.genre == "slitherlink":
            yield _with_token(case, at, str(int(token) - 1))


def _tokens(drawn: Drawn) -> Iterator[tuple[Place, str]]:
    for row, line in enumerate(drawn.rows, 1):
        for col, token in enumerate(line.split(), 1):
            yield (row, col), token


def _valid(case: Case) -> Iterator[Case]:
    """Yield a puzzle without what refers to cells that it lacks; nothing if it is not drawn."""
    if not any(token != "#" for _, token in _tokens(case.drawn)):
        return
    if case.drawn.wrap != "none" and len({len(row.split()) for row in case.drawn.rows}) > 1:
        return
    bare = replace(case.drawn, walls=(), warps=())
    try:
        board = Complex(bare)
    except ValueError:  # sides of more than two cells meet where a board wraps round
        return
    tiles = {name.partition(".")[0] for name in board.names}
    adjacent = {
        frozenset(name.partition(".")[0] for name in link.split("-")) for link in board.links
    }
    drawn = replace(
        case.drawn,
        walls=tuple(pair for pair in case.drawn.walls if frozenset(pair) in adjacent),
        warps=tuple(
            pair
            for pair in case.drawn.warps
            if set(pair) <= tiles & set(board.names) and frozenset(pair) not in adjacent
        ),
    )
    ports = case.ports if all(port in board.corners for port in case.ports) else ()
    yield replace(case, drawn=drawn, ports=ports)


def _without_row(case: Case, row: int) -> Case:
    rows = case.drawn.rows[: row - 1] + case.drawn.rows[row:]
    return _rename(case, rows, lambda r, c: None if r == row else (r - (r > row), c))


def _without_column(case: Case, col: int) -> Case:
    """Return the puzzle without one token of each row; the next ones move to its place."""
    rows = []
    for line in case.drawn.rows:
        indent, tokens = line[: len(line) - len(line.lstrip())], line.split()
        rows.append(indent + " ".join(tokens[: col - 1] + tokens[col:]))
    kept = tuple(line for line in rows if line.strip())
    if len(kept) < len(rows):
        return replace(case, drawn=replace(case.drawn, rows=("#",), walls=(), warps=()), ports=())
    return _rename(case, kept, lambda r, c: None if c == col else (r, c - (c > col)))


def _rename(case: Case, rows: tuple[str, ...], moved: Callable[[int, int], Place | None]) -> Case:
    """Return the puzzle on other rows, what refers to cells moved along with them."""

    def name(text: str) -> str | None:
        match = _CELL.match(text)
        place = moved(int(match[1]), int(match[2])) if match is not None else None
        return None if place is None else _CELL.sub(f"r{place[0]}c{place[1]}", text)

    def pairs(old: tuple[tuple[str, str], ...]) -> tuple[tuple[str, str], ...]:
        new = ((name(a), name(b)) for a, b in old)
        return tuple((a, b) for a, b in new if a is not None and b is not None)

    margin = min(len(row) - len(row.lstrip()) for row in rows)
    ports = tuple(p for port in case.ports if (p := name(port)) is not None)
    drawn = replace(
        case.drawn,
        rows=tuple(row[margin:] for row in rows),
        walls=pairs(case.drawn.walls),
        warps=pairs(case.drawn.warps),
    )
    return replace(case, drawn=drawn, ports=ports if len(ports) == len(case.ports) else ())


def _with_token(case: Case, at: Place, token: str) -> Case:
    rows = list(case.drawn.rows)
    columns = [i for i, old in enumerate(rows[at[0] - 1]) if old != " "]
    column = columns[at[1] - 1]
    rows[at[0] - 1] = rows[at[0] - 1][:column] + token + rows[at[0] - 1][column + 1 :]
    return replace(case, drawn=replace(case.drawn, rows=tuple(rows)))
