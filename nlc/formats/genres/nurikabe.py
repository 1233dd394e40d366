"""Nurikabe."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(number="size", unknown="isle", shaded="dark")

JANKO = Janko()

PZPR = Pzpr(
    "nurikabe",
    body=("sixteen",),
    file=("shaded-numbers",),
    islands="owner",
)
