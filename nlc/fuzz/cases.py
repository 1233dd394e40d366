"""The numbered cases of a run, and what a kind of cases is."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Generic, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from nlc.errors import UserError
from nlc.fuzz.counters import Tally
from nlc.fuzz.fault import Fault, Finding, Subject
from nlc.fuzz.trial import Choice, Trial
from nlc.language.resolve import Puzzle

S = TypeVar("S", bound=Subject)

TRIALS = (*[1] * 18, 2, 4)
"""The number of trials of a subject is one of these."""


class Plan(Struct, frozen=True):
    """What the cases of a run are made from.

    Attributes:
        seed: with the number of a case, what makes it.
        kinds: names of `nlc.fuzz.kinds.KINDS`.
        choice: of encodings and solvers.
        exhaustive: boards are all small ones, one after the other, and not random.
    """

    seed: int = 0
    kinds: tuple[str, ...] = ("puzzles", "cnf")
    choice: Choice = field(default_factory=Choice)
    exhaustive: bool = False


class NumberedCase(Struct, frozen=True):
    """A case.

    Attributes:
        number: from 0.
        kind: its name.
        subject: what is tried.
        trials: what to try on it.
        evaluate: whether to hold the evaluator against brute force.
    """

    number: int
    kind: str
    subject: Subject
    trials: tuple[Trial, ...]
    evaluate: bool = False


class Kind(ABC, Generic[S]):
    """How cases of a kind are made, tried, made smaller, written and read again.

    Attributes:
        name: of the kind.
        summary: for the help of the command.
        share: of the cases, where all kinds that are wanted have one; else each has the same.
        suffix: of the files of subjects.
        comment: begins a line of such a file that says something about it.
        replays: whether `load` reads such a file.
    """

    name: str
    summary: str
    share = 0.0
    suffix = ".nl"
    comment = "//"
    replays = False

    @abstractmethod
    def make(self, plan: Plan, number: int, random: Random) -> NumberedCase | None:
        """Return a case; None where there are no more."""

    def judge(
        self,
        case: NumberedCase,
        puzzle: Puzzle | UserError | None,
        tally: Tally,
        begin: Callable[[int], None] = lambda number: None,
    ) -> Iterator[tuple[Fault, Trial]]:
        """Try a case, yield what is wrong, and add the figures to a tally.

        Args:
            case: what to try.
            puzzle: the subject as it was read, where that is a puzzle.
            tally: takes the figures.
            begin: is told the number of each trial that starts; -1 is what goes before.
        """
        for number, trial in enumerate(case.trials):
            begin(number)
            with tally.timing(self.name):
                found = guarded(partial(self.attempt, cast(S, case.subject), trial, tally))
            yield from ((fault, trial) for fault in found)

    def attempt(self, subject: S, trial: Trial, tally: Tally) -> Iterable[Fault]:
        """Return what is wrong with one trial; `judge` guards it."""
        raise NotImplementedError

    def smaller(self, subject: S) -> Iterator[S]:
        """Yield smaller subjects, the smallest first."""
        return iter(())

    def simpler(self, trial: Trial) -> Iterator[Trial]:
        """Yield simpler trials, the simplest first."""
        for extra in sorted(trial.extras):
            yield replace(trial, extras=trial.extras - {extra})

    def content(self, found: Finding, about: Sequence[str]) -> bytes:
        """Return the file of a finding, after lines about it."""
        head = "".join(f"{self.comment} {line}\n" for line in about)
        return (head + found.subject.text).encode()

    def path_suffix(self, subject: S) -> str:
        """Return the end of the name of a subject's file."""
        return self.suffix

    def command(self, found: Finding, path: str) -> Sequence[str]:
        """Return the command that repeats a finding, which may need further files."""
        return ("nlc", *found.trial.words, path)

    def load(self, path: str) -> S:
        """Return the subject of a file, where the kind `replays`.

        Raises:
            UserError: the file cannot be read, or is none of these.
        """
        raise NotImplementedError


def replaying(found: Finding, path: str, *program: str) -> Sequence[str]:
    """Return the command by which a program replays the file of a finding."""
    encodings = ("--encodings", found.trial.encoding) if found.trial.encoding else ()
    return (*program, "--replay", path, *encodings, "--solvers", found.trial.solver)


def guarded(attempt: Callable[[], Iterable[Fault]]) -> list[Fault]:
    """Return the faults of an attempt; an exception is one."""
    try:
        return list(attempt())
    except Exception as error:  # whatever nlc raises here is what the fuzzer is for
        trace = "".join(traceback.format_exception(error)[-4:])
        return [Fault(f"exception-{type(error).__name__}", trace)]
