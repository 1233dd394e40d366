"""The public functions of `nlc`; docs/api.md is their manual."""

from __future__ import annotations

import builtins
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import closing
from types import NoneType
from typing import TYPE_CHECKING, Any, TypeAlias, TypedDict, Unpack, cast, overload

from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import fail, require_number, require_type
from nlc.solving.answer import Answer, SolverError
from nlc.solving.question import ALL, BACKBONE, COUNT, DEFAULT, ONE, UNIQUE, Policy, Question
from nlc.solving.solution import Solution

if TYPE_CHECKING:
    from nlc.comparing.comparison import Comparison
    from nlc.encode.spec import Encoding
    from nlc.grading.grade import Grade
    from nlc.ir.backbone import Backbone
    from nlc.ir.evaluate import Violation
    from nlc.ir.nodes import Assignment, Program
    from nlc.language.resolve import Puzzle
    from nlc.reasons.steps.steps import Steps
    from nlc.reasons.why.why import Why
    from nlc.solving.choice import Solver
    from nlc.solving.formula import Formula
    from nlc.solving.judging import Judge
    from nlc.solving.plan import Plan

    Solvers: TypeAlias = Solver | str | Sequence[Solver | str] | None

    class Options(TypedDict, total=False):
        """The options of the functions that call `solve`."""

        solver: Solvers
        encoding: Encoding | str
        plan: Plan | str | None
        policy: Policy
        limits: Limits
        seconds: float | None
        minimize: str | None
        maximize: str | None

    class SolveOptions(Options, total=False):
        """The options of `solve`."""

        unique: bool


@overload
def solve(puzzle: Puzzle, question: Question = ONE, **options: Unpack[SolveOptions]) -> Answer: ...
@overload
def solve(
    puzzle: Iterable[Puzzle], question: Question = ONE, **options: Unpack[SolveOptions]
) -> Iterator[Answer]: ...


def solve(
    puzzle: Puzzle | Iterable[Puzzle],
    question: Question = ONE,
    *,
    unique: bool = False,
    solver: Solvers = None,
    encoding: Encoding | str = "default",
    plan: Plan | str | None = None,
    policy: Policy = DEFAULT,
    limits: Limits = NO_LIMITS,
    seconds: float | None = None,
    minimize: str | None = None,
    maximize: str | None = None,
) -> Answer | Iterator[Answer]:
    """Solve a puzzle, or several, as ``nlc run`` does.

    >>> import nlc
    >>> answer = nlc.solve(nlc.load("fixtures/first.nl")[0])
    >>> answer.status
    'SATISFIABLE'
    >>> print(answer.board)
    D E───────╮
    ╰─╮ F───╮ E
    ╭─╯ A B ╰─F
    ╰─D │ │ C─╮
    ╭─C A ╰─B │
    ╰─────────╯

    Several puzzles share a solver and run in several processes, as the policy says; their answers
    are yielded in order, and closing the iterator ends the processes.

    A solver that is missing or fails, and a limit that is reached, do not raise: `Answer.status` is
    then ``UNKNOWN``, and `Answer.reason` says why.

    Args:
        puzzle: one, or several.
        question: `ONE`, `ALL`, `COUNT`, `UNIQUE`, `BACKBONE`, or another `Question`.
        unique: the same as the question `UNIQUE`.
        solver: a name of ``nlc list solvers``, or ``cmd:COMMAND``; an engine; several run at the
            same time, and the first answer counts; None for the default of the puzzle.
        encoding: a spec, for SAT solvers; ``nlc list encodings`` lists its parts.
        plan: a `nlc.Plan`, its text, or ``default``, ``plain`` or ``alone`` (docs/solving.md).
        policy: confirmation, readings, proofs, processes and the like.
        limits: for each puzzle.
        seconds: in place of those of `limits`, here and in all functions.
        minimize: an objective in the language of the rules, such as ``count line``, which replaces
            that of the puzzle; only the best solutions count. See `Answer.objective` and
            `Answer.bound`.
        maximize: the same, for the greatest value.

    Raises:
        InputError: a name is unknown, or the puzzle is wrong or refused; with several puzzles, the
            answer has the error.
        TypeError: an argument is of another type.
        KeyboardInterrupt: it was interrupted. If a part of the answer had been found, the exception
            has it as `answer`; with several puzzles, it is yielded first.
    """
    from nlc.language.resolve import Puzzle
    from nlc.solving.choice import choose_solvers

    require_type("question", question, Question, "such as nlc.UNIQUE")
    require_type("unique", unique, bool)
    if unique and question not in (ONE, UNIQUE):
        raise fail("a puzzle is asked one question", hint="unique=True, or the question")
    question = UNIQUE if unique else question
    require_type("policy", policy, Policy, "such as nlc.Policy(jobs=2)")
    limits = limited(limits, seconds)
    choice = choose_solvers(solver, encoding, plan)
    several = [puzzle] if isinstance(puzzle, Puzzle) else _puzzle_list("puzzle", puzzle)
    aims = {"minimize": minimize, "maximize": maximize}
    for name, number in aims.items():
        require_type(name, number, (str, NoneType), "such as 'count line'")
        if number is not None:
            from nlc.loading import with_objective

            if None not in aims.values():
                raise fail("a puzzle has one objective", hint="minimize, or maximize")
            several = with_objective(several, name, number, name)
    if isinstance(puzzle, Puzzle):
        from nlc.solving.formulas import Formulas
        from nlc.solving.solve import solve_one

        formulas = Formulas(compiled=policy.compiled).for_puzzles(several, choice.encoding)
        return solve_one(several[0], question, choice, policy, limits, formulas=formulas)
    from nlc.solving.batch import solve_each

    return solve_each(several, question, choice, policy, limits)


