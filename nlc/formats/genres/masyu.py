"""Masyu."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts
from nlc.formats.tatham_aux import line_by_cells
from nlc.formats.tatham_codes import Circles
from nlc.formats.tatham_row import Tatham

PARTS = Parts(circle=("pearl", "w", "b"), line="line")

TATHAM = Tatham("pearl", "Pearl", Circles(), "d[a-z]|n", answer=line_by_cells)

JANKO = Janko(("pearl",))
