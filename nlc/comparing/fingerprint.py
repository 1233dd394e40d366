"""Texts that stand for a board: equal where the shown variables are."""

from __future__ import annotations

import hashlib

import numpy as np

from nlc.ir.nodes import Assignment, BoolVar, Domain, Program

DIGITS = 8


def digest(program: Program, board: Assignment) -> str:
    """Return the first `DIGITS` digits of the fingerprint of a board, for people to compare.

    Among tens of thousands of boards, two may have the same.
    """
    return fingerprint(program, board)[:DIGITS]


def fingerprint(program: Program, board: Assignment) -> str:
    """Return the SHA-256 of the shown variables of a board, in hexadecimal.

    Where a genre shows nothing, all declared variables count, as for the solvers.
    """
    every: list[BoolVar | Domain] = [*program.bools, *program.domains.values()]
    shown = {var.name for var in every if var.shown} or {var.name for var in every}
    found = hashlib.sha256()
    for var in program.bools:
        if var.name in shown:
            found.update(var.name.encode())
            found.update(np.packbits(board.bools[var.base : var.base + var.size]).tobytes())
    for name in sorted(shown & program.domains.keys()):
        found.update(name.encode())
        found.update(board.domains[name].astype("<i4").tobytes())
    return found.hexdigest()
