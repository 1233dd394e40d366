"""Numberlink."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(number="label", line="line")

JANKO = Janko(("arukone",), unknown=())
