"""Akari: a block without a number is a clue with an unknown number."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Numbers, Tatham

PARTS = Parts(number="clue", unknown="block", shaded="lamp")

TATHAM = Tatham("lightup", "Light Up", Numbers(4, "B"), "[bsd][0-9]+")

JANKO = Janko(("lightup",), unknown=("x", "b"), shaded=("o",))

PZPR = Pzpr(
    "akari",
    names=("lightup", "bijutsukan"),
    body=("four",),
    file=("shaded-numbers", "crossed"),
    name="lightup",
)
