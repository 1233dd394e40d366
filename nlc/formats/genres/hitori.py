"""Hitori."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts
from nlc.formats.tatham_codes import Full
from nlc.formats.tatham_row import Tatham

PARTS = Parts(number="num", shaded="dark")

TATHAM = Tatham("singles", "Singles", Full(), "d[a-z]")

JANKO = Janko()
