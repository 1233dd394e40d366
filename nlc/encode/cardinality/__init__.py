"""Encodings of counts, how many literals of a set hold: by a name, or chosen by size."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.encode.cardinality.binomial import ENCODING as BINOMIAL
from nlc.errors import fail
from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.base import CardinalityEncoding
    from nlc.encode.template import Template
    from nlc.errors import Span
    from nlc.ir.nodes import Counts

AUTO = "auto"
"""The name that stands for a choice by size; see `choose`."""

REGISTRY: Registry[CardinalityEncoding] = Registry(
    "cardinality encoding",
    "ENCODING",
    "nlc.encodings.cardinality",
    {
        "bimander": "nlc.encode.cardinality.bimander",
        "binomial": "nlc.encode.cardinality.binomial",
        "bitwise": "nlc.encode.cardinality.pysat_card:BITWISE",
        "cardnetwrk": "nlc.encode.cardinality.pysat_card:CARDNETWRK",
        "commander": "nlc.encode.cardinality.commander",
        "kmtotalizer": "nlc.encode.cardinality.pysat_card:KMTOTALIZER",
        "ladder": "nlc.encode.cardinality.pysat_card:LADDER",
        "mtotalizer": "nlc.encode.cardinality.pysat_card:MTOTALIZER",
        "pairwise": "nlc.encode.cardinality.pysat_card:PAIRWISE",
        "parity": "nlc.encode.cardinality.parity",
        "product": "nlc.encode.cardinality.product",
        "seqcounter": "nlc.encode.cardinality.pysat_card:SEQCOUNTER",
        "sortnetwrk": "nlc.encode.cardinality.pysat_card:SORTNETWRK",
        "totalizer": "nlc.encode.cardinality.pysat_card:TOTALIZER",
        "unary": "nlc.encode.cardinality.unary",
    },
)


_BINOMIAL_CLAUSES = 16
"""Binomial clauses are taken up to this many times n: exactly 1 of 32, exactly 2 of 11. On direct
labels of 13 to 43 values MiniSat and CaDiCaL solve them at least as fast as unary or sequential
counters; near 30 values the time to load them makes up for it."""

_PARITY_INPUTS = 6
"""Inputs beyond which odd and even counts are cut into parts."""


def choose(n: int, counts: Counts, span: Span | None = None) -> CardinalityEncoding:
    """Return the encoding that `auto` stands for: binomial clauses while they are few.

    Raises:
        UserError: no encoding can state so large a count; `span` tells where it stands.
    """
    if n > _PARITY_INPUTS and REGISTRY.get("parity").refusal(n, counts) is None:
        return REGISTRY.get("parity")
    if BINOMIAL.clauses(n, counts) <= max(_BINOMIAL_CLAUSES * n, 32):
        return BINOMIAL
    unary = REGISTRY.get("unary")
    reason = unary.refusal(n, counts)
    if reason is not None:
        message = f"'{counts.describe(n)}' of {n} literals is too large: {reason}"
        raise fail(message, span, "state it of smaller sets")
    return unary


_KEPT_INPUTS = 20
"""Most inputs of templates that are kept for the next puzzle: there are few of them, and making
them takes about a third of the time of a small puzzle."""

_KEPT_LARGE, _MAX_LARGE = 32, 128
"""So many larger templates are kept as well, the latest, of up to so many inputs: a puzzle is
stated more than once."""

_kept: dict[tuple[str, int, Counts], Template] = {}
_large: dict[tuple[str, int, Counts], Template] = {}


class Counter:
    """Makes the templates of counts, each shape once.

    Where the named encoding refuses a shape (`product` takes only "at most 1" and "exactly 1"),
    `auto` takes it.

    Attributes:
        asked: whether there was a count to state.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._encoding = None if name == AUTO else REGISTRY.get(name)
        self._templates: dict[tuple[int, Counts], Template] = {}
        self.asked = False

    @property
    def exact(self) -> bool:
        """Whether the named encoding is exact; all that `auto` chooses are."""
        return self._encoding is None or self._encoding.declaration.exact

    def __call__(self, n: int, counts: Counts, span: Span | None = None) -> Template:
        """Return the clauses that say that the number of true inputs among n is in `counts`."""
        self.asked = True
        key = (n, counts.within(n))
        if key not in self._templates:
            cache = _kept if n <= _KEPT_INPUTS else _large
            kept = cache.get((self._name, *key))
            self._templates[key] = kept or self._template(*key, span)
            if n <= _MAX_LARGE:
                cache[self._name, *key] = self._templates[key]
            for oldest in list(_large)[:-_KEPT_LARGE]:
                _large.pop(oldest, None)  # unless another thread has done so
        return self._templates[key]

    def _template(self, n: int, counts: Counts, span: Span | None) -> Template:
        encoding = self._encoding
        if encoding is None or encoding.refusal(n, counts) is not None:
            encoding = choose(n, counts, span)
        return encoding.template(n, counts)
