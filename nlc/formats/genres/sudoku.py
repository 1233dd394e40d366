"""Sudoku: its boxes are rooms."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Boxes, Tatham, parse_numbers

PARTS = Parts(number="num", unknown=IGNORED, room="box", value="number")

TATHAM = Tatham(
    "solo",
    "Solo",
    Boxes(),
    "d[a-z]|r[0-9]|m[0-9]|md[0-9]|a",
    flags={"x": ("diagonal", True, False)},
    refused=(("k", "Killer Sudoku"),),
    answer=parse_numbers,
)

JANKO = Janko()

PZPR = Pzpr(
    "sudoku",
    body=("sixteen",),
    file=("numbers", "answers"),
    assumed={"diagonal": "false"},
)
