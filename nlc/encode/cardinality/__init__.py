"""Encodings of counts of true literals, by name or chosen by size."""

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
"""The name of a choice by size; see `choose`."""

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
"""Binomial clauses are used up to this many times n: exactly 1 of 32, exactly 2 of 11. On direct
labels of 13 to 43 values MiniSat and CaDiCaL solve them at least as fast as unary or sequential
counters; beyond some 30 values the time to load them cancels that."""

_PARITY_INPUTS = 6
"""The most inputs of an odd or even count that is not split into parts."""


def choose(n: int, counts: Counts, span: Span | None = None) -> CardinalityEncoding:
    """Return the encoding for `auto`: binomial if its clauses are few, else unary.

    Raises:
        UserError: the count is too large for all encodings; `span` is its place.
    """
    if n > _PARITY_INPUTS and REGISTRY.get("parity").refusal(n, counts) is None:
        return REGISTRY.get("parity")
    if BINOMIAL.clauses(n, counts) <= max(_BINOMIAL_CLAUSES * n, 32):
        return BINOMIAL
    unary = REGISTRY.get("unary")
    reason = unary.refusal(n, counts)
    if reason is not None:
        message = f"'{counts.describe(n)}' of {n} literals is too large: {reason}"
        raise fail(message, span, "count smaller sets")
    return unary


_CACHED_INPUTS = 20
"""The most inputs of templates that are always cached: there are few of them, and making them takes
about a third of the time of a small puzzle."""

_CACHED_LARGE, _CACHED_LARGE_INPUTS = 32, 128
"""The number of larger templates that are cached, the latest ones, and their most inputs: a puzzle
is encoded more than once."""

_small_cache: dict[tuple[str, int, Counts], Template] = {}
_large_cache: dict[tuple[str, int, Counts], Template] = {}


class Counter:
    """Makes the templates of counts, each shape once.

    If the named encoding does not apply to a shape (`product` has only "at most 1" and "exactly
    1"), `auto` is used.

    Attributes:
        used: whether a template was requested.
    """

    def __init__(self, name: str) -> None:
        self._name = name
        self._encoding = None if name == AUTO else REGISTRY.get(name)
        self._templates: dict[tuple[int, Counts], Template] = {}
        self.used = False

    @property
    def exact(self) -> bool:
        """Whether the named encoding is exact; those of `auto` are."""
        return self._encoding is None or self._encoding.declaration.exact

    def __call__(self, n: int, counts: Counts, span: Span | None = None) -> Template:
        """Return the template of "the number of true inputs among n is in `counts`"."""
        self.used = True
        key = (n, counts.within(n))
        if key not in self._templates:
            cache = _small_cache if n <= _CACHED_INPUTS else _large_cache
            cached = cache.get((self._name, *key))
            self._templates[key] = cached or self._template(*key, span)
            if n <= _CACHED_LARGE_INPUTS:
                cache[self._name, *key] = self._templates[key]
            for oldest in list(_large_cache)[:-_CACHED_LARGE]:
                _large_cache.pop(oldest, None)  # unless another thread has done so
        return self._templates[key]

    def _template(self, n: int, counts: Counts, span: Span | None) -> Template:
        encoding = self._encoding
        if encoding is None or encoding.refusal(n, counts) is not None:
            encoding = choose(n, counts, span)
        return encoding.template(n, counts)
