"""Encodings of counts of true literals, by name or chosen by size."""

from __future__ import annotations

from nlc.encode.base import CardinalityEncoding
from nlc.encode.cardinality.binomial import BINOMIAL
from nlc.encode.cardinality.pysat_card import ENCODINGS as PYSAT
from nlc.encode.spec import AUTO, parse_encodings
from nlc.encode.template import Template, cached_template
from nlc.errors import Span, fail
from nlc.ir.nodes import Counts
from nlc.registry import Registry

_OWN: dict[str, str | CardinalityEncoding] = {
    **PYSAT,
    "bimander": "nlc.encode.cardinality.one:BIMANDER",
    "binomial": BINOMIAL,
    "commander": "nlc.encode.cardinality.one:COMMANDER",
    "parity": "nlc.encode.cardinality.trees:PARITY",
    "product": "nlc.encode.cardinality.one:PRODUCT",
    "unary": "nlc.encode.cardinality.trees:UNARY",
}

REGISTRY: Registry[CardinalityEncoding] = Registry(
    "cardinality encoding",
    "ENCODING",
    "nlc.encodings.cardinality",
    dict(sorted(_OWN.items())),
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


_CACHED_INPUTS = 128
"""The most inputs of templates that are cached: a puzzle is encoded more than once."""


class Counter:
    """Makes the templates of counts.

    If the named encoding does not apply to a shape (`product` has only "at most 1" and "exactly
    1"), `auto` is used.

    Attributes:
        exact: whether the named encoding is exact; those of `auto` are.
        used: whether a template was requested.
    """

    def __init__(self, text: str) -> None:
        """Take a name, or several by rule."""
        self.used = False
        default, named = parse_encodings(text, "cardinality")
        names = {"": default or AUTO} | named
        self._encodings = {
            rule: None if name == AUTO else REGISTRY.get(name) for rule, name in names.items()
        }
        chosen = self._encodings.values()
        self.exact = all(each is None or each.declaration.exact for each in chosen)

    def __call__(
        self, n: int, counts: Counts, span: Span | None = None, rule: str = ""
    ) -> Template:
        """Return the template of "the number of true inputs among n is in `counts`"."""
        self.used = True
        encoding, counts = self._encodings.get(rule, self._encodings[""]), counts.within(n)
        if encoding is None or encoding.refusal(n, counts) is not None:
            encoding = choose(n, counts, span)
        small = n <= _CACHED_INPUTS
        return cached_template(encoding, n, counts) if small else encoding.template(n, counts)
