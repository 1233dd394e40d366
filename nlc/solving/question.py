"""Questions about a puzzle, and the policy by which they are answered."""

from __future__ import annotations

from collections.abc import Callable
from types import NoneType

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import fail, require_type
from nlc.solving.answer import Answer


class Question(Struct, frozen=True):
    """A question about a puzzle.

    >>> Question(most=10)
    Question(most=10, keep=None, backbone=False, unique=False)

    Attributes:
        most: how many solutions to search, or None for all; with more than one, also whether there
            are others.
        keep: how many boards to return, or None for all that are found.
        backbone: search what all solutions share, in place of solutions.
        unique: search two solutions only to decide uniqueness; where there are several, stricter
            readings of the rules are tried, too.

    Raises:
        InputError: `most` is below 1, or `keep` below 0.
        TypeError: one is not a whole number.
    """

    most: int | None = 1
    keep: int | None = None
    backbone: bool = False
    unique: bool = False

    def __post_init__(self) -> None:
        for name, least in (("most", 1), ("keep", 0)):
            number = getattr(self, name)
            require_type(name, number, (int, NoneType))
            if number is not None and number < least:
                raise fail(f"{name} must be None or at least {least}, and is {number}")

    @property
    def counts(self) -> bool:
        """Whether only the number of all solutions is wanted."""
        return self.most is None and self.keep is not None and not self.backbone

    @property
    def lists(self) -> bool:
        """Whether many solutions are wanted, or the backbone."""
        return self.backbone or (self.most != 1 and not self.unique)

    @property
    def is_for_one(self) -> bool:
        """Whether any single solution answers it."""
        return self.most == 1 and not self.unique and not self.backbone

    def is_answered(self, answer: Answer) -> bool:
        """Return whether an answer decides the question."""
        if answer.status != "SATISFIABLE":
            return answer.status == "UNSATISFIABLE"
        if answer.objective is not None and not answer.is_best:
            return False
        if self.backbone:
            return answer.backbone is not None and answer.backbone.complete
        return self.most in (1, answer.count) or bool(answer.complete)


ONE = Question(1, 1)
UNIQUE = Question(2, unique=True)
COUNT = Question(None, 1)
ALL = Question(None)
BACKBONE = Question(backbone=True)


Watch = Callable[[str, int, int], None]
"""Takes reports of progress: a text, the amount of work done, and the amount of all work."""


class Policy(Struct, frozen=True):
    """How puzzles are solved; the default is that of ``nlc run``.

    >>> Policy(readings=False).share
    True

    Attributes:
        share: solve puzzles of one shape in one incremental solver (`nlc.solving.batch`).
        readings: where a puzzle has several solutions, try stricter readings
            (`nlc.solving.readings`).
        lazy: add some clauses only when a model breaks them, with solvers in process; without it,
            the formula is the one that ``nlc compile`` writes.
        confirm: repeat each refutation with a second solver; None to follow the plan, which does
            so after short searches, for as long as they took, or 1 s.
        explain: where a puzzle has no solution, add the contradictions that ``nlc check`` finds,
            and looser readings with solutions (`nlc.solving.readings`).
        jobs: the number of processes for many puzzles; None for as many as are worth it.
        executor: where the processes are, ``local`` or ``dask`` (`nlc.process`); None for forks of
            this one.
        scheduler: of ``dask``, the address.
        proof: a file for the proof that there is no solution, or no other one if the question is
            uniqueness: LRAT if its name says so, else as the solver writes it.
    """

    share: bool = True
    readings: bool = True
    lazy: bool = True
    confirm: bool | None = None
    explain: bool = True
    jobs: int | None = None
    executor: str | None = None
    scheduler: str | None = None
    proof: str | None = None

    def __post_init__(self) -> None:
        for name, default in zip(self.__struct_fields__, self.__struct_defaults__, strict=True):
            value = getattr(self, name)
            if value is not default:
                kind = _OPTIONAL.get(name, type(default))
                require_type(name, value, (kind, NoneType) if default is None else kind)
        if self.jobs is not None and self.jobs < 1:
            raise fail(f"jobs must be at least 1, and is {self.jobs}")
        if self.executor is not None:
            from nlc.process.pool import NAMES

            if self.executor not in NAMES:
                raise fail(f"there is no executor '{self.executor}'", hint=" or ".join(NAMES))

    @property
    def compiled(self) -> bool:
        """Whether the formula has to be the one that ``nlc compile`` writes."""
        return not self.lazy or self.proof is not None

    def here(self) -> Policy:
        """Return the policy for one puzzle in this process."""
        return replace(self, share=False, jobs=1, executor=None, scheduler=None)


_OPTIONAL = {"confirm": bool, "jobs": int, "executor": str, "scheduler": str, "proof": str}
"""The types of the fields that are None by default."""

DEFAULT = Policy()

PLAIN = Policy(share=False, readings=False, confirm=False, explain=False)
"""Answers each question and no more, as comparisons need it."""
