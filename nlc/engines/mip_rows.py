"""Linear constraints over binary columns as arrays, for every MIP solver alike."""

from __future__ import annotations

from dataclasses import dataclass, field

import numpy as np
import numpy.typing as npt

from nlc.arrays import Floats, Ints

Numbers = npt.NDArray[np.int32] | npt.NDArray[np.int64]


@dataclass(frozen=True, eq=False)
class Rows:
    """Constraints: row i says that low[i] <= value[s] @ x[index[s]] <= high[i], s its slice.

    Attributes:
        low: shape (rows,), -inf where there is no bound.
        high: shape (rows,), inf where there is no bound.
        start: shape (rows + 1,), ascending.
        index: shape (start[-1],), columns.
        value: shape (start[-1],), coefficients.
    """

    low: Floats
    high: Floats
    start: Ints
    index: Ints
    value: Floats

    def __len__(self) -> int:
        return len(self.low)


@dataclass(eq=False)
class RowBuilder:
    """Collects rows, many at once."""

    _parts: list[Rows] = field(default_factory=list)

    def add(
        self,
        row: Numbers,
        index: Numbers,
        value: Floats | float,
        low: Floats | float,
        high: Floats | float,
        rows: int,
    ) -> None:
        """Add rows whose entries are given in any order.

        Args:
            row: shape (entries,), the row of each entry, from 0.
            index: shape (entries,), its column; a column occurs once in a row.
            value: shape (entries,), its coefficient, or one for all.
            low: shape (rows,), or one for all.
            high: likewise.
            rows: how many rows.
        """
        order = np.argsort(row, kind="stable")
        self._parts.append(
            Rows(
                np.broadcast_to(np.asarray(low, np.float64), (rows,)),
                np.broadcast_to(np.asarray(high, np.float64), (rows,)),
                np.concatenate([[0], np.bincount(row, minlength=rows).cumsum()]).astype(np.int32),
                index[order].astype(np.int32),
                np.broadcast_to(np.asarray(value, np.float64), row.shape)[order],
            )
        )

    def rows(self) -> Rows:
        """Return all rows, in the order in which they were added."""
        parts = self._parts
        sizes = np.cumsum([0, *(part.start[-1] for part in parts)])
        starts = [part.start[:-1] + size for part, size in zip(parts, sizes, strict=False)]
        return Rows(
            np.concatenate([part.low for part in parts]),
            np.concatenate([part.high for part in parts]),
            np.concatenate([*starts, sizes[-1:]]).astype(np.int32),
            np.concatenate([part.index for part in parts]),
            np.concatenate([part.value for part in parts]),
        )
