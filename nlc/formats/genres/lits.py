"""LITS."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(room="room", fence="fence", shaded="dark")

JANKO = Janko(("nuruomino",), shaded=("x", "L", "I", "T", "S"), tetrominoes=True)

PZPR = Pzpr(
    "lits",
    body=("border",),
    older={"d": ("room-a-cell",)},
    file=("rooms", "shade"),
    later={1: ("border", "shade")},
)
