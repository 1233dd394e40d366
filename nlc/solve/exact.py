"""Which encodings keep what a solver learns of one puzzle, or reading, right for another."""

from __future__ import annotations

from nlc.encode.spec import WHOLE_NONE, Encoding


def is_exact(encoding: Encoding) -> bool:
    """Return whether each part of an encoding is exact, and it states a puzzle rule by rule."""
    from nlc.encode import acyclic
    from nlc.encode import domains as labels
    from nlc.encode.cardinality.counter import Counter

    return (
        encoding.whole == WHOLE_NONE
        and (encoding.acyclic == "auto" or acyclic.REGISTRY.get(encoding.acyclic).declaration.exact)
        and labels.REGISTRY.get(encoding.labels).declaration.exact
        and Counter(encoding.count).exact
    )
