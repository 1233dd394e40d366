"""Yajilin by regions."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Row

PARTS = Parts(unknown=IGNORED, room="room", room_number="clue", line="line", shaded="dark")
PZPR = Row(
    "yajilin-regions",
    names=("yajirin-regions",),
    body=("border", "roomnum"),
    file=("rooms", "numbers", "shade", "line"),
    told={"inside": "true"},
    flags={"o": ("inside", "false")},
    looks="b",
)

JANKO = Janko(("yajilinregional", "regionalyajilin"))
