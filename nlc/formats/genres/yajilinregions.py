"""Yajilin by regions."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, room="room", room_number="clue", line="line", shaded="dark")
PZPR = Pzpr(
    "yajilin-regions",
    names=("yajirin-regions",),
    body=("border", "roomnum"),
    file=("rooms", "numbers", "shade", "line"),
    options={"inside": "true"},
    flags={"o": ("inside", "false")},
    cosmetic="b",
)

JANKO = Janko(("yajilinregional", "regionalyajilin"))
