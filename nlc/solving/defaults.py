"""The default plans: the only module that chooses by size and kind of a puzzle."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.cached import cached_property
from nlc.drivers import DEFAULT, get
from nlc.drivers.pysat import BACKENDS, Backend
from nlc.drivers.search import ANOTHER, NEAR
from nlc.encode.policy import is_exact, is_large, may_shorten
from nlc.encode.spec import ALONE, AUTO, NONE, Encoding
from nlc.ir.exchange import exchangeable
from nlc.ir.nodes import Program
from nlc.language.resolve import Puzzle
from nlc.process.platform import PORTABLE
from nlc.solving.choice import Solver, SolverChoice, is_driver
from nlc.solving.plan import Attempt, Plan
from nlc.solving.question import Question

WIDEST = 14
"""Nodes of a frontier from which the paths of a large board are not counted by states."""

HARD_FROM = 81
"""Number of cells from which a board may be as hard as a large one."""

VALUE_PRECEDENCE = "value-precedence"
"""The pass that orders exchangeable values."""

SHARING = "pysat:minisat22"
"""The solver of formulas of several programs: it takes the least time for many easy queries."""

BESIDE = ("kissat", "pysat:kissat404")
"""Solvers that run concurrently with another one: the first that is installed does."""


class PuzzleClass(Struct, frozen=True, eq=False, dict=True):
    """A puzzle and a question, with the properties that the table uses."""

    puzzle: Puzzle
    program: Program
    question: Question

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.program.board.count(Sort.CELL)

    @property
    def has_readings(self) -> bool:
        """Whether the genre prefers stricter readings, and boards show booleans alone."""
        return bool(self.puzzle.rules.preferences) and not self.program.shows_values

    @property
    def is_large(self) -> bool:
        """Whether a search costs more than encoding a stricter reading."""
        return self.has_readings and is_large(self.puzzle, self.program)

    @cached_property
    def may_shorten(self) -> bool:
        """Whether a search may be restricted to paths as short as the empty cells allow."""
        return self.cells >= HARD_FROM and may_shorten(self.program)

    @cached_property
    def has_exchangeable_values(self) -> bool:
        """Whether shown values can be exchanged."""
        if not self.program.shows_values:
            return False
        domains = self.program.domains
        return any(domains[name].shown for names, _ in exchangeable(self.program) for name in names)

    @property
    def is_wide(self) -> bool:
        """Whether so many nodes are in the frontier of paths that no count would end."""
        from nlc.engines.frontier.plan import width

        board = self.program.board
        return width(board.centers, board.link_cells) >= WIDEST


class Default(Struct, frozen=True, eq=False):
    """A row of the table.

    Attributes:
        name: of the class of puzzles and questions.
        applies: whether a case is of this class; the first such row is taken.
        plan: its text. ``DEFAULT``, ``SHARING`` and ``BESIDE`` stand for solvers.
        because: the reason, with a link to the measurements.
    """

    name: str
    applies: Callable[[PuzzleClass], bool]
    plan: str
    because: str

    def text(self, beside: str | None = None) -> str:
        """Return the text of the plan.

        Args:
            beside: the solver for ``BESIDE``; None for the first that is installed.
        """
        if beside is None and "BESIDE" in self.plan and not PORTABLE:
            beside = next((name for name in BESIDE if get(name).missing() is None), None)
        text = self.plan.replace("DEFAULT", DEFAULT).replace("SHARING", SHARING)
        plan = Plan.parse(text.replace("BESIDE", beside or "BESIDE"))
        return str(plan.filter(lambda each: each.solver != "BESIDE"))


_HARD_REST = """
{solver=SHARING reading=preferred goal=first conflicts=20/cell} +0.2s {solver=BESIDE goal=first}
{solver=SHARING goal=first conflicts=20/cell}
{solver=SHARING reading=preferred goal=first conflicts=80/cell}
{solver=SHARING goal=first conflicts=80/cell}
{solver=DEFAULT goal=first}
"""

_ANOTHER = "{solver=DEFAULT goal=another} +0.2s {solver=BESIDE goal=another}"

_SHORT = "encoding=domains=direct paths=shortest"

DEFAULTS = (
    Default(
        "the best solution of a puzzle that has an objective",
        lambda case: case.program.objective is not None,
        """
        {solver=DEFAULT best=counter conflicts=1000}
        {solver=DEFAULT best=core conflicts=100000}
        {solver=DEFAULT best=counter}
        """,
        "a good board is found soon from above, and most bounds are proved by cores"
        " ([results](lab/results.md#the-best-solution))",
    ),
    Default(
        "solutions are only counted, but of large boards of paths on a wide frontier",
        lambda case: case.question.counts and not (case.is_large and case.is_wide),
        """
        {solver=DEFAULT seconds=0.2}
        {solver=DEFAULT}
            +0s {solver=frontier}
        """,
        "a list takes as long as there are solutions, states as long as the board is wide"
        " ([frontier.md](frontier.md))",
    ),
    Default(
        "one solution, of which values that are shown can be exchanged",
        lambda case: case.question.is_for_one and case.has_exchangeable_values,
        "{solver=DEFAULT encoding=passes=value-precedence+auto}",
        "one of many symmetric solutions is enough"
        " ([value precedence](encodings/passes.md#value-precedence))",
    ),
    Default(
        "all solutions, or what they share, of a large board whose genre prefers stricter readings",
        lambda case: case.question.lists and case.is_large,
        """
        {solver=SHARING reading=preferred conflicts=20/cell}
        {solver=SHARING goal=near}
        {solver=SHARING conflicts=20/cell}
        {solver=SHARING reading=preferred conflicts=80/cell}
        {solver=SHARING conflicts=80/cell}
        {solver=SHARING reading=preferred conflicts=320/cell}
        {solver=SHARING}
        """,
        "each next board is near the last one, or of a stricter reading"
        " ([results](lab/results.md))",
    ),
    Default(
        "a board of 81 cells or more that may stay empty, so that paths may be shortest",
        lambda case: not case.question.lists and case.has_readings and case.may_shorten,
        f"""
        {{solver=SHARING reading=strictest goal=first conflicts=20/cell}}
        {{solver=SHARING goal=first conflicts=5/cell}}
        {{solver=SHARING reading=preferred goal=first conflicts=20/cell}}
            +0.2s {{solver=BESIDE goal=first {_SHORT}}}
        {{solver=SHARING goal=first conflicts=20/cell}}
        {{solver=SHARING reading=preferred goal=first conflicts=80/cell}}
        {{solver=SHARING goal=first conflicts=80/cell}}
        {{solver=pysat:glucose42 goal=first {_SHORT}}}
        {{solver=SHARING reading=strictest goal=near conflicts=0.01/cell2}}
        {{solver=pysat:glucose42 goal=another {_SHORT}}}
            +0.2s {{solver=BESIDE goal=another {_SHORT}}}
        {_ANOTHER}
        """,
        "of shortest paths so much is known that proofs take a tenth of the conflicts"
        " ([results](lab/results.md))",
    ),
    Default(
        "a board of 128 cells or more whose genre prefers stricter readings",
        lambda case: not case.question.lists and case.is_large,
        f"""
        {{solver=SHARING reading=strictest goal=first conflicts=20/cell}}
        {{solver=SHARING goal=first conflicts=5/cell}}
        {_HARD_REST}
        {{solver=SHARING reading=strictest goal=near}}
        {{solver=SHARING reading=strictest goal=another conflicts=5/cell}}
        {{solver=SHARING goal=another conflicts=5/cell}}
        {_ANOTHER}
        """,
        "nearly all boards have a solution by the strictest reading, and a second one near it;"
        " on the rest, one of two solvers may be ten times as fast ([results](lab/results.md))",
    ),
    Default(
        "a board of 81 cells or more whose genre prefers stricter readings",
        lambda case: not case.question.lists and case.has_readings and case.cells >= HARD_FROM,
        f"""
        {{solver=DEFAULT conflicts=20/cell}}
        {_HARD_REST}
        {_ANOTHER}
        """,
        "nearly all are decided at once; the others are as hard as large ones"
        " ([results](lab/results.md))",
    ),
    Default(
        "any other",
        lambda case: True,
        "{solver=DEFAULT}",
        "CaDiCaL takes the least time for most puzzles ([results](lab/results.md))",
    ),
)
"""Plans by class of puzzles, if the user names no solver and no encoding."""

SHARED = Default(
    "a puzzle that shares a formula with others of its shape",
    lambda case: case.question.is_for_one,
    """
    {solver=SHARING reading=strictest conflicts=20/cell}
    {solver=SHARING conflicts=20/cell}
    """,
    "loading a formula takes longer than solving a common puzzle ([results](lab/results.md))",
)
"""The plan of many puzzles in one formula, before each is solved by its own plan."""

_CHECK = "{solver=check}"
_CONFIRM = "{solver=other goal=confirm if=cheap}"
_CONFIRM_ORDERED = "{solver=other goal=confirm seconds=0.05 if=cheap}"
"""A second solver, without value precedence, has to refute every order of values."""


def choose(puzzle: Puzzle, program: Program, question: Question, choice: SolverChoice) -> Plan:
    """Return the plan for a puzzle: the one that the user gave, or one of the table.

    A solver that the user names replaces all others, in those attempts that it can make; several
    run concurrently.
    """
    if isinstance(choice.plan, Plan):
        return choice.plan
    spec = choice.encoding
    if len(choice.solvers) > 1:
        first, *others = (_attempt(choice, name) for name in choice.solvers)
        return _with_ends(Plan((first, *(replace(each, beside=0.0) for each in others))))
    name = choice.solvers[0] if choice.solvers else DEFAULT
    if choice.plan == "plain":
        return Plan((_attempt(choice, name),))
    case = PuzzleClass(puzzle, program, question)
    row = next(row for row in DEFAULTS if row.applies(case))
    plan = Plan.parse(row.text())
    if choice.solvers or spec != Encoding():
        plan = _for_named_solver(plan, case, choice, name)
    if question.is_for_one:
        plan = plan.without(NEAR, ANOTHER)
    plan = _with_ends(plan)
    return plan.alone() if choice.plan == "alone" else plan


def _attempt(choice: SolverChoice, name: str) -> Attempt:
    """Return an attempt of one solver; an engine takes no encoding."""
    return Attempt(name, choice.encoding) if is_driver(choice.solver(name)) else Attempt(name)


def _with_ends(plan: Plan) -> Plan:
    """Return a plan with a check of the rules before it and a confirmation after it."""
    ordered = any(VALUE_PRECEDENCE in each.encoding.passes for each in plan.attempts)
    ends = (_CHECK, _CONFIRM_ORDERED if ordered else _CONFIRM)
    first, last = (Plan.parse(text).attempts for text in ends)
    return Plan((*first, *plan.attempts, *last))


def _for_named_solver(plan: Plan, case: PuzzleClass, choice: SolverChoice, name: str) -> Plan:
    """Return a plan for the solver and the encoding that the user named."""
    spec = choice.encoding
    solver = choice.solver(name)
    if not is_driver(solver):  # an engine
        return Plan((Attempt(name),))
    if case.program.objective is not None:
        able = is_resumable(solver)
        kept = [replace(each, solver=name, encoding=spec) for each in plan.attempts]
        return Plan(tuple(kept if able else [Attempt(name, spec)]))
    incremental = is_exact(spec) and spec.puzzles == ALONE and is_resumable(solver)
    if spec.readings not in (AUTO, NONE) and incremental:
        return _by_readings(name, spec)
    if case.question.is_for_one and case.has_exchangeable_values:
        free = AUTO in spec.passes.split("+") and spec.numberlink == NONE and spec.puzzles == ALONE
        passes = f"{VALUE_PRECEDENCE}+{spec.passes}" if free else spec.passes
        return Plan((Attempt(name, replace(spec, passes=passes)),))
    if spec.readings == NONE or not incremental or case.question.counts:
        return Plan((Attempt(name, spec),))
    if not choice.solvers:
        return Plan(tuple(replace(each, encoding=spec) for each in plan.attempts if not each.paths))
    if not case.is_large:
        return Plan((Attempt(name, spec),))
    kept = [
        replace(each, solver=name, encoding=spec)
        for each in plan.alone().attempts
        if not each.paths
    ]
    last = [a for a in kept if a.goal in ("", "first")][-1]
    return Plan(tuple(replace(a, conflicts=None) if a is last else a for a in kept))


def _by_readings(name: str, spec: Encoding) -> Plan:
    """Return a plan for the readings that an encoding names."""
    attempts: list[Attempt] = []
    for conflicts in ("20/cell", "80/cell", "320/cell"):
        text = f"{{solver=x reading={spec.readings} conflicts={conflicts}}}"
        text += f"{{solver=x conflicts={conflicts}}}"
        attempts += Plan.parse(text).attempts
    attempts[-1] = replace(attempts[-1], conflicts=None)
    attempts.insert(1, Attempt("x", goal="near"))
    bare = replace(spec, readings=AUTO)
    return Plan(tuple(replace(each, solver=name, encoding=bare) for each in attempts))


def is_resumable(solver: Solver) -> bool:
    """Return whether a solver can stop a query after some conflicts, and go on later."""
    found = backend_of(solver)
    return found is not None and found.incremental and found.budgets


def backend_of(solver: Solver) -> Backend | None:
    """Return the back end of a solver of PySAT; None for any other."""
    inner = solver.name.removeprefix("pysat:")
    return None if inner == solver.name else BACKENDS.get(inner)


def table(beside: str | None = None) -> Iterator[tuple[str, str, str]]:
    """Yield the rows of the table: class, plan and reason; see `Default.text`."""
    for row in (*DEFAULTS, SHARED):
        yield row.name, row.text(beside), row.because
