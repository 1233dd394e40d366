"""Faults and findings."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from nlc.fuzz.trial import Trial


class Subject(Protocol):
    """The subject of a case: a board, a formula or the like."""

    @property
    def text(self) -> str:
        """Its text."""


class Fault(Struct, frozen=True):
    """A fault of nlc or of a solver.

    Attributes:
        kind: a word that stays the same while a subject is shrunk, such as ``lacks``,
            ``extra``, ``count``, ``solver-REASON``, ``exception-TYPE``, ``slow``, ``crash``.
        message: for the user.
    """

    kind: str
    message: str


class Finding(Struct, frozen=True):
    """A fault, with its case and the smallest subject that shows it.

    Attributes:
        seed: of the run.
        number: of the case.
        kind: of the case.
        fault: of the smallest subject.
        subject: the smallest one.
        trial: the simplest one.
    """

    seed: int
    number: int
    kind: str
    fault: Fault
    subject: Subject
    trial: Trial
