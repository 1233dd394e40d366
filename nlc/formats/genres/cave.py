"""Cave."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(unknown="unknown", number="clue", shaded="dark")

JANKO = Janko(("corral", "bag"), shaded=("-", "."), clear=("x",))

PZPR = Pzpr(
    "cave",
    names=("bag",),
    body=("sixteen",),
    file=("numbers", "shade"),
)
