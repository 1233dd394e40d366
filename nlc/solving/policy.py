"""The policy of a solve: everything but solvers, encodings, plans and limits."""

from __future__ import annotations

from types import NoneType

from msgspec import Struct
from msgspec.structs import replace

from nlc.errors import fail, require_type


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
            so where it costs less than a tenth of the time.
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
            from nlc.process.executor import NAMES

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
