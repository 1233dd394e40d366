"""What rules cost in an encoding, and the clauses of one of them, by names."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator

from nlc.cnf import Cnf
from nlc.serve import answers as a
from nlc.serve.formulas import formula, sizes
from nlc.serve.reading import chosen
from nlc.serve.requests import ClausesRequest


def clauses(request: ClausesRequest) -> Iterator[a.Clauses]:
    """Yield the sizes by rule, and some clauses of a rule.

    Raises:
        UserError: the text or the encoding is wrong, or there are too many clauses.
    """
    puzzle = chosen(request)
    lowered = formula(puzzle, request.encoding)
    cnf = lowered.cnf
    yield a.Clauses(
        encoding=str(lowered.encoding),
        rules=sizes(puzzle, lowered),
        variables=cnf.variables,
        clauses=cnf.clauses,
        rule=request.rule,
        first=request.first,
        shown=[] if request.rule is None else _shown(cnf, request),
    )


def _shown(cnf: Cnf, request: ClausesRequest) -> list[a.Clause]:
    """Return the clauses of a rule that were asked for."""
    namer, skip, out = _Namer(cnf), request.first, list[a.Clause]()
    for block in cnf.blocks:
        if block.rule != request.rule:
            continue
        room = request.most - len(out)
        for row in block.clauses[skip : skip + room].tolist():
            out.append(a.Clause(literals=row, names=[namer.name(literal) for literal in row]))
        skip = max(0, skip - len(block.clauses))
        if len(out) == request.most:
            break
    return out


class _Namer:
    """Names variables; the names of a block are made when they are first asked for."""

    def __init__(self, cnf: Cnf) -> None:
        self._blocks = cnf.names
        self._bases = [block.base for block in cnf.names]
        self._made: dict[int, list[str]] = {}

    def name(self, literal: int) -> str:
        """Return the name of a literal."""
        place = bisect_right(self._bases, abs(literal)) - 1
        at = abs(literal) - self._bases[place] if place >= 0 else -1
        name = str(abs(literal))
        if place >= 0 and at < self._blocks[place].size:
            if place not in self._made:
                self._made[place] = list(self._blocks[place].make())
            name = self._made[place][at]
        return name if literal > 0 else f"not {name}"


TASK = clauses
