"""Mosaic."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.tatham_codes import Numbers, Tatham

PARTS = Parts(number="clue", shaded="dark")

TATHAM = Tatham("mosaic", "Mosaic", Numbers(9), "h[0-9]")

JANKO = Janko(("mosaik", "fillapix"))
