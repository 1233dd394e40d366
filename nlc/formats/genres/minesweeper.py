"""Minesweeper."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown="unknown", number="clue", shaded="mine")

JANKO = Janko(("mines",), header="mines")

PZPR = Pzpr(
    "mines",
    body=("sixteen",),
    file=("numbers", "shade"),
    assumed={"mines": "0"},
)
