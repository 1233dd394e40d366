"""Ratios of times, puzzle by puzzle: their middle, an interval, and whether they say anything."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
from msgspec import Struct

LEVEL = 0.05
"""The level of the tests of a row together, and what an interval leaves out."""

RESAMPLES = 2000


class Ratio(Struct, frozen=True):
    """The median of ratios, and its bootstrap interval of 95 %; ``p`` as `holm` corrects it."""

    middle: float
    low: float
    high: float
    p: float | None = None

    @property
    def says_nothing(self) -> bool:
        """Whether the ratio may well be 1: by the interval, or by the test where it was made."""
        return self.low <= 1 <= self.high or (self.p is not None and self.p >= LEVEL)


def ratios_of(columns: Sequence[Sequence[float]]) -> list[Ratio | None]:
    """Return the ratio of each column of a row, None where there is none.

    The interval is that of percentiles of `RESAMPLES` medians, by a seed. The test is Wilcoxon's
    signed-rank test of the logarithms, two-sided, where SciPy is there; the least p comes from
    Holm's correction over the columns. Infinite ratios have the highest ranks.

    Args:
        columns: the ratios, of all puzzles of a column.
    """
    found: list[Ratio | None] = []
    for values in columns:
        if not len(values):
            found.append(None)
            continue
        data = np.asarray(values, float)
        chosen = np.random.default_rng(1).integers(len(data), size=(RESAMPLES, len(data)))
        with np.errstate(invalid="ignore"):
            medians = np.median(data[chosen], axis=1)
            medians[np.isnan(medians)] = np.inf
            limits = [100 * LEVEL / 2, 100 - 100 * LEVEL / 2]
            low, high = np.percentile(medians, limits, method="nearest")
            middle = np.median(data)
        found.append(Ratio(float(middle), float(low), float(high)))
    others = [i for i, each in enumerate(found) if each and any(x != 1 for x in columns[i])]
    tested = {i: _wilcoxon(columns[i]) for i in others}
    known = [i for i in others if tested[i] is not None]
    for i, p in zip(known, holm([tested[i] or 0.0 for i in known]), strict=True):
        each = found[i]
        assert each is not None
        found[i] = Ratio(each.middle, each.low, each.high, p)
    return found


def holm(ps: Sequence[float]) -> list[float]:
    """Return p-values corrected for their number (Holm: A simple sequentially rejective multiple
    test procedure, Scandinavian Journal of Statistics 6, 1979)."""
    out, most = [0.0] * len(ps), 0.0
    for rank, i in enumerate(sorted(range(len(ps)), key=lambda i: ps[i])):
        most = max(most, min(1.0, (len(ps) - rank) * ps[i]))
        out[i] = most
    return out


def _wilcoxon(ratios: Sequence[float]) -> float | None:
    """Return the p-value of Wilcoxon's test (Individual comparisons by ranking methods, Biometrics
    Bulletin 1, 1945); None without SciPy."""
    try:
        from scipy.stats import wilcoxon
    except ImportError:
        return None
    logs = np.log(np.clip(ratios, 1e-300, 1e300))
    return float(wilcoxon(logs).pvalue)


def cell(ratio: Ratio | None) -> str:
    """Return the text of a ratio: ``1.35 [1.21-1.52]``, ``~1.1 [0.93-1.2]``, ``1``."""
    if ratio is None:
        return "-"
    if ratio.middle == ratio.low == ratio.high == 1:
        return "1"
    if np.isinf(ratio.middle):
        return "beyond the limit"
    sign, digits = ("~", 2) if ratio.says_nothing else ("", 3)
    if ratio.low == ratio.high:
        return f"{sign}{ratio.middle:.{digits}g}"
    high = "∞" if np.isinf(ratio.high) else f"{ratio.high:.{digits}g}"
    return f"{sign}{ratio.middle:.{digits}g} [{ratio.low:.{digits}g}-{high}]"
