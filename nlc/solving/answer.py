"""The answer to a question about one puzzle, as data that can be shown."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape
from typing import TYPE_CHECKING, Any

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.cnf import Model
from nlc.drivers.base import Reason, Status
from nlc.encode.spec import Encoding
from nlc.errors import Error, UserError
from nlc.ir.backbone import Backbone
from nlc.ir.nodes import Assignment, Program
from nlc.language.resolve import Puzzle
from nlc.solving.plan import Plan
from nlc.solving.solution import Solution, Step

if TYPE_CHECKING:
    from nlc.pictures.drawing import Drawing


COUNTING = "frontier"
"""The engine that counts solutions without enumerating them."""

MAX_OBJECTIVE = 60
"""Characters of an objective that are printed."""

RULE_CHECK = "nlc check"
"""The solver of an answer where the rules alone show that there is no solution."""

DISCREDITING: frozenset[Reason] = frozenset({"bad-model", "contradictory"})
"""Reasons that discredit all results of a solver. For any other reason the checked boards count:
the status is SATISFIABLE, and their number is a lower bound."""


class Bounds(Struct, frozen=True):
    """The bounds on the best objective value at some time; ``str`` is a phrase.

    Attributes:
        seconds: since the search began.
        objective: the best value so far; None if there was no board.
        bound: the value that no board can surpass.
        limit: the words before the bound.
    """

    seconds: float
    objective: int | None
    bound: int
    limit: str

    def __str__(self) -> str:
        best = "no board yet" if self.objective is None else f"best {self.objective}"
        return f"{best}, {self.limit} {self.bound}"

    def to_json(self) -> dict[str, object]:
        """Return the JSON object."""
        seconds = round(self.seconds, 6)
        return {"seconds": seconds, "objective": self.objective, "bound": self.bound}


class Answer(Struct, frozen=True, eq=False):
    """The outcome of solving one puzzle; every board in it has passed the evaluator of the IR.

    ``str`` is what ``nlc run`` prints, without the line of sizes and times, and ends with
    the message if undecided; or it is the `error`.

    >>> import nlc
    >>> answer = nlc.solve(nlc.load("fixtures/first.nl")[0], nlc.UNIQUE)
    >>> answer.unique, answer.count, answer.solver
    (True, 1, 'pysat:cadical195')
    >>> print(str(answer).splitlines()[-1])
    exactly 1 solution, checked against every rule...

    Attributes:
        status: ``SATISFIABLE``, ``UNSATISFIABLE`` or ``UNKNOWN``.
        reason: why the search ended; ``bad-model`` also if a board breaks a rule though the
            encoding declares itself exact. A count that a limit cut short has that limit here.
        message: for the user, when a solver or an encoding failed.
        solutions: as many as the question keeps.
        count: the number of solutions found, where more than one was wanted; a lower bound
            unless `complete`, and None where the solver is discredited.
        complete: whether there are no others; None where only one was wanted.
        seconds: wall-clock time by stage: ``compile``, ``solve``, ``decode``, and others.
        statistics: of the solver; and, where the encoding is not exact, ``rejected``, the number of
            models whose boards break a rule.
        program: the elaborated puzzle, or None. In an answer from another process it has
            declarations and drawings, but no nodes.
        solver: name of the driver or of the engine; where several ran and none answered, all names.
        encoding: of the formula; None where there was no formula.
        variables: of the formula, or None.
        clauses: of the formula, or None.
        model: of the formula, for the first solution.
        backbone: what all solutions share, if the question wants it and there is a solution.
        steps: the queries to the solver in order; empty where there was no formula.
        left_out: why attempts of the plan were not made, by their numbers from 1.
        plan: the plan that ran; None where the puzzle was not elaborated.
        readings: stricter readings that were tried, the last perhaps with one solution; None where
            the question is not about uniqueness.
        reasons: of a puzzle without solutions, the contradictions that `nlc check` finds.
        looser: of such a puzzle, other readings that have solutions.
        portfolio: why each solver of a portfolio ended, by name; None where one ran alone.
        rejected: the board that breaks a rule, where that is the reason.
        solver_seconds: wall-clock time of the solver alone, or None.
        cpu_seconds: processor time of the solver's processes, or None where it is unknown.
        megabytes: the largest resident set of the solver, or None where it is unknown.
        notes: sentences for the user, on confirmations, proofs and the like.
        confirmed_by: a second solver that confirms the refutation, or ``proof``; None where it
            rests on the one solver.
        unconfirmed_by: a second solver that has not come to an end in its time.
        objective: the value of the best board, where the puzzle has an objective.
        bound: the value that no board can surpass; equal where the board is proved to be the best.
        bounds: the history of these two.
        puzzle: the parsed puzzle.
        error: why the puzzle was refused, where it is one of several; see `nlc.solve`.
    """

    status: Status
    reason: Reason = "answered"
    message: str | None = None
    solutions: tuple[Assignment, ...] = ()
    count: int | None = None
    complete: bool | None = None
    seconds: Mapping[str, float] = field(default_factory=dict)
    statistics: Mapping[str, int] = field(default_factory=dict)
    program: Program | None = None
    solver: str = ""
    encoding: Encoding | None = None
    variables: int | None = None
    clauses: int | None = None
    model: Model | None = None
    backbone: Backbone | None = None
    steps: tuple[Step, ...] = ()
    left_out: Mapping[int, str] = field(default_factory=dict)
    plan: Plan | None = None
    readings: tuple[Reading, ...] | None = None
    reasons: tuple[str, ...] = ()
    looser: tuple[Reading, ...] = ()
    portfolio: Mapping[str, str] | None = None
    rejected: Assignment | None = None
    solver_seconds: float | None = None
    cpu_seconds: float | None = None
    megabytes: float | None = None
    notes: tuple[str, ...] = ()
    confirmed_by: str | None = None
    unconfirmed_by: str | None = None
    objective: int | None = None
    bound: int | None = None
    bounds: tuple[Bounds, ...] = ()
    puzzle: Puzzle | None = None
    error: UserError | None = None

    @property
    def unique(self) -> bool | None:
        """Whether there is exactly one solution; None where that is not known."""
        if self.backbone is not None:
            if self.backbone.open:
                return False
            return True if self.backbone.complete else None
        if self.count is None:
            return None
        if self.count > 1:
            return False
        return self.count == 1 if self.complete else None

    @property
    def is_best(self) -> bool:
        """Whether its board is proved to be one of the best."""
        return self.objective is not None and self.objective == self.bound

    @property
    def is_refutation(self) -> bool:
        """Whether it claims that there is no solution, no further or better one, or none outside
        the backbone."""
        if self.objective is not None and self.count is None and self.backbone is None:
            return self.is_best
        shared = self.backbone is not None and self.backbone.complete
        return self.status == "UNSATISFIABLE" or bool(self.complete) or shared

    @property
    def title(self) -> str:
        """The title of the puzzle."""
        if self.program is not None:
            return self.program.title
        return "" if self.puzzle is None else self.puzzle.title

    @property
    def path(self) -> str:
        """The file that the puzzle was read from, ``-`` for standard input."""
        return "" if self.puzzle is None else self.puzzle.path

    @property
    def boards(self) -> tuple[Solution, ...]:
        """The solutions, with their puzzle."""
        if self.program is None:
            return ()
        return tuple(Solution(self.program, values) for values in self.solutions)

    @property
    def board(self) -> Solution | None:
        """The first solution, or None."""
        return next(iter(self.boards), None)

    @property
    def difference(self) -> dict[str, Any] | None:
        """Where two boards differ, if the question is about uniqueness; see `difference_json`."""
        if self.readings is None or len(self.solutions) != 2 or self.program is None:
            return None
        from nlc.ir.backbone import difference_json

        return difference_json(self.program, *self.solutions)

    @property
    def found(self) -> tuple[Any, ...]:
        """What it says of the puzzle; two answers are equal where these are."""
        shared = None if self.backbone is None else self.backbone.to_json()
        verdict = self.status, self.reason, self.count, self.complete, self.objective, self.bound
        return (*verdict, self.boards, shared)

    def __eq__(self, other: object) -> bool:
        return self.found == other.found if isinstance(other, Answer) else NotImplemented

    def __hash__(self) -> int:
        return hash((self.status, self.reason, self.count, self.boards))

    def __str__(self) -> str:
        if self.error is not None:
            return str(self.error)
        undecided = self.status == "UNKNOWN" and self.message
        return f"{self.text()}\n{self.message}" if undecided else self.text()

    def __repr__(self) -> str:
        if self.error is not None:
            return "<Answer refused>"
        if self.status != "SATISFIABLE":
            why = self.reason if self.status == "UNKNOWN" else ""
            return f"<Answer {self.status} {why}".rstrip() + ">"
        if self.backbone is not None:
            return f"<Answer {self.status} backbone>"
        count = len(self.solutions) if self.count is None else self.count
        return f"<Answer {self.status} {count} solution{'s' * (count != 1)}>"

    def text(self, style: str = "unicode", color: bool | str = False) -> str:
        """Return the boards, or the backbone, and the verdict in a sentence, as ``nlc run`` does.

        Args:
            style: ``unicode`` or ``ascii``.
            color: whether to write ANSI colours.
        """
        from nlc.render.facts import facts_sentence, render_difference, render_facts

        program, backbone = self.program, self.backbone
        if program is None:
            return self.verdict()
        lines: list[str] = []
        if backbone is not None:
            lines.append(render_facts(program, backbone, style=style, color=color))
        else:
            for number, board in enumerate(self.boards, 1):
                if len(self.boards) > 1:
                    lines.append(f"solution {number}")
                lines.append(board.text(style, color))
        if self.difference is not None:
            one, two = self.solutions
            lines.append("where they differ")
            lines.append(render_difference(program, one, two, style=style, color=color))
        if backbone is not None and self.status == "SATISFIABLE":
            word = self._according_to() if backbone.complete else ""
            lines.append(facts_sentence(program, backbone) + word + self._stop_reason())
        else:
            lines.append(self.verdict())
        lines += self.reasons
        lines += [reading.sentence() for reading in (*(self.readings or ()), *self.looser)]
        return "\n".join(lines)

    def drawings(self, style: str = "puzzle", *, targets: bool = False) -> list[Drawing]:
        """Return the drawings: of each solution, of the backbone, or of the puzzle without one."""
        from nlc.pictures.gallery import drawings

        if self.program is None:
            return []
        differ = self.difference is not None
        return list(drawings(self.program, self.solutions, self.backbone, differ, style, targets))

    def to_svg(self, style: str = "puzzle", *, targets: bool = False) -> str:
        """Return the boards, or the backbone, as SVG; see `nlc.language.resolve.Puzzle.to_svg`."""
        from nlc.pictures.svg import stack_drawings

        return stack_drawings(self.drawings(style, targets=targets))

    def _repr_svg_(self) -> str | None:
        return self.to_svg() if self.program is not None else None

    def _repr_html_(self) -> str:
        drawn = self._repr_svg_() or ""
        return f"{drawn}<p>{escape(self.verdict())}</p>"

    def verdict(self) -> str:
        """Return the outcome in a sentence."""
        if self.status == "UNKNOWN":
            return f"undecided: {self.reason}"
        if self.status == "UNSATISFIABLE":
            return f"no solution{self._according_to()}"
        if self.objective is not None and (best := self._objective_verdict()) is not None:
            return best
        if self.count is None:
            return "solved, and checked against every rule"
        aim = "" if self.objective is None else f"{self._extreme()}; "
        plural = "" if self.count == 1 else "s"
        if self.solver == COUNTING:  # it does not enumerate them
            return f"{aim}exactly {self.count} solution{plural}, counted without a solver"
        how = "exactly " if self.unique else "" if self.complete else "at least "
        have = f" ha{'s' if self.count == 1 else 've'} it" if aim else ""
        counted = f"{aim}{how}{self.count} solution{plural}{have}, checked against every rule"
        if not self.complete:
            return counted + self._stop_reason()
        return f"{counted}; no other{plural}{self._according_to()}"

    def to_json(self) -> dict[str, Any]:
        """Return the JSON object that ``nlc run --format json`` prints."""
        program, puzzle = self.program, self.puzzle
        seconds = {name: round(value, 6) for name, value in self.seconds.items()}
        out: dict[str, Any] = dict.fromkeys(("file", "puzzle", "genre", "topology", "rows", "cols"))
        if puzzle is not None:
            out |= {
                "file": self.path,
                "puzzle": puzzle.title,
                "genre": puzzle.genre,
                "topology": puzzle.topology.name.name,
            }
        if program is not None:
            board = program.board
            out |= {"puzzle": program.title, "genre": program.genre, "topology": board.topology}
            out |= {"rows": board.rows, "cols": board.cols}
        readings = self.readings
        return out | {
            "options": dict(program.options) if program is not None else None,
            "assumed": dict(puzzle.tree.assumed) if puzzle is not None else None,
            "status": self.status,
            "reason": None if self.reason == "answered" else self.reason,
            "solver": self.solver,
            "encoding": str(self.encoding) if self.encoding else None,
            "variables": self.variables,
            "clauses": self.clauses,
            "seconds": {**seconds, "total": round(sum(self.seconds.values()), 6)},
            "objective": self.objective,
            "bound": self.bound,
            "bounds": None if self.bound is None else [each.to_json() for each in self.bounds],
            "verified": bool(self.solutions),
            "unique": self.unique,
            "count": self.count,
            "count_complete": self.complete or None,
            "confirmed_by": self.confirmed_by,
            "unconfirmed_by": self.unconfirmed_by,
            "solutions": [board.to_json() for board in self.boards],
            "difference": self.difference,
            "readings": None if readings is None else [reading.to_json() for reading in readings],
            "reasons": list(self.reasons),
            "looser": [reading.to_json() for reading in self.looser],
            "plan": None if self.plan is None else str(self.plan),
            "left_out": {str(number): why for number, why in self.left_out.items()},
            "strategy": [step.to_json() for step in self.steps] or None,
            "facts": self.backbone.to_json() if self.backbone else None,
            "portfolio": self.portfolio and dict(self.portfolio),
        }

    def _extreme(self) -> str:
        """Return the best value and its objective."""
        assert self.program is not None and self.program.objective is not None
        aim = self.program.objective
        return f"{aim.extreme} {self.objective} ({_shorten(aim.text)})"

    def _objective_verdict(self) -> str | None:
        """Return the verdict on the best board; None if the question goes beyond one board."""
        assert self.program is not None and self.program.objective is not None
        aim = self.program.objective
        if not self.is_best:
            number = (
                f"best so far {self.objective}, {aim.limit} {self.bound} ({_shorten(aim.text)})"
            )
            return f"{number}, checked against every rule{self._stop_reason()}"
        if self.count is not None:
            return None
        word = ", as is proved" if self.confirmed_by == "proof" else self._according_to()
        return f"{self._extreme()}, checked against every rule; none better{word}"

    def _according_to(self) -> str:
        """Return the words that follow a refutation: by which solvers, or that it is proved."""
        if self.confirmed_by == "proof":
            return ", as is proved"
        if self.confirmed_by is not None:
            return f" according to {self.solver} and {self.confirmed_by}"
        if self.unconfirmed_by is not None:
            seconds = self.seconds.get("confirm", 0.0)
            more = f"{self.unconfirmed_by} has not confirmed it in {seconds:.1f} s"
            return f" according to {self.solver} ({more})"
        return f" according to {self.solver}"

    def _stop_reason(self) -> str:
        """Return the words that follow an incomplete answer: the reason why it is so."""
        return "" if self.reason == "answered" else f" (stopped: {self.reason})"

    def without_verdict(self, reason: Reason, message: str) -> Answer:
        """Return the answer as undecided, with its results but without its verdict."""
        return replace(
            self,
            status="UNKNOWN",
            reason=reason,
            message=message,
            complete=None if self.complete is None else False,
            backbone=self.backbone and replace(self.backbone, complete=False),
        )

    def for_transfer(self) -> Answer:
        """Return the answer without nodes, model and puzzle, to be sent to another process."""
        program = self.program
        if program is not None:
            program = replace(program, nodes=[], atoms=[], auxiliaries=[], globals=[])
        readings, looser = (
            some and tuple(each.without_program() for each in some)
            for some in (self.readings, self.looser)
        )
        return replace(
            self, program=program, model=None, puzzle=None, readings=readings, looser=looser or ()
        )


class Reading(Struct, frozen=True, eq=False):
    """Another reading of the rules, with its answer.

    Attributes:
        options: the options that define it: values as text, by name.
        answer: of a search for two solutions.
    """

    options: Mapping[str, str]
    answer: Answer

    def __str__(self) -> str:
        return format_options(self.options)

    def without_program(self) -> Reading:
        """Return the reading with an answer that has neither program nor model."""
        return replace(self, answer=replace(self.answer, program=None, model=None))

    def to_json(self) -> dict[str, object]:
        """Return the JSON object of the reading."""
        status, unique = self.answer.status, self.answer.unique
        return {"options": dict(self.options), "status": status, "unique": unique}

    def sentence(self) -> str:
        """Return the number of solutions under this reading, as a phrase."""
        answer = self.answer
        if answer.status == "UNSATISFIABLE":
            return f"none with {self}"
        if answer.unique is None:
            return f"undecided with {self}"
        return f"{'exactly 1' if answer.unique else 'several'} with {self}"


def _shorten(text: str) -> str:
    """Return a text, cut off if it is long."""
    return text if len(text) <= MAX_OBJECTIVE else f"{text[: MAX_OBJECTIVE - 1]}…"


def format_options(options: Mapping[str, str]) -> str:
    """Return options with their values, as words of a sentence."""
    return " and ".join(f"{name} = {value}" for name, value in options.items())


class InterruptedSearchError(KeyboardInterrupt):
    """Ctrl-C, or another ending signal, came after solutions had been found.

    Attributes:
        answer: the results so far, with the reason ``interrupted``.
        cause: the interruption itself.
    """

    def __init__(self, answer: Answer, cause: KeyboardInterrupt) -> None:
        super().__init__(*cause.args)
        self.answer = answer
        self.cause = cause

    def __reduce__(self) -> tuple[type[InterruptedSearchError], tuple[Answer, KeyboardInterrupt]]:
        """Return the constructor call, for pickling."""
        return type(self), (self.answer, self.cause)


class SolverError(Error, RuntimeError):
    """There is no answer: the solver is missing, or failed, or a limit was reached.

    >>> import nlc
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> try:
    ...     nlc.count(puzzle, solver="cmd:no-such-solver")
    ... except nlc.SolverError as error:
    ...     print(error.answer.reason)
    missing

    Attributes:
        answer: the reason and the results so far; see `nlc.Answer`.
    """

    def __init__(self, message: str, answer: Answer) -> None:
        super().__init__(message)
        self.answer = answer

    def __reduce__(self) -> tuple[type[SolverError], tuple[str, Answer]]:
        """Return the constructor call, for pickling."""
        return type(self), (str(self), self.answer)
