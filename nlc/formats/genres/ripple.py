"""Ripple Effect."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(number="num", room="room", value="number")

JANKO = Janko(("rippleeffect", "hakyuu"))
