"""Yajilin."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Row

PARTS = Parts(
    unknown="unknown", number="clue", arrow="arrow", blocked="grey", line="line", shaded="dark"
)

JANKO = Janko()

PZPR = Row(
    "yajilin",
    names=("yajirin",),
    body=("arrows",),
    file=("arrows", "shade", "line"),
    told={"inside": "true"},
    flags={"o": ("inside", "false")},
    looks="b",
)
