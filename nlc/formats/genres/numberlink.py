"""Numberlink."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Row

PARTS = Parts(number="label", named=True, line="line")

JANKO = Janko(("arukone",), unknown=())

PZPR = (
    Row(
        "numlin",
        names=("numberlink",),
        body=("sixteen",),
        file=("numbers", "line"),
        granted={"cover": "false", "touch": "true"},
        some="line",
    ),
    Row(
        "arukone",
        body=("sixteen",),
        file=("passing", "letters", "line"),
        letters=True,
        told={"cover": "true"},
        flags={"e": ("cover", "false")},
        granted={"touch": "true"},
        some="line",
    ),
)
