"""Numberlink."""

from nlc.formats.janko_cells import Janko
from nlc.formats.parts import Parts
from nlc.formats.pzpr.genre import Pzpr

PARTS = Parts(number="label", named=True, line="line")

JANKO = Janko(("arukone",), unknown=())

PZPR = (
    Pzpr(
        "numlin",
        names=("numberlink",),
        body=("sixteen",),
        file=("numbers", "line"),
        assumed={"cover": "false", "touch": "true"},
        some="line",
    ),
    Pzpr(
        "arukone",
        body=("sixteen",),
        file=("passing", "letters", "line"),
        letters=True,
        options={"cover": "true"},
        flags={"e": ("cover", "false")},
        assumed={"touch": "true"},
        some="line",
    ),
)
