"""Suguru."""

from nlc.formats.parts import Parts

PARTS = Parts(number="num", room="room", value="number")
