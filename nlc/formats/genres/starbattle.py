"""Star Battle."""

from nlc.formats.parts import Parts

PARTS = Parts(room="room", shaded="star")
