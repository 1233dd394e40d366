"""The policy of a solve: what is decided for the user where nothing is asked for."""

from __future__ import annotations

from types import NoneType
from typing import TYPE_CHECKING

from msgspec import Struct
from msgspec.structs import replace

from nlc.board import Sort
from nlc.errors import fail, require_type

if TYPE_CHECKING:
    from nlc.ir.nodes import Program


class Policy(Struct, frozen=True):
    """How puzzles are solved; the default is what ``nlc run`` does.

    >>> Policy(relax=False).share
    True

    Attributes:
        relax: look for a solution of a large puzzle by the stricter readings that its genre
            prefers first (`nlc.solving.relax`).
        quick: ask a large puzzle by the strictest reading and as it stands for one round before
            all readings are stated (`nlc.solving.stages`).
        share: solve puzzles of one shape in one incremental solver (`nlc.solving.batch`).
        readings: where a puzzle has several solutions, ask whether it has one by a stricter
            reading (`nlc.solving.readings`).
        lazy: leave clauses to a solver in process, to be added where a model breaks them; without,
            the formula is the one that ``nlc compile`` writes.
        default: the solver where none is named.
        incremental: PySAT's name of the solver, where none is named, of a formula that holds
            several programs: of all it takes the least time for many easy questions.
        conflicts: for each cell, in the first round of questions by stricter readings: enough for
            nearly all boards on which they help, woven ones of up to 100 rows and columns.
        few: a large puzzle as it stands has this part of them before the readings beside the
            strictest are asked, and another board before it is the prover's
            (`nlc.solving.prover`). A small puzzle has all of them before its readings are asked.
        reaches: of the neighbourhoods in which a second board is looked for first, to each side of
            their middles, in distances of linked cells: on squares they are 7x7 cells, then 10x10,
            then 13x13. Of woven boards with a second solution, nearly all have one in the first,
            and most others in the second kind.
        near_conflicts: for each neighbourhood.
        near_square: where paths may be taken to be shortest (`nlc.solving.prover`), all of them
            together have the square of the number of cells, divided by this: a second board that is
            near is found in less, and if there is none, the proof takes less on small boards, and
            far more on large ones.
        share_puzzles: so many are elaborated before the first of them is solved: enough to share a
            formula, and not so many that the first board is long in coming.
        share_variables: nor are more elaborated than have so many variables in all.
        share_cells: a larger board shares no formula: its search takes longer than loading its
            formula, and would be held up by the formulas of others.
        portfolio: give what a first search has left open to a second solver beside the one that
            goes on, where a core is free (`nlc.solving.prover`).
        confirm: ask a second solver whether there is really no solution, or no other one; None to
            do so where it costs less than a tenth of the time (`nlc.solving.confirm`).
        explain: where a puzzle has no solution, say what shows it at a glance, and look for other
            readings that have some (`nlc.solving.readings`).
        glance: where a look at the program shows that there is no solution (`nlc.ir.lint`), say so
            and ask no solver.
        jobs: the number of processes for many puzzles; None for as many as are worth it.
        executor: where the processes are, ``local`` or ``dask`` (`nlc.process`); None for forks of
            this one.
        scheduler: of ``dask``, the address.
        proof: a file for the proof that there is no solution, or with a question of uniqueness no
            other one: LRAT if its name says so, else as the solver writes it.
    """

    relax: bool = True
    quick: bool = True
    share: bool = True
    readings: bool = True
    lazy: bool = True
    default: str = "pysat:cadical195"
    incremental: str = "minisat22"
    conflicts: int = 20
    few: int = 4
    reaches: tuple[float, ...] = (3.0, 4.5, 6.0)
    near_conflicts: int = 2000
    near_square: int = 100
    share_puzzles: int = 128
    share_variables: int = 2_000_000
    share_cells: int = 2000
    portfolio: bool = True
    confirm: bool | None = None
    explain: bool = True
    glance: bool = True
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
                least = _LEAST.get(name, 0)
                if isinstance(value, int) and value < least:
                    raise fail(f"{name} must be at least {least}, and is {value}")
        if self.executor is not None:
            from nlc.process.executors import NAMES

            if self.executor not in NAMES:
                raise fail(f"there is no executor '{self.executor}'", hint=" or ".join(NAMES))

    @property
    def compiled(self) -> bool:
        """Whether the formula has to be the one that ``nlc compile`` writes."""
        return not self.lazy or self.proof is not None

    def first_round(self, program: Program) -> int:
        """Return how many conflicts each reading may have in the first round."""
        return max(1, self.conflicts * program.board.count(Sort.CELL))

    def brief(self, program: Program) -> int:
        """Return how many conflicts all neighbourhoods have together where paths are shortest."""
        return max(1, program.board.count(Sort.CELL) ** 2 // self.near_square)

    def here(self) -> Policy:
        """Return the policy for one puzzle in this process."""
        return replace(self, share=False, jobs=1, executor=None, scheduler=None)


_OPTIONAL = {"confirm": bool, "jobs": int, "executor": str, "scheduler": str, "proof": str}
"""The types of what is None by default."""

_LEAST = {"near_square": 1, "share_puzzles": 1, "jobs": 1}
"""The least values of numbers that must not be 0."""

DEFAULT = Policy()

PLAIN = Policy(relax=False, share=False, readings=False, confirm=False, explain=False, glance=False)
"""Asks each puzzle as it stands, by itself; what comparisons want."""
