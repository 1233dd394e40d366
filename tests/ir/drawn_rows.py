"""The rows of a drawn board, looked at by plain loops."""

from __future__ import annotations

from collections.abc import Sequence


def rows_of(text: str) -> list[list[str]]:
    """Return the tokens of each row of the board that a puzzle draws."""
    return [line.split() for line in text.splitlines() if line.startswith("    ")]


def leads_to_a_label(
    rows: Sequence[Sequence[str]], row: int, col: int, down: int, right: int
) -> bool:
    """Return whether there is a label on the diagonal that a turn opens to."""
    row, col = row + down, col + right
    while 0 <= row < len(rows) and 0 <= col < len(rows[0]):
        if rows[row][col] != ".":
            return True
        row, col = row + down, col + right
    return False
