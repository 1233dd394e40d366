"""How many clauses the encodings make, beside the published means of another encoding."""

from __future__ import annotations

from dataclasses import dataclass
from statistics import mean

from nlc.bench.boards import puzzle
from nlc.encode.lower import lower
from nlc.encode.spec import Encoding
from nlc.errors import Source
from nlc.ir.elaborate.program import elaborate
from nlc.language.resolve import load

PUBLISHED = {5: 1720, 6: 5586, 7: 11767, 8: 32007, 9: 62654, 10: 116906}
"""Mean clauses of a course project's encoding with a variable for each link and pair, by size."""

ENCODINGS = ("acyclic=lazy", "acyclic=primal-dual", "labels=direct,acyclic=primal-dual")


@dataclass(frozen=True)
class Row:
    """The mean number of clauses of one encoding on boards of one size.

    Attributes:
        ratio: to the published mean of that size.
    """

    size: int
    encoding: str
    clauses: float
    ratio: float


def measure(boards: int = 8) -> list[Row]:
    """Compile random boards of each size, with 2 to size - 1 pairs in equal parts.

    Args:
        boards: number of boards of each size and number of pairs.
    """
    rows = []
    for size, published in PUBLISHED.items():
        texts = [puzzle(size, pairs, seed) for pairs in range(2, size) for seed in range(boards)]
        programs = [elaborate(load(Source("bench.nl", text)).puzzles[0]) for text in texts]
        for spec in ENCODINGS:
            encoding = Encoding.parse(spec)
            found = mean(lower(p, encoding, in_process=True).cnf.clauses for p in programs)
            rows.append(Row(size, spec, found, found / published))
    return rows


def main() -> None:
    """Print the measurement as a table."""
    from tabulate import tabulate

    rows = [
        (f"{r.size}x{r.size}", r.encoding, r.clauses, PUBLISHED[r.size], f"1/{1 / r.ratio:.1f}")
        for r in measure()
    ]
    headers = ["board", "encoding", "mean clauses", "published mean", "ratio"]
    print(tabulate(rows, headers, floatfmt=("", "", ".0f", ".0f", "")))


if __name__ == "__main__":
    main()
