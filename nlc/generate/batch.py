"""Makes many puzzles of one generator, in processes that can be stopped at any moment."""

from __future__ import annotations

import time
from collections import Counter
from collections.abc import Iterator, Mapping
from typing import Generic

from nlc.dataclasses import dataclass
from nlc.errors import UserError
from nlc.generate.genre import Generator, P
from nlc.process.executor import Executor
from nlc.process.worker import WorkerStoppedError

ATTEMPTS = 200
"""How often one puzzle is attempted before it is given up."""


@dataclass(frozen=True, eq=False)
class Item(Generic[P]):
    """A puzzle of a batch.

    Attributes:
        number: from 1.
        puzzle: None where it was given up.
        counts: ``tries``, and what the generator counts.
        seconds: wall-clock time.
    """

    number: int
    puzzle: P | None
    counts: Mapping[str, int]
    seconds: float


@dataclass(frozen=True)
class Batch(Generic[P]):
    """Puzzles to be made.

    Attributes:
        generator: of one generator.
        seed: puzzle k of a seed is the same, however many there are.
        count: how many puzzles.
    """

    generator: Generator[P]
    seed: int = 1
    count: int = 1

    def title(self, number: int) -> str:
        """Return the title of a puzzle."""
        return f"{self.generator.subject}, seed {self.seed} #{number}"

    def items(self, executor: Executor) -> Iterator[Item[P]]:
        """Yield the puzzles by number; what is made does not depend on the executor.

        Raises:
            RuntimeError: a method is at fault; the message holds its traceback.
            WorkerStoppedError: a process died.
            UserError: a cluster has no workers.
        """
        try:
            yield from executor.map(self.make, range(1, self.count + 1))
        except (UserError, WorkerStoppedError, OSError):
            raise
        except Exception as error:
            raise RuntimeError("\n".join(error.__notes__)) from error

    def make(self, number: int) -> Item[P]:
        """Make one puzzle; to be called in a process that may end at any moment."""
        started = time.perf_counter()
        counts: Counter[str] = Counter()
        attempts = self.generator.attempts(self.seed, number, counts)
        puzzle = None
        while puzzle is None and counts["tries"] < ATTEMPTS:
            counts["tries"] += 1
            puzzle = next(attempts)
        return Item(number, puzzle, dict(counts), time.perf_counter() - started)
