"""Ripple Effect."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, number="num", room="room", value="number")

JANKO = Janko(("rippleeffect", "hakyuu"))

PZPR = Pzpr(
    "ripple",
    names=("hakyukoka",),
    body=("border", "sixteen", "bits"),
    file=("border", "numbers", "answers"),
)
