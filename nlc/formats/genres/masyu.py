"""Masyu."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Row
from nlc.formats.tatham_codes import Circles, Tatham, line_by_cells

PARTS = Parts(unknown=IGNORED, circle=("pearl", "w", "b"), line="line")

TATHAM = Tatham("pearl", "Pearl", Circles(), "d[a-z]|n", answer=line_by_cells)

JANKO = Janko(("pearl",))

PZPR = Row(
    "mashu",
    names=("masyu", "pearl"),
    body=("circles",),
    file=("numbers", "line"),
    told={"full": "false"},
    flags={"f": ("full", "true")},
)
