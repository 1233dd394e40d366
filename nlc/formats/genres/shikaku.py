"""Shikaku."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Row
from nlc.formats.tatham_codes import Numbers, Tatham, rectangles

PARTS = Parts(number="size", unknown="area", region="owner")

TATHAM = Tatham("rect", "Rectangles", Numbers(), "e[0-9.]+|a", answer=rectangles)

JANKO = Janko()

PZPR = Row(
    "shikaku",
    body=("sixteen",),
    file=("numbers", "regions"),
)