def limited(limits: Limits, seconds: float | None = None) -> Limits:
    """Return limits, with other seconds where they are not None."""
    example = limits if isinstance(limits, int | float) else 5
    require_type("limits", limits, Limits, f"such as nlc.Limits(seconds={example})")
    return limits if seconds is None else replace(limits, seconds=seconds)


def _require_puzzle(name: str, value: object) -> None:
    from nlc.language.resolve import Puzzle

    require_type(name, value, Puzzle, "nlc.load(path) returns a list of them", "a nlc.Puzzle")


def _puzzle_list(name: str, puzzles: Iterable[Puzzle]) -> list[Puzzle]:
    """Return puzzles as a list, or raise `TypeError`."""
    if isinstance(puzzles, str | bytes) or not isinstance(puzzles, Iterable):
        _require_puzzle(name, puzzles)
    several = list(puzzles)
    for index, puzzle in builtins.enumerate(several):
        _require_puzzle(f"{name}[{index}]", puzzle)
    return several


def _solve_decided(puzzle: Puzzle, question: Question, **options: Unpack[Options]) -> Answer:
    """Solve, and return an answer that decides the question."""
    _require_puzzle("puzzle", puzzle)
    answer = solve(puzzle, question, **options)
    _require_decided(question, answer)
    return answer


def _require_decided(question: Question, answer: Answer) -> None:
    if not question.is_answered(answer):
        raise SolverError(answer.message or f"undecided: {answer.reason}", answer)


def why(
    puzzle: Puzzle,
    *,
    details: bool = False,
    repair: bool = False,
    every_fault: bool = False,
    make_unique: bool = False,
    superfluous: bool = False,
    limits: Limits = NO_LIMITS,
    seconds: float | None = None,
) -> Why:
    """Explain why a puzzle has no solution, as ``nlc why`` does.

    >>> import nlc
    >>> rows = "puzzle 'p' is slitherlink { topology square; board|4 . 4|. . .|end }"
    >>> (puzzle,) = nlc.loads(rows.replace("|", chr(10)).replace("'", chr(34)))
    >>> print(nlc.why(puzzle).faults[0])
    these 2 clues contradict each other: r1c1 = 4; r1c3 = 4

    Args:
        puzzle: the puzzle.
        details: report where each rule is needed.
        repair: search the fewest clues to remove or change.
        every_fault: search further faults that are independent of the first.
        make_unique: if there are several solutions, search the fewest additional clues that leave
            one.
        superfluous: if there is one solution, search clues that are not needed for it:
            `Why.superfluous`.
        limits: when one is reached, the best result so far is returned, and `Why.complete` is
            false.

    Raises:
        InputError: the puzzle is wrong in a way that its clues do not explain.
        TypeError: an argument is of another type.
    """
    from nlc.reasons.why.search import Wanted, explain_contradiction

    _require_puzzle("puzzle", puzzle)
    limits = limited(limits, seconds)
    flags = {"details": details, "repair": repair, "every_fault": every_fault}
    flags |= {"make_unique": make_unique, "superfluous": superfluous}
    for name, value in flags.items():
        require_type(name, value, bool)
    return explain_contradiction(puzzle, Wanted(**flags), limits)


