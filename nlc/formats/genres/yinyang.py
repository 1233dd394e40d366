"""Yin-Yang."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, circle=("stone", "w", "b"), shaded="dark")

JANKO = Janko()

PZPR = Pzpr(
    "yinyang",
    body=("circles",),
    file=("numbers", "answers"),
)
