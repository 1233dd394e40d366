"""Yin-Yang."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Row

PARTS = Parts(unknown=IGNORED, circle=("stone", "w", "b"), shaded="dark")

JANKO = Janko()

PZPR = Row(
    "yinyang",
    body=("circles",),
    file=("numbers", "answers"),
)
