"""Binairo: digits, which some formats draw as white and black circles."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.tatham_codes import Skips, Tatham

PARTS = Parts(number="digit", circle=("digit", 0, 1), shaded="one")

TATHAM = Tatham("unruly", "Unruly", Skips(), "d[a-z]", flags={"u": ("distinct", True, False)})

JANKO = Janko(
    ("takuzu",),
    circles=(("w", "b"), ("0", "1"), ("1", "2")),
    assumed={"distinct": False},
)
