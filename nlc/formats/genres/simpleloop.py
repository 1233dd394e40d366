"""Simple Loop."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Row

PARTS = Parts(blocked="blocked", line="line")

JANKO = Janko(("rundreise",), blocked=("x", "#"))

PZPR = Row(
    "simpleloop",
    body=("bits",),
    file=("blank", "line"),
)
