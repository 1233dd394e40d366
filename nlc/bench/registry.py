"""The fixed measurements of ``nlc bench``, by name; suites of data are files in `nlc/bench/suites`.

To add one: write a module of this package with a function ``main``, and name it here. Of the
options ``--boards``, ``--thesis`` and ``--plot`` a measurement takes those that its ``main`` has as
parameters ``folder``, ``thesis`` and ``plotted``.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True)
class Fixed:
    """A measurement that is code.

    Attributes:
        module: of this package; its function ``main`` measures and prints.
        summary: what it measures, in a few words.
    """

    module: str
    summary: str


FIXED = {
    "compile": Fixed("compiling", "clauses a second"),
    "write": Fixed("writing", "DIMACS bytes a second"),
    "start": Fixed("starting", "whole processes"),
    "size": Fixed("sizes", "clauses beside published ones"),
    "solve": Fixed("solving", "encodings and solvers"),
    "big": Fixed("big", "a board of a million cells"),
    "turn": Fixed("turning", "rules that follow where paths may not touch"),
    "figures": Fixed(
        "figures", "batches, uniqueness and the thesis's encoding beside what they are to reach"
    ),
    "slither": Fixed("slithering", "Slitherlink boards, with clues in lazy clauses and without"),
    "unique": Fixed("uniqueness", "proofs of uniqueness where paths may touch, by technique"),
    "scale": Fixed("scaling", "how time and memory grow with the board"),
    "generate": Fixed("generating", "how long a puzzle takes to make, beside what it is to take"),
}
"""The fixed measurements, by name."""
