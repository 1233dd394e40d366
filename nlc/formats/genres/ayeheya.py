"""Ayeheya."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, room="room", fence="fence", room_number="clue", shaded="dark")
PZPR = Pzpr(
    "ayeheya",
    body=("border", "roomnum"),
    file=("rooms", "numbers", "shade"),
    later={1: ("border", "numbers", "shade")},
    some="shaded cell",
)

JANKO = Janko()
