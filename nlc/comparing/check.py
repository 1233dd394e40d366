"""Encodings of one's own: added by name, once they agree with brute force over small statements.

A solver that sees nothing but the clauses enumerates the models of each statement; what it means
is said beside it in Python, which knows no encoding.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from functools import partial
from itertools import groupby, product
from runpy import run_path
from typing import Any, NamedTuple

import numpy as np

from nlc.drivers import get
from nlc.drivers.search import models
from nlc.encode.lower import LoweredProgram, lower
from nlc.encode.spec import Encoding, registry
from nlc.errors import Source, UserError, fail, require_type, suggest
from nlc.ir.elaborate.program import elaborate
from nlc.ir.nodes import Assignment, Counts, Program
from nlc.language.resolve import load

Board = tuple[int, ...]

SOLVER = "pysat:cadical195"
"""Takes whatever an encoding needs."""


class Case(NamedTuple):
    """A statement about x[0], x[1] … that is small enough for brute force.

    Attributes:
        values: of each x, ``bool`` or such as ``1..3``.
        n: the number of x.
        statement: in the language.
        holds: the meaning, of the values in order.
        over: the sort of x, or nothing if it is over numbers.
        topology: of the puzzle.
        applies: whether an encoding states this itself.
    """

    values: str
    n: int
    statement: str
    holds: Callable[[Board], bool]
    over: str = ""
    topology: str = "none;"
    applies: Callable[[Any], bool] = lambda _: True

    def program(self) -> Program:
        """Return its program."""
        over = self.over or f"i in 0..{self.n - 1}"
        genre = f"var x : {over} -> {self.values}; rule r {{ {self.statement}; }} show x;"
        text = f'genre case {{ {genre} }} puzzle "case" is case {{ topology {self.topology} }}'
        return elaborate(load(Source("case.nl", text)).puzzles[0])

    def boards(self) -> list[Board]:
        """Return all values of x, small ones first."""
        low, high = map(int, self.values.replace("bool", "0..1").split(".."))
        return sorted(product(range(low, high + 1), repeat=self.n), key=sum)


def register(part: str, name: str, encoding: Any) -> None:
    """Add an encoding of one's own under a name, once it agrees with brute force.

    >>> import nlc
    >>> nlc.register("cardinality", "totalizer", None)
    Traceback (most recent call last):
    ...
    nlc.errors.InputError: error: there is a cardinality encoding 'totalizer' already
      hint: take another name

    Args:
        part: of a spec, such as ``cardinality``.
        name: its name there.
        encoding: an object of the part's protocol (docs/extending.md).

    Raises:
        UserError: the part is unknown, the name is taken, or a statement is encoded wrongly; the
            message has the smallest.
    """
    require_type("part", part, str)
    require_type("name", name, str)
    if part not in CASES:
        hint = suggest(part, tuple(CASES)) or f"parts: {', '.join(CASES)}"
        raise fail(f"no encodings of '{part}' can be added", hint=hint)
    known: Any = registry(part)
    if name in known:
        raise fail(f"there is a {known.kind} '{name}' already", hint="take another name")
    known.own[name] = encoding
    try:
        if not check(part, name):
            raise fail(f"{part}={name} encodes none of the statements that it is checked on")
    except BaseException:
        del known.own[name]
        raise


def load_plugin(path: str) -> None:
    """Run a file of Python that registers encodings.

    Raises:
        UserError: it cannot be read, fails, or registers a wrong encoding.
    """
    try:
        run_path(path)
    except UserError:
        raise
    except Exception as error:  # it may raise anything
        raise fail(f"the plugin {path} is broken: {error!r}") from error


def check(part: str, name: str) -> int:
    """Compare an encoding with brute force, and return the number of statements that it encodes.

    Raises:
        UserError: one is wrong: the first, which is among the smallest.
    """
    encoding, found = registry(part).get(name), 0
    for case in CASES[part]():
        if case.applies(encoding):
            program = case.program()
            try:
                spec = Encoding.parse(f"{part}={name},passes=none")
                lowered = lower(program, spec, get(SOLVER).capabilities.offers)
            except UserError:
                continue  # refused
            found += 1
            _compare(f"{part}={name}", case, program, lowered, encoding.declaration.exact)
    return found


def _compare(name: str, case: Case, program: Program, lowered: LoweredProgram, exact: bool) -> None:
    """Check that the models of a statement are its solutions."""
    cnf, once = lowered.cnf, lowered.preserves_models
    if once:
        cnf.projection = np.arange(1, cnf.variables + 1, dtype=np.int32)
    found = Counter(
        _board(program, lowered.assignment(outcome.model))
        for outcome in models(get(SOLVER), cnf, separators=lowered.separators)
        if outcome.model is not None
    )
    for board in case.boards():
        number, right = found[board], bool(case.holds(board))
        if number == right or (number and (once <= (not right)) and (right or not exact)):
            continue
        does = "accepts" if not right else f"has {number} models for" if number else "rejects"
        where = " ".join(f"x[{i}]={value}" for i, value in enumerate(board))
        raise fail(
            f"{name} is wrong: of '{case.statement}' it {does} {where}",
            hint="the models of its clauses are to be the solutions, each once if it says so",
        )


def _board(program: Program, found: Assignment) -> Board:
    """Return the values of x."""
    if "x" in program.domains:
        return tuple(int(program.domains["x"].values[i]) for i in found.domains["x"])
    (var,) = (var for var in program.bools if var.name == "x")
    return tuple(found.bools[var.part].astype(int).tolist())


# ---------- the statements, small ones first ----------


def _counts() -> Iterator[Case]:
    for n in range(1, 6):
        for low, high in product(range(n + 1), repeat=2):
            if low <= high and high - low < n:
                yield count(n, range(low, high + 1))


def count(n: int, counts: range) -> Case:
    """Return "x[0] implies that so many of n literals hold"."""
    said = f"exactly {' or '.join(map(str, counts))} of {{x[i] for i in 1..{n}}}"
    return Case(
        "bool",
        n + 1,
        f"x[0] implies {said}",
        lambda x: not x[0] or sum(x[1:]) in counts,
        applies=lambda encoding: encoding.refusal(n, Counts.of(*counts)) is None,
    )


def _words() -> Iterator[Case]:
    for p in range(1, 6):
        for statement, holds in (
            ("x[0] = x[1]", lambda x: x[0] == x[1]),
            ("x[0] != x[1]", lambda x: x[0] != x[1]),
            ("x[0] < x[1]", lambda x: x[0] < x[1]),
            ("x[2] = 0 implies x[0] = x[1]", lambda x: x[2] or x[0] == x[1]),
            ("x[2] = 0 implies x[0] != x[1]", lambda x: x[2] or x[0] != x[1]),
        ):
            yield Case(f"0..{p - 1}", 3, statement, holds)


def _different() -> Iterator[Case]:
    for n, p in product(range(2, 5), range(2, 5)):
        statement = f"all_different(x[0..{n - 1}])"
        yield Case(f"1..{p}", n, statement, lambda x: len(set(x)) == len(x))


def _sums() -> Iterator[Case]:
    for bound in range(0, 10, 2):
        for n, text, total in (
            (3, "x[0] + x[1] + x[2]", sum),
            (2, "x[0] * x[1]", lambda x: x[0] * x[1]),
            (3, "x[0] + 2 * x[1] - x[2]", lambda x: x[0] + 2 * x[1] - x[2]),
            (3, "x[0] * x[1] + x[2]", lambda x: x[0] * x[1] + x[2]),
        ):
            meets = partial(lambda x, total, bound: total(x) >= bound, total=total, bound=bound)
            yield Case("1..3", n, f"{text} >= {bound}", meets)


def _runs() -> Iterator[Case]:
    for n in range(1, 7):
        for wanted in dict.fromkeys(map(_lengths, product((1, 0), repeat=n))):
            if not wanted:
                continue
            statement = f'runs({{x[i] for i in 0..{n - 1}}}, "{",".join(map(str, wanted))}")'
            meets = partial(lambda x, wanted: _lengths(x) == wanted, wanted=wanted)
            yield Case("bool", n, statement, meets)


def _lengths(x: Board) -> Board:
    return tuple(len(list(run)) for held, run in groupby(x) if held)


GRAPHS = (
    ("ab", "a-b", 1),
    ("abc", "a-b a-c b-c", 0),
    ("abcd", "a-b a-c b-d c-d", 2),
    ("abcde", "a-b a-c a-d b-c c-d c-e", 0),
    ("abcdef", "a-b a-d b-c b-e c-f d-e e-f", 2),
)
"""Graphs: their cells, their links in order, and the rows of the square board; 0: none is drawn."""


def _graphs(kind: str) -> Iterator[Case]:
    yield from (graph(kind, *each) for each in GRAPHS)


def graph(kind: str, cells: str, links: str, rows: int) -> Case:
    """Return "the links x have no cycle" or "the cells x are connected"."""
    ends = [(cells.index(link[0]), cells.index(link[-1])) for link in links.split()]
    cycles = kind == "acyclic"

    def holds(x: Board) -> bool:
        tree, used = list(range(len(cells))), 0
        for i, (a, b) in enumerate(ends):
            if x[i] if cycles else x[a] and x[b]:
                used, tree = used + 1, [tree[a] if t == tree[b] else t for t in tree]
        parts = len(set(tree))
        return parts == len(cells) - used if cycles else parts - x.count(0) <= 1

    topology = f"graph {{ cells {' '.join(cells)}; links {links}; }}"
    if rows:
        row = " ".join("." * (len(cells) // rows)) + "\n"
        topology = f"square; board\n{row * rows}end"
    over, n = ("link", len(ends)) if cycles else ("cell", len(cells))
    return Case("bool", n, f"{kind}(x)", holds, over, topology)


CASES: dict[str, Callable[[], Iterator[Case]]] = {
    "cardinality": _counts,
    "domains": _words,
    "different": _different,
    "sums": _sums,
    "runs": _runs,
    "acyclic": partial(_graphs, "acyclic"),
    "connected": partial(_graphs, "connected"),
}
"""The statements on which the encodings of a part are checked."""
