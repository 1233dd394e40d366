"""Norinori."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(room="room", shaded="dark")

JANKO = Janko()

PZPR = Pzpr(
    "norinori",
    body=("border",),
    file=("rooms", "shade"),
    later={1: ("border", "shade")},
)
