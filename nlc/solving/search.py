"""The protocol of solvers: a `Solver` takes a puzzle and a question, and returns a `Search`.

A SAT driver with an encoding is one (`nlc.solving.sat`), and so are an engine
(`nlc.solving.engine`) and several of them in a race (`nlc.solving.portfolio`); `nlc.solving.solver.get`
makes one by name. Other packages add drivers (`nlc.drivers.base`) and engines
(`nlc.engines.base`).
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Protocol

from msgspec import Struct
from msgspec.structs import replace

from nlc.drivers.base import NO_LIMITS, Limits
from nlc.errors import fail
from nlc.solving.policy import PLAIN, Policy

if TYPE_CHECKING:
    from nlc.encode.lower import LoweredProgram
    from nlc.ir.nodes import Program
    from nlc.language.resolve import Puzzle
    from nlc.solving.answer import Answer
    from nlc.solving.boards import CheckedBoards, Outcomes


class Question(Struct, frozen=True):
    """What is asked.

    >>> Question(most=10)
    Question(most=10, keep=None, backbone=False, unique=False)

    Attributes:
        most: how many solutions to look for, or None for all; more than one also asks whether there
            are others.
        keep: how many boards to return, or None for all that are found.
        backbone: ask what all solutions share, in place of solutions.
        unique: ask for two only to see whether there is one; where there are several, stricter
            readings of the rules are asked, too.

    Raises:
        InputError: `most` is below 1, or `keep` below 0.
    """

    most: int | None = 1
    keep: int | None = None
    backbone: bool = False
    unique: bool = False

    def __post_init__(self) -> None:
        for name, least in (("most", 1), ("keep", 0)):
            number = getattr(self, name)
            if number is not None and number < least:
                raise fail(f"{name} must be None or at least {least}, and is {number}")

    @property
    def counts(self) -> bool:
        """Whether only the number of all solutions is asked for."""
        return self.most is None and self.keep is not None and not self.backbone

    @property
    def is_for_one(self) -> bool:
        """Whether any solution answers it, or that there is none."""
        return self.most == 1 and not self.unique and not self.backbone

    def is_answered(self, answer: Answer) -> bool:
        """Return whether an answer decides the question."""
        if answer.status != "SATISFIABLE":
            return answer.status == "UNSATISFIABLE"
        if self.backbone:
            return answer.backbone is not None and answer.backbone.complete
        return self.most in (1, answer.count) or bool(answer.complete)


ONE = Question(1, 1)
UNIQUE = Question(2, unique=True)
COUNT = Question(None, 1)
ALL = Question(None)
BACKBONE = Question(backbone=True)


Watch = Callable[[str, int, int], None]
"""Is told what is being done, how much of it is done, and of how much."""


class Search(Struct, frozen=True, eq=False):
    """A puzzle and a question as a solver takes them.

    Attributes:
        seconds: that it took to state the puzzle.
        run: looks for the answer within limits.
        lowered: the formula; None where there is none, or where it is made in the search.
        begin: starts a search for all solutions, which yields them as they are found; None where
            there is no such search.
    """

    seconds: float
    run: Callable[[Limits], Answer]
    lowered: LoweredProgram | None = None
    begin: Callable[[Limits], tuple[CheckedBoards, Outcomes]] | None = None

    def ask(self, limits: Limits = NO_LIMITS) -> Answer:
        """Look for the answer; it may be asked again.

        Raises:
            InterruptedSearchError: it was interrupted after a part of the answer had been found.
        """
        from nlc.solving.answer import InterruptedSearchError

        try:
            return self._compiled(self.run(limits))
        except InterruptedSearchError as stop:
            raise InterruptedSearchError(self._compiled(stop.answer), stop.cause) from None

    def _compiled(self, answer: Answer) -> Answer:
        seconds = dict(answer.seconds)
        compiled = self.seconds + seconds.pop("compile", 0.0)
        return replace(answer, seconds={"compile": compiled, **seconds})


class Solver(Protocol):
    """A way to solve puzzles.

    >>> import nlc
    >>> from nlc.solving.solver import get
    >>> solver = get("minisat", "domains=direct")
    >>> puzzle = nlc.load("fixtures/first.nl")[0]
    >>> search = solver.read(puzzle, nlc.elaborate(puzzle))
    >>> search.ask(nlc.Limits(seconds=10)).status
    'SATISFIABLE'
    """

    @property
    def name(self) -> str:
        """As the user names it."""

    def version(self) -> str | None:
        """Return the version of what it runs on, or None where that is missing."""

    def missing(self) -> str | None:
        """Return None where it can run, else a sentence naming what to install."""

    def read(
        self,
        puzzle: Puzzle,
        program: Program,
        question: Question = ONE,
        policy: Policy = PLAIN,
        watch: Watch | None = None,
    ) -> Search:
        """State a puzzle.

        Args:
            puzzle: as it was read.
            program: the same, elaborated.
            question: what will be asked.
            policy: how.
            watch: is told how far long parts of the search are.

        Raises:
            UserError: the encoding or the engine refuses the puzzle.
        """
