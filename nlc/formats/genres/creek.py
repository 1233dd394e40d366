"""Creek."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import IGNORED, Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown=IGNORED, point="clue", shaded="dark")

JANKO = Janko()

PZPR = Pzpr(
    "creek",
    body=("cross4",),
    older={"d": ("digit-a-point",)},
    file=("points", "shade"),
    some="shaded cell",
)
