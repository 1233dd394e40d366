"""Simple Loop."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(blocked="blocked", line="line")

JANKO = Janko(("rundreise",), blocked=("x", "#"))

PZPR = Pzpr(
    "simpleloop",
    body=("bits",),
    file=("blank", "line"),
)
