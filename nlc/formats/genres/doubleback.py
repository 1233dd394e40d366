"""Double Back."""

from nlc.formats.parts import Parts

PARTS = Parts(room="room", line="line")
