"""Proofs that hard boards have one solution: each encoding by each solver, with shortest paths.

    python scripts/measure_proofs.py [--seconds 10] [FILE …]

The boards of fixtures/hard.nl have one solution, which covers the board, though cells may stay
empty. The solution is looked for by ``cover = true``, which takes no time; what is measured is the
refutation of another one; of a board without a solution, as those of fixtures/hard-none.nl, that of
any. Conflicts of a solver inside Python are the same in each run; seconds are
of processor time, without stating the formula. A row has those of the boards that it decided; what
was not decided counts with the limit.
"""

from __future__ import annotations

import argparse
from collections.abc import Iterator
from statistics import median

import numpy as np
from msgspec import Struct
from msgspec.structs import replace

import nlc
from nlc.drivers import get
from nlc.drivers.base import Limits
from nlc.encode.lower import lower
from nlc.encode.numberlink.shortest import APART, CORNERS, ROWS, shortest
from nlc.encode.policy import STATIC
from nlc.encode.spec import Encoding
from nlc.ir.nodes import Assignment, Program
from nlc.loading import Setting, load_puzzles

BOARDS = "fixtures/hard.nl"

ALL = (APART, CORNERS, ROWS)

CADICAL, KISSAT, MINISAT = "pysat:cadical195", "kissat", "pysat:minisat22"


class Variant(Struct, frozen=True):
    """A way to refute that there is another solution."""

    solver: str
    encoding: str
    rules: tuple[str, ...] = ()

    def __str__(self) -> str:
        told = " and ".join(rule.removeprefix("shortest ") for rule in self.rules if rule != APART)
        return f"| {self.solver} | {self.encoding} | {told or '-'} |"


VARIANTS = [
    Variant(CADICAL, "log"),
    Variant(CADICAL, "direct"),
    Variant(KISSAT, "log"),
    Variant(MINISAT, "log"),
    Variant(CADICAL, "log", ALL),
    Variant(CADICAL, "direct", (APART, ROWS)),
    Variant(CADICAL, "direct", (APART, CORNERS)),
    Variant(CADICAL, "direct", ALL),
    Variant(CADICAL, "passes=parity+fold,domains=direct", ALL),
    Variant(CADICAL, "passes=pair-variables+fold,domains=direct", ALL),
    Variant(CADICAL, "domains=direct,acyclic=primal-dual", ALL),
    Variant(MINISAT, "direct", ALL),
    Variant("pysat:glucose42", "direct", ALL),
    Variant(KISSAT, "direct", ALL),
    Variant(KISSAT, "log", ALL),
]


def solved(path: str) -> Iterator[tuple[Program, Assignment | None]]:
    """Yield the puzzles of a file, each with its solution, or None where no covered board is."""
    full, _ = load_puzzles(path, settings=[Setting("cover=true")])
    for puzzle, covered in zip(nlc.load(path), full, strict=True):
        answer = nlc.solve(covered, policy=nlc.Policy(explain=False))
        assert answer.status != "UNKNOWN", f"{puzzle.title}: {answer.reason}"
        yield nlc.elaborate(puzzle), answer.solutions[0] if answer.solutions else None


def refute(
    program: Program, board: Assignment | None, variant: Variant, seconds: float
) -> tuple[int | None, float] | None:
    """Return the conflicts and the processor time of a proof; None where the time did not do."""
    driver = get(variant.solver)
    stated = program
    if variant.rules:
        reduced = shortest(program, board)
        assert reduced is not None, f"{program.title} has no shortest paths"
        ours = {*ALL} - {*variant.rules}
        nodes = [node for node in reduced.nodes if node.origin.rule not in ours]
        stated = replace(reduced, nodes=nodes)
    capabilities = driver.capabilities
    offers = capabilities.offers if capabilities.in_process else STATIC
    lowered = lower(stated, Encoding.parse(variant.encoding), offers)
    if board is not None:
        (line,) = program.bools
        drawn = board.bools[line.base : line.base + line.size]
        variables = lowered.cnf.projection
        lowered.cnf.add("another", np.where(drawn, -variables, variables)[None])
    limits = Limits(cpu_seconds=seconds)
    outcome = driver.solve(lowered.cnf, limits, lowered.separators)
    if outcome.status == "UNKNOWN":
        return None
    assert outcome.status == "UNSATISFIABLE", f"{program.title} has another solution"
    return outcome.statistics.get("conflicts"), outcome.cpu_seconds or 0.0


def main() -> None:
    """Print a table of all variants."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("files", nargs="*", default=[BOARDS])
    parser.add_argument("--seconds", type=float, default=10.0, help="for each proof")
    parser.add_argument("--only", type=int, nargs="*", help="rows, by their numbers from 1")
    args = parser.parse_args()
    boards = [item for path in args.files for item in solved(path)]
    print(f"{len(boards)} boards, {args.seconds:g} s each\n", flush=True)
    heads = ["solver", "encoding", "shortest paths", "proved", "conflicts, median", "sum"]
    print("|", " | ".join([*heads, "s, median", "sum", "ratio"]), "|")
    print("|---|---|---|---|---|---|---|---|---|", flush=True)
    base: float | None = None
    for number, variant in enumerate(VARIANTS, 1):
        if args.only and number not in args.only:
            continue
        found = [refute(*item, variant, args.seconds) for item in boards]
        proved = [each for each in found if each is not None]
        times = [args.seconds if each is None else each[1] for each in found]
        conflicts = [each[0] for each in proved if each[0] is not None]
        base = sum(times) if base is None else base
        middle, total = (f"{median(conflicts):.0f}", sum(conflicts)) if conflicts else ("-", "-")
        figures = f"{len(proved)} | {middle} | {total} | {median(times):.2f} | {sum(times):.1f}"
        print(f"{variant} {figures} | {sum(times) / base:.2f} |", flush=True)


if __name__ == "__main__":
    main()
