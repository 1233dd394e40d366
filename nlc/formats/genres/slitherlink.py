"""Slitherlink."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(number="clue", unknown=IGNORED, edge="line")

JANKO = Janko()

PZPR = Pzpr(
    "slither",
    names=("slitherlink",),
    body=("four",),
    file=("numbers", "sides"),
    later={1: ("numbers", "colours", "sides")},
    written=1,
    options={"full": "false"},
    flags={"f": ("full", "true")},
)
