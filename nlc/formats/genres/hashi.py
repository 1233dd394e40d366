"""Hashi."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr
from nlc.formats.tatham_codes import Numbers, Tatham, parse_bridges

PARTS = Parts(number="clue", unknown="island", line="one", double="two")

TATHAM = Tatham(
    "bridges",
    "Bridges",
    Numbers(16, least=1),
    "[ied][0-9]+|m2",
    refused=(
        ("m([013-9]|[0-9]{2,})", "Bridges with another number of parallel bridges"),
        ("L", "Bridges without loops"),
    ),
    written="m2",
    answer=parse_bridges,
)

JANKO = Janko(("hashiwokakero", "bridges"))

PZPR = Pzpr(
    "hashi",
    names=("hashikake", "bridges"),
    body=("sixteen",),
    file=("numbers", "line"),
    name="hashikake",
    some="bridge",
)
