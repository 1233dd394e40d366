"""The cardinality encodings of PySAT, for counts that form an interval."""

from __future__ import annotations

from msgspec import Struct

from nlc.encode.base import Declaration, declared
from nlc.encode.cardinality.binomial import BINOMIAL
from nlc.encode.template import Template, from_lists
from nlc.ir.nodes import Counts


class Cardinality(Struct, frozen=True):
    """An encoding of PySAT's ``CardEnc``: at least the lowest, at most the highest count.

    Bounds that need no auxiliary (none, all, at least 1, at most n - 1) are encoded directly.

    Attributes:
        name: PySAT's.
        declaration: its properties.
        small: whether it encodes only bounds of 1 and n - 1.
        quadratic: whether even at most 1 takes O(n^2) clauses.
    """

    name: str
    declaration: Declaration
    small: bool = False
    quadratic: bool = False

    def refusal(self, n: int, counts: Counts) -> str | None:
        """Refuse sets with gaps and, for `small` encodings, bounds that PySAT does not encode."""
        part = counts.within(n).intervals
        if len(part) > 1:
            return "it encodes only intervals of counts"
        low, high = part[0] if part else (0, 0)
        if self.small and (1 < low < n - 1 or 1 < high < n - 1):
            return "it encodes only bounds of 1 and n - 1"
        bound = max(min(low, n - low), min(high, n - high))
        # The clauses pass through Python lists.
        if n * (n if self.quadratic else bound) > 1_000_000:
            return f"it is too large for {n} literals"
        return None

    def template(self, n: int, counts: Counts) -> Template:
        """Return PySAT's clauses for distinct inputs, their auxiliaries numbered without gaps."""
        part = counts.within(n).intervals
        if not part:
            return BINOMIAL.template(n, counts)
        low, high = part[0]
        clauses: list[list[int]] = []
        last = n
        for bound, least in ((low, True), (high, False)):
            if bound == (0 if least else n):
                continue
            if bound in ((1, n) if least else (0, n - 1)):
                direct = Counts.between(bound, n) if least else Counts.between(0, bound)
                clauses += [c for b in BINOMIAL.template(n, direct).clauses for c in b.tolist()]
                continue
            found, last = self._bound(n, bound, last, least)
            clauses += found
        used = sorted({abs(x) for clause in clauses for x in clause} - set(range(1, n + 1)))
        number = {old: n + 1 + i for i, old in enumerate(used)}
        made = (
            dict.fromkeys(number.get(abs(x), abs(x)) * (1 if x > 0 else -1) for x in clause)
            for clause in clauses
        )
        return Template(n, len(used), from_lists(map(list, made)), functional=not used)

    def _bound(self, n: int, bound: int, last: int, least: bool) -> tuple[list[list[int]], int]:
        from pysat.card import CardEnc, EncType

        encode = CardEnc.atleast if least else CardEnc.atmost
        kind = getattr(EncType, self.name)
        result = encode(lits=list(range(1, n + 1)), bound=bound, top_id=last, encoding=kind)
        return result.clauses, max(result.nv, last)


_SMALL = frozenset(["bitwise", "ladder", "pairwise"])
_QUADRATIC = frozenset(["mtotalizer", "pairwise", "totalizer"])
_OTHERS = frozenset(["cardnetwrk", "kmtotalizer", "seqcounter", "sortnetwrk"])

ENCODINGS = {
    name: Cardinality(
        name, declared("cardinality", name), small=name in _SMALL, quadratic=name in _QUADRATIC
    )
    for name in sorted(_SMALL | _QUADRATIC | _OTHERS)
}
"""The encodings by name."""