def hint(
    puzzle: Puzzle,
    state: Mapping[str, Any] | Solution | None = None,
    *,
    limits: Limits = NO_LIMITS,
    seconds: float | None = None,
) -> Steps:
    """Return the next step on a board, as ``nlc hint`` does.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> print(nlc.hint(puzzle, {"line": ["r1c1-r1c2"]}).status)
    wrong

    Args:
        puzzle: the puzzle.
        state: the drawing so far: a part of a solution in the form of `Solution.to_json`; for a
            boolean variable also ``{"true": […], "false": […]}``, with crosses as false. None for
            an empty board.
        limits: when one is reached, the status is ``undecided``.

    Raises:
        InputError: the puzzle is wrong, or the state names an unknown variable or place.
        TypeError: an argument is of another type.
    """
    return _explain(puzzle, state, False, limited(limits, seconds))


def judge(puzzle: Puzzle) -> Judge:
    """Return a board to draw on, which says after each mark whether a rule is broken.

    >>> import nlc
    >>> board = nlc.judge(nlc.load("fixtures/first.nl")[0])
    >>> board.draw("line", "r1c1-r1c2").status, board.undo().status
    ('broken', 'possible')

    Raises:
        InputError: the drawing, a clue or a check of the genre is wrong.
    """
    from nlc.solving.judging import Judge

    _require_puzzle("puzzle", puzzle)
    return Judge(puzzle)


def steps(
    puzzle: Puzzle,
    state: Mapping[str, Any] | Solution | None = None,
    *,
    limits: Limits = NO_LIMITS,
    seconds: float | None = None,
) -> Steps:
    """Return all steps to the solution, as ``nlc steps`` does; the arguments are those of `hint`.

    >>> import nlc
    >>> steps = nlc.steps(nlc.load("fixtures/first.nl")[0])
    >>> steps.status, steps.complete, steps.open
    ('steps', True, 0)
    """
    return _explain(puzzle, state, True, limited(limits, seconds))


def grade(puzzle: Puzzle, *, limits: Limits = NO_LIMITS, seconds: float | None = None) -> Grade:
    """Grade how hard a puzzle is for a person, as ``nlc grade`` does.

    >>> import nlc
    >>> grade = nlc.grade(nlc.load("fixtures/first.nl")[0])
    >>> grade.status, grade.level, grade.steps["single"]
    ('graded', 'medium', 32)

    Args:
        puzzle: a puzzle of any genre; without exactly one solution it has no level.
        limits: of time and memory; when one is reached, the grade is undecided.

    Raises:
        InputError: the puzzle is wrong.
    """
    from nlc.grading.grader import grade

    _require_puzzle("puzzle", puzzle)
    return grade(puzzle, limited(limits, seconds))


def _explain(puzzle: Puzzle, state: object, whole: bool, limits: Limits) -> Steps:
    from nlc.reasons.steps.hint import next_step

    _require_puzzle("puzzle", puzzle)
    require_type("state", state, (Mapping, Solution, NoneType), "a part of Solution.to_json()")
    if isinstance(state, Solution):
        state.of(elaborate(puzzle))
        state = state.to_json()
    drawn = cast("Mapping[str, Any]", state)
    if state:
        from nlc.from_data import board_json

        drawn = board_json(elaborate(puzzle), drawn)
    return next_step(puzzle, drawn, whole=whole, limits=limits)


def count(puzzle: Puzzle, **options: Unpack[Options]) -> int:
    """Return the number of solutions; the arguments are those of `solve`.

    >>> import nlc
    >>> nlc.count(nlc.load("fixtures/first.nl", options={"cover": False})[0], solver="frontier")
    8

    Raises:
        SolverError: the number is undecided; its `answer` has the results so far.
    """
    return _solve_decided(puzzle, COUNT, **options).count or 0


