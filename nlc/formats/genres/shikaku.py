"""Shikaku."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Numbers, Tatham, parse_rectangles

PARTS = Parts(number="size", unknown="area", region="owner")

TATHAM = Tatham("rect", "Rectangles", Numbers(), "e[0-9.]+|a", answer=parse_rectangles)

JANKO = Janko()

PZPR = Pzpr(
    "shikaku",
    body=("sixteen",),
    file=("numbers", "regions"),
)
