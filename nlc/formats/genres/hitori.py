"""Hitori."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Full, Tatham

PARTS = Parts(unknown=IGNORED, number="num", named=True, shaded="dark")

TATHAM = Tatham("singles", "Singles", Full(), "d[a-z]")

JANKO = Janko()

PZPR = Pzpr(
    "hitori",
    body=("hitori",),
    file=("numbers", "shade"),
    some="shaded cell",
)