def unique(puzzle: Puzzle, **options: Unpack[Options]) -> bool:
    """Return whether there is exactly one solution; the arguments are those of `solve`.

    The answer of ``solve(puzzle, UNIQUE)`` has more: the places where two solutions differ, and
    whether there is one solution under a stricter reading of the rules.

    >>> import nlc
    >>> nlc.unique(nlc.load("fixtures/first.nl")[0])
    True

    Raises:
        SolverError: it is undecided.
    """
    return bool(_solve_decided(puzzle, UNIQUE, **options).unique)


def backbone(puzzle: Puzzle, **options: Unpack[Options]) -> Backbone | None:
    """Return the values that all solutions share, or None if there is no solution; see `solve`.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> nlc.backbone(puzzle).open
    0

    Raises:
        SolverError: some values are undecided.
    """
    return _solve_decided(puzzle, BACKBONE, **options).backbone


def enumerate(puzzle: Puzzle, **options: Unpack[Options]) -> Iterator[Solution]:  # noqa: A001
    """Yield the solutions, each as it is found; the arguments are those of `solve`.

    Closing the iterator stops the solver.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl", options={"cover": False})[0]
    >>> solutions = nlc.enumerate(puzzle)
    >>> len({str(solution) for solution in solutions})
    8

    Raises:
        SolverError: the solver failed, or a limit was reached, before all were found.
    """
    from nlc.solving.choice import choose_solvers
    from nlc.solving.formulas import Formulas
    from nlc.solving.solve import Search

    program, policy = elaborate(puzzle), options.get("policy", DEFAULT)
    require_type("policy", policy, Policy, "such as nlc.Policy(jobs=2)")
    limits = limited(options.get("limits", NO_LIMITS), options.get("seconds"))
    if unknown := options.keys() - {*("solver", "encoding", "plan", "policy", "limits", "seconds")}:
        raise TypeError(f"enumerate() has no argument '{min(unknown)}'")
    choice = choose_solvers(
        options.get("solver"), options.get("encoding", "default"), options.get("plan")
    )
    formulas = Formulas(compiled=policy.compiled).for_puzzles([puzzle], choice.encoding)
    search = Search(puzzle, program, ALL, choice, policy, limits, formulas=formulas)
    with closing(search.boards()) as boards:
        for board in boards:
            yield Solution(program, board)
    _require_decided(ALL, search.conclude())


def check(
    puzzle: Puzzle, board: Solution | Assignment | Mapping[str, Any], limit: int = 20
) -> list[Violation]:
    """Return the violations of rules by a solution, in the order of the rules; [] if none.

    This uses no encoding; a solver only looks for values of what is not shown, for at most 60 s.

    >>> import nlc
    >>> text = 'puzzle "rows" is numberlink { topology square; board\\nA.A\\nB.B\\nend }'
    >>> puzzle = nlc.loads(text)[0]
    >>> nlc.check(puzzle, nlc.solve(puzzle).board)
    []
    >>> nlc.check(puzzle, {"line": []})[0].rule
    'terminal'

    Args:
        puzzle: the puzzle.
        board: a solution; or its variables by name, as data in the form of `Solution`, or as in
            `Solution.to_json`.
        limit: the most violations to return.

    Raises:
        InputError: the board names an unknown variable or place.
        SolverError: the solver reached its limit.
        TypeError: the board is neither.
    """
    from nlc.from_data import board_json
    from nlc.ir.complete import read_solution
    from nlc.ir.evaluate import violations
    from nlc.ir.nodes import Assignment
    from nlc.process.own_limits import OwnLimitError
    from nlc.solving.judging import complete

    takes = "a nlc.Solution, or a dict as from its to_json()"
    require_type("board", board, (Solution, Assignment, Mapping), takes=takes)
    require_number("limit", limit)
    program = elaborate(puzzle)
    if isinstance(board, Mapping):
        try:
            values = complete(program, *read_solution(program, board_json(program, board)))
        except OwnLimitError as stop:
            raise SolverError(str(stop), Answer("UNKNOWN", stop.reason)) from None
    else:
        solution = board if isinstance(board, Solution) else Solution(program, board)
        values = solution.of(program)
    return violations(program, values, min(limit, sys.maxsize))


def elaborate(puzzle: Puzzle) -> Program:
    """Return the rules of a puzzle on its board: the intermediate representation.

    >>> import nlc
    >>> program = nlc.elaborate(nlc.load("fixtures/first.nl")[0])
    >>> program.rules[:3]
    ['terminal', 'through', 'covered']

    Raises:
        InputError: the drawing, a clue or a check of the genre is wrong.
    """
    from nlc.ir.elaborate.program import elaborate

    _require_puzzle("puzzle", puzzle)
    return elaborate(puzzle)


