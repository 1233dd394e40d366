"""Encodings of runs: the maximal runs of a row of conditions have given lengths."""

from __future__ import annotations

from typing import TYPE_CHECKING

from nlc.registry import Registry

if TYPE_CHECKING:
    from nlc.encode.runs.base import RunsEncoding

REGISTRY: Registry[RunsEncoding] = Registry(
    "encoding of runs",
    "ENCODING",
    "nlc.encodings.runs",
    {
        "automaton": "nlc.encode.runs.automaton",
        "diagram": "nlc.encode.runs.diagram",
        "order": "nlc.encode.runs.order",
        "starts": "nlc.encode.runs.starts",
    },
)
