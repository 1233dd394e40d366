"""Norinori."""

from nlc.formats.janko_row import Janko
from nlc.formats.parts import Parts

PARTS = Parts(room="room", shaded="dark")

JANKO = Janko()
