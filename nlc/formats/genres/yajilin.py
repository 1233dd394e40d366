"""Yajilin."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(
    unknown="unknown", number="clue", arrow="arrow", blocked="grey", line="line", shaded="dark"
)

JANKO = Janko()

PZPR = Pzpr(
    "yajilin",
    names=("yajirin",),
    body=("arrows",),
    file=("arrows", "shade", "line"),
    options={"inside": "true"},
    flags={"o": ("inside", "false")},
    cosmetic="b",
)
