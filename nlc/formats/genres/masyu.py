"""Masyu."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Circles, Tatham, parse_line

PARTS = Parts(unknown=IGNORED, circle=("pearl", "w", "b"), line="line")

TATHAM = Tatham("pearl", "Pearl", Circles(), "d[a-z]|n", answer=parse_line)

JANKO = Janko(("pearl",))

PZPR = Pzpr(
    "mashu",
    names=("masyu", "pearl"),
    body=("circles",),
    file=("numbers", "line"),
    options={"full": "false"},
    flags={"f": ("full", "true")},
)
