"""Kurodoko."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Numbers, Tatham

PARTS = Parts(unknown="unknown", number="clue", shaded="dark")

TATHAM = Tatham("range", "Range", Numbers())

JANKO = Janko(("kuromasu",))

PZPR = Pzpr(
    "kurodoko",
    body=("sixteen",),
    file=("numbers", "shade"),
    some="shaded cell",
)