def compile(  # noqa: A001
    puzzle: Puzzle | Program | Sequence[Puzzle], encoding: Encoding | str = "default"
) -> Formula:
    """Return a puzzle, or several of one shape, as a CNF, as ``nlc compile`` writes it.

    >>> import nlc
    >>> formula = nlc.compile(nlc.load("fixtures/first.nl")[0], "domains=log,acyclic=primal-dual")
    >>> formula.write("/tmp/first.cnf.gz")

    Raises:
        InputError: the encoding is unknown, or refuses the puzzle.
    """
    from nlc.encode.lower import lower
    from nlc.encode.puzzle_formula import compile_puzzles
    from nlc.encode.spec import Encoding
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.formula import Formula

    spec = Encoding.of(encoding)
    if isinstance(puzzle, Program):
        return Formula(puzzle, lower(puzzle, spec))
    several = [puzzle] if isinstance(puzzle, Puzzle) else _puzzle_list("puzzle", puzzle)
    if not several:
        raise fail("there is no puzzle to compile")
    compiled = compile_puzzles(several, spec)
    return Formula(compiled.puzzles[0].program, compiled.lowered)


def decode(formula: Formula, log: str | bytes | Iterable[int]) -> Answer:
    """Decode a solver's output, or its model, into an answer; see `Formula.decode`.

    >>> import nlc
    >>> text = 'puzzle "rows" is numberlink { topology square; board\\nA.A\\nB.B\\nend }'
    >>> formula = nlc.compile(nlc.loads(text)[0])
    >>> nlc.decode(formula, "s SATISFIABLE\\nv 0\\n").reason
    'bad-model'
    """
    from nlc.solving.formula import Formula

    require_type("formula", formula, Formula, "nlc.compile makes one")
    return formula.decode(log)


def diff(
    puzzles: Puzzle | Sequence[Puzzle],
    *,
    encodings: Sequence[Encoding | str] = ("default",),
    solvers: Sequence[str] = ("pysat:cadical195",),
    limits: Limits = NO_LIMITS,
    seconds: float | None = None,
    repeat: int | None = None,
    jobs: int = 1,
) -> Comparison:
    """Compare encodings, solvers and engines, as ``nlc diff`` does: verdicts, sizes, times.

    Each pair searches for one solution, without stricter readings.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> found = nlc.diff(puzzle, encodings=["default", "thesis"], solvers=["minisat"])
    >>> [(row["encoding"], row["verdict"], row["variables"]) for row in found.to_json()]
    [('default', 'SATISFIABLE', 303), ('thesis', 'SATISFIABLE', 376)]

    Args:
        puzzles: one, or several.
        encodings: specs.
        solvers: by name; an engine is measured once for each puzzle.
        limits: of each run.
        repeat: measurements of each pair; None: three if one takes less than a second.
        jobs: measurements at the same time, which distorts their times.

    Raises:
        InputError: a name is unknown, or a puzzle is wrong.
        TypeError: an argument is of another type.
    """
    from nlc.comparing.comparison import diff
    from nlc.encode.spec import Encoding
    from nlc.language.resolve import Puzzle

    limits = limited(limits, seconds)
    _require_list("encodings", encodings, (str, Encoding), "['default']")
    _require_list("solvers", solvers, (str,), "['minisat']")
    if repeat is not None:
        require_number("repeat", repeat)
    require_number("jobs", jobs)
    several = [puzzles] if isinstance(puzzles, Puzzle) else _puzzle_list("puzzles", puzzles)
    return diff(several, encodings, solvers, limits, repeat, jobs)


def _require_list(name: str, values: object, kinds: tuple[type, ...], example: str) -> None:
    """Require a list of values of some types."""
    if isinstance(values, str) or not isinstance(values, Sequence):
        require_type(name, values, (), f"such as {example}", "a list")
    several = cast("Sequence[object]", values)
    for index, value in builtins.enumerate(several):
        require_type(f"{name}[{index}]", value, kinds, f"such as {example}")
    if not several:
        raise fail(f"{name} is empty", hint=f"such as {example}")
