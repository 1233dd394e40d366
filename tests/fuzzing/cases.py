"""The numbered cases of a run, and the base class of their kinds."""

from __future__ import annotations

import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import partial
from random import Random
from typing import Generic, TypeVar, cast

from msgspec import Struct, field
from msgspec.structs import replace

from fuzzing.findings import Fault, Finding, Subject, Tally
from fuzzing.trial import Choice, Trial
from nlc.errors import UserError
from nlc.language.resolve import Puzzle

S = TypeVar("S", bound=Subject)

TRIALS = (*[1] * 18, 2, 4)
"""The numbers of trials of a subject, for a random choice."""


class FuzzPlan(Struct, frozen=True):
    """The plan of a run, from which its cases are made.

    Attributes:
        seed: of the random numbers, with the number of each case.
        kinds: names of `fuzzing.kinds.KINDS`.
        choice: of encodings and solvers.
    """

    seed: int = 0
    kinds: tuple[str, ...] = ("puzzles", "cnf")
    choice: Choice = field(default_factory=Choice)


class NumberedCase(Struct, frozen=True):
    """A case.

    Attributes:
        number: from 0.
        kind: its name.
        subject: a board, a formula or the like.
        trials: encodings and solvers to try on it.
        evaluate: whether to compare the evaluator with brute force.
    """

    number: int
    kind: str
    subject: Subject
    trials: tuple[Trial, ...]
    evaluate: bool = False


class CaseKind(ABC, Generic[S]):
    """A kind of cases: makes, checks, shrinks, writes and loads them.

    Attributes:
        name: of the kind.
        summary: for the help of the command.
        share: of the cases, if all kinds of a run have one; else all have the same.
        suffix: of the files of subjects.
        comment: the prefix of comment lines in such a file.
        replays: whether `load` loads such a file.
    """

    name: str
    summary: str
    share = 0.0
    suffix = ".nl"
    comment = "//"
    replays = False

    @abstractmethod
    def make(self, plan: FuzzPlan, number: int, random: Random) -> NumberedCase:
        """Return a case."""

    def check(
        self,
        case: NumberedCase,
        puzzle: Puzzle | UserError | None,
        tally: Tally,
        begin: Callable[[int], None] = lambda number: None,
    ) -> Iterator[tuple[Fault, Trial]]:
        """Run the trials of a case, yield faults, and add the figures to a tally.

        Args:
            case: the case.
            puzzle: the parsed subject, if that is a puzzle.
            tally: for the figures.
            begin: called with the number of each trial that starts.
        """
        for number, trial in enumerate(case.trials):
            begin(number)
            with tally.timing(self.name):
                found = catch_faults(partial(self.attempt, cast(S, case.subject), trial, tally))
            yield from ((fault, trial) for fault in found)

    def attempt(self, subject: S, trial: Trial, tally: Tally) -> Iterable[Fault]:
        """Return the faults of one trial; `check` catches its exceptions."""
        raise NotImplementedError

    def smaller(self, subject: S) -> Iterator[S]:
        """Yield smaller subjects, the smallest first."""
        return iter(())

    def simpler(self, trial: Trial) -> Iterator[Trial]:
        """Yield simpler trials, the simplest first."""
        for extra in sorted(trial.extras):
            yield replace(trial, extras=trial.extras - {extra})

    def content(self, found: Finding, about: Sequence[str]) -> bytes:
        """Return the content of a finding's file, with comment lines first."""
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
            UserError: the file cannot be read, or is of another kind.
        """
        raise NotImplementedError


PROGRAM = ("python", "-m", "fuzzing")
"""The words that begin a command, in the folder of tests."""


def replay_command(found: Finding, path: str, *program: str) -> Sequence[str]:
    """Return the command of a program that replays the file of a finding."""
    encodings = ("--encodings", found.trial.encoding) if found.trial.encoding else ()
    return (*program, "--replay", path, *encodings, "--solvers", found.trial.solver)


def catch_faults(attempt: Callable[[], Iterable[Fault]]) -> list[Fault]:
    """Return the faults of an attempt; an exception is a fault, too."""
    try:
        return list(attempt())
    except Exception as error:  # an exception of nlc is what the fuzzer looks for
        trace = "".join(traceback.format_exception(error)[-4:])
        return [Fault(f"exception-{type(error).__name__}", trace)]
