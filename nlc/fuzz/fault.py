"""What can be wrong, and what is found."""

from __future__ import annotations

from dataclasses import dataclass

from nlc.fuzz.trial import Trial
from nlc.oracle.case import Case
from nlc.oracle.formulas import Formula

Subject = Case | Formula
"""What is tried."""


@dataclass(frozen=True)
class Fault:
    """Something wrong.

    Attributes:
        kind: a word that stays the same while a subject is made smaller: ``lacks``, ``extra``,
            ``repeats``, ``count``, ``evaluator``, ``file``, ``proof``, ``refused``, ``disagrees``,
            ``solver-REASON``, ``exception-TYPE``, ``crash`` or ``hang``.
        message: for people.
    """

    kind: str
    message: str


@dataclass(frozen=True)
class Finding:
    """A fault, where it came up, and the smallest subject that shows it.

    Attributes:
        seed: of the run.
        number: of the case.
        fault: of the smallest subject.
        subject: the smallest one.
        trial: the simplest one.
    """

    seed: int
    number: int
    fault: Fault
    subject: Subject
    trial: Trial
