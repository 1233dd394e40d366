"""Further kinds of cases for `nlc fuzz`, of what only its makers try; `python -m fuzzing` runs it.

Whoever imports this package adds the kinds to the table of `nlc fuzz`.
"""

from __future__ import annotations

from collections.abc import Sequence

from fuzzing.engines import Engines
from fuzzing.generators import Generators
from fuzzing.malformed import Malformed
from fuzzing.numbers import Numbers
from fuzzing.run import Runs
from fuzzing.strategy import Strategy
from nlc import cli
from nlc.fuzz.kinds import KINDS

OWN = (Strategy(), Engines(), Runs(), Generators(), Malformed(), Numbers())
KINDS.update({kind.name: kind for kind in OWN})

DEFAULT = "puzzles,strategy,cnf,numbers"
"""What is tried where no kinds are named."""


def main(words: Sequence[str]) -> int:
    """Run `nlc fuzz` with all kinds, and return its exit status."""
    return cli.main(["fuzz", "--kind", DEFAULT, *words])
