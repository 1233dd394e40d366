"""Heyawake."""

from nlc.formats.parts import Parts

PARTS = Parts(room="room", room_number="clue", shaded="dark")
