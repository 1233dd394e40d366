"""What can be wrong, and what is found."""

from __future__ import annotations

from typing import Protocol

from msgspec import Struct

from nlc.fuzz.trial import Trial


class Subject(Protocol):
    """What is tried, of whatever kind."""

    @property
    def text(self) -> str:
        """It, for people."""


class Fault(Struct, frozen=True):
    """Something wrong.

    Attributes:
        kind: a word that stays the same while a subject is made smaller, such as ``lacks``,
            ``extra``, ``count``, ``solver-REASON``, ``exception-TYPE``, ``slow``, ``crash``.
        message: for people.
    """

    kind: str
    message: str


class Finding(Struct, frozen=True):
    """A fault, where it came up, and the smallest subject that shows it.

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
